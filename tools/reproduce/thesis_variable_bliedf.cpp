// Thesis figures 6.30 to 6.33: BLieDF with prescribed variable steps.
#include "reproduce/random_curve.hpp"
#include "reproduce/thesis_comparison.hpp"
#include "reproduce/thesis_figures.hpp"

#include <fmt/format.h>

namespace liefmu::reproduce {
namespace {

// h until t = 1, then 2h; `transient` of a run is the largest error in the ten steps after the
// change.
Curve doubledCurve(Laboratory& lab, const std::string& name, Group group, int k, bool adjust) {
  constexpr int kWindow = 10;
  Curve curve{name, k, true, {}};
  for (const int n : {1000, 1414, 2000, 2828, 4000}) {
    const double h = 1.0 / n;
    std::vector<double> steps(static_cast<std::size_t>(n), h);
    steps.insert(steps.end(), static_cast<std::size_t>(n / 2), 2.0 * h);
    Errors after;
    const Observer observer = [&](const StudyIntegrator& integrator, const MotionState& exact) {
      const double t = integrator.state().t;
      if (t > 1.0 + h && t < 1.0 + 2.0 * h * (kWindow + 0.5)) {
        raise(after, distance(integrator.state(), exact));
      }
    };
    RunResult run = Laboratory::run(
        lab.top(group), {.family = Family::variableBliedf, .order = k, .adjustVelocities = adjust},
        Start::corrected, steps, observer);
    run.transient = after;
    curve.runs.push_back(run);
    lab.onSteps(static_cast<std::int64_t>(steps.size()));
  }
  return curve;
}

std::vector<Curve> doubledCurves(Laboratory& lab, Group group, bool adjust) {
  std::vector<Curve> curves;
  for (const int k : {2, 3}) {
    curves.push_back(
        doubledCurve(lab, fmt::format("k = {}{}", k, adjust ? "*" : ""), group, k, adjust));
  }
  return curves;
}

Evidence bliedfChanges(Laboratory& lab, const SequenceRule& rule) {
  Evidence evidence;
  std::vector<Curve> curves;
  for (const Group group : {Group::r3so3, Group::se3}) {
    for (const int k : {2, 3}) {
      curves.push_back(randomCurve(lab, fmt::format("{}, k = {}", groupName(group), k), group,
                                   {.family = Family::variableBliedf, .order = k}, rule));
    }
  }
  evidence.findings.push_back(
      orderFinding("order k in q", curves, quantity::maxQ, {2.0, 3.0, 2.0, 3.0}, 0.4));
  evidence.findings.push_back(
      orderFinding("order k in λ", curves, quantity::maxLambda, {2.0, 3.0, 2.0, 3.0}, 0.4));
  evidence.plots.push_back(errorPlot("configuration", curves, quantity::maxQ));
  evidence.plots.push_back(errorPlot("multipliers", curves, quantity::maxLambda));
  return evidence;
}

}  // namespace

Evidence oneChange(Laboratory& lab, bool multipliers) {
  Evidence evidence;
  evidence.text =
      "Step h until t = 1, then 2h; * marks the adjusted velocities of remark 23, with the "
      "corrected local errors "
      "(see the misprints) and derivatives formed from projected velocities.";
  const Quantity what = multipliers ? quantity::maxLambda : quantity::maxQ;
  const Quantity afterChange{"error of λ in the ten steps after the change",
                             [](const RunResult& r) { return r.transient.lambda; }, 1.0};
  for (const Group group : {Group::r3so3, Group::se3}) {
    const std::string where = groupName(group);
    const std::vector<Curve> plain = doubledCurves(lab, group, false);
    const std::vector<Curve> adjusted = doubledCurves(lab, group, true);
    if (multipliers) {
      const double loss = group == Group::r3so3 ? 1.0 : 0.0;
      evidence.findings.push_back(orderFinding(
          where +
              (loss > 0.0 ? ", not adjusted: order k − 1 in λ" : ", not adjusted: order k in λ"),
          plain, afterChange, {2.0 - loss, 3.0 - loss}, 0.3));
      evidence.findings.push_back(
          orderFinding(where + ", adjusted: order k in λ", adjusted, afterChange, {2.0, 3.0}, 0.3));
    } else {
      evidence.findings.push_back(
          orderFinding(where + ", not adjusted: order k in q", plain, what, {2.0, 3.0}, 0.25));
      evidence.findings.push_back(
          orderFinding(where + ", adjusted: order k in q", adjusted, what, {2.0, 3.0}, 0.25));
    }
    std::vector<Curve> all = plain;
    all.insert(all.end(), adjusted.begin(), adjusted.end());
    evidence.plots.push_back(errorPlot(where, all, what, false));
    if (multipliers) {
      evidence.plots.push_back(errorPlot(where + ", after the change", all, afterChange));
    }
  }
  return evidence;
}

Evidence changesOften(Laboratory& lab) {
  return bliedfChanges(lab, {.sigmaMin = 0.95, .sigmaMax = 1.05, .hold = 1});
}

Evidence changesHeld(Laboratory& lab) {
  return bliedfChanges(lab, {.sigmaMin = 0.5, .sigmaMax = 2.0, .hold = 10});
}

}  // namespace liefmu::reproduce
