// What the run loop needs from something that can be simulated; a model in this process and an FMU
// behind its C functions look the same to it, so both give the same numbers. Values of all types
// travel as double, which holds every Integer, Boolean and enumeration item exactly. All functions
// throw Error, with what the simulation says about it.
#pragma once

#include "variables.hpp"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace liefmu {

struct TimeRange {
  double start = 0.0;
  double stop = 1.0;
  std::optional<double> tolerance;
};

class Simulatable {
 public:
  Simulatable() = default;
  Simulatable(const Simulatable&) = delete;
  Simulatable& operator=(const Simulatable&) = delete;
  virtual ~Simulatable() = default;

  [[nodiscard]] virtual const VariableTable& variables() const = 0;

  virtual void set(const Variable& variable, double value) = 0;
  // How an input changes during the next step.
  virtual void setRate(const Variable& input, double rate) = 0;
  // After the start values have been set.
  virtual void initialize(const TimeRange& range) = 0;
  virtual void step(double time, double stepSize) = 0;

  // Values are read often and always the same ones: name them once, then read.
  virtual void selectForReading(const std::vector<const Variable*>& selected) = 0;
  virtual void read(std::span<double> values) = 0;

  // After the last step.
  virtual void finish() {}

  // Whether a variable is recorded when nobody asks for particular ones.
  [[nodiscard]] virtual bool recordedByDefault(const Variable& variable) const {
    return variable.causality == Causality::output;
  }
  // What is worth telling after initialisation.
  [[nodiscard]] virtual std::vector<std::string> notes() const { return {}; }
};

// What a master of several simulations needs besides: a moment during initialisation at which
// values can be passed on, and the way back in time.
class Slave : public Simulatable {
 public:
  // The two halves of initialize(): in between, values can be read and set.
  virtual void enterInitialization(const TimeRange& range) = 0;
  virtual void exitInitialization() = 0;
  void initialize(const TimeRange& range) final {
    enterInitialization(range);
    exitInitialization();
  }

  // Whether setRate() has an effect.
  [[nodiscard]] virtual bool usesRates() const = 0;

  // A saved state keeps everything, also the values of inputs.
  using State = std::shared_ptr<void>;
  [[nodiscard]] virtual bool canSaveState() const = 0;
  [[nodiscard]] virtual State saveState() = 0;
  virtual void restoreState(const State& state) = 0;
};

}  // namespace liefmu
