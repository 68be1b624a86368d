// The published convergence orders on the fast heavy top (ABC15, thesis chapter 6), as maximum over
// the interval, and their loss where a correction is left out.
#include "liefmu/convergence.hpp"
#include "models.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

namespace liefmu {
namespace {

constexpr double kOrderTolerance = 0.2;

IntegratorSettings settingsOf(int order, Formulation formulation) {
  IntegratorSettings settings;
  settings.method = order == 0 ? Method::generalizedAlpha : Method::bliedf;
  settings.order = std::max(order, 1);
  settings.formulation = formulation;
  return settings;
}

std::vector<ConvergenceRow> study(Group group, const IntegratorSettings& settings,
                                  std::vector<double> steps, double stop = 1.0,
                                  const Vector3& Omega = models::kFastTop) {
  ConvergenceStudy study;
  study.steps = std::move(steps);
  study.stop = stop;
  return converge(models::heavyTop(group, Omega), settings, study);
}

double order(const ConvergenceRow& coarse, const ConvergenceRow& fine, double MotionError::*part) {
  return observedOrder(coarse.h, coarse.max.*part, fine.h, fine.max.*part);
}

struct Case {
  Group group;
  int order;  // 0: generalized-α
  Formulation formulation;
  MotionError published;  // largest errors at h = 1/2000; zero: none published
};

class PublishedOrder : public testing::TestWithParam<Case> {};

// Orders between h = 1/2000 and 1/4000 (order 6 in the index-3 form: 1/1000 and 1/2000, below which
// rounding shows).
TEST_P(PublishedOrder, IsObservedInPositionVelocityAndMultiplier) {
  const auto& [group, k, formulation, published] = GetParam();
  const bool roundingShows = k == 6 && formulation == Formulation::index3;
  const auto rows = study(group, settingsOf(k, formulation),
                          roundingShows ? std::vector{1e-3, 5e-4} : std::vector{5e-4, 2.5e-4});
  const int nominal = k == 0 ? 2 : k;
  EXPECT_GT(order(rows[0], rows[1], &MotionError::q), nominal - kOrderTolerance);
  EXPECT_GT(order(rows[0], rows[1], &MotionError::v), nominal - kOrderTolerance);
  if (group != Group::so3) {
    EXPECT_GT(order(rows[0], rows[1], &MotionError::lambda), nominal - kOrderTolerance);
  }
  // An order far above the nominal one would mean that errors are no discretisation errors.
  EXPECT_LT(order(rows[0], rows[1], &MotionError::v), nominal + 0.5);
  if (published.q > 0.0) {
    const ConvergenceRow& row = roundingShows ? rows[1] : rows[0];
    EXPECT_LT(row.max.q, 1.2 * published.q);
    EXPECT_LT(row.max.v, 1.2 * published.v);
    if (group != Group::so3) {
      EXPECT_LT(row.max.lambda, 1.2 * published.lambda);
    }
  }
  for (const ConvergenceRow& row : rows) {
    EXPECT_LE(row.constraint, 1e-12);
    if (formulation == Formulation::stabilizedIndex2) {
      EXPECT_LE(row.velocityConstraint, 1e-11);
    }
  }
}

constexpr Formulation kIndex3 = Formulation::index3;
constexpr Formulation kStabilized = Formulation::stabilizedIndex2;

std::string caseName(const testing::TestParamInfo<Case>& info) {
  const std::array groups{"R3So3", "Se3", "So3", "R3"};
  return groups.at(static_cast<std::size_t>(info.param.group)) +
         (info.param.order == 0 ? std::string("Alpha")
                                : "Bliedf" + std::to_string(info.param.order)) +
         (info.param.formulation == kIndex3 ? "Index3" : "Stabilized");
}

INSTANTIATE_TEST_SUITE_P(
    HeavyTop, PublishedOrder,
    testing::Values(Case{Group::r3so3, 0, kIndex3, {}}, Case{Group::r3so3, 0, kStabilized, {}},
                    Case{Group::se3, 0, kIndex3, {}}, Case{Group::se3, 0, kStabilized, {}},
                    Case{Group::so3, 0, kIndex3, {}},
                    Case{Group::r3so3, 2, kIndex3, {1.7e-2, 1.1e-1, 7.1}},
                    Case{Group::r3so3, 3, kIndex3, {2.5e-3, 9.5e-3, 8.2e-1}},
                    Case{Group::r3so3, 4, kIndex3, {5.0e-5, 2.9e-4, 2.0e-2}},
                    Case{Group::r3so3, 5, kIndex3, {8.6e-6, 3.3e-5, 2.8e-3}},
                    Case{Group::r3so3, 6, kIndex3, {2.1e-7, 1.1e-6, 7.8e-5}},
                    Case{Group::r3so3, 2, kStabilized, {}},
                    Case{Group::r3so3, 3, kStabilized, {8.2e-4, 3.0e-3, 2.7e-1}},
                    Case{Group::r3so3, 4, kStabilized, {1.7e-5, 9.4e-5, 6.6e-3}},
                    Case{Group::r3so3, 5, kStabilized, {2.8e-6, 1.0e-5, 9.2e-4}},
                    Case{Group::r3so3, 6, kStabilized, {7.1e-8, 3.5e-7, 2.5e-5}},
                    Case{Group::se3, 2, kIndex3, {3.1e-1, 2.5, 1.2e2}},
                    Case{Group::se3, 3, kIndex3, {5.4e-2, 1.7e-1, 1.7e1}},
                    Case{Group::se3, 4, kIndex3, {1.1e-3, 8.1e-3, 4.0e-1}},
                    Case{Group::se3, 5, kIndex3, {1.8e-4, 5.6e-4, 5.8e-2}},
                    Case{Group::se3, 6, kStabilized, {4.6e-6, 3.1e-5, 1.6e-3}},
                    Case{Group::so3, 2, kIndex3, {3.0e-1, 1.7, 0.0}},
                    Case{Group::so3, 4, kIndex3, {1.1e-3, 5.7e-3, 0.0}},
                    Case{Group::so3, 6, kIndex3, {4.5e-6, 2.2e-5, 0.0}}),
    caseName);

// Order 1 is asymptotic on the fast top only for much smaller steps; the slow top shows it.
TEST(OrderOne, IsObservedOnTheSlowTop) {
  for (const Formulation formulation : {kIndex3, kStabilized}) {
    const auto rows =
        study(Group::r3so3, settingsOf(1, formulation), {1e-3, 5e-4}, 0.5, models::kSlowTop);
    EXPECT_NEAR(order(rows[0], rows[1], &MotionError::q), 1.0, kOrderTolerance);
    EXPECT_NEAR(order(rows[0], rows[1], &MotionError::v), 1.0, kOrderTolerance);
    EXPECT_NEAR(order(rows[0], rows[1], &MotionError::lambda), 1.0, kOrderTolerance);
  }
}

// ABC15 section 4, thesis section 3.3.3: consistent starting velocities cost λ one order in the
// index-3 form …
TEST(UncorrectedStart, CostsTheMultiplierOneOrderInIndex3) {
  for (const int k : {0, 4, 6}) {
    IntegratorSettings settings = settingsOf(k, kIndex3);
    settings.correctedStart = false;
    const auto rows = study(Group::r3so3, settings,
                            k == 6 ? std::vector{1e-3, 5e-4} : std::vector{5e-4, 2.5e-4}, 0.1);
    const int reduced = k == 0 ? 1 : k - 1;
    EXPECT_NEAR(order(rows[0], rows[1], &MotionError::lambda), reduced, 0.35) << "k = " << k;
    EXPECT_GT(order(rows[0], rows[1], &MotionError::q), reduced + 0.7) << "k = " << k;
  }
}

// … but not in SE(3), where all velocities stay in the kernel of B, nor in the stabilized form.
TEST(UncorrectedStart, DoesNotMatterInSe3NorInTheStabilizedForm) {
  for (const auto& [group, formulation] :
       {std::pair{Group::se3, kIndex3}, {Group::r3so3, kStabilized}}) {
    for (const int k : {2, 4}) {
      IntegratorSettings settings = settingsOf(k, formulation);
      settings.correctedStart = false;
      const auto rows = study(group, settings, {5e-4, 2.5e-4}, 0.2);
      EXPECT_GT(order(rows[0], rows[1], &MotionError::lambda), k - kOrderTolerance);
    }
  }
}

TEST(WithoutCommutatorCorrection, TheOrderIsTwo) {
  for (const int k : {4, 6}) {
    IntegratorSettings settings = settingsOf(k, kIndex3);
    settings.commutatorCorrection = false;
    const auto rows = study(Group::r3so3, settings, {5e-4, 2.5e-4});
    EXPECT_NEAR(order(rows[0], rows[1], &MotionError::q), 2.0, kOrderTolerance);
    EXPECT_NEAR(order(rows[0], rows[1], &MotionError::v), 2.0, kOrderTolerance);
    EXPECT_NEAR(order(rows[0], rows[1], &MotionError::lambda), 2.0, kOrderTolerance);
  }
}

TEST(ProjectedIndex1, HasTheOrderOfTheMethod) {
  for (const int k : {2, 4}) {
    const auto rows =
        study(Group::r3so3, settingsOf(k, Formulation::projectedIndex1), {5e-4, 2.5e-4}, 0.5);
    EXPECT_GT(order(rows[0], rows[1], &MotionError::q), k - kOrderTolerance);
    EXPECT_GT(order(rows[0], rows[1], &MotionError::v), k - kOrderTolerance);
    EXPECT_LE(rows[1].constraint, 1e-12);
    EXPECT_LE(rows[1].velocityConstraint, 1e-11);
  }
}

}  // namespace
}  // namespace liefmu
