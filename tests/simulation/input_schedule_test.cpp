#include "input_schedule.hpp"

#include "archive.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace liefmu {
namespace {

// Input 0 drives a force, input 1 prescribes a displacement.
Model driven() {
  Model model;
  model.bodies.push_back({.name = "cart", .mass = 1.0});
  model.inputs.push_back({.name = "push", .unit = "N", .start = 2.0});
  model.inputs.push_back({.name = "path", .unit = "m", .start = 0.5});
  model.joints.push_back({.name = "drive", .type = PrescribedTranslation{FromInput{1}}});
  model.forces.push_back({.name = "engine", .type = BodyForce{.force = {FromInput{0}}}});
  return model;
}

TEST(InputSchedule, StartsWithTheStartValues) {
  const InputSchedule inputs(driven());
  EXPECT_EQ(inputs.valueAt(0, 3.0), 2.0);
  EXPECT_EQ(inputs.valueAt(1, 3.0), 0.5);
}

TEST(InputSchedule, ValueAndDerivativesInAnyOrder) {
  InputSchedule valueFirst(driven());
  valueFirst.setValue(0, 1.0, 5.0);
  valueFirst.setDerivative(0, 1.0, 1, 3.0);
  valueFirst.setDerivative(0, 1.0, 2, 4.0);
  InputSchedule derivativeFirst(driven());
  derivativeFirst.setDerivative(0, 1.0, 2, 4.0);
  derivativeFirst.setDerivative(0, 1.0, 1, 3.0);
  derivativeFirst.setValue(0, 1.0, 5.0);
  for (const InputSchedule& inputs : {valueFirst, derivativeFirst}) {
    EXPECT_EQ(inputs.valueAt(0, 1.0), 5.0);
    EXPECT_DOUBLE_EQ(inputs.valueAt(0, 1.5), 5.0 + 1.5 + 0.5);
  }
}

TEST(InputSchedule, AValueAloneIsConstantAndHigherOrdersAreIgnored) {
  InputSchedule inputs(driven());
  inputs.setDerivative(0, 0.0, 1, 3.0);
  ASSERT_FALSE(inputs.prepare(0.0, 1.0));
  inputs.stepDone();
  EXPECT_DOUBLE_EQ(inputs.valueAt(0, 1.0), 5.0);  // untouched: continues
  inputs.setValue(0, 1.0, 7.0);
  inputs.setDerivative(0, 1.0, 3, 100.0);
  EXPECT_EQ(inputs.valueAt(0, 2.0), 7.0);
}

TEST(InputSchedule, JumpsAreSeenAndContinuationsAreNot) {
  InputSchedule inputs(driven());
  inputs.start(0.0);
  const auto step = [&](double t, double value, double rate, double acceleration) {
    inputs.setValue(0, t, value);
    inputs.setDerivative(0, t, 1, rate);
    inputs.setDerivative(0, t, 2, acceleration);
    const bool jumped = inputs.prepare(t, t + 0.1);
    inputs.stepDone();
    return jumped;
  };
  EXPECT_FALSE(step(0.0, 2.0, 1.0, 0.0));
  EXPECT_FALSE(step(0.1, 2.1, 1.0, 0.0));                        // exactly continued
  EXPECT_FALSE(step(0.2, 2.2 * (1.0 + 1e-15), 1.0, 0.0));        // up to rounding
  EXPECT_TRUE(step(0.30000000000000004, 2.3 + 1e-2, 1.0, 0.0));  // a tenth of its change
  EXPECT_FALSE(step(0.4, 2.41, 5.0, 0.0));                       // a kink is no jump
}

TEST(InputSchedule, ASmoothSignalWithDerivativesNeverJumps) {
  InputSchedule inputs(driven());
  const double omega = 3.0;
  const double H = 0.02;
  for (int n = 0; n < 300; ++n) {
    const double t = n * H;
    inputs.setValue(0, t, std::sin(omega * t));
    inputs.setDerivative(0, t, 1, omega * std::cos(omega * t));
    inputs.setDerivative(0, t, 2, -omega * omega * std::sin(omega * t));
    if (n == 0) inputs.start(t);
    EXPECT_FALSE(inputs.prepare(t, t + H)) << t;
    inputs.stepDone();
  }
}

TEST(InputSchedule, APrescribedMotionIsLedWithoutAJump) {
  InputSchedule inputs(driven());
  inputs.start(0.0);
  const double H = 0.25;
  TimeValue end = evaluate(inputs.followed(1), 0.0);
  for (int n = 0; n < 8; ++n) {
    const double t = n * H;
    inputs.setValue(1, t, n % 3);  // a staircase
    inputs.setDerivative(1, t, 1, 0.1 * n);
    ASSERT_FALSE(inputs.prepare(t, t + H));
    const TimeValue begin = evaluate(inputs.followed(1), t);
    EXPECT_NEAR(begin.value, end.value, 1e-13);
    EXPECT_NEAR(begin.rate, end.rate, 1e-12);
    EXPECT_NEAR(begin.acceleration, end.acceleration, 1e-10);
    end = evaluate(inputs.followed(1), t + H);
    EXPECT_NEAR(end.value, inputs.valueAt(1, t + H), 1e-13);
    EXPECT_NEAR(end.rate, 0.1 * n, 1e-12);
    inputs.stepDone();
  }
}

TEST(InputSchedule, APrescribedMotionMayChangeItsAcceleration) {
  InputSchedule inputs(driven());
  inputs.start(0.0);
  ASSERT_FALSE(inputs.prepare(0.0, 1.0));
  inputs.stepDone();
  inputs.setDerivative(1, 1.0, 2, 4.0);
  EXPECT_TRUE(inputs.prepare(1.0, 2.0));
  EXPECT_EQ(evaluate(inputs.followed(1), 1.5).acceleration, 4.0);  // as given, not smoothed
}

TEST(InputSchedule, DerivativesOfTheFollowedPolynomialBelongTogether) {
  InputSchedule inputs(driven());
  inputs.start(0.0);
  inputs.setValue(1, 0.0, 3.0);
  inputs.setDerivative(1, 0.0, 1, -1.0);
  static_cast<void>(inputs.prepare(0.0, 0.5));
  const InputTaylor& path = inputs.followed(1);
  const double e = 1e-5;
  for (const double t : {0.1, 0.3, 0.45}) {
    const TimeValue at = evaluate(path, t);
    const TimeValue after = evaluate(path, t + e);
    const TimeValue before = evaluate(path, t - e);
    EXPECT_NEAR(at.rate, (after.value - before.value) / (2.0 * e), 1e-7);
    EXPECT_NEAR(at.acceleration, (after.rate - before.rate) / (2.0 * e), 1e-6);
  }
}

TEST(InputSchedule, ContinuesAfterARestore) {
  InputSchedule inputs(driven());
  inputs.setDerivative(0, 0.0, 1, 3.0);
  ByteBuffer bytes;
  ArchiveWriter writer(bytes);
  writer(inputs);
  InputSchedule other(driven());
  ArchiveReader reader(bytes.span());
  reader(other);
  ASSERT_TRUE(reader.complete());
  inputs.setValue(0, 0.0, 1.0);  // keeps the derivative set before
  other.setValue(0, 0.0, 1.0);
  EXPECT_EQ(other.valueAt(0, 2.0), 7.0);
  EXPECT_EQ(inputs.valueAt(0, 2.0), 7.0);
}

}  // namespace
}  // namespace liefmu
