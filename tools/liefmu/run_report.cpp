#include "liefmu/run_report.hpp"

#include <fmt/format.h>

#include <limits>
#include <string_view>

namespace liefmu {
namespace {

bool isAboutIntegrator(std::string_view name) {
  return name.starts_with("integrator");
}
bool isResidual(std::string_view name) {
  return name.starts_with("constraint");
}

// Variables that share a plot: the components of a vector, and what belongs to one element and has
// one unit (the energies).
std::string plotTitle(const Variable& variable) {
  const std::string_view name = variable.name;
  if (isAboutIntegrator(name)) return variable.name;
  if (name.ends_with(']')) return std::string(vectorName(name));
  const std::size_t dot = name.rfind('.');
  return std::string(name.substr(0, dot));
}

report::Series seriesOf(const TimeTable& recording, std::size_t column, bool logarithmic) {
  report::Series series{recording.names[column], recording.time, recording.columns[column]};
  if (logarithmic) {
    for (double& y : series.y) {
      if (y <= 0.0) y = std::numeric_limits<double>::quiet_NaN();
    }
  }
  return series;
}

std::vector<report::Plot> plotsOf(const RunPlan& plan, const TimeTable& recording,
                                  bool aboutIntegrator) {
  std::vector<report::Plot> plots;
  for (std::size_t i = 0; i < plan.recorded.size(); ++i) {
    const Variable& variable = *plan.recorded[i];
    if (isAboutIntegrator(variable.name) != aboutIntegrator) continue;
    const std::string title = plotTitle(variable);
    const std::string label =
        variable.unit.empty() || variable.unit == "1" ? "" : "in " + variable.unit;
    auto plot = std::find_if(plots.begin(), plots.end(), [&](const report::Plot& other) {
      return other.title == title && other.yLabel == label;
    });
    if (plot == plots.end()) {
      plots.push_back({.title = title, .xLabel = "time in s", .yLabel = label});
      plot = plots.end() - 1;
      plot->logY = isResidual(variable.name);
    }
    plot->series.push_back(seriesOf(recording, i, plot->logY));
  }
  return plots;
}

// The value a parameter had in the run.
std::string parameterText(const VariableTable& table, const RunPlan& plan,
                          const Variable& variable) {
  double value = variable.start.value_or(0.0);
  for (const Setting& setting : plan.settings) {
    if (setting.variable == &variable) value = setting.value;
  }
  return valueText(table, variable, value);
}

report::Facts settingsOf(const RunSubject& subject, const VariableTable& table,
                         const RunPlan& plan) {
  report::Facts facts = {{"run", subject.source},
                         {"time", fmt::format("{} s to {} s", plan.range.start, plan.range.stop)},
                         {"communication step", fmt::format("{} s", plan.stepSize)}};
  if (plan.range.tolerance) {
    facts.emplace_back("tolerance", fmt::format("{}", *plan.range.tolerance));
  }
  for (const Variable& variable : table.variables) {
    if (variable.causality == Causality::parameter && isAboutIntegrator(variable.name)) {
      facts.emplace_back(variable.name, parameterText(table, plan, variable));
    }
  }
  for (const Setting& setting : plan.settings) {
    if (!isAboutIntegrator(setting.variable->name)) {
      facts.emplace_back(setting.variable->name,
                         valueText(table, *setting.variable, setting.value));
    }
  }
  return facts;
}

}  // namespace

report::ReportData runReport(const RunSubject& subject, const VariableTable& table,
                             const RunPlan& plan, const RunResult& result) {
  report::ReportData data;
  data.title = subject.name;
  data.description = subject.description;
  data.meta = settingsOf(subject, table, plan);
  for (const auto& [name, value] : result.statistics) {
    data.statistics.emplace_back(name, fmt::format("{}", value));
  }
  data.statistics.emplace_back("communication steps", std::to_string(result.communicationSteps));
  data.statistics.emplace_back("wall time", fmt::format("{:.3g} s", result.wallTime));
  if (!result.failure.empty()) {
    data.sections.push_back({.title = "The run did not come to its end", .text = result.failure});
  }
  data.sections.push_back({.title = "Motion", .plots = plotsOf(plan, result.recording, false)});
  auto integrator = plotsOf(plan, result.recording, true);
  if (!integrator.empty()) {
    data.sections.push_back({.title = "Integrator", .plots = std::move(integrator)});
  }
  return data;
}

}  // namespace liefmu
