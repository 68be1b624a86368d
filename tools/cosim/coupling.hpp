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
  // `observed` is what signals() shows. Throws Error if the wires form an algebraic loop.
  enum class Observed : std::uint8_t { wires, wiresAndMotion };
  Coupling(std::vector<Component> components, std::vector<Wire> wires, Observed observed);

  [[nodiscard]] const std::vector<Component>& components() const { return components_; }

  // Variables, by component, for values().
  void selectForReading(const std::vector<std::vector<const Variable*>>& selected);
  void initialize(const TimeRange& range);
  void advance(Scheme scheme, double time, double stepSize);
  void finish();

  // The present values of the selected variables of a component.
  [[nodiscard]] std::span<const double> values(std::size_t component);

  // The present values of the outputs of wires and, if observed, of all outputs that no input
  // reaches without delay: positions and velocities, in which errors of the coupling show.
  [[nodiscard]] std::vector<double> signals();
  [[nodiscard]] const Variable& signalVariable(std::size_t signal) const;

  // Why the state cannot be saved; empty if it can.
  [[nodiscard]] std::string whyNotRewindable() const;
  using State = std::vector<Slave::State>;
  [[nodiscard]] State save();
  void restore(const State& state);

 private:
  // A variable among what is read from a component.
  struct Place {
    std::size_t component;
    std::size_t place;
  };
  // What is read from a component: what is passed on or observed, then what was selected.
  struct Reading {
    std::vector<const Variable*> outputs;
    std::size_t selected = 0;  // of the values, those from the end
    std::vector<double> values;
  };

  Place observe(std::size_t component, std::size_t variable);
  void observeMotion();
  void read(std::size_t component);
  [[nodiscard]] double value(const Place& place) const;
  [[nodiscard]] double signal(std::size_t wire) const;
  bool exchange();
  void step(std::size_t component, double time, double stepSize);
  void stepInOrder(double time, double stepSize);
  void giveNewValue(std::size_t wire, double stepSize);
  template<class Action>
  void inNameOf(std::size_t component, const Action& action);

  std::vector<Component> components_;
  std::vector<Wire> wires_;
  std::vector<Place> signals_;    // the output of each wire, then the others that are observed
  std::vector<double> passedOn_;  // through each wire at the last communication point
  std::vector<ExchangeRound> rounds_;
  std::vector<std::size_t> order_;
  std::vector<Reading> readings_;
};

}  // namespace liefmu
