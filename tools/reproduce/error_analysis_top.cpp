// ABC15 figures 3 to 6: generalized-α and the heavy top.
#include "reproduce/curves.hpp"
#include "reproduce/error_analysis_figures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace liefmu::reproduce {
namespace {

// λ in world coordinates as in ABC15 (62): the reaction force on the top.
Vector3 worldMultiplier(Problem& problem, const MotionState& state) {
  return problem.system().jointReaction(0, state.t, state.q, state.lambda).force;
}

struct Transient {
  report::Series lambda3;
  report::Series eta;
  double largest = 0.0;      // error of λ₃
  double oscillation = 0.0;  // what of it alternates from step to step
  int where = 0;             // step of the largest error of λ₃
  int whereNorm = 0;         // and of the norm of all errors
  double largestEta = 0.0;
};

Transient topTransient(Problem& problem, const MethodSpec& method, Start start, double h,
                       double tEnd, const std::string& name) {
  Transient result;
  result.lambda3.name = result.eta.name = name;
  int n = 0;
  double norm = 0.0;
  std::vector<double> errors;
  const Observer observer = [&](const StudyIntegrator& integrator, const MotionState& exact) {
    ++n;
    const Vector3 lambda = worldMultiplier(problem, integrator.state());
    const Vector3 error = worldMultiplier(problem, exact) - lambda;
    errors.push_back(error.z());
    result.lambda3.x.push_back(integrator.state().t);
    result.lambda3.y.push_back(lambda.z());
    result.eta.x.push_back(integrator.state().t);
    result.eta.y.push_back(integrator.eta().norm());
    result.largestEta = std::max(result.largestEta, integrator.eta().norm());
    if (std::abs(error.z()) > result.largest) {
      result.largest = std::abs(error.z());
      result.where = n;
    }
    if (error.norm() > norm) {
      norm = error.norm();
      result.whereNorm = n;
    }
  };
  static_cast<void>(Laboratory::run(
      problem, method, start, equalSteps(static_cast<int>(std::lround(tEnd / h)), tEnd), observer));
  for (std::size_t i = 2; i < errors.size(); ++i) {
    // Four times the amplitude for ±1, next to nothing for a smooth error.
    const double second = errors[i] - 2.0 * errors[i - 1] + errors[i - 2];
    result.oscillation = std::max(result.oscillation, 0.25 * std::abs(second));
  }
  return result;
}

report::Series referenceLambda3(Problem& problem, double tEnd) {
  report::Series series{.name = "reference"};
  for (double t = 0.0; t <= tEnd; t += 2.5e-4) {
    series.x.push_back(t);
    series.y.push_back(worldMultiplier(problem, problem.exact(t)).z());
  }
  return series;
}

double heightOf(const report::Plot& plot) {
  double low = std::numeric_limits<double>::infinity();
  double high = -low;
  for (const report::Series& series : plot.series) {
    const auto [least, most] = std::minmax_element(series.y.begin(), series.y.end());
    low = std::min(low, *least);
    high = std::max(high, *most);
  }
  return high - low;
}

}  // namespace

