// Several components as one thing that can be simulated: the run loop sees a single table of
// variables named COMPONENT.VARIABLE, and one step from each communication point to the next.
// Inside, the step is made as it is or, on request, cut into as many smaller ones as the error
// demands.
#pragma once

#include "cosim/coupling.hpp"

#include <cstddef>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

namespace liefmu {

struct MasterOptions {
  Scheme scheme = Scheme::jacobi;
  // Error allowed per step in what is passed on, and in outputs that no input reaches without
  // delay, relative to the value (or its nominal value, if that is larger). Each step is then made
  // twice, at once and in two halves, and repeated from a saved state if the results differ by
  // more. Absent: the steps are the communication steps.
  std::optional<double> stepTolerance;
};

class CoupledSystem : public Simulatable {
 public:
  // Throws Error if the wires form an algebraic loop, or a component cannot go back in time but
  // would have to.
  CoupledSystem(std::vector<Component> components, std::vector<Wire> wires,
                const MasterOptions& options);

  [[nodiscard]] const VariableTable& variables() const override { return table_; }
  void set(const Variable& variable, double value) override;
  void setRate(const Variable& input, double rate) override;
  void initialize(const TimeRange& range) override;
  void step(double time, double stepSize) override;
  void selectForReading(const std::vector<const Variable*>& selected) override;
  void read(std::span<double> values) override;
  void finish() override { coupling_.finish(); }

 private:
  // Where a variable of the table lives: a component, or one of our own counters behind them.
  struct Place {
    std::size_t component;
    std::size_t index;
  };

  void addVariables();
  void addCounters();
  [[nodiscard]] bool isOwn(const Place& place) const;
  [[nodiscard]] const Variable& original(const Place& place) const;
  void stepWithControl(double time, double stepSize);
  [[nodiscard]] double difference(std::span<const double> a, std::span<const double> b) const;

  MasterOptions options_;
  Coupling coupling_;
  VariableTable table_;
  std::vector<Place> places_;    // by value reference, which counts the table's variables
  std::vector<Place> selected_;  // the index counts what is read from the component
  double proposedStep_ = std::numeric_limits<double>::infinity();
  std::vector<double> counters_;
};

}  // namespace liefmu
