#include "liefmu/run_loop.hpp"

#include "liefmu/suggestion.hpp"
#include "types.hpp"

#include <fmt/format.h>

#include <array>
#include <chrono>
#include <cmath>
#include <span>

namespace liefmu {
namespace {

constexpr double kMaxCommunicationSteps = 1e8;

// Variables that count what was done: by the integrator of an FMU of ours, structured or flat, or
// by the master of several FMUs.
struct Counter {
  const Variable* variable;
  std::string name;
};

std::vector<Counter> countersOf(const VariableTable& table) {
  std::vector<Counter> found;
  for (const char* name : {"steps", "rejectedSteps", "convergenceFailures", "newtonIterations",
                           "factorizations", "restarts"}) {
    for (const char* prefix : {"integrator.", "integrator_", "master."}) {
      if (const Variable* variable = table.find(std::string(prefix) + name)) {
        found.push_back({variable, name});
      }
    }
  }
  return found;
}

bool isContinuous(const Variable& variable) {
  return variable.type == VariableType::real && variable.variability == Variability::continuous;
}

void setInputs(Simulatable& simulatable, const RunPlan& plan, double time) {
  for (std::size_t i = 0; i < plan.inputs.size(); ++i) {
    simulatable.set(*plan.inputs[i], interpolate(*plan.input, i, time, Side::after));
  }
}

// During a step the input runs straight to its value at the end.
void setRates(Simulatable& simulatable, const RunPlan& plan, double from, double to) {
  for (std::size_t i = 0; i < plan.inputs.size(); ++i) {
    if (!isContinuous(*plan.inputs[i])) continue;
    const double change = interpolate(*plan.input, i, to, Side::before) -
                          interpolate(*plan.input, i, from, Side::after);
    simulatable.setRate(*plan.inputs[i], change / (to - from));
  }
}

void appendRow(TimeTable& table, double time, std::span<const double> values) {
  table.time.push_back(time);
  for (std::size_t i = 0; i < table.columns.size(); ++i) table.columns[i].push_back(values[i]);
}

}  // namespace

std::vector<double> communicationPoints(double start, double stop, double step) {
  // Rounding must not add a tiny last step.
  const double count = std::max(1.0, std::ceil((stop - start) / step - 1e-6));
  if (count > kMaxCommunicationSteps) {
    throw Error(
        fmt::format("{:.3g} communication steps are too many (choose a larger --step)", count));
  }
  const auto steps = static_cast<std::size_t>(count);
  std::vector<double> points(steps + 1);
  for (std::size_t i = 0; i < steps; ++i) points[i] = start + static_cast<double>(i) * step;
  points[steps] = stop;
  return points;
}

std::vector<const Variable*> inputColumns(const VariableTable& table, const TimeTable& input,
                                          const std::string& source) {
  std::vector<std::string> known;
  for (const Variable& variable : table.variables) {
    if (variable.causality == Causality::input) known.push_back(variable.name);
  }
  std::vector<const Variable*> variables;
  for (std::size_t i = 0; i < input.names.size(); ++i) {
    const Variable* variable = table.find(input.names[i]);
    if (variable == nullptr || variable->causality != Causality::input) {
      const std::string otherwise = known.empty()
                                        ? "there are none"
                                        : fmt::format("the inputs are {}", fmt::join(known, ", "));
      throw Error(fmt::format("{}: line 1: column {} ({}): is not an input ({})", source, i + 2,
                              input.names[i], didYouMean(input.names[i], known, otherwise)));
    }
    variables.push_back(variable);
  }
  return variables;
}

RunResult run(Simulatable& simulatable, const RunPlan& plan,
              const std::function<bool(double)>& progress) {
  const std::vector<double> points =
      communicationPoints(plan.range.start, plan.range.stop, plan.stepSize);
  const std::vector<Counter> counters = countersOf(simulatable.variables());
  std::vector<const Variable*> selected = plan.recorded;
  for (const Counter& counter : counters) selected.push_back(counter.variable);
  std::vector<double> values(selected.size());

  RunResult result;
  result.recording.columns.resize(plan.recorded.size());
  for (const Variable* variable : plan.recorded) {
    result.recording.names.push_back(variable->name);
  }

  const auto begin = std::chrono::steady_clock::now();
  for (const Setting& setting : plan.settings) simulatable.set(*setting.variable, setting.value);
  setInputs(simulatable, plan, points.front());
  simulatable.selectForReading(selected);
  simulatable.initialize(plan.range);
  result.notes = simulatable.notes();
  simulatable.read(values);
  appendRow(result.recording, points.front(), values);
  try {
    for (std::size_t i = 0; i + 1 < points.size(); ++i) {
      const double time = points[i];
      if (i > 0) setInputs(simulatable, plan, time);
      setRates(simulatable, plan, time, points[i + 1]);
      simulatable.step(time, points[i + 1] - time);
      simulatable.read(values);
      appendRow(result.recording, points[i + 1], values);
      ++result.communicationSteps;
      const double done = static_cast<double>(i + 1) / static_cast<double>(points.size() - 1);
      if (progress && !progress(done)) throw Error("interrupted");
    }
    simulatable.finish();
  } catch (const Error& error) {
    result.failure = fmt::format("t = {}: {}", result.recording.time.back(), error.what());
  }
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
  result.wallTime = elapsed.count();
  for (std::size_t i = 0; i < counters.size(); ++i) {
    result.statistics.emplace_back(counters[i].name, values[plan.recorded.size() + i]);
  }
  return result;
}

}  // namespace liefmu
