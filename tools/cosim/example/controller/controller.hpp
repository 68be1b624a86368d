// A sampled controller that balances a pole on a cart: state feedback with integral action and a
// limited force. The mathematics and nothing else; the FMI functions around it are in fmi2.cpp.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace controller {

// The variables; their numbers are the value references in modelDescription.xml.
enum Variable : unsigned {
  position,   // inputs: m
  velocity,   // m/s
  angle,      // rad, zero if the pole stands upright
  rate,       // rad/s
  force,      // the output: N
  reference,  // parameters: m, where the cart should stand
  positionGain,
  velocityGain,
  angleGain,
  rateGain,
  integralGain,
  forceLimit,    // N
  samplePeriod,  // s
};
inline constexpr std::size_t kVariables = 13;

// Everything that the controller knows, so that a copy is a saved state.
struct State {
  std::array<double, kVariables> values = {0, 0, 0, 0, 0, 0, 6.0, 7.0, 49.0, 12.5, 1.9, 20.0, 0.01};
  double integral = 0.0;  // of the position error, m s
  double startTime = 0.0;
  double time = 0.0;         // the communication point
  std::int64_t samples = 0;  // taken so far; number k belongs to startTime + k · samplePeriod
};

// Computes the force from the inputs, without taking a sample.
void showForce(State& state);

// The first sample, at the start time.
void start(State& state);

// To the next communication point. The samples that fall into the step, its beginning included and
// its end not, see the inputs as they are now.
void advance(State& state, double stepSize);

}  // namespace controller
