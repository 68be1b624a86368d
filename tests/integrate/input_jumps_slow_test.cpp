// Jumps of inputs at communication points: the order is kept in q, v and λ if the integrator is
// told, and lost if it is not.
#include "driven_top.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace liefmu {
namespace {

constexpr double kJumpTime = 0.05;
constexpr double kEnd = 0.1;
constexpr double kTolerance = 0.25;

struct Jump {
  Model model;
  InputTaylor after;
};

// 200 N m on a body of 0.23 kg m².
Jump torqueJump(Group group) {
  return {models::topWithTorque(group), {.time = kJumpTime, .value = 200.0}};
}
// The position and the speed of the tip are continuous, its acceleration jumps to 5 g.
Jump accelerationJump(Group group) {
  return {models::topOnAMovingTip(group), {.time = kJumpTime, .acceleration = 50.0}};
}

// Largest errors from the jump on, the point of the jump included.
MotionError errorAfter(const Jump& jump, IntegratorSettings settings, double h, bool told) {
  settings.stepSize = h;
  Multibody system(jump.model);
  ErrorMeter meter(system, settings);
  EXPECT_TRUE(meter.advance(kJumpTime));
  meter.forget();
  system.setInput(0, jump.after);
  if (told) meter.integrator().inputsJumped();
  const int steps = static_cast<int>(std::lround((kEnd - kJumpTime) / h));
  for (int i = 1; i <= steps; ++i) {
    EXPECT_TRUE(meter.advance(kJumpTime + (kEnd - kJumpTime) * i / steps));
  }
  return meter.largest();
}

MotionError orders(const Jump& jump, const IntegratorSettings& settings, double h, bool told) {
  const MotionError coarse = errorAfter(jump, settings, h, told);
  const MotionError fine = errorAfter(jump, settings, h / 2.0, told);
  return {std::log2(coarse.q / fine.q), std::log2(coarse.v / fine.v),
          std::log2(coarse.lambda / fine.lambda)};
}

struct Case {
  Group group;
  int order;  // 0: generalized-α
  Formulation formulation;
  double rhoInfinity = 0.8;
};

class InputJump : public testing::TestWithParam<Case> {};

TEST_P(InputJump, KeepsTheOrder) {
  const auto& [group, k, formulation, rho] = GetParam();
  IntegratorSettings settings = methodOf(k, formulation);
  settings.rhoInfinity = rho;
  const int nominal = k == 0 ? 2 : k;
  const double h = k >= 5 ? 1e-3 : k == 4 ? 5e-4 : 2.5e-4;
  for (const Jump& jump : {torqueJump(group), accelerationJump(group)}) {
    const MotionError order = orders(jump, settings, h, true);
    EXPECT_GT(order.q, nominal - kTolerance) << jump.model.inputs[0].name;
    EXPECT_GT(order.v, nominal - kTolerance) << jump.model.inputs[0].name;
    EXPECT_GT(order.lambda, nominal - kTolerance) << jump.model.inputs[0].name;
  }
}

INSTANTIATE_TEST_SUITE_P(HeavyTop, InputJump,
                         testing::Values(Case{Group::r3so3, 0, Formulation::stabilizedIndex2},
                                         Case{Group::r3so3, 0, Formulation::stabilizedIndex2, 0.9},
                                         Case{Group::r3so3, 0, Formulation::index3},
                                         Case{Group::r3so3, 0, Formulation::index3, 0.9},
                                         Case{Group::se3, 0, Formulation::index3, 0.9},
                                         Case{Group::r3so3, 2, Formulation::stabilizedIndex2},
                                         Case{Group::r3so3, 3, Formulation::stabilizedIndex2},
                                         Case{Group::r3so3, 4, Formulation::stabilizedIndex2},
                                         Case{Group::r3so3, 5, Formulation::stabilizedIndex2},
                                         Case{Group::r3so3, 4, Formulation::index3},
                                         Case{Group::se3, 4, Formulation::stabilizedIndex2}));

TEST(InputJumpThatNobodyTold, CostsTheOrder) {
  for (const int k : {0, 3, 5}) {
    const MotionError order =
        orders(torqueJump(Group::r3so3), methodOf(k, Formulation::stabilizedIndex2), 2.5e-4, false);
    EXPECT_LT(order.lambda, 1.3) << k;
  }
  // Smaller steps do not help at all.
  const IntegratorSettings settings = methodOf(0, Formulation::index3);
  const Jump jump = accelerationJump(Group::r3so3);
  EXPECT_GT(errorAfter(jump, settings, 2.5e-4, false).lambda, 10.0);
  EXPECT_GT(errorAfter(jump, settings, 6.25e-5, false).lambda, 10.0);
}

// λ is that of the new input already at the point of the jump.
TEST(InputJump, ChangesTheMultiplierAtOnce) {
  for (const int k : {0, 5}) {
    IntegratorSettings settings = methodOf(k, Formulation::stabilizedIndex2);
    settings.stepControl = StepControl::variable;
    settings.relativeTolerance = settings.absoluteTolerance = 1e-8;
    const Jump jump = torqueJump(Group::r3so3);
    Multibody system(jump.model);
    Integrator integrator(system, settings);
    integrator.initialize(0.0, system.initialConfiguration(), system.initialVelocity());
    ASSERT_TRUE(integrator.advance(kJumpTime).ok());
    system.setInput(0, jump.after);
    const ReferenceMotion exact(system, integrator.state().q, integrator.state().v);
    EXPECT_GT((integrator.state().lambda - exact.state().lambda).norm(), 1.0);
    integrator.inputsJumped();
    EXPECT_LT((integrator.state().lambda - exact.state().lambda).norm(), 1e-9);
  }
}

TEST(FrequentInputJumps, NeedHardlyMoreSteps) {
  const auto stepsWith = [](double jump) {
    Multibody system(models::topWithTorque(Group::r3so3));
    IntegratorSettings settings;
    settings.relativeTolerance = settings.absoluteTolerance = 1e-6;
    Integrator integrator(system, settings);
    integrator.initialize(0.0, system.initialConfiguration(), system.initialVelocity());
    for (int i = 1; i <= 100; ++i) {
      EXPECT_TRUE(integrator.advance(0.01 * i).ok());
      if (jump > 0.0) {
        system.setInput(0, {.time = 0.01 * i, .value = i % 2 == 1 ? jump : 0.0});
        integrator.inputsJumped();
      }
    }
    return static_cast<double>(integrator.statistics().steps);
  };
  EXPECT_LT(stepsWith(10.0), 1.5 * stepsWith(0.0));
}

}  // namespace
}  // namespace liefmu
