// An axis of a plot: its range, its ticks and how numbers are written along it.
#pragma once

#include <string>
#include <vector>

namespace liefmu::report {

struct Tick {
  double value = 0.0;
  std::string label;  // empty: a minor tick
};

struct Axis {
  double low = 0.0;
  double high = 1.0;
  bool logarithmic = false;
  std::vector<Tick> ticks = {};
  // What all labels have in common and therefore do not repeat: "×10⁻⁹ + 5435.697".
  std::string common = {};

  // Position along the axis, 0 at low and 1 at high.
  double fraction(double value) const;
};

// An axis with about `targetTicks` labels for data between low and high (positive if logarithmic).
// A range that is empty, or too narrow for double precision, is widened.
Axis makeAxis(double low, double high, bool logarithmic, int targetTicks);

// 10 to an integer power as text: "10⁻³".
std::string powerOfTen(int exponent);

}  // namespace liefmu::report
