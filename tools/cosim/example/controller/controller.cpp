#include "controller.hpp"

#include <algorithm>
#include <cmath>

namespace controller {
namespace {

// Importers add up their clock in floating point: a sample this close to the end of a step (as a
// part of the period) belongs to the next one.
constexpr double kRounding = 1e-6;

double wantedForce(const State& state) {
  const auto& v = state.values;
  return v[positionGain] * (v[position] - v[reference]) + v[velocityGain] * v[velocity] +
         v[angleGain] * v[angle] + v[rateGain] * v[rate] + v[integralGain] * state.integral;
}

void sample(State& state) {
  auto& v = state.values;
  showForce(state);
  // While the force is at its limit, the integral waits: it would grow without having an effect.
  if (std::abs(wantedForce(state)) <= v[forceLimit]) {
    state.integral += v[samplePeriod] * (v[position] - v[reference]);
  }
  ++state.samples;
}

}  // namespace

void showForce(State& state) {
  const double limit = state.values[forceLimit];
  state.values[force] = std::clamp(wantedForce(state), -limit, limit);
}

void start(State& state) {
  state.integral = 0.0;
  state.samples = 0;
  sample(state);
}

void advance(State& state, double stepSize) {
  const double period = state.values[samplePeriod];
  const double end = state.time + stepSize;
  while (state.startTime + static_cast<double>(state.samples) * period < end - kRounding * period) {
    sample(state);
  }
  state.time = end;
}

}  // namespace controller
