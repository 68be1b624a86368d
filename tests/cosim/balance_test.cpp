// The example, two FMUs through their binaries: a controller balances the pole on the cart.
#include "cosim/open_system.hpp"
#include "liefmu/run_loop.hpp"
#include "liefmu/temporary_directory.hpp"
#include "modelDescription/fmu_archive.hpp"
#include "types.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#ifdef LIEFMU_EXAMPLE

namespace liefmu {
namespace {

struct Motion {
  TimeTable recording;  // position and angle
  double steps;
  double rejected;
  [[nodiscard]] double position() const { return recording.columns[0].back(); }
  [[nodiscard]] double angle() const { return recording.columns[1].back(); }
};

Motion simulate(const MasterOptions& options, double H, double stop,
                const std::vector<std::string>& settings = {}) {
  const OpenedSystem opened = openSystem(LIEFMU_EXAMPLE, options);
  const VariableTable& table = opened.system->variables();
  RunPlan plan;
  plan.range = {.start = 0.0, .stop = stop, .tolerance = 1e-9};
  plan.stepSize = H;
  for (const std::string& setting : settings) plan.settings.push_back(parseSetting(table, setting));
  plan.recorded = {table.find("plant.track.q[1]"), table.find("plant.hinge.q[1]")};
  RunResult result = run(*opened.system, plan);
  EXPECT_EQ(result.failure, "");
  return {std::move(result.recording), result.statistics[0].second, result.statistics[1].second};
}

constexpr MasterOptions kJacobi{.scheme = Scheme::jacobi, .stepTolerance = {}};
constexpr MasterOptions kGaussSeidel{.scheme = Scheme::gaussSeidel, .stepTolerance = {}};

TEST(Balance, ThePoleIsBroughtUprightAndTheCartToItsPlace) {
  for (const MasterOptions& options : {kJacobi, kGaussSeidel}) {
    const Motion motion = simulate(options, 0.01, 12.0);
    EXPECT_NEAR(motion.recording.columns[1].front(), 0.1, 1e-12);
    EXPECT_NEAR(motion.angle(), 0.0, 1e-3);
    EXPECT_NEAR(motion.position(), 0.2, 1e-2) << "the reference in the SSP file";
  }
  const Motion falling = simulate(kJacobi, 0.01, 1.0, {"controller.forceLimit=0"});
  EXPECT_GT(falling.angle(), 0.5) << "without a force it falls";
}

TEST(Balance, JacobiConvergesToGaussSeidelWithFirstOrder) {
  const Motion exact = simulate(kGaussSeidel, 0.01, 2.0);
  double previous = 0.0;
  for (const double H : {0.005, 0.0025, 0.00125}) {
    // The controller's samples reach the cart at once: no error that depends on the step.
    EXPECT_NEAR(simulate(kGaussSeidel, H, 2.0).position(), exact.position(), 1e-8) << H;
    const double error = std::abs(simulate(kJacobi, H, 2.0).position() - exact.position());
    if (previous > 0.0) {
      EXPECT_NEAR(previous / error, 2.0, 0.1) << H;
    }
    previous = error;
  }
}

TEST(Balance, StepControlKeepsItsTolerance) {
  const Motion exact = simulate(kGaussSeidel, 0.01, 2.0);
  double previous = 1.0;
  for (const double tolerance : {1e-3, 1e-4, 1e-5}) {
    const Motion motion =
        simulate({.scheme = Scheme::jacobi, .stepTolerance = tolerance}, 0.01, 2.0);
    double error = 0.0;
    for (std::size_t i = 0; i < motion.recording.time.size(); ++i) {
      error =
          std::max(error, std::abs(motion.recording.columns[0][i] - exact.recording.columns[0][i]));
    }
    EXPECT_LT(error, tolerance * motion.steps);
    EXPECT_LT(error, previous);
    EXPECT_GT(motion.rejected, 0.0) << "nothing was learned about going back";
    previous = error;
  }
}

TEST(Balance, IsTheSameEveryTime) {
  const MasterOptions control{.scheme = Scheme::gaussSeidel, .stepTolerance = 1e-4};
  EXPECT_EQ(simulate(control, 0.02, 1.0).recording.columns,
            simulate(control, 0.02, 1.0).recording.columns);
}

// ---- wrong files --------------------------------------------------------------------------------

// The error of the example with a piece of its description exchanged.
std::string errorAfter(const std::string& from, const std::string& to) {
  ArchiveContents contents;
  for (const ArchiveEntry& entry : readArchive(readFile(LIEFMU_EXAMPLE))) {
    contents[entry.path] = entry.bytes;
  }
  std::string& ssd = contents["SystemStructure.ssd"];
  EXPECT_NE(ssd.find(from), std::string::npos);
  ssd.replace(ssd.find(from), from.size(), to);
  const TemporaryDirectory folder;
  const std::string file = (folder.path() / "x.ssp").string();
  writeFile(file, writeArchive(contents));
  try {
    openSystem(file, {});
  } catch (const Error& error) {
    return std::string(error.what()).substr(file.size() + 2);
  }
  return "";
}

TEST(Balance, MistakesAreNamedWithTheirPlaceAndARemedy) {
  const std::string connection = "startElement=\"controller\" startConnector=\"force\" ";
  EXPECT_EQ(errorAfter(connection, "startElement=\"controler\" startConnector=\"force\" "),
            "the connection controler.force to plant.force: there is no element 'controler' (did "
            "you mean 'controller'?)");
  EXPECT_EQ(errorAfter(connection, "startElement=\"controller\" startConnector=\"forces\" "),
            "the connection controller.forces to plant.force: there is no variable 'forces' (did "
            "you mean 'force'?)");
  EXPECT_EQ(errorAfter(connection, "startElement=\"controller\" startConnector=\"angle\" "),
            "the connection controller.angle to plant.force: 'angle' is not an output");
  EXPECT_EQ(errorAfter("endConnector=\"rate\"", "endConnector=\"angle\""),
            "the connection plant.hinge.qd[1] to controller.angle: the input is connected already");
  EXPECT_EQ(errorAfter("resources/controller.fmu", "resources/controler.fmu"),
            "the FMU 'resources/controler.fmu' of the element 'controller' is not in the archive "
            "(did you mean 'resources/controller.fmu'?)");
  EXPECT_EQ(errorAfter("name=\"reference\"", "name=\"refernce\""),
            "there is no variable 'controller.refernce' (did you mean 'controller.reference'?)");
  EXPECT_EQ(errorAfter("value=\"0.2\"", "value=\"wide\""),
            "controller.reference: 'wide' is not a finite number");
}

}  // namespace
}  // namespace liefmu

#endif
