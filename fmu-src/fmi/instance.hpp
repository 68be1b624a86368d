// One instance of the FMU as C++ sees it: the experiment, the mode, the saved states, and the
// values by reference. Every function throws Error where FMI wants fmi2Error and then leaves the
// instance as it was; guard.hpp does the rest.
#pragma once

#include "byte_buffer.hpp"
#include "fmi/logger.hpp"
#include "fmi2FunctionTypes.h"
#include "packaged_model.hpp"
#include "simulation.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace liefmu::fmi {

enum class Mode : std::uint8_t { instantiated, initialization, stepComplete, terminated };

using ModeSet = unsigned;
constexpr ModeSet bit(Mode mode) {
  return 1U << static_cast<unsigned>(mode);
}
[[nodiscard]] const char* modeName(Mode mode);

class Instance {
 public:
  Instance(PackagedModel packaged, Logger logger);

  [[nodiscard]] Mode mode() const { return mode_; }
  [[nodiscard]] Logger& logger() { return logger_; }

  void setupExperiment(std::optional<double> tolerance, double startTime,
                       std::optional<double> stopTime);
  void enterInitializationMode();
  void exitInitializationMode();
  void terminate();
  void reset();

  template<class T>
  void get(VariableType type, std::span<const fmi2ValueReference> references, std::span<T> values);
  template<class T>
  void set(VariableType type, std::span<const fmi2ValueReference> references,
           std::span<const T> values);
  void setInputDerivatives(std::span<const fmi2ValueReference> references,
                           std::span<const fmi2Integer> orders, std::span<const fmi2Real> values);
  void getOutputDerivatives(std::span<const fmi2ValueReference> references,
                            std::span<const fmi2Integer> orders, std::span<fmi2Real> values);

  void doStep(double currentCommunicationPoint, double communicationStepSize);
  [[nodiscard]] fmi2Status doStepStatus() const { return doStepStatus_; }
  // The end of the last communication step that succeeded.
  [[nodiscard]] double time() const { return experiment_.time; }

  // `state` points to null or to a state of this instance, which is then written over.
  void getState(fmi2FMUstate& state);
  void setState(fmi2FMUstate state);
  void freeState(fmi2FMUstate& state);
  [[nodiscard]] std::size_t serializedSize(fmi2FMUstate state) const;
  void serialize(fmi2FMUstate state, std::span<std::byte> bytes) const;
  void deserialize(std::span<const std::byte> bytes, fmi2FMUstate& state);

 private:
  // What the importer decided. Doubles only, so that all bytes of a saved state are defined.
  struct Experiment {
    double tolerance = 0.0;  // 0: not defined
    double startTime = 0.0;
    double stopTime = std::numeric_limits<double>::infinity();
    double time = 0.0;  // of the importer's clock
  };

  [[nodiscard]] const Variable& variable(fmi2ValueReference reference, VariableType type) const;
  void checkSettable(const Variable& variable) const;
  void ensureInitialized();
  void initialize();
  // Makes `scratch_` the contents of `state`, or of a new state if that is null.
  void keepScratch(fmi2FMUstate& state);
  [[nodiscard]] const ByteBuffer& stateBytes(fmi2FMUstate state) const;

  PackagedModel packaged_;
  Logger logger_;
  Simulation simulation_;
  Mode mode_ = Mode::instantiated;
  Experiment experiment_;
  // In initialisation mode: values were set since the simulation was initialised.
  bool initializationStale_ = true;
  fmi2Status doStepStatus_ = fmi2OK;
  // All states that were handed out, so that a foreign pointer is never followed and none is lost
  // when the importer forgets to free it.
  std::map<fmi2FMUstate, std::unique_ptr<ByteBuffer>> states_;
  ByteBuffer scratch_;  // a state while it is being written
};

}  // namespace liefmu::fmi
