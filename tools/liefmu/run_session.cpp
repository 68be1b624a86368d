#include "liefmu/run_session.hpp"

#include "liefmu/option_checks.hpp"
#include "liefmu/progress_bar.hpp"
#include "liefmu/run_loop.hpp"
#include "modelDescription/fmu_archive.hpp"
#include "types.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>

namespace liefmu {
namespace {

RunPlan makePlan(const RunOptions& options, const Opened& opened) {
  const VariableTable& table = opened.simulatable->variables();
  RunPlan plan;
  plan.range = opened.range;
  plan.range.stop = options.stop.value_or(plan.range.stop);
  plan.range.tolerance = options.tolerance;
  plan.stepSize = options.step.value_or(opened.stepSize);
  if (plan.range.stop <= plan.range.start) {
    throw Error(
        fmt::format("the stop time {} is not after the start time {} (choose another --stop)",
                    plan.range.stop, plan.range.start));
  }
  for (const std::string& setting : options.settings) {
    plan.settings.push_back(parseSetting(table, setting));
  }
  if (!options.input.empty()) {
    plan.input = parseCsv(readFile(options.input), options.input);
    plan.inputs = inputColumns(table, *plan.input, options.input);
  }
  plan.recorded = selectVariables(table, options.record);
  if (options.record.empty()) {
    for (const Variable& variable : table.variables) {
      if (opened.simulatable->recordedByDefault(variable)) plan.recorded.push_back(&variable);
    }
  }
  return plan;
}

nlohmann::ordered_json jsonResult(const RunPlan& plan, const RunResult& result) {
  nlohmann::ordered_json json;
  json["time"] = result.recording.time.back();
  json["values"] = nlohmann::ordered_json::object();
  for (std::size_t i = 0; i < plan.recorded.size(); ++i) {
    const double value = result.recording.columns[i].back();
    auto& entry = json["values"][plan.recorded[i]->name];
    if (plan.recorded[i]->type == VariableType::real) {
      entry = value;
    } else {
      entry = static_cast<std::int64_t>(value);
    }
  }
  json["statistics"] = nlohmann::ordered_json::object();
  for (const auto& [name, value] : result.statistics) {
    json["statistics"][name] = static_cast<std::int64_t>(value);
  }
  json["statistics"]["communicationSteps"] = result.communicationSteps;
  json["statistics"]["wallTime"] = result.wallTime;
  return json;
}

// Statistics that are recorded by default are not worth saying twice.
bool isCounter(const RunResult& result, const Variable& variable) {
  return std::any_of(result.statistics.begin(), result.statistics.end(), [&](const auto& counter) {
    return variable.name == "integrator." + counter.first ||
           variable.name == "integrator_" + counter.first ||
           variable.name == "master." + counter.first;
  });
}

void printSummary(std::FILE* stream, const Opened& opened, const RunPlan& plan,
                  const RunResult& result) {
  const VariableTable& table = opened.simulatable->variables();
  fmt::print(stream, "{}: t = {} s, {} communication steps in {:.3g} s\n", opened.subject.name,
             result.recording.time.back(), result.communicationSteps, result.wallTime);
  std::size_t width = 0;
  for (const auto& [name, value] : result.statistics) width = std::max(width, name.size());
  for (const Variable* variable : plan.recorded) width = std::max(width, variable->name.size());
  for (const auto& [name, value] : result.statistics) {
    fmt::print(stream, "  {:<{}}  {}\n", name, width, value);
  }
  constexpr std::size_t kMost = 40;
  for (std::size_t i = 0; i < std::min(plan.recorded.size(), kMost); ++i) {
    const Variable& variable = *plan.recorded[i];
    if (isCounter(result, variable)) continue;
    fmt::print(stream, "  {:<{}}  {}{}\n", variable.name, width,
               valueText(table, variable, result.recording.columns[i].back()),
               variable.unit.empty() || variable.unit == "1" ? "" : " " + variable.unit);
  }
  if (plan.recorded.size() > kMost) {
    fmt::print(stream, "  and {} more (-o FILE.csv records them all)\n",
               plan.recorded.size() - kMost);
  }
}

void writeResults(const RunOptions& options, const Opened& opened, const RunPlan& plan,
                  const RunResult& result) {
  const bool csvOnScreen = options.output == "-";
  if (csvOnScreen) {
    fmt::print("{}", formatCsv(result.recording));
  } else if (!options.output.empty()) {
    writeFile(options.output, formatCsv(result.recording));
  }
  if (!options.report.empty()) {
    writeFile(options.report,
              htmlReport(runReport(opened.subject, opened.simulatable->variables(), plan, result)));
  }
  if (options.quiet || options.json) return;
  std::FILE* stream = csvOnScreen ? stderr : stdout;
  printSummary(stream, opened, plan, result);
  if (!csvOnScreen && !options.output.empty()) {
    fmt::print(stream, "{}: {} rows, {} columns\n", options.output, result.recording.time.size(),
               result.recording.names.size() + 1);
  }
  if (!options.report.empty()) fmt::print(stream, "{}: report\n", options.report);
}

}  // namespace

void runAndReport(const RunOptions& options, const std::function<Opened()>& open) {
  if (options.json && options.output == "-") {
    throw CLI::ValidationError("--json", "does not go with -o -, both want the standard output");
  }
  requireOwnFile("--output", options.output, {options.subject, options.input});
  requireOwnFile("--report", options.report, {options.subject, options.input, options.output});
  try {
    const Opened opened = open();
    const RunPlan plan = makePlan(options, opened);
    catchInterrupts();
    RunResult result;
    {
      ProgressBar bar(!options.quiet);
      result = run(*opened.simulatable, plan, [&](double fraction) {
        bar.update(fraction);
        return !interrupted();
      });
    }
    if (!options.quiet) {
      for (const std::string& note : result.notes) {
        fmt::print(stderr, "liefmu: {}: note: {}\n", options.subject, note);
      }
    }
    writeResults(options, opened, plan, result);
    if (!result.failure.empty()) throw Error(result.failure);
    if (options.json) fmt::print("{}\n", jsonResult(plan, result).dump(2));
  } catch (const Error& error) {
    // Messages about a file begin with its name; about the subject of the run, they now do, too.
    const std::string message = error.what();
    const bool hasPlace = message.starts_with(options.subject + ":") ||
                          (!options.input.empty() && message.starts_with(options.input + ":"));
    throw Error(hasPlace ? message : options.subject + ": " + message);
  }
}

void addRunOptions(CLI::App& command, RunOptions& options) {
  command.add_option("--stop", options.stop, "Stop time in s")
      ->check(finiteNumber())
      ->type_name("T");
  command.add_option("--step", options.step, "Communication step in s, the grid of the recording")
      ->check(positiveFinite())
      ->type_name("H");
  command.add_option("--tolerance", options.tolerance, "Relative tolerance of the integrator")
      ->check(positiveFinite())
      ->type_name("R");
  command
      .add_option("--set", options.settings,
                  "Value of a parameter or input; can be given many times")
      ->allow_extra_args(false)
      ->type_name("NAME=VALUE");
  command
      .add_option("--input", options.input,
                  "Inputs over time: the first column is 'time', the others are named like the "
                  "inputs; linear between the rows")
      ->type_name("FILE.csv");
  command
      .add_option("--record", options.record,
                  "What to record: names, vectors (top.r), patterns (top.*); default: all outputs")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("NAME,NAME…");
  command.add_option("-o,--output", options.output, "Where to record; - is the standard output")
      ->type_name("FILE.csv");
  command.add_option("--report", options.report, "Write a page with plots")->type_name("FILE.html");
  command.add_flag("--json", options.json,
                   "Print the last values and the statistics as JSON and nothing else");
  command.add_flag("--quiet", options.quiet, "Print nothing but errors");
}

}  // namespace liefmu
