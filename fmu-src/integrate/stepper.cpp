#include "integrate/stepper.hpp"

#include <cmath>
#include <limits>

namespace liefmu {

namespace {

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();
constexpr double kRoundingMargin = 20.0;

}  // namespace

void roundingWeights(MechanicalSystem& system, const MotionState& state, double h, Weights& weights) {
  system.magnitudes(state.q, state.v, weights.u, weights.v);
  for (Index i = 0; i < weights.u.size(); ++i) {
    // v is determined by Φ/h, which carries the rounding error of q divided by h.
    weights.v[i] = kRoundingMargin * kEpsilon * (weights.v[i] + (1.0 + weights.u[i]) / h);
    weights.u[i] = kRoundingMargin * kEpsilon * (1.0 + weights.u[i]);
  }
}

void toleranceWeights(MechanicalSystem& system, const MotionState& state, double relative, double absolute,
                      Weights& weights) {
  system.magnitudes(state.q, state.v, weights.u, weights.v);
  weights.u = (absolute + relative * weights.u.array()).matrix();
  weights.v = (absolute + relative * weights.v.array()).matrix();
}

double weightedNorm(const Weights& weights, const Vector& u, const Vector& v) {
  double sum = 0.0;
  for (Index i = 0; i < u.size(); ++i) {
    const double position = u[i] / weights.u[i];
    const double velocity = v[i] / weights.v[i];
    sum += position * position + velocity * velocity;
  }
  return std::sqrt(sum / static_cast<double>(2 * u.size()));
}

}  // namespace liefmu
