#include "fmu.hpp"

#include "model/read_model.hpp"

#include <unistd.h>

#include <array>
#include <atomic>
#include <cstdarg>
#include <cstdio>
#include <fstream>
#include <stdexcept>

namespace liefmu::fmi {
namespace {

void collect(fmi2ComponentEnvironment environment, fmi2String /*instance*/, fmi2Status status,
             fmi2String category, fmi2String message, ...) {
  std::array<char, 1000> text{};
  va_list arguments;
  va_start(arguments, message);
  std::vsnprintf(text.data(), text.size(), message, arguments);
  va_end(arguments);
  static_cast<std::vector<LogRecord>*>(environment)->push_back({status, category, text.data()});
}

void require(fmi2Status status, const char* what) {
  if (status != fmi2OK) {
    throw std::runtime_error(std::string(what) + " failed");
  }
}

}  // namespace

std::string doublePendulum() {
  return R"({
    "name": "double_pendulum",
    "gravity": [0, 0, -9.81],
    "inputs": [{"name": "torque", "unit": "N.m", "start": 0.5}],
    "bodies": [
      {"name": "upper", "mass": 1, "inertia": [0.01, 0.1, 0.1], "position": [0.5, 0, 0]},
      {"name": "lower", "mass": 1, "inertia": [0.01, 0.1, 0.1], "position": [1.5, 0, 0],
       "angularVelocity": [0, 1, 0], "velocity": [0, 0, -0.5]}
    ],
    "joints": [
      {"name": "shoulder", "type": "revolute", "bodies": ["ground", "upper"],
       "points": [[0, 0, 0], [-0.5, 0, 0]], "axes": [[0, 1, 0], [0, 1, 0]]},
      {"name": "elbow", "type": "revolute", "bodies": ["upper", "lower"],
       "points": [[0.5, 0, 0], [-0.5, 0, 0]], "axes": [[0, 1, 0], [0, 1, 0]]}
    ],
    "forces": [
      {"name": "motor", "type": "jointActuator", "joint": "shoulder", "effort": {"input": "torque"}},
      {"name": "friction", "type": "jointFriction", "joint": "elbow", "viscous": 0.01}
    ]
  })";
}

std::string drivenCart() {
  return R"({
    "name": "driven_cart",
    "gravity": [0, 0, 0],
    "inputs": [{"name": "path", "unit": "m"}, {"name": "push", "unit": "N"}],
    "bodies": [
      {"name": "sledge", "mass": 1, "inertia": [0.1, 0.1, 0.1]},
      {"name": "cart", "mass": 2, "inertia": [0.1, 0.1, 0.1], "position": [1, 0, 0]}
    ],
    "joints": [
      {"name": "rail", "type": "prismatic", "bodies": ["ground", "sledge"],
       "points": [[0, 0, 0], [0, 0, 0]], "axes": [[1, 0, 0], [1, 0, 0]]},
      {"name": "drive", "type": "prescribedTranslation", "joint": "rail",
       "displacement": {"input": "path"}},
      {"name": "track", "type": "prismatic", "bodies": ["ground", "cart"],
       "points": [[1, 0, 0], [0, 0, 0]], "axes": [[1, 0, 0], [1, 0, 0]]}
    ],
    "forces": [
      {"name": "spring", "type": "springDamper", "bodies": ["sledge", "cart"],
       "points": [[0, 0, 0], [0, 0, 0]], "stiffness": 50, "damping": 0.5, "naturalLength": 1},
      {"name": "hand", "type": "bodyForce", "body": "cart", "force": [{"input": "push"}, 0, 0]}
    ]
  })";
}

Package::Package(const std::string& model, const InterfaceOptions& options) {
  static std::atomic<int> number{0};
  folder_ = std::filesystem::path(testing::TempDir()) /
            ("liefmu fmi test " + std::to_string(getpid()) + "-" + std::to_string(number++));
  std::filesystem::create_directories(folder_);
  std::ofstream(folder_ / "model.json") << model;
  std::ofstream(folder_ / "interface.json")
      << "{\"guid\": \"" << kGuid << "\", \"naming\": \""
      << (options.naming == Naming::flat ? "flat" : "structured") << "\", \"expose\": \""
      << (options.exposeAll ? "all" : "default") << "\"}";
  variables_ = makeVariables(readModel(model, "model.json"), options);
}

