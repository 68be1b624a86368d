// Whole mechanisms from model files against what is known about their motion: formulas, published
// reference values, conservation laws.
#include "joint_motions.hpp"
#include "run_model.hpp"

#include <cmath>
#include <tuple>

namespace liefmu {
namespace {

// ---- every joint type, in both groups -----------------------------------------------------------

class MotionOfJoint : public testing::TestWithParam<std::tuple<JointMotion, Group>> {};

TEST_P(MotionOfJoint, IsTheKnownOne) {
  const auto& [motion, group] = GetParam();
  Model model = readModel(motion.json, motion.joint);
  model.group = group;
  model.integrator = variableSteps(1e-10);
  ModelRun run(model);
  run.simulation().initialize({});
  run.advance(motion.time);
  for (const auto& [name, value] : motion.expected) {
    EXPECT_NEAR(run[name], value, 2e-7 * std::max(1.0, std::abs(value))) << name;
  }
  EXPECT_LE(run["constraint.position"], 1e-10);
  EXPECT_LE(run["constraint.velocity"], 1e-9);
}

INSTANTIATE_TEST_SUITE_P(All, MotionOfJoint,
                         testing::Combine(testing::ValuesIn(jointMotions()),
                                          testing::Values(Group::r3so3, Group::se3)),
                         [](const auto& test) {
                           return std::get<0>(test.param).joint +
                                  (std::get<1>(test.param) == Group::se3 ? "_se3" : "_r3so3");
                         });

// ---- published values ---------------------------------------------------------------------------

TEST(Benchmark, A01) {
  Model model = readyMade("pendulum");
  model.integrator = fixedSteps(5, 2e-3);
  ModelRun run(model);
  run.simulation().initialize({});
  run.advance(1.0);
  EXPECT_NEAR(run["bob.r[1]"], 0.986291751131875319, 1e-6);
  EXPECT_NEAR(run["bob.r[2]"], -0.165010853125541169, 1e-6);
  run.advance(10.0);
  EXPECT_NEAR(run["bob.r[1]"], -0.275087462576116860, 1e-6);
  EXPECT_NEAR(run["bob.r[2]"], -0.961419205099125064, 1e-6);
}

// With 3-D revolute joints: six equations are redundant. The point B0 is at twice the first link's
// centre. Whenever the links lie flat the position is singular; the index-3 form, with one
// constraint per equation, passes it.
TEST(Benchmark, A02) {
  for (const Group group : {Group::r3so3, Group::se3}) {
    Model model = readyMade("four_bar");
    model.group = group;
    model.integrator = fixedSteps(5, 1e-3);
    model.integrator.formulation = Formulation::index3;
    ModelRun run(model);
    run.simulation().initialize({});
    ASSERT_EQ(run.simulation().notes().size(), 1U);
    run.advance(1.0);
    EXPECT_NEAR(2.0 * run["link0.r[1]"], -0.195020301949435094, 1e-6);
    EXPECT_NEAR(2.0 * run["link0.r[2]"], -0.980799205662173833, 1e-6);
    run.advance(10.0);
    EXPECT_NEAR(2.0 * run["link0.r[1]"], 0.328458111540815379, 1e-6);
    EXPECT_NEAR(2.0 * run["link0.r[2]"], 0.944518538178600962, 1e-6);
    EXPECT_LE(run["constraint.position"], 1e-11);
  }
}

// ---- energy -------------------------------------------------------------------------------------

double energyDrift(Model model, int order, double h) {
  model.integrator = fixedSteps(order, h);
  ModelRun run(model);
  run.simulation().initialize({});
  const double before = run["energy.total"];
  double drift = 0.0;
  for (int n = 1; n <= 16; ++n) {
    run.advance(0.064 * n);
    drift = std::max(drift, std::abs(run["energy.total"] - before));
  }
  return drift;
}

class EnergyDrift : public testing::TestWithParam<std::tuple<const char*, Group, int>> {};

TEST_P(EnergyDrift, VanishesWithTheOrderOfTheMethod) {
  const auto& [name, group, order] = GetParam();
  Model model = readyMade(name);
  model.group = group;
  const double h = order == 1 ? 5e-4 : 4e-3;
  const double coarse = energyDrift(model, order, h);
  const double fine = energyDrift(model, order, h / 2.0);
  EXPECT_GT(std::log2(coarse / fine), (order == 0 ? 2 : order) - 0.3) << coarse << ' ' << fine;
}

INSTANTIATE_TEST_SUITE_P(
    Conservative, EnergyDrift,
    testing::Combine(testing::Values("heavy_top_slow", "slider_crank_spatial", "chain_10"),
                     testing::Values(Group::r3so3, Group::se3), testing::Values(0, 1, 2, 3, 4)));

// A motor, dry and viscous friction, drag: what they do together is the gain of kinetic and
// gravitational energy.
TEST(Work, OfADrivenDampedMechanismIsItsGainOfEnergy) {
  for (const Group group : {Group::r3so3, Group::se3}) {
    Model model = readyMade("slider_crank");
    model.group = group;
    model.forces.push_back(
        {.name = "friction",
         .type = JointFriction{
             .joint = 3, .coordinate = 0, .viscous = 2.0, .coulomb = 3.0, .transitionRate = 0.5}});
    model.forces.push_back({.name = "wind", .type = Drag{.body = 1, .quadratic = 0.5}});
    model.integrator = fixedSteps(5, 2.5e-4);
    ModelRun run(model);
    run.simulation().trackWork();
    run.simulation().setInput(0, 1.0);
    run.simulation().setInputDerivative(0, 1, 0.5);
    run.simulation().initialize({});
    const double before = run["energy.total"];
    run.advance(1.0);
    const double motor = run["motor.work"];
    const double friction = run["friction.work"];
    const double wind = run["wind.work"];
    const double turnover = std::abs(motor) + std::abs(friction) + std::abs(wind);
    EXPECT_GT(motor, 5.0);
    EXPECT_LT(friction, -5.0);
    EXPECT_LT(wind, -0.1);
    EXPECT_NEAR(motor + friction + wind, run["energy.total"] - before, 1e-8 * turnover);
  }
}

}  // namespace
}  // namespace liefmu
