// Prescribed step sequences as in the thesis, sections 6.3 and 6.4: random changes in every step,
// or larger ones after some steps. The order must be kept in q, v and λ, and is lost in λ where the
// index-3 form goes without its corrections.
#include "driven_top.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

namespace liefmu {
namespace {

// Step sizes in [mean/√r, mean·√r], so that neighbours have ratios in [1/r, r] and halving the mean
// halves the largest.
struct Sequence {
  double largestRatio;
  int every;  // steps between changes
};

std::vector<double> pointsInTime(const Sequence& sequence, double mean, double end) {
  std::mt19937 random(7);
  std::vector<double> points{0.0};
  double h = mean;
  while (points.back() < end) {
    if (static_cast<int>(points.size()) % sequence.every == 0) {
      const double uniform =
          static_cast<double>(random()) / static_cast<double>(std::mt19937::max());
      h = mean * std::pow(sequence.largestRatio, uniform - 0.5);
    }
    points.push_back(points.back() + h);
  }
  return points;
}

MotionError errorOf(const Sequence& sequence, double mean, Group group,
                    IntegratorSettings settings) {
  settings.stepSize = 1.0;  // so that every advance is one step
  Multibody system(models::heavyTop(group));
  ErrorMeter meter(system, settings);
  const std::vector<double> points = pointsInTime(sequence, mean, 0.25);
  for (std::size_t i = 1; i < points.size(); ++i) EXPECT_TRUE(meter.advance(points[i]));
  return meter.largest();
}

// Over two halvings: one random sequence is luckier than another.
MotionError orders(const Sequence& sequence, double mean, Group group,
                   const IntegratorSettings& settings) {
  const MotionError coarse = errorOf(sequence, mean, group, settings);
  const MotionError fine = errorOf(sequence, mean / 4.0, group, settings);
  return {std::log2(coarse.q / fine.q) / 2.0, std::log2(coarse.v / fine.v) / 2.0,
          std::log2(coarse.lambda / fine.lambda) / 2.0};
}

constexpr Sequence kEveryStep{1.1, 1};
constexpr Sequence kEveryTenth{2.0, 10};
constexpr Sequence kEveryThirtieth{2.0, 30};
constexpr double kTolerance = 0.25;

struct Case {
  Group group;
  int order;  // 0: generalized-α
  Formulation formulation;
};

class StepSequence : public testing::TestWithParam<Case> {};

TEST_P(StepSequence, KeepsTheOrderInPositionVelocityAndMultiplier) {
  const auto& [group, k, formulation] = GetParam();
  const int nominal = k == 0 ? 2 : k;
  const double mean = k >= 4 ? 8e-4 : 2e-4;
  for (const Sequence& sequence : {kEveryStep, kEveryTenth, kEveryThirtieth}) {
    const MotionError order = orders(sequence, mean, group, methodOf(k, formulation));
    EXPECT_GT(order.q, nominal - kTolerance) << "changes every " << sequence.every;
    EXPECT_GT(order.v, nominal - kTolerance) << "changes every " << sequence.every;
    EXPECT_GT(order.lambda, nominal - kTolerance) << "changes every " << sequence.every;
  }
}

INSTANTIATE_TEST_SUITE_P(HeavyTop, StepSequence,
                         testing::Values(Case{Group::r3so3, 0, Formulation::stabilizedIndex2},
                                         Case{Group::r3so3, 0, Formulation::index3},
                                         Case{Group::se3, 0, Formulation::stabilizedIndex2},
                                         Case{Group::r3so3, 2, Formulation::stabilizedIndex2},
                                         Case{Group::r3so3, 3, Formulation::stabilizedIndex2},
                                         Case{Group::r3so3, 4, Formulation::stabilizedIndex2},
                                         Case{Group::r3so3, 5, Formulation::stabilizedIndex2},
                                         Case{Group::r3so3, 2, Formulation::index3},
                                         Case{Group::r3so3, 3, Formulation::index3},
                                         Case{Group::r3so3, 4, Formulation::index3},
                                         Case{Group::r3so3, 5, Formulation::index3},
                                         Case{Group::se3, 4, Formulation::stabilizedIndex2}));

TEST(StepSequenceWithoutCorrections, CostsTheMultiplierOneOrderInIndex3) {
  for (const int k : {0, 2, 3, 4}) {
    IntegratorSettings settings = methodOf(k, Formulation::index3);
    settings.correctedStart = false;
    const MotionError order = orders(kEveryTenth, 2e-4, Group::r3so3, settings);
    EXPECT_LT(order.lambda, (k == 0 ? 2 : k) - 0.5) << k;
    EXPECT_GT(order.q, (k == 0 ? 2 : k) - kTolerance) << k;
  }
}

}  // namespace
}  // namespace liefmu