Package::~Package() {
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

fmi2ValueReference Package::reference(std::string_view name) const {
  const Variable* variable = variables_.find(name);
  if (variable == nullptr) {
    throw std::runtime_error("no variable " + std::string(name));
  }
  return variable->valueReference;
}

std::string Package::location() const {
  return "file://" + folder_.string();
}

Slave::Slave(const Package& package, bool loggingOn)
    : package_(package), callbacks_{collect, nullptr, nullptr, nullptr, &log_} {
  component_ = fmi2Instantiate("test", fmi2CoSimulation, kGuid, package.location().c_str(),
                               &callbacks_, fmi2False, loggingOn ? fmi2True : fmi2False);
  if (component_ == nullptr) {
    throw std::runtime_error(log_.empty() ? "not instantiated" : log_.back().text);
  }
  for (const Variable& variable : package.variables().variables) {
    if (variable.type == VariableType::real && variable.causality == Causality::output) {
      outputs_.push_back(variable.valueReference);
    }
  }
}

Slave::~Slave() {
  fmi2FreeInstance(component_);
}

void Slave::start(double startTime) {
  time_ = startTime;
  require(fmi2SetupExperiment(component_, fmi2False, 0.0, startTime, fmi2False, 0.0), "setup");
  require(fmi2EnterInitializationMode(component_), "enter initialization mode");
  if (fmi2ExitInitializationMode(component_) != fmi2OK) {
    throw std::runtime_error(log_.back().text);
  }
}

void Slave::step(double h) {
  if (fmi2DoStep(component_, time_, h, fmi2False) != fmi2OK) {
    throw std::runtime_error(log_.back().text);
  }
  time_ += h;
}

double Slave::real(std::string_view name) const {
  const fmi2ValueReference reference = package_.reference(name);
  double value = 0.0;
  require(fmi2GetReal(component_, &reference, 1, &value), "fmi2GetReal");
  return value;
}

int Slave::integer(std::string_view name) const {
  const fmi2ValueReference reference = package_.reference(name);
  int value = 0;
  require(fmi2GetInteger(component_, &reference, 1, &value), "fmi2GetInteger");
  return value;
}

double Slave::derivative(std::string_view name) const {
  const fmi2ValueReference reference = package_.reference(name);
  const fmi2Integer order = 1;
  double value = 0.0;
  require(fmi2GetRealOutputDerivatives(component_, &reference, 1, &order, &value), "derivative");
  return value;
}

void Slave::setReal(std::string_view name, double value) {
  const fmi2ValueReference reference = package_.reference(name);
  require(fmi2SetReal(component_, &reference, 1, &value), "fmi2SetReal");
}

void Slave::setInteger(std::string_view name, int value) {
  const fmi2ValueReference reference = package_.reference(name);
  require(fmi2SetInteger(component_, &reference, 1, &value), "fmi2SetInteger");
}

void Slave::setDerivative(std::string_view name, int order, double value) {
  const fmi2ValueReference reference = package_.reference(name);
  require(fmi2SetRealInputDerivatives(component_, &reference, 1, &order, &value), "derivatives");
}

std::vector<double> Slave::outputs() const {
  std::vector<double> values(outputs_.size());
  require(fmi2GetReal(component_, outputs_.data(), outputs_.size(), values.data()), "fmi2GetReal");
  return values;
}

fmi2FMUstate Slave::state() const {
  fmi2FMUstate state = nullptr;
  require(fmi2GetFMUstate(component_, &state), "fmi2GetFMUstate");
  return state;
}

std::vector<char> Slave::serialized() const {
  fmi2FMUstate saved = state();
  std::size_t size = 0;
  require(fmi2SerializedFMUstateSize(component_, saved, &size), "size");
  std::vector<char> bytes(size);
  require(fmi2SerializeFMUstate(component_, saved, bytes.data(), size), "serialize");
  require(fmi2FreeFMUstate(component_, &saved), "free");
  return bytes;
}

fmi2Status Slave::deserialize(const std::vector<char>& bytes) {
  fmi2FMUstate state = nullptr;
  const fmi2Status status = fmi2DeSerializeFMUstate(component_, bytes.data(), bytes.size(), &state);
  if (status != fmi2OK) return status;
  const fmi2Status applied = fmi2SetFMUstate(component_, state);
  require(fmi2FreeFMUstate(component_, &state), "free");
  return applied;
}

}  // namespace liefmu::fmi
