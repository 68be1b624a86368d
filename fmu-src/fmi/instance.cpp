#include "fmi/instance.hpp"

#include "snapshot.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <limits>
#include <type_traits>
#include <utility>

namespace liefmu::fmi {
namespace {

// Importers add up their clock in floating point; more than this is a mistake and not rounding.
double timeTolerance(double t) {
  return 1e-9 * std::max(1.0, std::abs(t));
}

// A master whose clock adds up steps arrives short of the stop time by rounding and makes a last
// step of that size. No position changes in it, but reactions would come out as rounding errors
// divided by the step. Such a step moves the clock alone; the next one makes up for it.
double shortestStep(double t) {
  return 0.1 * timeTolerance(t);
}

std::string formatted(double value) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.17g", value);
  return text.data();
}

const char* typeName(VariableType type) {
  switch (type) {
    case VariableType::real:
      return "Real";
    case VariableType::integer:
      return "Integer";
    case VariableType::boolean:
      return "Boolean";
    case VariableType::enumeration:
      return "Enumeration";
  }
  return "?";
}

// Enumerations are read and written with the integer functions.
bool sameAccess(VariableType a, VariableType b) {
  const auto access = [](VariableType type) {
    return type == VariableType::enumeration ? VariableType::integer : type;
  };
  return access(a) == access(b);
}

// What a variable is used for decides what FMI's integers can hold of it: counters stop at the end
// of the range.
fmi2Integer toInteger(double value) {
  constexpr double kLargest = std::numeric_limits<fmi2Integer>::max();
  return static_cast<fmi2Integer>(std::clamp(value, -kLargest, kLargest));
}

// Whether a value exists only after the mechanism has been assembled.
bool belongsToMotion(Quantity quantity) {
  return quantity != Quantity::parameter && quantity != Quantity::input;
}

}  // namespace

const char* modeName(Mode mode) {
  switch (mode) {
    case Mode::instantiated:
      return "instantiated";
    case Mode::initialization:
      return "initialization mode";
    case Mode::stepComplete:
      return "step complete";
    case Mode::terminated:
      return "terminated";
  }
  return "?";
}

Instance::Instance(PackagedModel packaged, Logger logger)
    : packaged_(std::move(packaged)), logger_(std::move(logger)), simulation_(packaged_.model) {
  const auto& variables = packaged_.variables.variables;
  if (std::any_of(variables.begin(), variables.end(), [](const Variable& variable) {
        return variable.source.quantity == Quantity::forceWork;
      })) {
    simulation_.trackWork();
  }
}

// ---- the experiment -----------------------------------------------------------------------------

void Instance::setupExperiment(std::optional<double> tolerance, double startTime,
                               std::optional<double> stopTime) {
  if (tolerance && !(std::isfinite(*tolerance) && *tolerance > 0.0)) {
    throw Error("the tolerance is " + formatted(*tolerance) + " but has to be positive");
  }
  if (!std::isfinite(startTime)) {
    throw Error("the start time is not finite");
  }
  if (stopTime && !(std::isfinite(*stopTime) && *stopTime > startTime)) {
    throw Error("the stop time " + formatted(*stopTime) + " is not after the start time " +
                formatted(startTime));
  }
  experiment_ = Experiment{};
  experiment_.tolerance = tolerance.value_or(experiment_.tolerance);
  experiment_.startTime = startTime;
  experiment_.stopTime = stopTime.value_or(experiment_.stopTime);
  experiment_.time = startTime;
}

void Instance::enterInitializationMode() {
  initializationStale_ = true;
  mode_ = Mode::initialization;
}

void Instance::initialize() {
  StartOptions options;
  options.startTime = experiment_.startTime;
  if (experiment_.tolerance > 0.0) {
    options.tolerance = experiment_.tolerance;
  }
  simulation_.initialize(options);
  initializationStale_ = false;
}

void Instance::ensureInitialized() {
  if (mode_ == Mode::initialization && initializationStale_) {
    initialize();
  }
}

void Instance::exitInitializationMode() {
  ensureInitialized();
  mode_ = Mode::stepComplete;
  experiment_.time = experiment_.startTime;
  doStepStatus_ = fmi2OK;
  for (const std::string& note : simulation_.notes()) {
    logger_.log(fmi2OK, LogCategory::events, note);
  }
}

void Instance::terminate() {
  mode_ = Mode::terminated;
}

void Instance::reset() {
  simulation_.reset();
  mode_ = Mode::instantiated;
  experiment_ = Experiment{};
  initializationStale_ = true;
  doStepStatus_ = fmi2OK;
}

// ---- values -------------------------------------------------------------------------------------

const Variable& Instance::variable(fmi2ValueReference reference, VariableType type) const {
  const Variable* const found = packaged_.variables.find(reference);
  if (found == nullptr) {
    throw Error("there is no variable with the value reference " + std::to_string(reference));
  }
  if (!sameAccess(found->type, type)) {
    throw Error("variable '" + found->name + "' has the type " + typeName(found->type) + ", not " +
                typeName(type));
  }
  return *found;
}

