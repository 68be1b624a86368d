#include "integrate/stepper.hpp"

#include <cmath>
#include <limits>

namespace liefmu {

namespace {

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();
constexpr double kRoundingMargin = 4.0;

}  // namespace

void roundingWeights(MechanicalSystem& system, const MotionState& state, double index3Step,
                     Weights& weights) {
  const double noise = index3Step > 0.0 ? 1.0 / index3Step : 1.0;
  system.magnitudes(state.q, state.v, weights.u, weights.v);
  for (Index i = 0; i < weights.u.size(); ++i) {
    weights.v[i] = kRoundingMargin * kEpsilon * (weights.v[i] + (1.0 + weights.u[i]) * noise);
    weights.u[i] = kRoundingMargin * kEpsilon * (1.0 + weights.u[i]);
  }
}

void toleranceWeights(MechanicalSystem& system, const MotionState& state, double relative,
                      double absolute, Weights& weights) {
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
