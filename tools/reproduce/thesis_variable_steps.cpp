// Thesis table 4.1 and figures 6.23 to 6.33: generalized-α and BLieDF with prescribed variable
// steps.
#include "reproduce/curves.hpp"
#include "reproduce/error_propagation.hpp"
#include "reproduce/experiment.hpp"
#include "reproduce/step_sequences.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <limits>

namespace liefmu::reproduce {
namespace {

constexpr std::uint32_t kSeed = 20220222;

// Table 4.1 as printed: σ_min and σ_max of approximations 1…4 for ρ∞ = 0.1 … 0.9.
using PrintedRow = std::array<RatioBounds, 4>;
constexpr std::array<PrintedRow, 9> kPrinted = {{
    {{{0.7872, 1.2688}, {0.6357, 1.6048}, {0.6287, 1.6473}, {0.7264, 1.2038}}},
    {{{0.8491, 1.1587}, {0.6326, 1.5897}, {0.6134, 1.1064}, {0.7974, 1.1302}}},
    {{{0.9029, 1.0842}, {0.6632, 1.5525}, {0.6368, 1.0254}, {0.8625, 1.0934}}},
    {{{0.9419, 1.0454}, {0.7495, 1.4931}, {0.7112, 1.0619}, {0.91, 1.0651}}},
    {{{0.9682, 1.0234}, {0.8375, 1.3491}, {0.7930, 1.0818}, {0.9436, 1.0434}}},
    {{{0.9845, 1.011}, {0.9131, 1.088}, {0.874, 1.0812}, {0.9669, 1.0269}}},
    {{{0.9951, 1.0043}, {0.9633, 1.0433}, {0.9519, 1.0609}, {0.9826, 1.0149}}},
    {{{0.999, 1.0012}, {0.9885, 1.0154}, {0.9839, 1.0279}, {0.9935, 1.0062}}},
    {{{1.0, 1.0001}, {0.998, 1.0023}, {0.9965, 1.0057}, {0.9988, 1.0012}}},
}};

double rhoOfRow(std::size_t row) {
  return 0.1 * static_cast<double>(row + 1);
}

Evidence ratioTable(Laboratory&) {
  Evidence evidence;
  evidence.text =
      "The construction behind the table is not written down; it was found by trying: σ_min from "
      "‖T(σ,σ)‖ = 1 and then "
      "σ_max from ‖T(σ,σ_min)‖ = 1, so that every pair of ratios in the rectangle is stable.";
  double others = 0.0;
  double narrower = 0.0;
  double printedTwo = 0.0;
  double weaker = 0.0;
  double normOnPrinted = 0.0;
  report::Table table{
      "Bounds of σ, recomputed; in brackets what the thesis prints",
      {"ρ∞", "1: min", "1: max", "2: min", "2: max", "3: min", "3: max", "4: min", "4: max"}};
  report::Plot plot{"Upper bounds of the step ratio", "ρ∞", "σ_max", false, false};
  for (int approximation = 1; approximation <= 4; ++approximation) {
    plot.series.push_back(
        {.name = fmt::format("approximation {}", approximation), .markers = true});
  }
  plot.series.push_back({.name = "approximation 2 as printed", .markers = true});
  for (std::size_t row = 0; row < kPrinted.size(); ++row) {
    const double rho = rhoOfRow(row);
    std::vector<std::string> cells{fmt::format("{:.1f}", rho)};
    for (int approximation = 1; approximation <= 4; ++approximation) {
      const auto index = static_cast<std::size_t>(approximation - 1);
      const RatioBounds printed = kPrinted[row][index];
      const RatioBounds found = ratioBounds(rho, approximation);
      cells.push_back(fmt::format("{:.4f} ({:.4f})", found.min, printed.min));
      cells.push_back(fmt::format("{:.4f} ({:.4f})", found.max, printed.max));
      plot.series[index].x.push_back(rho);
      plot.series[index].y.push_back(found.max);
      const double minDifference = std::abs(found.min - printed.min);
      const double maxDifference = std::abs(found.max - printed.max);
      if (approximation == 2) {
        others = std::max(others, minDifference);
        if (row > 0) {
          printedTwo = std::max(printedTwo, printed.max / found.max);
          weaker = std::max(weaker, std::abs(ratioBounds(rho, 2, true).max - printed.max));
          for (const double sigma : {printed.min, printed.max}) {
            for (const double next : {printed.min, printed.max}) {
              normOnPrinted = std::max(normOnPrinted, stepChangeNorm(rho, 2, sigma, next));
            }
          }
        }
        plot.series[4].x.push_back(rho);
        plot.series[4].y.push_back(printed.max);
      } else if (approximation == 3) {
        narrower = std::max(narrower, std::max(minDifference, maxDifference));
        if (rho < 0.65) others = std::max(others, std::max(minDifference, maxDifference));
      } else {
        others = std::max(others, std::max(minDifference, maxDifference));
      }
    }
    table.rows.push_back(cells);
  }
  evidence.findings.push_back({"approximations 1 and 4, σ_min of 2, and 3 for ρ∞ ≤ 0.6 as printed",
                               fmt::format("largest difference {:.1e}", others), others < 8e-4});
  Finding three{"approximation 3 for ρ∞ ≥ 0.7 as printed",
                fmt::format("largest difference {:.1e}", narrower), narrower < 8e-4};
  if (!three.holds) {
    three.explanation =
        "the printed intervals are narrower than the norm allows: safe, but not the bounds of the "
        "construction.";
  }
  evidence.findings.push_back(three);
  Finding two{"σ_max of approximation 2 as printed",
              fmt::format("up to {:.2f} times too large for ρ∞ ≥ 0.2", printedTwo),
              printedTwo < 1.001};
  if (!two.holds) {
    two.explanation = fmt::format(
        "the printed values belong to the weaker condition ‖T(σ,σ)‖ < 1 (they agree with it to "
        "{:.0e}); on the printed "
        "rectangle the norm reaches {:.2f}.",
        weaker, normOnPrinted);
  }
  evidence.findings.push_back(two);
  evidence.plots.push_back(plot);
  evidence.tables.push_back(table);
  return evidence;
}

// ---- runs
// ----------------------------------------------------------------------------------------

const std::vector<double>& usualMeans() {
  static const std::vector<double> means = {1e-3, 5.6e-4, 3.2e-4, 1.8e-4, 1e-4};
  return means;
}

Curve randomCurve(Laboratory& lab, const std::string& name, Group group, const MethodSpec& method,
                  const SequenceRule& rule, const std::vector<double>& means) {
  constexpr int kConstantStart = 8;  // starting values are equidistant
  Curve curve{name, method.order, true, {}};
  for (const double h : means) {
    const std::vector<double> steps = randomSteps(rule, h, 1.0, kSeed, kConstantStart);
    curve.runs.push_back(Laboratory::run(lab.top(group), method, Start::corrected, steps));
    curve.runs.back().h = h;
    if (curve.runs.back().ok) {
      double sum = 0.0;
      for (const double step : steps) sum += step;
      curve.runs.back().h = sum / static_cast<double>(steps.size());
    }
    lab.onSteps(static_cast<std::int64_t>(steps.size()));
  }
  return curve;
}

MethodSpec alpha(double rho, int approximation) {
  return {.family = Family::generalizedAlpha,
          .order = 2,
          .rhoInfinity = rho,
          .approximation = approximation};
}

// ---- figures 6.23 to 6.29: generalized-α
// ---------------------------------------------------------

Evidence changesEveryStep(Laboratory& lab, int approximation) {
  Evidence evidence;
  evidence.text =
      "A new random ratio in every step, within the bounds that table 4.1 prints for this "
      "approximation.";
  std::vector<Curve> curves;
  for (std::size_t row = 0; row < kPrinted.size(); ++row) {
    const RatioBounds bounds = kPrinted[row][static_cast<std::size_t>(approximation - 1)];
    curves.push_back(randomCurve(lab, fmt::format("ρ∞ = {:.1f}", rhoOfRow(row)), Group::r3so3,
                                 alpha(rhoOfRow(row), approximation), {bounds.min, bounds.max},
                                 usualMeans()));
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
    for (const RatioBounds& bounds : kPrinted[row]) {
      rule.sigmaMin = std::max(rule.sigmaMin, bounds.min);
      rule.sigmaMax = std::min(rule.sigmaMax, bounds.max);
    }
    std::vector<Curve> curves;
    for (int approximation = 1; approximation <= 4; ++approximation) {
      curves.push_back(randomCurve(lab, fmt::format("approximation {}", approximation),
                                   Group::r3so3, alpha(rhoOfRow(row), approximation), rule,
                                   usualMeans()));
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

std::vector<Curve> heldCurves(Laboratory& lab, const SequenceRule& rule) {
  std::vector<Curve> curves;
  for (const double rho : {0.1, 0.4, 0.8}) {
    curves.push_back(randomCurve(lab, fmt::format("ρ∞ = {:.1f}", rho), Group::r3so3, alpha(rho, 1),
                                 rule, usualMeans()));
  }
  return curves;
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
  const double factor = unstable.ok ? unstable.max.lambda / thirty[2].runs.back().max.lambda
                                    : std::numeric_limits<double>::infinity();
  evidence.findings.push_back(
      {"N = 10: unstable for ρ∞ = 0.8",
       fmt::format("the error of λ is {:.1e} times that with N = 30", factor), factor > 100.0});
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

// ---- figures 6.30 to 6.33: BLieDF
// ----------------------------------------------------------------

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
    const std::string where = group == Group::se3 ? "SE(3)" : "R³×SO(3)";
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

Evidence bliedfChanges(Laboratory& lab, const SequenceRule& rule) {
  Evidence evidence;
  std::vector<Curve> curves;
  for (const Group group : {Group::r3so3, Group::se3}) {
    for (const int k : {2, 3}) {
      curves.push_back(
          randomCurve(lab, fmt::format("{}, k = {}", group == Group::se3 ? "SE(3)" : "R³×SO(3)", k),
                      group, {.family = Family::variableBliedf, .order = k}, rule, usualMeans()));
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

void addThesisVariableSteps(std::vector<Experiment>& list) {
  list.push_back({"thesis-table-4.1", "Thesis table 4.1: step ratios for generalized-α",
                  "Within these bounds of σ the error propagation of the index-3 form contracts in "
                  "every step.",
                  1.0, ratioTable});
  const std::array<const char*, 4> numbers = {"6.23", "6.24", "6.25", "6.26"};
  for (int approximation = 1; approximation <= 4; ++approximation) {
    const char* number = numbers.at(static_cast<std::size_t>(approximation - 1));
    list.push_back(
        {fmt::format("thesis-{}", number),
         fmt::format("Thesis figure {}: generalized-α, approximation {}, a change in every step",
                     number, approximation),
         "Order 2 in q and v for every ρ∞.", 6.0,
         [approximation](Laboratory& lab) { return changesEveryStep(lab, approximation); }});
  }
  list.push_back(
      {"thesis-6.27", "Thesis figure 6.27: work of the four approximations",
       "Approximation 1 is the most efficient, because it needs values of past steps only.", 4.0,
       approximationsCompared});
  list.push_back({"thesis-6.28", "Thesis figure 6.28: larger changes after 10 and 30 steps",
                  "Ratios in [0.5, 2] work if the step is kept for a while; N = 10 is not enough "
                  "for ρ∞ = 0.8.",
                  4.0, largeChanges});
  list.push_back({"thesis-6.29", "Thesis figure 6.29: still larger changes after 50 steps",
                  "Ratios in [0.2, 5] work with N = 50: order 2 in q and λ.", 2.0, largerChanges});
  list.push_back({"thesis-6.30", "Thesis figure 6.30: BLieDF, one change of the step size, q",
                  "Order k in q with and without adjusted velocities.", 2.0,
                  [](Laboratory& lab) { return oneChange(lab, false); }});
  list.push_back({"thesis-6.31", "Thesis figure 6.31: BLieDF, one change of the step size, λ",
                  "Without adjusted velocities λ loses an order in R³×SO(3), but not in SE(3).",
                  2.0, [](Laboratory& lab) { return oneChange(lab, true); }});
  list.push_back({"thesis-6.32", "Thesis figure 6.32: BLieDF, a change in every step",
                  "Order k in q and λ for ratios near 1 (here [0.95, 1.05]).", 2.0,
                  [](Laboratory& lab) {
                    return bliedfChanges(lab, {.sigmaMin = 0.95, .sigmaMax = 1.05, .hold = 1});
                  }});
  list.push_back({"thesis-6.33", "Thesis figure 6.33: BLieDF, larger changes after 10 steps",
                  "Order k in q and λ for ratios in [0.5, 2] that are kept for 10 steps.", 2.0,
                  [](Laboratory& lab) {
                    return bliedfChanges(lab, {.sigmaMin = 0.5, .sigmaMax = 2.0, .hold = 10});
                  }});
}

}  // namespace liefmu::reproduce
