#include "reproduce/costs.hpp"

#include <fmt/format.h>

#include <limits>

namespace liefmu::reproduce {
namespace {

Curve withExtraCost(Curve curve, WorkCount what, double extra) {
  for (RunResult& run : curve.runs) run.operations += extra * static_cast<double>(run.work.*what);
  return curve;
}

}  // namespace

double perStep(const Curve& curve, WorkCount what) {
  const Work& work = curve.runs.back().work;
  return static_cast<double>(work.*what) / static_cast<double>(work.steps);
}

double operationsPerStep(const Curve& curve) {
  const RunResult& run = curve.runs.back();
  return run.operations / static_cast<double>(run.work.steps);
}

double breakEven(const Curve& a, const Curve& b, WorkCount what, const Quantity& quantity) {
  constexpr double kLargest = 1e6;  // operations
  constexpr int kBisections = 60;
  const auto ratio = [&](double extra) {
    return workRatio(withExtraCost(a, what, extra), withExtraCost(b, what, extra), quantity);
  };
  double low = 0.0;
  double high = kLargest;
  if (ratio(high) < 1.0) return std::numeric_limits<double>::infinity();
  for (int i = 0; i < kBisections; ++i) {
    const double middle = 0.5 * (low + high);
    (ratio(middle) < 1.0 ? low : high) = middle;
  }
  return high;
}

report::Table costTable(const std::string& title, const std::vector<Curve>& curves) {
  report::Table table{title,
                      {"method", "Newton iterations", "exponentials", "brackets", "operations"}};
  for (const Curve& curve : curves) {
    const auto cell = [](double count) { return fmt::format("{:.1f}", count); };
    table.rows.push_back({curve.name, cell(perStep(curve, &Work::iterations)),
                          cell(perStep(curve, &Work::exponentials)),
                          cell(perStep(curve, &Work::brackets)),
                          fmt::format("{:.0f}", operationsPerStep(curve))});
  }
  return table;
}

}  // namespace liefmu::reproduce