void Instance::checkSettable(const Variable& variable) const {
  const bool parameter = variable.causality == Causality::parameter;
  if (!parameter && variable.causality != Causality::input) {
    throw Error("variable '" + variable.name + "' is computed and cannot be set");
  }
  if (parameter && variable.variability == Variability::fixed && mode() == Mode::stepComplete) {
    throw Error("parameter '" + variable.name +
                "' is fixed: it can be set until the end of initialization mode only");
  }
}

template<class T>
void Instance::get(VariableType type, std::span<const fmi2ValueReference> references,
                   std::span<T> values) {
  bool motion = false;
  for (const fmi2ValueReference reference : references) {
    motion = motion || belongsToMotion(variable(reference, type).source.quantity);
  }
  if (motion) {
    ensureInitialized();
  }
  for (std::size_t i = 0; i < references.size(); ++i) {
    const double value = simulation_.get(variable(references[i], type).source);
    if constexpr (std::is_same_v<T, fmi2Real>) {
      values[i] = value;
    } else {
      values[i] = toInteger(value);
    }
  }
}

template<class T>
void Instance::set(VariableType type, std::span<const fmi2ValueReference> references,
                   std::span<const T> values) {
  // All or nothing: check first.
  for (std::size_t i = 0; i < references.size(); ++i) {
    const Variable& target = variable(references[i], type);
    checkSettable(target);
    const auto value = static_cast<double>(values[i]);
    if (!std::isfinite(value)) {
      throw Error("the value for variable '" + target.name + "' is not finite");
    }
    if ((target.min && value < *target.min) || (target.max && value > *target.max)) {
      throw Error("the value " + formatted(value) + " for variable '" + target.name +
                  "' is not between " + (target.min ? formatted(*target.min) : "-infinity") +
                  " and " + (target.max ? formatted(*target.max) : "infinity"));
    }
    if (target.type == VariableType::enumeration) {
      const EnumerationType& enumeration =
          *packaged_.variables.findEnumeration(target.enumerationType);
      if (std::none_of(
              enumeration.items.begin(), enumeration.items.end(),
              [&](const EnumerationType::Item& item) { return item.value == values[i]; })) {
        throw Error("variable '" + target.name + "' has no item with the value " +
                    std::to_string(values[i]));
      }
    }
  }
  for (std::size_t i = 0; i < references.size(); ++i) {
    const Source& source = variable(references[i], type).source;
    const auto value = type == VariableType::boolean ? (values[i] != T{} ? 1.0 : 0.0)
                                                     : static_cast<double>(values[i]);
    if (source.quantity == Quantity::input) {
      simulation_.setInput(source.element, value);
    } else {
      simulation_.setParameter(source.element, value);
    }
  }
  initializationStale_ = true;
}

template void Instance::get<fmi2Real>(VariableType, std::span<const fmi2ValueReference>,
                                      std::span<fmi2Real>);
template void Instance::get<fmi2Integer>(VariableType, std::span<const fmi2ValueReference>,
                                         std::span<fmi2Integer>);
template void Instance::set<fmi2Real>(VariableType, std::span<const fmi2ValueReference>,
                                      std::span<const fmi2Real>);
template void Instance::set<fmi2Integer>(VariableType, std::span<const fmi2ValueReference>,
                                         std::span<const fmi2Integer>);

void Instance::setInputDerivatives(std::span<const fmi2ValueReference> references,
                                   std::span<const fmi2Integer> orders,
                                   std::span<const fmi2Real> values) {
  for (std::size_t i = 0; i < references.size(); ++i) {
    const Variable& target = variable(references[i], VariableType::real);
    if (target.causality != Causality::input) {
      throw Error("variable '" + target.name + "' is not an input");
    }
    if (orders[i] < 1) {
      throw Error("the order " + std::to_string(orders[i]) + " for input '" + target.name +
                  "' is not positive");
    }
    if (!std::isfinite(values[i])) {
      throw Error("the derivative for input '" + target.name + "' is not finite");
    }
  }
  for (std::size_t i = 0; i < references.size(); ++i) {
    const Source& source = variable(references[i], VariableType::real).source;
    simulation_.setInputDerivative(source.element, orders[i], values[i]);
  }
  initializationStale_ = true;
}

void Instance::getOutputDerivatives(std::span<const fmi2ValueReference> references,
                                    std::span<const fmi2Integer> orders,
                                    std::span<fmi2Real> values) {
  for (std::size_t i = 0; i < references.size(); ++i) {
    const Variable& target = variable(references[i], VariableType::real);
    if (target.causality != Causality::output) {
      throw Error("variable '" + target.name + "' is not an output");
    }
    if (orders[i] != 1) {
      throw Error("the derivative of order " + std::to_string(orders[i]) + " of output '" +
                  target.name + "' is not offered (maxOutputDerivativeOrder is 1)");
    }
  }
  ensureInitialized();
  for (std::size_t i = 0; i < references.size(); ++i) {
    values[i] = simulation_.timeDerivative(variable(references[i], VariableType::real).source);
  }
}

