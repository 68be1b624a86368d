// A component for tests whose steps are exact: two masses on springs are the classical benchmark of
// co-simulation, cut at the spring between them.
#pragma once

#include "liefmu/simulatable.hpp"
#include "types.hpp"

#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace liefmu {

inline Variable realVariable(const std::string& name, Causality causality,
                             std::vector<std::size_t> dependencies = {}) {
  Variable variable;
  variable.name = name;
  variable.causality = causality;
  variable.dependencies = std::move(dependencies);
  return variable;
}

// x¨ = −c·x − d·v + u with u = value + rate · (t − t₀) inside a step; many classical Runge-Kutta
// steps make it exact to rounding for the tests' purposes. Outputs x and v.
class LinearSlave : public Slave {
 public:
  LinearSlave(double stiffness, double damping, double x, bool interpolates)
      : stiffness_(stiffness),
        damping_(damping),
        interpolates_(interpolates),
        state_{x, 0, 0, 0, {}} {
    table_.variables = {realVariable("u", Causality::input), realVariable("x", Causality::output),
                        realVariable("v", Causality::output)};
  }

  [[nodiscard]] const VariableTable& variables() const override { return table_; }
  void set(const Variable&, double value) override {
    state_.u = value;
    state_.rate = 0.0;
  }
  void setRate(const Variable&, double rate) override { state_.rate = rate; }
  [[nodiscard]] bool usesRates() const override { return interpolates_; }
  void enterInitialization(const TimeRange&) override {}
  void exitInitialization() override {}
  void step(double time, double h) override {
    ++steps;
    if (h > longestStep) throw Error("too long");
    state_.history.emplace_back(time, h);
    constexpr int kParts = 8;
    for (int i = 0; i < kParts; ++i) rungeKutta(h / kParts);
  }
  void selectForReading(const std::vector<const Variable*>& selected) override {
    selected_ = selected;
  }
  void read(std::span<double> values) override {
    for (std::size_t i = 0; i < selected_.size(); ++i) {
      values[i] = selected_[i]->name == "x" ? state_.x : state_.v;
    }
  }
  [[nodiscard]] bool canSaveState() const override { return rewindable; }
  [[nodiscard]] State saveState() override { return std::make_shared<Motion>(state_); }
  void restoreState(const State& state) override {
    state_ = *std::static_pointer_cast<Motion>(state);
    ++restores;
  }

  // Beginning and size of the steps that led here; part of the state, so that steps which were
  // taken back are not among them.
  using History = std::vector<std::pair<double, double>>;
  [[nodiscard]] const History& history() const { return state_.history; }

  int steps = 0;
  int restores = 0;
  double longestStep = 1e300;
  bool rewindable = true;

 private:
  struct Motion {
    double x, v, u, rate;
    History history;
  };

  void rungeKutta(double h) {
    const auto a = [&](double t, double x, double v) {
      return -stiffness_ * x - damping_ * v + state_.u + state_.rate * t;
    };
    const double v1 = state_.v;
    const double a1 = a(0.0, state_.x, v1);
    const double v2 = state_.v + 0.5 * h * a1;
    const double a2 = a(0.5 * h, state_.x + 0.5 * h * v1, v2);
    const double v3 = state_.v + 0.5 * h * a2;
    const double a3 = a(0.5 * h, state_.x + 0.5 * h * v2, v3);
    const double v4 = state_.v + h * a3;
    const double a4 = a(h, state_.x + h * v3, v4);
    state_.x += h / 6.0 * (v1 + 2.0 * v2 + 2.0 * v3 + v4);
    state_.v += h / 6.0 * (a1 + 2.0 * a2 + 2.0 * a3 + a4);
    state_.u += h * state_.rate;
  }

  double stiffness_;
  double damping_;
  bool interpolates_;
  Motion state_;
  VariableTable table_;
  std::vector<const Variable*> selected_;
};

}  // namespace liefmu
