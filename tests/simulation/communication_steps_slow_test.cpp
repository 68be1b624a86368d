// The size of the communication step is the importer's choice and must not matter: end values agree
// within a few tolerances. A small step makes the result more accurate, so the difference is the
// error of the run with large ones; fast spinning tops turn 24 times in a second and have more of
// it.
#include "run_model.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

namespace liefmu {
namespace {

std::vector<double> endValues(const Model& model, double communicationStep) {
  ModelRun run(model);
  run.simulation().initialize({});
  const int steps = static_cast<int>(std::lround(1.0 / communicationStep));
  for (int n = 1; n <= steps; ++n) run.advance(n * communicationStep);
  std::vector<double> values;
  for (const Body& body : model.bodies) {
    for (const char* coordinate : {"[1]", "[2]", "[3]"}) {
      values.push_back(run[body.name + ".r" + coordinate]);
    }
  }
  return values;
}

struct Case {
  const char* model;
  double tolerances;
};

class CommunicationStep : public testing::TestWithParam<Case> {};

TEST_P(CommunicationStep, DoesNotMatter) {
  const Model model = readyMade(GetParam().model);
  const double allowed = GetParam().tolerances * model.integrator.relativeTolerance;
  const std::vector<double> expected = endValues(model, 0.1);
  for (const double step : {1e-4, 1e-3, 1e-2}) {
    const std::vector<double> values = endValues(model, step);
    for (std::size_t i = 0; i < values.size(); ++i) {
      EXPECT_NEAR(values[i], expected[i], allowed) << step << " s, coordinate " << i;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Models, CommunicationStep,
                         testing::Values(Case{"cart_pendulum", 10.0}, Case{"four_bar", 10.0},
                                         Case{"gyroscope", 10.0}, Case{"slider_crank", 10.0},
                                         Case{"robot_arm", 10.0}, Case{"heavy_top", 20.0}),
                         [](const auto& test) { return std::string(test.param.model); });

}  // namespace
}  // namespace liefmu
