// The orders of the methods as published, on the heavy top: Munthe-Kaas BDF in q, v, λ;
// Crouch-Grossman and commutator-free methods in q, v.
#include "reproduce/correction_sets.hpp"
#include "reproduce/curves.hpp"

#include <gtest/gtest.h>

namespace liefmu::reproduce {
namespace {

constexpr double kTolerance = 0.25;

// One laboratory for all tests: its reference solutions are worth keeping.
Laboratory& laboratory() {
  static Laboratory lab;
  return lab;
}

std::vector<int> steps(int order) {
  // Order 1 is visible for very small steps only.
  if (order == 1) return {20000, 40000, 80000};
  // λ of order 6 drowns in the rounding noise of the index-3 form beyond 2000 steps.
  if (order == 6) return {1414, 1682, 2000, 2828, 4000};
  return {1000, 1414, 2000, 2828, 4000};
}

class MuntheKaasOrder : public testing::TestWithParam<int> {};

TEST_P(MuntheKaasOrder, Unconstrained) {
  const int k = GetParam();
  const Curve curve =
      topCurve(laboratory(), "", Group::so3, {.family = Family::muntheKaas, .order = k},
               Start::corrected, steps(k));
  EXPECT_NEAR(observedOrder(curve, quantity::maxQ), k, kTolerance);
  EXPECT_NEAR(observedOrder(curve, quantity::maxV), k, kTolerance);
}

TEST_P(MuntheKaasOrder, Index3) {
  const int k = GetParam();
  const Curve curve =
      topCurve(laboratory(), "", Group::r3so3, {.family = Family::muntheKaas, .order = k},
               Start::corrected, steps(k));
  EXPECT_NEAR(observedOrder(curve, quantity::maxQ), k, kTolerance);
  EXPECT_NEAR(observedOrder(curve, quantity::maxV), k, kTolerance);
  EXPECT_NEAR(observedOrder(curve, quantity::maxLambda), k, kTolerance);
}

TEST_P(MuntheKaasOrder, Index3InSe3) {
  const int k = GetParam();
  const MethodSpec method{.family = Family::muntheKaas, .order = k};
  // The order 1 shows in SE(3) for steps of microseconds: a shorter time must do.
  const Curve curve = k == 1
                          ? topCurve(laboratory(), "", Group::se3, method, Start::corrected,
                                     {50000, 100000, 200000}, 0.2)
                          : topCurve(laboratory(), "", Group::se3, method, Start::exact, steps(k));
  EXPECT_NEAR(observedOrder(curve, quantity::maxQ), k, kTolerance);
  EXPECT_NEAR(observedOrder(curve, quantity::maxLambda), k, kTolerance);
}

INSTANTIATE_TEST_SUITE_P(Orders, MuntheKaasOrder, testing::Range(1, 7));

class ExponentialProductOrder : public testing::TestWithParam<std::tuple<Family, int>> {};

TEST_P(ExponentialProductOrder, InQAndV) {
  const auto [family, p] = GetParam();
  const Curve curve = topCurve(laboratory(), "", Group::so3, {.family = family, .order = p},
                               Start::corrected, steps(p));
  EXPECT_NEAR(observedOrder(curve, quantity::maxQ), p, kTolerance);
  EXPECT_NEAR(observedOrder(curve, quantity::maxV), p, kTolerance);
}

INSTANTIATE_TEST_SUITE_P(Orders, ExponentialProductOrder,
                         testing::Combine(testing::Values(Family::crouchGrossman,
                                                          Family::commutatorFree),
                                          testing::Range(1, 5)));

class CorrectionSetOrder : public testing::TestWithParam<std::string_view> {};

TEST_P(CorrectionSetOrder, Index3) {
  const CorrectionSet& set = correctionSet(GetParam());
  const Curve curve =
      topCurve(laboratory(), "", Group::r3so3,
               {.family = Family::bliedf, .order = set.order, .correction = std::string(set.name)},
               Start::corrected, steps(set.order));
  EXPECT_NEAR(observedOrder(curve, quantity::maxQ), set.order, 0.35);
  EXPECT_NEAR(observedOrder(curve, quantity::maxLambda), set.order, 0.35);
}

INSTANTIATE_TEST_SUITE_P(Orders, CorrectionSetOrder, testing::ValuesIn(correctionSetNames()));

// A method with a wrong parameter must not pass: without its correction term BLieDF has order 2.
TEST(Orders, WithoutCorrectionOrderTwo) {
  const Curve curve = topCurve(laboratory(), "", Group::r3so3,
                               {.family = Family::bliedf, .order = 4, .correction = "none"},
                               Start::corrected, steps(4));
  EXPECT_NEAR(observedOrder(curve, quantity::maxQ), 2.0, kTolerance);
}

}  // namespace
}  // namespace liefmu::reproduce