Evidence topReference(Laboratory& lab) {
  Problem& problem = lab.top(Group::r3so3);
  Evidence evidence;
  evidence.text =
      "Extrapolation of order 8 with projection, on a grid of 0.125 ms. The height of the top is "
      "known in closed form "
      "(Jacobi elliptic functions) and serves as a check.";
  report::Plot height{"height", "time in s", "x₃ in m"};
  height.series.push_back({.name = "x₃"});
  report::Plot force{"Lagrange multipliers", "time in s", "λ in N"};
  for (int i = 1; i <= 3; ++i) force.series.push_back({.name = fmt::format("λ{}", i)});
  for (int i = 0; i <= 1000; ++i) {
    const double t = 1e-3 * i;
    const MotionState& state = problem.exact(t);
    height.series[0].x.push_back(t);
    height.series[0].y.push_back(state.q[2]);
    const Vector3 lambda = worldMultiplier(problem, state);
    for (std::size_t j = 0; j < 3; ++j) {
      force.series[j].x.push_back(t);
      force.series[j].y.push_back(lambda[static_cast<Index>(j)]);
    }
  }
  constexpr double kPeriod = 0.74520694761676905573;
  const double start = problem.exact(0.1).q[2];
  const double later = problem.exact(0.1 + kPeriod).q[2];
  evidence.findings.push_back(
      {"the height is periodic with T = 0.745206947616769 (closed form)",
       fmt::format("|x₃(0.1 + T) − x₃(0.1)| = {:.1e}", std::abs(later - start)),
       std::abs(later - start) < 1e-10});
  const Vector3 end = problem.exact(1.0).q.head<3>();
  const Vector3 known(0.173343964098386043, 0.640088592070568783, -0.748490791133581309);
  evidence.findings.push_back({"x(1) as computed in quadruple precision",
                               fmt::format("difference {:.1e}", (end - known).norm()),
                               (end - known).norm() < 1e-10});
  evidence.plots = {height, force};
  return evidence;
}

Evidence topOscillations(Laboratory& lab) {
  constexpr double kEnd = 0.1;
  constexpr double kStep = 1e-3;
  Problem& problem = lab.top(Group::r3so3);
  Evidence evidence;
  report::Plot naive{"exact starting values", "time in s", "λ₃ in N"};
  report::Plot perturbed{"perturbed starting values (56), (57)", "time in s", "λ₃ in N"};
  naive.series.push_back(referenceLambda3(problem, kEnd));
  perturbed.series.push_back(referenceLambda3(problem, kEnd));
  struct Claim {
    double rho;
    int where;
    Transient good = {};
  };
  std::array<Claim, 2> claims = {Claim{0.9, 15}, Claim{0.6, 4}};
  for (Claim& claim : claims) {
    const std::string name = fmt::format("ρ∞ = {}", claim.rho);
    const Transient bad = topTransient(problem, alpha(claim.rho), Start::exact, kStep, kEnd, name);
    claim.good = topTransient(problem, alpha(claim.rho), Start::corrected, kStep, kEnd, name);
    Finding where{fmt::format("{}: the largest amplitude is at t_{}", name, claim.where),
                  fmt::format("largest error of λ₃ ({:.0f} N) at t_{}, of ‖λ‖ at t_{}", bad.largest,
                              bad.where, bad.whereNorm),
                  bad.where == claim.where};
    constexpr double kSmall = 2.5e-5;
    const Transient fine =
        topTransient(problem, alpha(claim.rho), Start::exact, kSmall, 100 * kSmall, name);
    where.explain(fine.whereNorm == claim.where,
                  fmt::format("the place of the peak is a statement for h → 0: with h = {} the "
                              "largest error of ‖λ‖ is at t_{}. With h = 1e-3 the top turns by "
                              "0.15 rad in every step of the transient phase.",
                              kSmall, fine.whereNorm));
    evidence.findings.push_back(where);
    evidence.findings.push_back(
        {fmt::format("{}: with perturbed starting values the oscillations disappear", name),
         fmt::format("their amplitude is {:.2f} N instead of {:.1f} N", claim.good.oscillation,
                     bad.oscillation),
         claim.good.oscillation < 0.02 * bad.oscillation});
    naive.series.push_back(bad.lambda3);
    perturbed.series.push_back(claim.good.lambda3);
  }
  // "Up to plot accuracy": within 1 % of the height of the left picture. What is left is the error
  // of a method of order 2.
  const double height = heightOf(naive);
  for (const Claim& claim : claims) {
    const Transient half =
        topTransient(problem, alpha(claim.rho), Start::corrected, 0.5 * kStep, kEnd, "");
    const double share = claim.good.largest / height;
    const double ratio = claim.good.largest / half.largest;
    evidence.findings.push_back(
        {fmt::format("ρ∞ = {}: the result then coincides with the reference up to plot accuracy",
                     claim.rho),
         fmt::format("largest error {:.1f} N, {:.1f} % of the height of the first picture, and "
                     "{:.1f} times smaller with half the step",
                     claim.good.largest, 100.0 * share, ratio),
         share < 0.01 && std::abs(ratio - 4.0) < 0.3});
  }
  evidence.plots = {naive, perturbed};
  return evidence;
}

