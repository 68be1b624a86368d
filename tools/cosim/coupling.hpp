// Components and the wires between them: passing values on, and stepping all of them from one
// communication point to the next. How long a step is and whether it was good is decided elsewhere
// (coupled_system.hpp).
#pragma once

#include "cosim/signal_flow.hpp"
#include "liefmu/simulatable.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace liefmu {

struct Component {
  std::string name;
  std::unique_ptr<Slave> slave;
};

enum class Scheme : std::uint8_t {
  jacobi,      // all components step with the values of the last communication point
  gaussSeidel  // one after the other: later ones get the new values of earlier ones
};

class Coupling {
 public:
  // Throws Error if the wires form an algebraic loop.
  Coupling(std::vector<Component> components, std::vector<Wire> wires);

  [[nodiscard]] const std::vector<Component>& components() const { return components_; }

  // Variables, by component, for values().
  void selectForReading(const std::vector<std::vector<const Variable*>>& selected);
  void initialize(const TimeRange& range);
  void advance(Scheme scheme, double time, double stepSize);
  void finish();

  // The present values of the selected variables of a component.
  [[nodiscard]] std::span<const double> values(std::size_t component);

  // The present values of what runs through the wires, and the variables they belong to.
  [[nodiscard]] std::vector<double> signals();
  [[nodiscard]] const std::vector<const Variable*>& signalVariables() const {
    return signalVariables_;
  }

  // Why the state cannot be saved; empty if it can.
  [[nodiscard]] std::string whyNotRewindable() const;
  using State = std::vector<Slave::State>;
  [[nodiscard]] State save();
  void restore(const State& state);

 private:
  // What is read from a component: the outputs of its wires, then what was selected.
  struct Reading {
    std::vector<const Variable*> outputs;
    std::size_t selected = 0;  // of the values, those from the end
    std::vector<double> values;
  };

  void read(std::size_t component);
  [[nodiscard]] double signal(std::size_t wire) const;
  bool exchange();
  void step(std::size_t component, double time, double stepSize);
  void stepInOrder(double time, double stepSize);
  void giveNewValue(std::size_t wire, double stepSize);
  template<class Action>
  void inNameOf(std::size_t component, const Action& action);

  std::vector<Component> components_;
  std::vector<Wire> wires_;
  std::vector<std::size_t> places_;  // of each wire's output among what is read from its source
  std::vector<double> passedOn_;     // through each wire at the last communication point
  std::vector<ExchangeRound> rounds_;
  std::vector<std::size_t> order_;
  std::vector<Reading> readings_;
  std::vector<const Variable*> signalVariables_;
};

}  // namespace liefmu
