#include "liefmu/fmu_instance.hpp"

#include "liefmu/elf_file.hpp"
#include "types.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <array>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>

namespace liefmu {
namespace {

// FMI's logger is a printf: the message is a format for the arguments behind it.
extern "C" void collectMessage(fmi2ComponentEnvironment environment, fmi2String, fmi2Status,
                               fmi2String, fmi2String message, ...) {
  std::array<char, 4096> text{};
  va_list arguments;
  va_start(arguments, message);
  std::vsnprintf(text.data(), text.size(), message, arguments);
  va_end(arguments);
  auto& messages = *static_cast<std::string*>(environment);
  if (!messages.empty()) messages += "; ";
  messages += text.data();
}

const char* nameOf(fmi2Status status) {
  switch (status) {
    case fmi2OK:
      return "fmi2OK";
    case fmi2Warning:
      return "fmi2Warning";
    case fmi2Discard:
      return "fmi2Discard";
    case fmi2Error:
      return "fmi2Error";
    case fmi2Fatal:
      return "fmi2Fatal";
    case fmi2Pending:
      return "fmi2Pending";
  }
  return "an unknown status";
}

// A file URI with everything but unreserved characters and slashes percent-encoded (RFC 3986).
std::string fileUri(const std::filesystem::path& path) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string uri = "file://";
  for (const char c : path.string()) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       std::string_view("/-._~").find(c) != std::string_view::npos;
    if (plain) {
      uri += c;
    } else {
      uri += '%';
      uri += kDigits[byte >> 4];
      uri += kDigits[byte & 0xf];
    }
  }
  return uri;
}

}  // namespace

const std::string* Fmu::find(std::string_view path) const {
  for (const ArchiveEntry& entry : entries) {
    if (entry.path == path) return &entry.bytes;
  }
  return nullptr;
}

std::string Fmu::binaryPath() const {
  return "binaries/linux64/" + description.identity.modelIdentifier + ".so";
}

Fmu openFmu(const std::filesystem::path& file) {
  return readFmu(readFile(file), file);
}

Fmu readFmu(std::string_view bytes, const std::filesystem::path& name) {
  try {
    Fmu fmu;
    fmu.file = name;
    fmu.entries = readArchive(bytes);
    const std::string* xml = fmu.find("modelDescription.xml");
    if (xml == nullptr) throw Error("has no modelDescription.xml (is it an FMU?)");
    fmu.description = readDescription(*xml);
    return fmu;
  } catch (const Error& error) {
    throw Error(name.string() + ": " + error.what());
  }
}

void FmuLibrary::Unload::operator()(void* handle) const {
  dlclose(handle);
}

FmuLibrary::FmuLibrary(const Fmu& fmu) {
  const std::string binary = fmu.binaryPath();
  const std::string* bytes = fmu.find(binary);
  if (bytes == nullptr) {
    throw Error("has no " + binary + " (it was not made for 64-bit Linux)");
  }
  try {
    requireWholeSegments(*bytes);
  } catch (const Error& error) {
    throw Error(binary + ": " + error.what());
  }
  unpack(fmu.entries, folder_.path());
  handle_.reset(dlopen((folder_.path() / binary).c_str(), RTLD_NOW | RTLD_LOCAL));
  if (!handle_) throw Error(binary + " cannot be loaded: " + dlerror());
}

void* FmuLibrary::address(const char* name) const {
  void* found = dlsym(handle_.get(), name);
  if (found == nullptr) throw Error(std::string("the binary does not export ") + name);
  return found;
}

std::string FmuLibrary::resourceLocation() const {
  return fileUri(folder_.path() / "resources");
}

FmuInstance::FmuInstance(const Fmu& fmu, const std::string& name)
    : description_(fmu.description),
      library_(fmu),
      callbacks_{collectMessage, std::calloc, std::free, nullptr, messages_.get()} {
  const FmuIdentity& identity = description_.identity;
  component_ = library_.function<fmi2InstantiateTYPE>("fmi2Instantiate")(
      (name.empty() ? identity.modelName : name).c_str(), fmi2CoSimulation, identity.guid.c_str(),
      library_.resourceLocation().c_str(), &callbacks_, fmi2False, fmi2False);
  if (component_ == nullptr) {
    throw Error("fmi2Instantiate failed" + (messages_->empty() ? "" : ": " + *messages_));
  }
}

FmuInstance::~FmuInstance() {
  library_.function<fmi2FreeInstanceTYPE>("fmi2FreeInstance")(component_);
}

template<class Type, class... Arguments>
void FmuInstance::call(const Function<Type>& function, Arguments... arguments) {
  messages_->clear();
  const fmi2Status status = function.address(component_, arguments...);
  if (status != fmi2OK && status != fmi2Warning) {
    // What an FMU of ours says is clear without the name of the function it was said in.
    throw Error(messages_->empty() ? std::string(function.name) + " returned " + nameOf(status)
                                   : *messages_);
  }
}

