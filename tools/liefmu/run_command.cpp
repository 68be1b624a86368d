#include "liefmu/commands.hpp"
#include "liefmu/fmu_instance.hpp"
#include "liefmu/model_simulation.hpp"
#include "liefmu/model_source.hpp"
#include "liefmu/option_checks.hpp"
#include "liefmu/run_session.hpp"

#include <memory>
#include <string>

namespace liefmu {
namespace {

struct RunCommand {
  RunOptions options;
  std::string group;
};

Opened openFmuForRun(const std::string& subject, const std::string& group) {
  if (!group.empty()) {
    throw CLI::ValidationError("--group",
                               "belongs to models; the group of an FMU is chosen by "
                               "'liefmu build'");
  }
  const Fmu fmu = openFmu(subject);
  const FmuIdentity& identity = fmu.description.identity;
  return {std::make_unique<FmuInstance>(fmu),
          {identity.modelName, identity.description, subject},
          {.start = identity.startTime, .stop = identity.stopTime, .tolerance = {}},
          identity.stepSize};
}

Opened openModelForRun(const std::string& subject, const std::string& group) {
  const ModelSource source = loadModel(subject, group);
  const Model& model = *source.model;
  return {std::make_unique<ModelSimulation>(source.model),
          {model.name, model.description, subject},
          {.start = model.experiment.startTime, .stop = model.experiment.stopTime, .tolerance = {}},
          model.experiment.stepSize};
}

}  // namespace

void addRunCommand(CLI::App& app, int&) {
  CLI::App* command = app.add_subcommand("run", "Simulate a model in this process, or an FMU");
  auto run = std::make_shared<RunCommand>();
  command
      ->add_option("MODEL|FILE.fmu", run->options.subject,
                   "A ready-made model, a model file, or an FMU (run through its FMI functions)")
      ->required()
      ->type_name("");
  addGroupOption(*command, run->group);
  addRunOptions(*command, run->options);
  command->footer(
      "Examples:\n"
      "  liefmu run heavy_top --stop 1 -o motion.csv\n"
      "  liefmu run heavy_top.fmu --set integrator.method=BLieDF --set integrator.order=4\n"
      "  liefmu run cart_pendulum --input force.csv --record cart.r,pole.w --report "
      "motion.html");
  command->callback([run] {
    const std::string& subject = run->options.subject;
    runAndReport(run->options, [&] {
      return isFmu(subject) ? openFmuForRun(subject, run->group)
                            : openModelForRun(subject, run->group);
    });
  });
}

}  // namespace liefmu
