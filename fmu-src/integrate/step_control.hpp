// Step size and order control as pure functions: numbers in, numbers out, no state. Constants are
// those of a measured compromise; each says what it guards against.
#pragma once

#include <algorithm>
#include <cmath>

namespace liefmu {

// The step that divides what is left up to the next communication point evenly, close to the wanted
// step. Importers pass communication steps with rounding noise, which must not flip the number of
// steps.
inline double landingStep(double rest, double wanted) {
  constexpr double kRoundingNoise = 1e-6;
  if (!(wanted < rest)) {
    return rest;
  }
  return rest / std::max(1.0, std::ceil(rest / wanted - kRoundingNoise));
}

// The tolerance that the local error test works with. Accepting a local error TOL per step gives a
// global error that falls only like TOL^(p/(p+1)) for a method of order p; with this exponent the
// global error is proportional to the user's tolerance. The factor is calibrated: ordinary
// mechanisms end their first second with an error of about one tolerance, the fast heavy top, which
// turns 24 times in it, with 30 (R³×SO(3)) to 100 (SE(3)).
inline double localTolerance(double tolerance, int order) {
  constexpr double kCalibration = 0.08;
  return kCalibration * std::pow(tolerance, (order + 1.0) / order);
}

namespace bdf {

inline constexpr double kBias =
    3.0;  // safety factor on the error at the present and the lower order
inline constexpr double kRaiseBias = 4.0;  // … at the next higher order
inline constexpr double kGrowthThreshold = 1.2;
inline constexpr double kShrinkThreshold = 0.95;
inline constexpr int kLowestOrder =
    2;  // order 1 would excite stiff modes again; only the start uses it

// Step ratio that brings an error E of order k below the tolerance with a margin.
inline double ratio(double E, int k, double bias) {
  return std::pow(bias * E + 1e-6, -1.0 / (k + 1));
}

// Zero stability limits the growth of the step size.
inline double maxGrowth(int k) {
  return k <= 5 ? 2.0 : 1.3;
}

struct Choice {
  int order;
  double ratio;  // of the next step to the one just made; 1 = keep
};

// After an accepted step. Pass a negative value for an error that is not available.
inline Choice choose(int k, double lowerE, double E, double higherE, bool mayGrow) {
  Choice choice{k, ratio(E, k, kBias)};
  if (k > kLowestOrder && lowerE >= 0.0) {
    const double lower = ratio(lowerE, k - 1, kBias);
    if (lower > (k == kLowestOrder + 1 ? 1.0 : 1.05) * choice.ratio) {
      choice = {k - 1, lower};
    }
  }
  if (choice.order == k && higherE >= 0.0) {
    const double higher = ratio(higherE, k + 1, kRaiseBias);
    if (higher > choice.ratio) {
      choice = {k + 1, higher};
    }
  }
  if (choice.ratio < kShrinkThreshold) {
    return {std::min(choice.order, k), std::clamp(choice.ratio, 0.5, 0.9)};
  }
  if (choice.ratio >= kGrowthThreshold && mayGrow) {
    return {choice.order, std::min(choice.ratio, maxGrowth(choice.order))};
  }
  return {std::min(choice.order, k), 1.0};
}

// After the `failures`-th error test failure in a row at one point.
inline Choice afterFailure(int failures, int k, double lowerE, double E) {
  if (failures == 1) {
    const int order = k > kLowestOrder && lowerE >= 0.0 && lowerE < 0.5 * E ? k - 1 : k;
    return {order, std::clamp(0.9 * std::pow(kBias * E + 1e-4, -1.0 / (k + 1)), 0.25, 0.9)};
  }
  if (failures == 2) {
    return {k > kLowestOrder && lowerE >= 0.0 && lowerE < E ? k - 1 : k, 0.25};
  }
  return {failures < 6 ? std::min(k, kLowestOrder) : 1, 0.25};
}

}  // namespace bdf

namespace alpha {

// Ratio of the next step for a filtered error norm; steps between the thresholds are kept, so that
// the factorisation lives on.
inline double wantedRatio(double E) {
  return std::clamp(0.85 * std::pow(std::max(E, 1e-12), -1.0 / 3.0), 0.2, 2.0);
}

inline double afterSuccess(double E, bool mayGrow) {
  const double wanted = wantedRatio(E);
  if (wanted > 1.2) {
    return mayGrow ? wanted : 1.0;
  }
  return wanted < 0.95 ? wanted : 1.0;
}

inline double afterFailure(double E) {
  return std::clamp(wantedRatio(E), 0.2, 0.9);
}

}  // namespace alpha

}  // namespace liefmu
