#include "liefmu/commands.hpp"
#include "liefmu/convergence.hpp"
#include "liefmu/method_options.hpp"
#include "liefmu/model_source.hpp"
#include "liefmu/option_checks.hpp"
#include "liefmu/progress_bar.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <memory>
#include <string>
#include <vector>

namespace liefmu {
namespace {

struct ConvergeOptions {
  std::string model;
  std::string group;
  MethodOptions method;
  std::vector<double> steps{1e-3, 5e-4, 2.5e-4, 1.25e-4};
  std::string start = "corrected";
  bool withoutCommutators = false;
  double stop = 1.0;
  bool json = false;
};

nlohmann::ordered_json jsonError(const MotionError& error) {
  return {{"q", error.q}, {"v", error.v}, {"lambda", error.lambda}};
}

void printJson(const ConvergeOptions& options, const std::string& group,
               const std::vector<ConvergenceRow>& rows) {
  nlohmann::ordered_json json;
  json["model"] = options.model;
  json["group"] = group;
  json["method"] = options.method.method;
  json["order"] = options.method.method == "BLieDF" ? options.method.order : 2;
  json["formulation"] = options.method.formulation;
  json["rows"] = nlohmann::ordered_json::array();
  for (const ConvergenceRow& row : rows) {
    json["rows"].push_back({{"h", row.h},
                            {"end", jsonError(row.end)},
                            {"max", jsonError(row.max)},
                            {"constraint", row.constraint},
                            {"velocityConstraint", row.velocityConstraint},
                            {"steps", row.steps},
                            {"newtonIterations", row.newtonIterations}});
  }
  fmt::print("{}\n", json.dump(2));
}

std::string orderText(double coarseH, double coarse, double fineH, double fine) {
  return coarseH > 0.0 ? fmt::format("{:5.2f}", observedOrder(coarseH, coarse, fineH, fine))
                       : std::string(5, ' ');
}

void printTable(const std::string& title, const std::vector<ConvergenceRow>& rows,
                MotionError ConvergenceRow::*which) {
  fmt::print("{}\n  {:>9}  {:>9} order  {:>9} order  {:>9} order\n", title, "h in s", "q", "v",
             "lambda");
  ConvergenceRow previous;
  for (const ConvergenceRow& row : rows) {
    const MotionError& error = row.*which;
    const MotionError& coarse = previous.*which;
    fmt::print("  {:9.3g}  {:9.2e} {}  {:9.2e} {}  {:9.2e} {}\n", row.h, error.q,
               orderText(previous.h, coarse.q, row.h, error.q), error.v,
               orderText(previous.h, coarse.v, row.h, error.v), error.lambda,
               orderText(previous.h, coarse.lambda, row.h, error.lambda));
    previous = row;
  }
}

void runStudy(const ConvergeOptions& options) {
  IntegratorSettings settings = settingsFrom(options.method);
  settings.correctedStart = options.start == "corrected";
  settings.commutatorCorrection = !options.withoutCommutators;
  const ModelSource source = loadModel(options.model, options.group);
  ConvergenceStudy study;
  study.stop = options.stop;
  study.steps = options.steps;
  std::vector<ConvergenceRow> rows;
  {
    ProgressBar bar(true);
    study.progress = [&](double fraction) { bar.update(fraction); };
    rows = converge(*source.model, settings, study);
  }
  if (options.json) {
    printJson(options, options.group.empty() ? "as in the model" : options.group, rows);
    return;
  }
  fmt::print("{}: {}, {} start, t = 0 … {} s; errors against extrapolation of order 12\n\n",
             options.model, describe(options.method), options.start, options.stop);
  printTable("largest error over all steps", rows, &ConvergenceRow::max);
  fmt::print("\n");
  printTable("error at the end", rows, &ConvergenceRow::end);
  fmt::print("\n  {:>9}  {:>9}  {:>9}  {:>7}  {:>10}\n", "h in s", "|Phi|", "|Bv|", "steps",
             "iterations");
  for (const ConvergenceRow& row : rows) {
    fmt::print("  {:9.3g}  {:9.1e}  {:9.1e}  {:7}  {:10}\n", row.h, row.constraint,
               row.velocityConstraint, row.steps, row.newtonIterations);
  }
}

}  // namespace

void addConvergeCommand(CLI::App& app, int&) {
  CLI::App* command = app.add_subcommand(
      "converge", "Measure errors and observed orders of a method with constant steps");
  auto options = std::make_shared<ConvergeOptions>();
  command->add_option("MODEL", options->model, "A ready-made model or a model file")
      ->required()
      ->type_name("");
  addGroupOption(*command, options->group);
  addMethodOptions(*command, options->method);
  command->add_option("--steps", options->steps, "Step sizes in s, from coarse to fine")
      ->delimiter(',')
      ->check(positiveFinite())
      ->type_name("H1,H2,…");
  command
      ->add_option("--start", options->start,
                   "index-3: corrected starting velocities, or exact ones that cost an order")
      ->check(CLI::IsMember({"corrected", "exact"}));
  command->add_flag("--without-commutators", options->withoutCommutators,
                    "BLieDF without its correction term: order 2 only");
  command->add_option("--stop", options->stop, "End of the interval in s")
      ->check(positiveFinite())
      ->type_name("T");
  command->add_flag("--json", options->json, "One JSON object on the standard output");
  command->footer(
      "Example:\n"
      "  liefmu converge heavy_top --group r3so3 --method BLieDF --order 4 --formulation index3");
  command->callback([options] { runStudy(*options); });
}

}  // namespace liefmu
