// Time functions: values, derivatives, and the spline behind tables.

#include "model/inputs.hpp"

#include "types.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace liefmu {
namespace {

TEST(CubicSpline, goesThroughItsPointsAndIsTwiceDifferentiable) {
  const CubicSpline spline({-1.0, 0.0, 0.5, 2.0, 2.5}, {1.0, -2.0, 0.5, 0.0, 3.0});
  for (std::size_t i = 0; i < 5; ++i) {
    const double x = spline.arguments()[i];
    EXPECT_NEAR(spline.at(x).value, spline.values()[i], 1e-15);
    constexpr double tiny = 1e-9;
    const TimeValue left = spline.at(x - tiny);
    const TimeValue right = spline.at(x + tiny);
    EXPECT_NEAR(left.rate, right.rate, 1e-6);
    EXPECT_NEAR(left.acceleration, right.acceleration, 1e-6);
  }
  for (const double x : {-3.0, -0.4, 0.1, 1.3, 2.2, 4.0}) {
    constexpr double h = 1e-4;
    const TimeValue at = spline.at(x);
    EXPECT_NEAR(at.rate, (spline.at(x + h).value - spline.at(x - h).value) / (2.0 * h), 1e-6);
    EXPECT_NEAR(at.acceleration, (spline.at(x + h).rate - spline.at(x - h).rate) / (2.0 * h), 1e-9);
    EXPECT_NEAR(at.value, (spline.integral(x + h) - spline.integral(x - h)) / (2.0 * h), 1e-6);
  }
  EXPECT_EQ(spline.integral(0.0), 0.0);
}

TEST(CubicSpline, reproducesStraightLines) {
  const CubicSpline line({0.0, 1.0, 3.0}, {1.0, 3.0, 7.0});
  for (const double x : {-5.0, 0.3, 2.0, 10.0}) {
    EXPECT_NEAR(line.at(x).value, 1.0 + 2.0 * x, 1e-14);
    EXPECT_NEAR(line.integral(x), x + x * x, 1e-13);
  }
  EXPECT_NEAR(CubicSpline({0.0, 2.0}, {0.0, 4.0}).at(5.0).value, 10.0, 1e-14);
}

TEST(CubicSpline, convergesToASmoothFunction) {
  std::vector<double> x;
  std::vector<double> y;
  constexpr double pi = 3.14159265358979324;
  for (int i = 0; i <= 100; ++i) {
    x.push_back(pi * i / 100.0);
    y.push_back(std::sin(x.back()));  // its second derivative vanishes at both ends
  }
  const CubicSpline spline(x, y);
  for (const double at : {0.01, 1.234, 3.0}) {
    EXPECT_NEAR(spline.at(at).value, std::sin(at), 1e-8);
    EXPECT_NEAR(spline.at(at).rate, std::cos(at), 2e-6);
  }
  EXPECT_NEAR(spline.integral(pi), 2.0, 1e-7);
}

TEST(CubicSpline, refusesTooFewOrUnorderedPoints) {
  EXPECT_THROW(CubicSpline({0.0}, {1.0}), Error);
  EXPECT_THROW(CubicSpline({0.0, 1.0}, {1.0}), Error);
  EXPECT_THROW(CubicSpline({0.0, 0.0}, {1.0, 2.0}), Error);
  EXPECT_THROW(CubicSpline({0.0, std::nan("")}, {1.0, 2.0}), Error);
}

TEST(Signals, haveTheirDerivatives) {
  const std::vector<InputTaylor> inputs{
      {.time = 0.2, .value = 1.0, .rate = -2.0, .acceleration = 3.0, .jerk = 0.5}};
  const std::vector<Signal> signals{
      Constant{2.0}, Polynomial{{1.0, -2.0, 0.5, 3.0}},
      Sine{.offset = 1.0, .amplitude = 2.0, .frequency = 0.7, .phase = 0.3},
      Table{CubicSpline({0.0, 0.4, 1.0, 1.5}, {0.0, 1.0, 0.5, 2.0})},
      FromInput{.input = 0, .scale = -2.0, .offset = 0.1}};
  constexpr double h = 1e-4;
  for (const Signal& signal : signals) {
    for (const double t : {-0.3, 0.7}) {
      const auto at = [&](double time) { return evaluate(signal, time, inputs); };
      EXPECT_NEAR(at(t).rate, (at(t + h).value - at(t - h).value) / (2.0 * h), 2e-6);
      EXPECT_NEAR(at(t).acceleration, (at(t + h).rate - at(t - h).rate) / (2.0 * h), 2e-6);
    }
  }
  EXPECT_EQ(evaluate(signals[0], 5.0, inputs).value, 2.0);
  EXPECT_NEAR(evaluate(signals[1], 2.0, inputs).value, 1.0 - 4.0 + 2.0 + 24.0, 1e-14);
  EXPECT_NEAR(evaluate(signals[4], 0.2, inputs).value, -1.9, 1e-15);
  EXPECT_NEAR(evaluate(signals[4], 0.2, inputs).rate, 4.0, 1e-15);
  EXPECT_NEAR(evaluate(signals[4], 0.2, inputs).acceleration, -6.0, 1e-15);
}

}  // namespace
}  // namespace liefmu