// ---- stepping -----------------------------------------------------------------------------------

void Instance::doStep(double currentCommunicationPoint, double communicationStepSize) {
  doStepStatus_ = fmi2Error;  // until the end is reached
  if (!std::isfinite(currentCommunicationPoint) || !std::isfinite(communicationStepSize)) {
    throw Error("the communication point or step size is not finite");
  }
  if (communicationStepSize <= 0.0) {
    throw Error("the communication step size is " + formatted(communicationStepSize) +
                " but has to be positive");
  }
  const double time = experiment_.time;
  if (std::abs(currentCommunicationPoint - time) > timeTolerance(time)) {
    throw Error("the communication point is " + formatted(currentCommunicationPoint) +
                " but the FMU is at the time " + formatted(time));
  }
  const double end = currentCommunicationPoint + communicationStepSize;
  if (end > experiment_.stopTime + timeTolerance(experiment_.stopTime)) {
    throw Error("the step ends at " + formatted(end) + ", after the stop time " +
                formatted(experiment_.stopTime));
  }
  if (end - simulation_.time() > shortestStep(end)) {
    const AdvanceResult result = simulation_.advance(end);
    if (!result.ok()) {
      throw Error(result.message + "; the instance is back at the time " + formatted(time));
    }
  }
  experiment_.time = end;
  doStepStatus_ = fmi2OK;
  if (logger_.wants(LogCategory::stepSize)) {
    const double h = simulation_.get({Quantity::currentStepSize, 0, 0});
    logger_.log(fmi2OK, LogCategory::stepSize,
                "step-end time=" + formatted(end) + " internal-step=" + formatted(h) +
                    " steps=" + std::to_string(simulation_.statistics().steps));
  }
}

// ---- states -------------------------------------------------------------------------------------

void Instance::getState(fmi2FMUstate& state) {
  if (state != nullptr) {
    static_cast<void>(stateBytes(state));
  }
  scratch_.clear();
  scratch_.append(&mode_, sizeof mode_);
  scratch_.append(&experiment_, sizeof experiment_);
  simulation_.save(scratch_);
  keepScratch(state);
}

void Instance::setState(fmi2FMUstate state) {
  const std::span<const std::byte> bytes = stateBytes(state).span();
  Mode mode{};
  Experiment experiment;
  constexpr std::size_t kOwnSize = sizeof mode + sizeof experiment;
  if (bytes.size() < kOwnSize) {
    throw Error("the FMU state is too short");
  }
  std::memcpy(&mode, bytes.data(), sizeof mode);
  std::memcpy(&experiment, bytes.data() + sizeof mode, sizeof experiment);
  simulation_.load(bytes.subspan(kOwnSize));
  mode_ = mode;
  experiment_ = experiment;
  initializationStale_ = true;
  doStepStatus_ = fmi2OK;
}

const ByteBuffer& Instance::stateBytes(fmi2FMUstate state) const {
  const auto found = states_.find(state);
  if (found == states_.end()) {
    throw Error("the FMU state does not belong to this instance");
  }
  return *found->second;
}

void Instance::keepScratch(fmi2FMUstate& state) {
  if (state == nullptr) {
    auto owned = std::make_unique<ByteBuffer>(scratch_.span());
    fmi2FMUstate handle = owned.get();
    states_.emplace(handle, std::move(owned));
    state = handle;
  } else {
    std::swap(*states_.at(state), scratch_);
  }
}

void Instance::freeState(fmi2FMUstate& state) {
  if (state == nullptr) {
    return;
  }
  static_cast<void>(stateBytes(state));
  states_.erase(state);
  state = nullptr;
}

std::size_t Instance::serializedSize(fmi2FMUstate state) const {
  return sealedSize(stateBytes(state).size());
}

void Instance::serialize(fmi2FMUstate state, std::span<std::byte> bytes) const {
  const std::span<const std::byte> payload = stateBytes(state).span();
  if (bytes.size() < sealedSize(payload.size())) {
    throw Error("the buffer has " + std::to_string(bytes.size()) + " bytes but " +
                std::to_string(sealedSize(payload.size())) + " are needed");
  }
  sealSnapshot(payload, packaged_.hash, bytes.first(sealedSize(payload.size())));
}

void Instance::deserialize(std::span<const std::byte> bytes, fmi2FMUstate& state) {
  const std::span<const std::byte> payload = openSnapshot(bytes, packaged_.hash);
  if (state != nullptr) {
    static_cast<void>(stateBytes(state));
  }
  scratch_.clear();
  scratch_.append(payload.data(), payload.size());
  keepScratch(state);
}

}  // namespace liefmu::fmi
