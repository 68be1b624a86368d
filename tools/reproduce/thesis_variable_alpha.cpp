// Thesis figures 6.23 to 6.29: generalized-α with prescribed variable steps.
#include "reproduce/random_curve.hpp"
#include "reproduce/thesis_figures.hpp"
#include "reproduce/thesis_step_ratios.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace liefmu::reproduce {
namespace {

MethodSpec alpha(double rho, int approximation) {
  return {.family = Family::generalizedAlpha,
          .order = 2,
          .rhoInfinity = rho,
          .approximation = approximation};
}

std::vector<Curve> heldCurves(Laboratory& lab, const SequenceRule& rule) {
  std::vector<Curve> curves;
  for (const double rho : {0.1, 0.4, 0.8}) {
    curves.push_back(
        randomCurve(lab, fmt::format("ρ∞ = {:.1f}", rho), Group::r3so3, alpha(rho, 1), rule));
  }
  return curves;
}

}  // namespace

Evidence changesEveryStep(Laboratory& lab, int approximation) {
  Evidence evidence;
  evidence.text =
      "A new random ratio in every step, within the bounds that table 4.1 prints for this "
      "approximation.";
  std::vector<Curve> curves;
  for (std::size_t row = 0; row < kPrintedRows; ++row) {
    const RatioBounds bounds = printedBounds(row, approximation);
    curves.push_back(randomCurve(lab, fmt::format("ρ∞ = {:.1f}", rhoOfRow(row)), Group::r3so3,
                                 alpha(rhoOfRow(row), approximation), {bounds.min, bounds.max}));
  }
  const std::vector<double> two(curves.size(), 2.0);
  evidence.findings.push_back(orderFinding("order 2 in q", curves, quantity::maxQ, two, 0.2));
  evidence.findings.push_back(orderFinding("order 2 in v", curves, quantity::maxV, two, 0.2));
  const double gain = errorRatio(curves.front(), curves.back(), quantity::maxQ);
  evidence.findings.push_back(
      {"the larger ρ∞, the more accurate",
       fmt::format("the error of q for ρ∞ = 0.1 is {:.1f} times that for ρ∞ = 0.9", gain),
       gain > 1.0});
  evidence.plots.push_back(errorPlot("configuration", curves, quantity::maxQ, false));
  evidence.plots.push_back(errorPlot("velocity", curves, quantity::maxV, false));
  return evidence;
}

Evidence approximationsCompared(Laboratory& lab) {
  Evidence evidence;
  evidence.text =
      "The same step sequences for all approximations, within the intersection of their bounds. "
      "Work is counted in "
      "floating-point operations.";
  for (const std::size_t row : {std::size_t{0}, std::size_t{3}}) {
    SequenceRule rule{0.0, 10.0};
    for (int approximation = 1; approximation <= 4; ++approximation) {
      const RatioBounds bounds = printedBounds(row, approximation);
      rule.sigmaMin = std::max(rule.sigmaMin, bounds.min);
      rule.sigmaMax = std::min(rule.sigmaMax, bounds.max);
    }
    std::vector<Curve> curves;
    for (int approximation = 1; approximation <= 4; ++approximation) {
      curves.push_back(randomCurve(lab, fmt::format("approximation {}", approximation),
                                   Group::r3so3, alpha(rhoOfRow(row), approximation), rule));
    }
    std::string found = "work relative to approximation 1:";
    double least = 1e9;
    for (std::size_t i = 1; i < curves.size(); ++i) {
      const double ratio = workRatio(curves[i], curves[0], quantity::maxQ);
      least = std::min(least, ratio);
      found += fmt::format(" {} {:.2f}", i + 1, ratio);
    }
    evidence.findings.push_back(
        {fmt::format("ρ∞ = {:.1f}: approximation 1 is the most efficient", rhoOfRow(row)), found,
         least > 1.0});
    evidence.plots.push_back(
        workPlot(fmt::format("ρ∞ = {:.1f}", rhoOfRow(row)), curves, quantity::maxQ));
  }
  return evidence;
}

Evidence largeChanges(Laboratory& lab) {
  Evidence evidence;
  evidence.text =
      "Ratios from [0.5, 2], far outside table 4.1, but the step is kept for N steps after each "
      "change.";
  const std::vector<Curve> ten = heldCurves(lab, {.sigmaMin = 0.5, .sigmaMax = 2.0, .hold = 10});
  const std::vector<Curve> thirty = heldCurves(lab, {.sigmaMin = 0.5, .sigmaMax = 2.0, .hold = 30});
  evidence.findings.push_back(orderFinding("N = 10: order 2 in λ for ρ∞ = 0.1 and 0.4",
                                           {ten[0], ten[1]}, quantity::maxLambda, {2.0, 2.0}, 0.4));
  const RunResult& unstable = ten[2].runs.back();
  const double factor = unstable.max.lambda / thirty[2].runs.back().max.lambda;
  evidence.findings.push_back(
      {"N = 10: unstable for ρ∞ = 0.8",
       unstable.ok ? fmt::format("the error of λ is {:.1e} times that with N = 30", factor)
                   : "the runs break down: the Newton iteration no longer converges",
       !unstable.ok || factor > 100.0});
  evidence.findings.push_back(orderFinding("N = 30: order 2 in λ for all three", thirty,
                                           quantity::maxLambda, {2.0, 2.0, 2.0}, 0.4));
  evidence.plots.push_back(errorPlot("N = 10", ten, quantity::maxLambda, false));
  evidence.plots.push_back(errorPlot("N = 30", thirty, quantity::maxLambda, false));
  return evidence;
}

Evidence largerChanges(Laboratory& lab) {
  Evidence evidence;
  const std::vector<Curve> curves = heldCurves(
      lab, {.sigmaMin = 0.2, .sigmaMax = 5.0, .hold = 50, .smallest = 0.3, .largest = 1.5});
  evidence.findings.push_back(
      orderFinding("order 2 in q", curves, quantity::maxQ, {2.0, 2.0, 2.0}, 0.4));
  evidence.findings.push_back(
      orderFinding("order 2 in λ", curves, quantity::maxLambda, {2.0, 2.0, 2.0}, 0.4));
  evidence.plots.push_back(errorPlot("configuration", curves, quantity::maxQ, false));
  evidence.plots.push_back(errorPlot("multipliers", curves, quantity::maxLambda, false));
  return evidence;
}

}  // namespace liefmu::reproduce
