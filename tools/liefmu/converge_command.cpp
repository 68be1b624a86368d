#include "liefmu/commands.hpp"
#include "liefmu/convergence.hpp"
#include "liefmu/model_source.hpp"
#include "liefmu/option_checks.hpp"
#include "liefmu/progress_bar.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace liefmu {
namespace {

struct ConvergeOptions {
  std::string model;
  std::string group;
  std::string method = "BLieDF";
  int order = 4;
  std::string formulation = "stabilizedIndex2";
  std::vector<double> steps{1e-3, 5e-4, 2.5e-4, 1.25e-4};
  std::string start = "corrected";
  double rhoInfinity = 0.8;
  bool withoutCommutators = false;
  double stop = 1.0;
  bool json = false;
};

const std::map<std::string, Method> kMethods{{"generalizedAlpha", Method::generalizedAlpha},
                                             {"BLieDF", Method::bliedf}};
const std::map<std::string, Formulation> kFormulations{
    {"index3", Formulation::index3},
    {"stabilizedIndex2", Formulation::stabilizedIndex2},
    {"projectedIndex1", Formulation::projectedIndex1}};

template<class Value>
std::vector<std::string> namesOf(const std::map<std::string, Value>& items) {
  std::vector<std::string> names;
  for (const auto& [name, value] : items) names.push_back(name);
  return names;
}

nlohmann::ordered_json jsonError(const MotionError& error) {
  return {{"q", error.q}, {"v", error.v}, {"lambda", error.lambda}};
}

void printJson(const ConvergeOptions& options, const std::string& group,
               const std::vector<ConvergenceRow>& rows) {
  nlohmann::ordered_json json;
  json["model"] = options.model;
  json["group"] = group;
  json["method"] = options.method;
  json["order"] = options.method == "BLieDF" ? options.order : 2;
  json["formulation"] = options.formulation;
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
  IntegratorSettings settings;
  settings.method = kMethods.at(options.method);
  settings.order = options.order;
  settings.formulation = kFormulations.at(options.formulation);
  settings.rhoInfinity = options.rhoInfinity;
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
  fmt::print("{}: {}{}, {}, {} start, t = 0 … {} s; errors against extrapolation of order 12\n\n",
             options.model, options.method,
             options.method == "BLieDF" ? fmt::format(" of order {}", options.order) : "",
             options.formulation, options.start, options.stop);
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
  command->add_option("--method", options->method, "generalizedAlpha or BLieDF")
      ->check(CLI::IsMember(namesOf(kMethods)))
      ->type_name("M");
  command->add_option("--order", options->order, "Order of BLieDF, 1 to 6")
      ->check(CLI::Range(1, 6))
      ->type_name("K");
  command
      ->add_option("--formulation", options->formulation,
                   "index3, stabilizedIndex2 or projectedIndex1")
      ->check(CLI::IsMember(namesOf(kFormulations)))
      ->type_name("F");
  command->add_option("--steps", options->steps, "Step sizes in s, from coarse to fine")
      ->delimiter(',')
      ->check(positiveFinite())
      ->type_name("H1,H2,…");
  command
      ->add_option("--start", options->start,
                   "index-3: corrected starting velocities, or exact ones that cost an order")
      ->check(CLI::IsMember({"corrected", "exact"}));
  command->add_option("--rho", options->rhoInfinity, "rho-infinity of generalized-alpha")
      ->check(CLI::Range(0.0, 1.0));
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