void FmuInstance::set(const Variable& variable, double value) {
  const fmi2ValueReference reference = variable.valueReference;
  switch (variable.type) {
    case VariableType::real:
      call(setReal_, &reference, std::size_t{1}, &value);
      break;
    case VariableType::integer:
    case VariableType::enumeration: {
      const auto number = static_cast<fmi2Integer>(value);
      call(lookUp<fmi2SetIntegerTYPE>("fmi2SetInteger"), &reference, std::size_t{1}, &number);
      break;
    }
    case VariableType::boolean: {
      const fmi2Boolean flag = value != 0.0 ? fmi2True : fmi2False;
      call(lookUp<fmi2SetBooleanTYPE>("fmi2SetBoolean"), &reference, std::size_t{1}, &flag);
      break;
    }
  }
}

void FmuInstance::setRate(const Variable& input, double rate) {
  if (!description_.canInterpolateInputs) return;
  const fmi2ValueReference reference = input.valueReference;
  const fmi2Integer order = 1;
  call(lookUp<fmi2SetRealInputDerivativesTYPE>("fmi2SetRealInputDerivatives"), &reference,
       std::size_t{1}, &order, &rate);
}

void FmuInstance::enterInitialization(const TimeRange& range) {
  call(lookUp<fmi2SetupExperimentTYPE>("fmi2SetupExperiment"),
       range.tolerance ? fmi2True : fmi2False, range.tolerance.value_or(0.0), range.start, fmi2True,
       range.stop);
  call(lookUp<fmi2EnterInitializationModeTYPE>("fmi2EnterInitializationMode"));
}

void FmuInstance::exitInitialization() {
  call(lookUp<fmi2ExitInitializationModeTYPE>("fmi2ExitInitializationMode"));
}

void FmuInstance::step(double time, double stepSize) {
  // False: whoever calls this may go back in time.
  call(doStep_, time, stepSize, fmi2False);
}

void FmuInstance::selectForReading(const std::vector<const Variable*>& selected) {
  reals_ = integers_ = booleans_ = {};
  for (std::size_t i = 0; i < selected.size(); ++i) {
    const VariableType type = selected[i]->type;
    Selection& selection = type == VariableType::real      ? reals_
                           : type == VariableType::boolean ? booleans_
                                                           : integers_;
    selection.references.push_back(selected[i]->valueReference);
    selection.places.push_back(i);
  }
  realBuffer_.resize(reals_.references.size());
  integerBuffer_.resize(std::max(integers_.references.size(), booleans_.references.size()));
}

template<class Type, class Values>
void FmuInstance::readType(const Function<Type>& function, const Selection& selection,
                           Values& buffer, std::span<double> values) {
  if (selection.references.empty()) return;
  call(function, selection.references.data(), selection.references.size(), buffer.data());
  for (std::size_t i = 0; i < selection.places.size(); ++i) {
    values[selection.places[i]] = static_cast<double>(buffer[i]);
  }
}

void FmuInstance::read(std::span<double> values) {
  readType(getReal_, reals_, realBuffer_, values);
  readType(getInteger_, integers_, integerBuffer_, values);
  readType(getBoolean_, booleans_, integerBuffer_, values);
}

void FmuInstance::reset() {
  call(lookUp<fmi2ResetTYPE>("fmi2Reset"));
}

void FmuInstance::finish() {
  call(lookUp<fmi2TerminateTYPE>("fmi2Terminate"));
}

FmuInstance::State FmuInstance::owned(fmi2FMUstate state) const {
  auto* release = library_.function<fmi2FreeFMUstateTYPE>("fmi2FreeFMUstate");
  return {state, [release, component = component_](void* saved) { release(component, &saved); }};
}

FmuInstance::State FmuInstance::saveState() {
  fmi2FMUstate state = nullptr;
  call(lookUp<fmi2GetFMUstateTYPE>("fmi2GetFMUstate"), &state);
  return owned(state);
}

void FmuInstance::restoreState(const State& state) {
  call(lookUp<fmi2SetFMUstateTYPE>("fmi2SetFMUstate"), state.get());
}

std::string FmuInstance::serialize(const State& state) {
  std::size_t size = 0;
  call(lookUp<fmi2SerializedFMUstateSizeTYPE>("fmi2SerializedFMUstateSize"), state.get(), &size);
  std::string bytes(size, '\0');
  call(lookUp<fmi2SerializeFMUstateTYPE>("fmi2SerializeFMUstate"), state.get(), bytes.data(), size);
  return bytes;
}

FmuInstance::State FmuInstance::deserialize(const std::string& bytes) {
  fmi2FMUstate state = nullptr;
  call(lookUp<fmi2DeSerializeFMUstateTYPE>("fmi2DeSerializeFMUstate"), bytes.data(), bytes.size(),
       &state);
  return owned(state);
}

}  // namespace liefmu
