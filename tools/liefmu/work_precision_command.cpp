#include "liefmu/commands.hpp"
#include "liefmu/method_options.hpp"
#include "liefmu/model_source.hpp"
#include "liefmu/option_checks.hpp"
#include "liefmu/progress_bar.hpp"
#include "liefmu/tolerance_study.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

namespace liefmu {
namespace {

struct WorkPrecisionOptions {
  std::string model;
  std::string group;
  MethodOptions method{.order = IntegratorSettings{}.order};
  std::vector<double> tolerances{1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10};
  double stop = 1.0;
  bool json = false;
};

struct StudiedModel {
  std::string name;
  std::string group;
};

// Fast rotation in both groups, many bodies, an unstable equilibrium, stiffness.
const std::vector<StudiedModel> kStudiedModels{{"heavy_top", "r3so3"},
                                               {"heavy_top", "se3"},
                                               {"chain_10", "r3so3"},
                                               {"cart_pendulum", "r3so3"},
                                               {"double_pendulum_bushing", "r3so3"}};

nlohmann::ordered_json toJson(const StudiedModel& model, const std::vector<ToleranceRow>& rows) {
  nlohmann::ordered_json json{{"model", model.name}, {"group", model.group}};
  for (const ToleranceRow& row : rows) {
    const Statistics& work = row.statistics;
    const auto error = [&](double value) {  // a run that stopped early has none at the end
      return row.failure.empty() ? nlohmann::ordered_json(value) : nlohmann::ordered_json();
    };
    json["rows"].push_back({{"tolerance", row.tolerance},
                            {"failure", row.failure},
                            {"q", error(row.error.q)},
                            {"v", error(row.error.v)},
                            {"lambda", error(row.error.lambda)},
                            {"steps", work.steps},
                            {"rejectedSteps", work.rejectedSteps},
                            {"newtonIterations", work.newtonIterations},
                            {"linearizations", work.linearizations},
                            {"factorizations", work.factorizations}});
  }
  return json;
}

void printTable(const StudiedModel& model, const std::vector<ToleranceRow>& rows) {
  fmt::print("{}{}\n", model.name, model.group.empty() ? "" : ", " + model.group);
  fmt::print("  {:>9}  {:>9}  {:>11}  {:>9}  {:>9}  {:>6}  {:>8}  {:>10}  {:>8}\n", "tolerance",
             "q", "q/tolerance", "v", "lambda", "steps", "rejected", "iterations", "matrices");
  for (const ToleranceRow& row : rows) {
    if (!row.failure.empty()) {
      fmt::print("  {:9.0e}  {}\n", row.tolerance, row.failure);
      continue;
    }
    const Statistics& work = row.statistics;
    fmt::print("  {:9.0e}  {:9.1e}  {:11.2g}  {:9.1e}  {:9.1e}  {:6}  {:8}  {:10}  {:8}\n",
               row.tolerance, row.error.q, row.error.q / row.tolerance, row.error.v,
               row.error.lambda, work.steps, work.rejectedSteps, work.newtonIterations,
               work.linearizations);
  }
  fmt::print("\n");
  std::fflush(stdout);
}

// False if a run failed.
bool runStudies(const WorkPrecisionOptions& options) {
  bool good = true;
  const std::vector<StudiedModel> models =
      options.model.empty() ? kStudiedModels
                            : std::vector<StudiedModel>{{options.model, options.group}};
  if (!options.json) {
    fmt::print(
        "{}, variable steps, t = 0 … {} s; errors at the end against extrapolation of order 12\n\n",
        describe(options.method), options.stop);
  }
  nlohmann::ordered_json json = nlohmann::ordered_json::array();
  for (const StudiedModel& model : models) {
    ToleranceStudy study;
    study.stop = options.stop;
    study.tolerances = options.tolerances;
    std::vector<ToleranceRow> rows;
    {
      ProgressBar bar(true);
      study.progress = [&](double fraction) { bar.update(fraction); };
      rows = studyTolerances(*loadModel(model.name, model.group).model,
                             settingsFrom(options.method), study);
    }
    good = good && std::all_of(rows.begin(), rows.end(),
                               [](const ToleranceRow& row) { return row.failure.empty(); });
    if (options.json) {
      json.push_back(toJson(model, rows));
    } else {
      printTable(model, rows);
    }
  }
  if (options.json) fmt::print("{}\n", json.dump(2));
  return good;
}

}  // namespace

void addWorkPrecisionCommand(CLI::App& app, int& exitCode) {
  CLI::App* command = app.add_subcommand(
      "work-precision", "Measure what a tolerance buys: errors and work with variable steps");
  auto options = std::make_shared<WorkPrecisionOptions>();
  command
      ->add_option("MODEL", options->model,
                   "A ready-made model or a model file; without it a set of five")
      ->type_name("");
  addGroupOption(*command, options->group);
  addMethodOptions(*command, options->method);
  command->add_option("--tolerances", options->tolerances, "Tolerances, relative and absolute")
      ->delimiter(',')
      ->check(positiveFinite())
      ->type_name("R1,R2,…");
  command->add_option("--stop", options->stop, "End of the interval in s")
      ->check(positiveFinite())
      ->type_name("T");
  command->add_flag("--json", options->json, "One JSON array on the standard output");
  command->footer(
      "Examples:\n"
      "  liefmu work-precision\n"
      "  liefmu work-precision gyroscope --group se3 --method generalizedAlpha "
      "--tolerances 1e-3,1e-5");
  command->callback([options, &exitCode] { exitCode = runStudies(*options) ? 0 : 1; });
}

}  // namespace liefmu