Evidence stabilizedTransient(Laboratory& lab) {
  constexpr double kEnd = 0.1;
  Problem& problem = lab.top(Group::r3so3);
  const MethodSpec method = alpha(0.9, Form::stabilizedIndex2);
  Evidence evidence;
  evidence.text =
      "Position corrections along Bᵀ as in the paper (58); the FMUs use directions orthogonal in "
      "M.";
  const Transient coarse = topTransient(problem, method, Start::exact, 1e-3, 1.0, "h = 1.0e-3");
  const Transient fine = topTransient(problem, method, Start::exact, 5e-4, 1.0, "h = 5.0e-4");
  evidence.findings.push_back(
      {"η is of second order: a quarter for half the step",
       fmt::format("largest ‖η‖ {:.3e} and {:.3e}, ratio {:.2f}", coarse.largestEta,
                   fine.largestEta, coarse.largestEta / fine.largestEta),
       std::abs(coarse.largestEta / fine.largestEta - 4.0) < 0.4});
  const Transient shortRun =
      topTransient(problem, method, Start::exact, 1e-3, kEnd, "stabilized index-2");
  const Transient index3 = topTransient(problem, alpha(0.9), Start::exact, 1e-3, kEnd, "");
  evidence.findings.push_back({"no oscillations of λ₃ although the starting values are exact",
                               fmt::format("largest error of λ₃ {:.3g} N, index-3 form {:.3g} N",
                                           shortRun.largest, index3.largest),
                               shortRun.largest < 0.1 * index3.largest});
  report::Plot eta{"auxiliary variables", "time in s", "‖η‖", false, false, {coarse.eta, fine.eta}};
  report::Plot lambda{"λ₃ for h = 1e-3", "time in s", "λ₃ in N"};
  lambda.series = {referenceLambda3(problem, kEnd), shortRun.lambda3};
  evidence.plots = {eta, lambda};
  return evidence;
}

Evidence beyondTransient(Laboratory& lab) {
  constexpr double kTransient = 0.2;  // s
  Problem& problem = lab.top(Group::r3so3);
  Evidence evidence;
  evidence.text = "Largest errors in [0.2, 1], exact starting values, ρ∞ = 0.9.";
  std::vector<Curve> curves;
  for (const Form form : {Form::index3, Form::stabilizedIndex2}) {
    Curve curve{
        form == Form::index3 ? "index 3" : "stabilized index 2", 2, form == Form::index3, {}};
    for (const int n : {500, 1000, 2000, 4000, 8000}) {
      Errors late;
      const Observer observer = [&](const StudyIntegrator& integrator, const MotionState& exact) {
        if (integrator.state().t > kTransient) raise(late, distance(integrator.state(), exact));
      };
      RunResult run =
          Laboratory::run(problem, alpha(0.9, form), Start::exact, equalSteps(n, 1.0), observer);
      run.max = late;
      curve.runs.push_back(run);
      lab.onSteps(n);
    }
    curves.push_back(curve);
  }
  evidence.findings.push_back(
      orderFinding("order 2 in q", curves, quantity::maxQ, {2.0, 2.0}, 0.15));
  evidence.findings.push_back(
      orderFinding("order 2 in λ", curves, quantity::maxLambda, {2.0, 2.0}, 0.15));
  evidence.plots.push_back(errorPlot("configuration", curves, quantity::maxQ));
  evidence.plots.push_back(errorPlot("multipliers", curves, quantity::maxLambda));
  return evidence;
}

}  // namespace liefmu::reproduce
