#include "reproduce/curves.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace liefmu::reproduce {
namespace {

// In the index-3 form λ contains second differences of q, which is known up to ε: noise 5e-15
// C_k/h² with C_k = Σ|α_i| Σ|γ_i| (measured for the top, 15 kg).
double multiplierNoise(int order, double h) {
  constexpr std::array<double, 7> kGrowth = {2.0, 2.0, 8.0, 22.0, 57.0, 146.0, 385.0};
  return 5e-15 * kGrowth.at(static_cast<std::size_t>(order)) / (h * h);
}

bool usable(const Curve& curve, const RunResult& run, const Quantity& quantity) {
  constexpr double kAboveNoise = 3.0;
  const double error = quantity.value(run);
  if (!run.ok || !(error > quantity.floor)) return false;
  return !curve.index3 ||
         error > kAboveNoise * quantity.multiplierNoise * multiplierNoise(curve.order, run.h);
}

// log(operations) of a curve where its error is `error`, by linear interpolation between
// logarithms.
double logWorkFor(const Curve& curve, const Quantity& quantity, double error) {
  double result = std::numeric_limits<double>::quiet_NaN();
  for (std::size_t i = 0; i + 1 < curve.runs.size(); ++i) {
    const double e0 = std::log(quantity.value(curve.runs[i]));
    const double e1 = std::log(quantity.value(curve.runs[i + 1]));
    const double w0 = std::log(curve.runs[i].operations);
    const double w1 = std::log(curve.runs[i + 1].operations);
    const bool last = i + 2 == curve.runs.size();
    if (std::log(error) <= e0 && (std::log(error) >= e1 || last)) {
      return w0 + (w1 - w0) * (std::log(error) - e0) / (e1 - e0);
    }
  }
  return result;
}

report::Series asSeries(const Curve& curve, const Quantity& quantity, bool overWork) {
  report::Series series{.name = curve.name, .markers = true};
  for (const RunResult& run : curve.runs) {
    series.x.push_back(overWork ? run.operations : run.h);
    series.y.push_back(run.ok ? quantity.value(run) : std::numeric_limits<double>::quiet_NaN());
  }
  return series;
}

bool hasPoints(const report::Series& series) {
  return std::any_of(series.y.begin(), series.y.end(), [](double y) { return std::isfinite(y); });
}

// A curve without a single stable run cannot be drawn; the title says so.
void addCurve(const Curve& curve, const Quantity& quantity, bool overWork, report::Plot& plot) {
  const report::Series series = asSeries(curve, quantity, overWork);
  if (hasPoints(series)) {
    plot.series.push_back(series);
  } else {
    plot.title += " (" + curve.name + " is unstable)";
  }
}

}  // namespace

const std::vector<int>& usualSteps() {
  static const std::vector<int> steps = {1000, 1414, 2000, 2828, 4000, 5657, 8000};
  return steps;
}

Curve topCurve(Laboratory& lab, const std::string& name, Group group, const MethodSpec& method,
               Start start, const std::vector<int>& steps, double tEnd) {
  Curve curve{name, method.order, group != Group::so3 && method.form == Form::index3, {}};
  for (const int n : steps) {
    curve.runs.push_back(lab.constantSteps(group, method, start, n, tEnd));
  }
  return curve;
}

double observedOrder(const Curve& curve, const Quantity& quantity) {
  constexpr std::size_t kPoints = 3;
  std::vector<double> h;
  std::vector<double> error;
  for (auto run = curve.runs.rbegin(); run != curve.runs.rend() && h.size() < kPoints; ++run) {
    if (!usable(curve, *run, quantity)) continue;
    h.push_back(run->h);
    error.push_back(quantity.value(*run));
  }
  return h.size() < 2 ? std::numeric_limits<double>::quiet_NaN() : slope(h, error);
}

double workRatio(const Curve& a, const Curve& b, const Quantity& quantity) {
  const auto finest = [&](const Curve& curve) { return quantity.value(curve.runs.back()); };
  const auto coarsest = [&](const Curve& curve) { return quantity.value(curve.runs.front()); };
  const double low = std::max(finest(a), finest(b));
  const double high = std::min(coarsest(a), coarsest(b));
  const double error = std::sqrt(low * high);
  return std::exp(logWorkFor(a, quantity, error) - logWorkFor(b, quantity, error));
}

double errorRatio(const Curve& a, const Curve& b, const Quantity& quantity) {
  for (std::size_t i = std::min(a.runs.size(), b.runs.size()); i-- > 0;) {
    if (usable(a, a.runs[i], quantity) && usable(b, b.runs[i], quantity)) {
      return quantity.value(a.runs[i]) / quantity.value(b.runs[i]);
    }
  }
  return std::numeric_limits<double>::quiet_NaN();
}

report::Plot errorPlot(const std::string& title, const std::vector<Curve>& curves,
                       const Quantity& quantity, bool slopes) {
  report::Plot plot{title, "step size in s", quantity.label, true, true};
  for (const Curve& curve : curves) {
    addCurve(curve, quantity, false, plot);
    const double order = observedOrder(curve, quantity);
    if (slopes && std::isfinite(order)) plot.series.back().slope = std::round(order);
  }
  return plot;
}

report::Plot workPlot(const std::string& title, const std::vector<Curve>& curves,
                      const Quantity& quantity) {
  report::Plot plot{title, "floating-point operations", quantity.label, true, true};
  for (const Curve& curve : curves) addCurve(curve, quantity, true, plot);
  return plot;
}

Finding orderFinding(const std::string& claim, const std::vector<Curve>& curves,
                     const Quantity& quantity, const std::vector<double>& expected,
                     double tolerance) {
  Finding finding{claim, "observed order: ", true};
  for (std::size_t i = 0; i < curves.size(); ++i) {
    const double order = observedOrder(curves[i], quantity);
    finding.found += fmt::format("{}{} {:.2f}", i > 0 ? ", " : "", curves[i].name, order);
    finding.holds = finding.holds && std::abs(order - expected[i]) <= tolerance;
  }
  return finding;
}

}  // namespace liefmu::reproduce
