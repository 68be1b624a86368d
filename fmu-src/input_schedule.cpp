#include "input_schedule.hpp"

#include "variable_dependencies.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace liefmu {
namespace {

// Differences that come from evaluating the same function in two ways.
constexpr double kRounding = 64.0 * std::numeric_limits<double>::epsilon();

// A smooth input given by value and derivatives misses its own continuation by the terms that were
// left out. Up to this part of what it changed by, that is no jump.
constexpr double kTruncation = 1e-2;

bool same(double a, double b, double scale) {
  return std::abs(a - b) <= kRounding * (std::abs(a) + std::abs(b) + scale);
}

// The polynomial of degree five over [t, t + H] between two values with first and second
// derivatives.
InputTaylor connect(double t, double H, const TimeValue& begin, const TimeValue& end) {
  const double v0 = begin.rate * H;
  const double v1 = end.rate * H;
  const double a0 = begin.acceleration * H * H;
  const double a1 = end.acceleration * H * H;
  const double d = end.value - begin.value;
  InputTaylor result;
  result.time = t;
  result.value = begin.value;
  result.rate = begin.rate;
  result.acceleration = begin.acceleration;
  const double H3 = H * H * H;
  result.jerk = 6.0 * (10.0 * d - 6.0 * v0 - 4.0 * v1 - 1.5 * a0 + 0.5 * a1) / H3;
  result.snap = 24.0 * (-15.0 * d + 8.0 * v0 + 7.0 * v1 + 1.5 * a0 - a1) / (H3 * H);
  result.crackle = 120.0 * (6.0 * d - 3.0 * (v0 + v1) + 0.5 * (a1 - a0)) / (H3 * H * H);
  return result;
}

}  // namespace

InputSchedule::InputSchedule(const Model& model) : inputs_(model.inputs.size()) {
  for (std::size_t i = 0; i < inputs_.size(); ++i) {
    inputs_[i].given.value = model.inputs[i].start;
    inputs_[i].followed = inputs_[i].given;
  }
  const InputDependencies dependencies(model);
  for (const std::size_t i : dependencies.inputsOf({Quantity::positionResidual, 0, 0})) {
    inputs_[i].motion = true;
  }
}

void InputSchedule::setValue(std::size_t input, double t, double value) {
  Input& at = inputs_[input];
  if (!at.derivativeSet) {
    at.given.rate = 0.0;
    at.given.acceleration = 0.0;
  }
  at.given.time = t;
  at.given.value = value;
}

void InputSchedule::setDerivative(std::size_t input, double t, int order, double value) {
  Input& at = inputs_[input];
  if (!at.derivativeSet) {
    at.given.value = evaluate(at.given, t).value;
    at.given.time = t;
    at.given.rate = 0.0;
    at.given.acceleration = 0.0;
    at.derivativeSet = true;
  }
  if (order == 1) {
    at.given.rate = value;
  } else if (order == 2) {
    at.given.acceleration = value;
  }
}

double InputSchedule::valueAt(std::size_t input, double t) const {
  return evaluate(inputs_[input].given, t).value;
}

void InputSchedule::start(double t) {
  for (Input& input : inputs_) {
    input.given.time = t;
    input.followed = input.given;
  }
}

bool InputSchedule::prepareForce(Input& input, double t) {
  const TimeValue before = evaluate(input.followed, t);
  const TimeValue after = evaluate(input.given, t);
  const double change = std::abs(before.value - input.followed.value);
  const double jump = std::abs(after.value - before.value);
  input.followed = input.given;
  return jump > kTruncation * change && !same(before.value, after.value, change);
}

bool InputSchedule::prepareMotion(Input& input, double t, double tEnd) {
  const TimeValue before = evaluate(input.followed, t);
  const TimeValue after = evaluate(input.given, t);
  const double H = tEnd - t;
  if (same(before.value, after.value, H * std::abs(before.rate)) &&
      same(before.rate, after.rate, H * std::abs(before.acceleration))) {
    input.followed = input.given;
    return !same(before.acceleration, after.acceleration, 0.0);
  }
  static_cast<InputTaylor&>(input.followed) = connect(t, H, before, evaluate(input.given, tEnd));
  return false;
}

bool InputSchedule::prepare(double t, double tEnd) {
  bool jumped = false;
  for (Input& input : inputs_) {
    const bool jumps = input.motion ? prepareMotion(input, t, tEnd) : prepareForce(input, t);
    jumped = jumped || jumps;
  }
  return jumped;
}

void InputSchedule::stepDone() {
  for (Input& input : inputs_) {
    input.derivativeSet = false;
  }
}

bool InputSchedule::changed(double t) const {
  return std::any_of(inputs_.begin(), inputs_.end(), [&](const Input& input) {
    const TimeValue before = evaluate(input.followed, t);
    const TimeValue after = evaluate(input.given, t);
    return before.value != after.value ||
           (input.motion &&
            (before.rate != after.rate || before.acceleration != after.acceleration));
  });
}

}  // namespace liefmu
