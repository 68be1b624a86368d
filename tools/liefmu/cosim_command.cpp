#include "cosim/open_system.hpp"
#include "liefmu/commands.hpp"
#include "liefmu/option_checks.hpp"
#include "liefmu/run_session.hpp"

#include <memory>
#include <string>
#include <utility>

namespace liefmu {
namespace {

struct CosimCommand {
  RunOptions options;
  std::string scheme = "jacobi";
  std::optional<double> stepTolerance;
};

Opened openForRun(const CosimCommand& cosim) {
  MasterOptions master;
  master.scheme = cosim.scheme == "jacobi" ? Scheme::jacobi : Scheme::gaussSeidel;
  master.stepTolerance = cosim.stepTolerance;
  OpenedSystem opened = openSystem(cosim.options.subject, master);
  return {std::move(opened.system),
          {opened.name, opened.description, cosim.options.subject},
          opened.range,
          opened.stepSize};
}

}  // namespace

void addCosimCommand(CLI::App& app, int&) {
  CLI::App* command = app.add_subcommand("cosim", "Run the connected FMUs of an SSP file");
  auto cosim = std::make_shared<CosimCommand>();
  command->add_option("FILE.ssp", cosim->options.subject, "The system (SSP 1.0)")
      ->required()
      ->type_name("");
  command
      ->add_option(
          "--scheme", cosim->scheme,
          "All FMUs step at the same time with the values of the last communication point, "
          "or one after the other with the newest values")
      ->check(CLI::IsMember({"jacobi", "gauss-seidel"}))
      ->capture_default_str()
      ->type_name("");
  command
      ->add_option("--step-tolerance", cosim->stepTolerance,
                   "Choose the steps between the communication points so that connected values, "
                   "positions and velocities have this relative error per step; makes each step "
                   "twice and goes back where "
                   "it was too long")
      ->check(positiveFinite())
      ->type_name("R");
  addRunOptions(*command, cosim->options);
  command->footer(
      "Variables are named ELEMENT.VARIABLE.\n"
      "Examples:\n"
      "  liefmu cosim balance.ssp -o motion.csv --report motion.html\n"
      "  liefmu cosim balance.ssp --scheme gauss-seidel --step 0.005 --set "
      "controller.angleGain=60\n"
      "  liefmu cosim balance.ssp --step-tolerance 1e-4 --record plant.hinge.q,controller.force");
  command->callback([cosim] { runAndReport(cosim->options, [&] { return openForRun(*cosim); }); });
}

}  // namespace liefmu
