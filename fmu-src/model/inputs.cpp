#include "model/inputs.hpp"

#include "types.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <ranges>
#include <utility>

namespace liefmu {

CubicSpline::CubicSpline(std::vector<double> arguments, std::vector<double> values)
    : arguments_(std::move(arguments)), values_(std::move(values)) {
  const std::size_t n = arguments_.size();
  if (n < 2 || values_.size() != n) {
    throw Error("a table needs at least two points and as many values as arguments");
  }
  for (std::size_t i = 1; i < n; ++i) {
    if (!(arguments_[i] > arguments_[i - 1])) {
      throw Error("the arguments of a table must increase strictly");
    }
  }
  // The second derivatives solve a tridiagonal, diagonally dominant system (Thomas algorithm).
  curvatures_.assign(n, 0.0);
  std::vector<double> pivot(n, 1.0);
  for (std::size_t i = 1; i + 1 < n; ++i) {
    const double left = arguments_[i] - arguments_[i - 1];
    const double right = arguments_[i + 1] - arguments_[i];
    const double bend =
        6.0 * ((values_[i + 1] - values_[i]) / right - (values_[i] - values_[i - 1]) / left);
    const double factor = i > 1 ? left / pivot[i - 1] : 0.0;
    pivot[i] = 2.0 * (left + right) - factor * left;
    curvatures_[i] = bend - factor * curvatures_[i - 1];
  }
  for (std::size_t i = n - 2; i > 0; --i) {
    const double right = arguments_[i + 1] - arguments_[i];
    curvatures_[i] = (curvatures_[i] - right * curvatures_[i + 1]) / pivot[i];
  }
  integrals_.assign(n, 0.0);
  for (std::size_t i = 1; i < n; ++i) {
    const double h = arguments_[i] - arguments_[i - 1];
    integrals_[i] = integrals_[i - 1] + 0.5 * h * (values_[i] + values_[i - 1]) -
                    h * h * h / 24.0 * (curvatures_[i] + curvatures_[i - 1]);
  }
}

// The interval i (from point i to i + 1) that contains x, or the nearest one.
std::size_t CubicSpline::interval(double x) const {
  const auto above = std::upper_bound(arguments_.begin() + 1, arguments_.end() - 1, x);
  return static_cast<std::size_t>(above - arguments_.begin()) - 1;
}

TimeValue CubicSpline::at(double x) const {
  const std::size_t i = interval(x);
  const double h = arguments_[i + 1] - arguments_[i];
  const double slope = (values_[i + 1] - values_[i]) / h;
  if (x < arguments_.front()) {
    const double rate = slope - h / 6.0 * curvatures_[1];
    return {values_.front() + rate * (x - arguments_.front()), rate, 0.0};
  }
  if (x > arguments_.back()) {
    const double rate = slope + h / 6.0 * curvatures_[i];
    return {values_.back() + rate * (x - arguments_.back()), rate, 0.0};
  }
  const double a = (arguments_[i + 1] - x) / h;
  const double b = (x - arguments_[i]) / h;
  return {
      a * values_[i] + b * values_[i + 1] +
          h * h / 6.0 * ((a * a * a - a) * curvatures_[i] + (b * b * b - b) * curvatures_[i + 1]),
      slope + h / 6.0 *
                  ((3.0 * b * b - 1.0) * curvatures_[i + 1] - (3.0 * a * a - 1.0) * curvatures_[i]),
      a * curvatures_[i] + b * curvatures_[i + 1]};
}

double CubicSpline::integralFromStart(double x) const {
  if (x < arguments_.front() || x > arguments_.back()) {
    const bool left = x < arguments_.front();
    const double distance = x - (left ? arguments_.front() : arguments_.back());
    const double edge = left ? values_.front() : values_.back();
    return (left ? 0.0 : integrals_.back()) + 0.5 * distance * (edge + at(x).value);
  }
  const std::size_t i = interval(x);
  const double h = arguments_[i + 1] - arguments_[i];
  const double a = (arguments_[i + 1] - x) / h;
  const double b = (x - arguments_[i]) / h;
  const double fromLeft = 1.0 - a * a;
  const double toRight = b * b;
  return integrals_[i] + 0.5 * h * (fromLeft * values_[i] + toRight * values_[i + 1]) -
         h * h * h / 24.0 *
             (fromLeft * fromLeft * curvatures_[i] +
              toRight * (2.0 - toRight) * curvatures_[i + 1]);
}

double CubicSpline::integral(double x) const {
  return integralFromStart(x) - integralFromStart(0.0);
}

namespace {

TimeValue valueOf(const Constant& constant, double /*t*/, const std::vector<InputTaylor>& /*u*/) {
  return {constant.value, 0.0, 0.0};
}

// Horner's rule for value, derivative and half the second derivative together.
TimeValue valueOf(const Polynomial& polynomial, double t, const std::vector<InputTaylor>& /*u*/) {
  TimeValue sum;
  for (const double c : std::views::reverse(polynomial.coefficients)) {
    sum.acceleration = sum.acceleration * t + sum.rate;
    sum.rate = sum.rate * t + sum.value;
    sum.value = sum.value * t + c;
  }
  sum.acceleration *= 2.0;
  return sum;
}

TimeValue valueOf(const Sine& sine, double t, const std::vector<InputTaylor>& /*u*/) {
  const double omega = 2.0 * std::numbers::pi * sine.frequency;
  const double s = sine.amplitude * std::sin(omega * t + sine.phase);
  const double c = sine.amplitude * std::cos(omega * t + sine.phase);
  return {sine.offset + s, omega * c, -omega * omega * s};
}

TimeValue valueOf(const Table& table, double t, const std::vector<InputTaylor>& /*u*/) {
  return table.spline.at(t);
}

TimeValue valueOf(const FromInput& reference, double t, const std::vector<InputTaylor>& inputs) {
  const InputTaylor& input = inputs[static_cast<std::size_t>(reference.input)];
  const TimeValue at = evaluate(input, t);
  return {reference.offset + reference.scale * at.value, reference.scale * at.rate,
          reference.scale * at.acceleration};
}

}  // namespace

TimeValue evaluate(const InputTaylor& input, double t) {
  const double dt = t - input.time;
  const double cubic = input.jerk + dt * (input.snap / 2.0 + dt * input.crackle / 6.0);
  const double quadratic =
      input.acceleration / 2.0 +
      dt * (input.jerk / 6.0 + dt * (input.snap / 24.0 + dt * input.crackle / 120.0));
  const double linear =
      input.acceleration +
      dt * (input.jerk / 2.0 + dt * (input.snap / 6.0 + dt * input.crackle / 24.0));
  return {input.value + dt * (input.rate + dt * quadratic), input.rate + dt * linear,
          input.acceleration + dt * cubic};
}

TimeValue evaluate(const Signal& signal, double t, const std::vector<InputTaylor>& inputs) {
  return std::visit([&](const auto& function) { return valueOf(function, t, inputs); }, signal);
}

}  // namespace liefmu
