// A model simulated in this process, through the library.
#pragma once

#include "liefmu/simulatable.hpp"
#include "simulation.hpp"

#include <memory>
#include <set>
#include <string>
#include <vector>

namespace liefmu {

class ModelSimulation : public Simulatable {
 public:
  // All variables can be reached; recorded by default is what an FMU of the model would show.
  explicit ModelSimulation(std::shared_ptr<const Model> model);

  [[nodiscard]] const VariableTable& variables() const override { return table_; }
  void set(const Variable& variable, double value) override;
  void setRate(const Variable& input, double rate) override;
  void initialize(const TimeRange& range) override;
  void step(double time, double stepSize) override;
  void selectForReading(const std::vector<const Variable*>& selected) override;
  void read(std::span<double> values) override;
  [[nodiscard]] bool recordedByDefault(const Variable& variable) const override;
  [[nodiscard]] std::vector<std::string> notes() const override { return simulation_.notes(); }

 private:
  VariableTable table_;
  std::set<std::uint32_t> shownByDefault_;  // value references
  Simulation simulation_;
  std::vector<Source> selected_;
};

}  // namespace liefmu
