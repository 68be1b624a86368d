#include "liefmu/run_loop.hpp"

#include "types.hpp"

#include <gtest/gtest.h>

#include <string>

namespace liefmu {
namespace {

// A variable with some of its members set.
Variable make(void (*describe)(Variable&)) {
  Variable variable;
  describe(variable);
  return variable;
}

// ẋ = u, with u = value + rate·(t − t₀) inside a step; counts its calls.
class Accumulator : public Simulatable {
 public:
  Accumulator() {
    table_.variables = {
        make([](Variable& v) {
          v.name = "u";
          v.causality = Causality::input;
        }),
        make([](Variable& v) {
          v.name = "gain";
          v.causality = Causality::parameter;
        }),
        make([](Variable& v) {
          v.name = "x";
          v.causality = Causality::output;
        }),
        make([](Variable& v) {
          v.name = "integrator.steps";
          v.type = VariableType::integer;
          v.causality = Causality::output;
        }),
    };
  }
  [[nodiscard]] const VariableTable& variables() const override { return table_; }
  void set(const Variable& variable, double value) override {
    if (variable.name == "u") {
      log += "u=" + std::to_string(value).substr(0, 4) + " ";
      u_ = value;
      rate_ = 0.0;
    } else {
      gain_ = value;
    }
  }
  void setRate(const Variable&, double rate) override { rate_ = rate; }
  void initialize(const TimeRange& range) override {
    log += "init ";
    EXPECT_EQ(range.tolerance, 1e-3);
  }
  void step(double time, double stepSize) override {
    if (time >= failAt) throw Error("no convergence");
    x_ += gain_ * stepSize * (u_ + 0.5 * rate_ * stepSize);
    ++steps_;
  }
  void selectForReading(const std::vector<const Variable*>& selected) override {
    selected_ = selected;
  }
  void read(std::span<double> values) override {
    for (std::size_t i = 0; i < selected_.size(); ++i) {
      values[i] = selected_[i]->name == "x" ? x_ : steps_;
    }
  }
  void finish() override { log += "finish"; }

  std::string log;
  double failAt = 1e300;

 private:
  VariableTable table_;
  std::vector<const Variable*> selected_;
  double u_ = 0.0;
  double rate_ = 0.0;
  double gain_ = 1.0;
  double x_ = 0.0;
  int steps_ = 0;
};

RunPlan planFor(const Accumulator& model, double stop, double step, const std::string& csv = "") {
  RunPlan plan;
  plan.range = {.start = 0.0, .stop = stop, .tolerance = 1e-3};
  plan.stepSize = step;
  plan.recorded = {model.variables().find("x")};
  if (!csv.empty()) {
    plan.input = parseCsv(csv, "in.csv");
    plan.inputs = inputColumns(model.variables(), *plan.input, "in.csv");
  }
  return plan;
}

TEST(CommunicationPoints, LandOnTheStopTime) {
  EXPECT_EQ(communicationPoints(0, 1, 0.25), (std::vector<double>{0, 0.25, 0.5, 0.75, 1}));
  EXPECT_EQ(communicationPoints(1, 2, 0.4), (std::vector<double>{1, 1.4, 1.8, 2}));
  EXPECT_EQ(communicationPoints(0, 1, 5), (std::vector<double>{0, 1}));
  // 0.3/0.1 is 2.9999999999999996 and 0.6/0.2 is 2.9999999999999996; 1/(1/3.) is 3.
  EXPECT_EQ(communicationPoints(0, 0.3, 0.1).size(), 4U);
  EXPECT_EQ(communicationPoints(0, 0.1 * 3, 0.1).size(), 4U);
  EXPECT_EQ(communicationPoints(0, 1, 1e-3).size(), 1001U);
  EXPECT_THROW(communicationPoints(0, 1, 1e-9), Error);
}

TEST(RunLoop, RecordsEveryPointAndCounts) {
  Accumulator model;
  RunPlan plan = planFor(model, 1.0, 0.25, "time,u\n0,2\n");
  plan.settings = {{model.variables().find("gain"), 10.0}};
  double last = 0.0;
  const RunResult result = run(model, plan, [&](double fraction) {
    EXPECT_GT(fraction, last);
    last = fraction;
    return true;
  });
  EXPECT_EQ(last, 1.0);
  EXPECT_EQ(result.failure, "");
  EXPECT_EQ(result.recording.names, std::vector<std::string>{"x"});
  EXPECT_EQ(result.recording.time, (std::vector<double>{0, 0.25, 0.5, 0.75, 1}));
  EXPECT_EQ(result.recording.columns[0], (std::vector<double>{0, 5, 10, 15, 20}));
  EXPECT_EQ(result.communicationSteps, 4U);
  ASSERT_EQ(result.statistics.size(), 1U);
  EXPECT_EQ(result.statistics[0], std::pair(std::string("steps"), 4.0));
  EXPECT_EQ(model.log, "u=2.00 init u=2.00 u=2.00 u=2.00 finish");
}

// The input runs straight through each step, so a ramp is integrated exactly and a jump on the grid
// belongs to the step behind it.
TEST(RunLoop, InputsAreLinearInsideStepsAndMayJump) {
  Accumulator ramp;
  const RunResult ramped = run(ramp, planFor(ramp, 2.0, 0.5, "time,u\n0,0\n2,2\n"));
  EXPECT_DOUBLE_EQ(ramped.recording.columns[0].back(), 2.0);
  Accumulator jump;
  const RunResult jumped = run(jump, planFor(jump, 2.0, 0.5, "time,u\n0,0\n1,0\n1,3\n2,3\n"));
  EXPECT_DOUBLE_EQ(jumped.recording.columns[0][2], 0.0);
  EXPECT_DOUBLE_EQ(jumped.recording.columns[0].back(), 3.0);
}

TEST(RunLoop, KeepsWhatCameBeforeAFailure) {
  Accumulator model;
  model.failAt = 0.5;
  const RunResult result = run(model, planFor(model, 1.0, 0.25));
  EXPECT_EQ(result.failure, "t = 0.5: no convergence");
  EXPECT_EQ(result.recording.time, (std::vector<double>{0, 0.25, 0.5}));
  EXPECT_EQ(result.statistics[0].second, 2.0);
}

TEST(RunLoop, CanBeInterrupted) {
  Accumulator model;
  const RunResult result =
      run(model, planFor(model, 1.0, 0.25), [](double fraction) { return fraction < 0.5; });
  EXPECT_EQ(result.failure, "t = 0.5: interrupted");
}

TEST(RunLoop, InputFilesMayNameInputsOnly) {
  const Accumulator model;
  const auto message = [&](const std::string& csv) -> std::string {
    try {
      inputColumns(model.variables(), parseCsv(csv, "in.csv"), "in.csv");
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(message("time,u\n0,0\n"), "");
  EXPECT_EQ(message("time,u,gain\n0,0,0\n"),
            "in.csv: line 1: column 3 (gain): is not an input (the inputs are u)");
  EXPECT_EQ(message("time,U\n0,0\n"),
            "in.csv: line 1: column 2 (U): is not an input (did you mean 'u'?)");
}

}  // namespace
}  // namespace liefmu
