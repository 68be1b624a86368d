#include "reproduce/random_curve.hpp"

#include <numeric>

namespace liefmu::reproduce {

Curve randomCurve(Laboratory& lab, const std::string& name, Group group, const MethodSpec& method,
                  const SequenceRule& rule) {
  constexpr std::uint32_t kSeed = 20220222;
  constexpr int kConstantStart = 8;  // starting values are equidistant
  Curve curve{name, method.order, true, {}};
  for (const double h : {1e-3, 5.6e-4, 3.2e-4, 1.8e-4, 1e-4}) {
    const std::vector<double> steps = randomSteps(rule, h, 1.0, kSeed, kConstantStart);
    RunResult run = Laboratory::run(lab.top(group), method, Start::corrected, steps);
    run.h = std::accumulate(steps.begin(), steps.end(), 0.0) / static_cast<double>(steps.size());
    curve.runs.push_back(run);
    lab.onSteps(static_cast<std::int64_t>(steps.size()));
  }
  return curve;
}

}  // namespace liefmu::reproduce
