#include "report/axis.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

namespace liefmu::report {

namespace {

// The one of 1, 2, 5 times a power of ten that is nearest to x by ratio.
double niceStep(double x) {
  const double power = std::pow(10.0, std::floor(std::log10(x)));
  const double digit = x / power;
  if (digit < std::sqrt(2.0)) return power;
  if (digit < std::sqrt(10.0)) return 2.0 * power;
  if (digit < std::sqrt(50.0)) return 5.0 * power;
  return 10.0 * power;
}

// Digits after the decimal point that tell multiples of step apart.
int decimalsFor(double step) {
  return std::max(0, static_cast<int>(std::ceil(-std::log10(step) - 1e-9)));
}

std::string fixed(double value, int decimals) {
  std::string text = fmt::format("{:.{}f}", value, decimals);
  if (text.find_first_not_of("-0.") == std::string::npos && text[0] == '-') text.erase(0, 1);
  if (text[0] == '-') text.replace(0, 1, "−");
  return text;
}

void addLinearTicks(Axis& axis, int targetTicks) {
  const double span = axis.high - axis.low;
  const double largest = std::max(std::abs(axis.low), std::abs(axis.high));
  const double step = niceStep(span / targetTicks);

  // Values that agree in their leading digits: write those once.
  const double coarse = niceStep(span) * 2.0;
  const double offset = span < 1e-4 * largest ? std::floor(axis.low / coarse) * coarse : 0.0;
  const double shown = offset == 0.0 ? largest : span;
  const int exponent = static_cast<int>(std::floor(std::log10(shown) + 1e-12));
  const bool scaled = exponent >= 5 || exponent <= -3;
  const double unit = scaled ? std::pow(10.0, exponent) : 1.0;

  constexpr double kSlack = 1e-3;  // a tick on the end of the range counts, whatever the rounding
  const int decimals = decimalsFor(step / unit);
  const double first = std::ceil((axis.low - offset) / step - kSlack);
  const double last = std::floor((axis.high - offset) / step + kSlack);
  for (double i = first; i <= last; i += 1.0) {
    axis.ticks.push_back({offset + i * step, fixed(i * step / unit, decimals)});
  }
  if (scaled) axis.common = "×" + powerOfTen(exponent);
  if (offset != 0.0) {
    const std::string_view sign = offset < 0.0 ? "− " : "+ ";
    if (!axis.common.empty()) axis.common += ' ';
    axis.common += fmt::format("{}{:.{}f}", sign, std::abs(offset), decimalsFor(coarse));
  }
}

void addLogarithmicTicks(Axis& axis, int targetTicks) {
  const int first = static_cast<int>(std::floor(std::log10(axis.low) + 1e-9));
  const int last = static_cast<int>(std::ceil(std::log10(axis.high) - 1e-9));
  const int decades = last - first;
  const int stride = std::max(1, (decades + targetTicks - 1) / targetTicks);
  // Few decades: 2 and 5 get labels as well, for want of others.
  const bool labelsBetween = std::log10(axis.high / axis.low) < 1.5;
  for (int decade = first; decade <= last; ++decade) {
    const double power = std::pow(10.0, decade);
    for (int digit = 1; digit <= (stride == 1 ? 9 : 1); ++digit) {
      const double value = digit * power;
      if (value < axis.low * (1.0 - 1e-9) || value > axis.high * (1.0 + 1e-9)) continue;
      std::string label;
      if (digit == 1 && decade % stride == 0) label = powerOfTen(decade);
      if (labelsBetween && (digit == 2 || digit == 5)) {
        label = fmt::format("{}·{}", digit, powerOfTen(decade));
      }
      axis.ticks.push_back({value, std::move(label)});
    }
  }
}

}  // namespace

std::string powerOfTen(int exponent) {
  static constexpr std::array<std::string_view, 10> kSuperscripts = {"⁰", "¹", "²", "³", "⁴",
                                                                     "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string text = "10";
  for (const char c : std::to_string(exponent)) {
    text += c == '-' ? std::string_view("⁻") : kSuperscripts.at(static_cast<std::size_t>(c - '0'));
  }
  return text;
}

double Axis::fraction(double value) const {
  if (logarithmic) return std::log(value / low) / std::log(high / low);
  return (value - low) / (high - low);
}

Axis makeAxis(double low, double high, bool logarithmic, int targetTicks) {
  Axis axis;
  axis.logarithmic = logarithmic;
  if (logarithmic) {
    const double widen = high < low * 1.01 ? 3.0 : 1.0;
    axis.low = low / widen;
    axis.high = high * widen;
    addLogarithmicTicks(axis, targetTicks);
    return axis;
  }
  const double largest = std::max(std::abs(low), std::abs(high));
  const double narrowest = largest > 0.0 ? 1e-12 * largest : 1.0;
  if (high - low < narrowest) {
    // A constant: show it in the middle of a range in which its digits can be read.
    const double half = largest > 0.0 ? (high == low ? 0.05 * largest : narrowest) : 1.0;
    const double middle = 0.5 * (low + high);
    low = middle - half;
    high = middle + half;
  }
  axis.low = low;
  axis.high = high;
  addLinearTicks(axis, targetTicks);
  return axis;
}

}  // namespace liefmu::report
