// Quantities that are given over time: the inputs of a model and the time functions that may drive
// forces, actuators and prescribed motions. Every function knows its first two derivatives, because
// a prescribed motion enters the velocity and acceleration level of its constraint.
#pragma once

#include "linear_algebra.hpp"

#include <cstddef>
#include <string>
#include <variant>
#include <vector>

namespace liefmu {

// A declared input of the model.
struct InputSignal {
  std::string name;
  std::string description;
  std::string unit;    // of the value, for example "N", "N.m", "rad"
  double start = 0.0;  // until the environment sets another value
};

// What is known about an input: value and time derivatives at `time`. Between communication points
// it is the Taylor polynomial.
struct InputTaylor {
  double time = 0.0;  // s
  double value = 0.0;
  double rate = 0.0;          // 1/s
  double acceleration = 0.0;  // 1/s²
  // Terms of third to fifth order: not given from outside, they lead a prescribed motion smoothly.
  double jerk = 0.0;     // 1/s³
  double snap = 0.0;     // 1/s⁴
  double crackle = 0.0;  // 1/s⁵
};

struct TimeValue {
  double value = 0.0;
  double rate = 0.0;
  double acceleration = 0.0;
};

// Natural cubic spline through given points: twice continuously differentiable everywhere, because
// it continues linearly outside the given range and its second derivative vanishes at the ends.
class CubicSpline {
 public:
  CubicSpline() = default;
  // At least two points, arguments strictly increasing; else throws Error.
  CubicSpline(std::vector<double> arguments, std::vector<double> values);

  [[nodiscard]] TimeValue at(double x) const;
  // ∫ from 0 to x: the potential of a spring characteristic.
  [[nodiscard]] double integral(double x) const;

  [[nodiscard]] const std::vector<double>& arguments() const { return arguments_; }
  [[nodiscard]] const std::vector<double>& values() const { return values_; }

 private:
  [[nodiscard]] std::size_t interval(double x) const;
  [[nodiscard]] double integralFromStart(double x) const;

  std::vector<double> arguments_{0.0, 1.0};
  std::vector<double> values_{0.0, 0.0};
  std::vector<double> curvatures_{0.0, 0.0};  // second derivatives at the points
  std::vector<double> integrals_{0.0, 0.0};   // from the first point to this one
};

struct Constant {
  double value = 0.0;
};
// c₀ + c₁ t + c₂ t² + …
struct Polynomial {
  std::vector<double> coefficients;
};
// offset + amplitude · sin(2π frequency t + phase)
struct Sine {
  double offset = 0.0;
  double amplitude = 0.0;
  double frequency = 0.0;  // Hz
  double phase = 0.0;      // rad
};
struct Table {
  CubicSpline spline;  // over time in s
};
// offset + scale · input
struct FromInput {
  Index input = 0;  // into Model::inputs
  double scale = 1.0;
  double offset = 0.0;
};

using Signal = std::variant<Constant, Polynomial, Sine, Table, FromInput>;

[[nodiscard]] TimeValue evaluate(const InputTaylor& input, double t);
[[nodiscard]] TimeValue evaluate(const Signal& signal, double t,
                                 const std::vector<InputTaylor>& inputs);

}  // namespace liefmu
