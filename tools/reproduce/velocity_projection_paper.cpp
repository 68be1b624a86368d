// ACB15 figures 1, 2 and 4, and the rank-deficient mass matrices of its section 4.
#include "reproduce/benchmarks.hpp"
#include "reproduce/curves.hpp"
#include "reproduce/experiment.hpp"
#include "reproduce/study_alpha.hpp"
#include "types.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace liefmu::reproduce {
namespace {

constexpr double kProjection = 0.7;  // s: where the velocity is projected
constexpr double kRho = 0.9;

struct ProjectedRun {
  report::Series residual;  // first component of Bv
  report::Series lambda;    // norm of λ
  double residualBefore = 0.0;
  double errorBefore = 0.0;  // relative error of λ up to the projection
  double errorOverall = 0.0;
  double lastExcess = 0.0;  // s: when the error is last above twice that before the projection
};

ProjectedRun runWithProjection(Problem& problem, int steps, double tEnd) {
  const std::unique_ptr<StudyIntegrator> integrator = Laboratory::integrator(
      problem, {.family = Family::generalizedAlpha, .order = 2, .rhoInfinity = kRho});
  const double h = tEnd / steps;
  integrator->initialize(problem.start(), h, Start::corrected);
  auto& method = dynamic_cast<StudyAlpha&>(integrator->method());
  const auto projectAt = static_cast<int>(std::lround(kProjection / h));
  ProjectedRun run;
  KktOperator& kkt = problem.kkt();
  Vector d(problem.system().topology().velocitySize);
  for (int n = 1; n <= steps; ++n) {
    if (!integrator->step(h)) throw Error("the run with velocity projection failed");
    const MotionState& state = integrator->state();
    const MotionState& exact = problem.exact(state.t);
    const double error = (exact.lambda - state.lambda).norm() / state.lambda.norm();
    if (n <= projectAt) run.errorBefore = std::max(run.errorBefore, error);
    run.errorOverall = std::max(run.errorOverall, error);
    if (n > projectAt && error > 2.0 * run.errorBefore) run.lastExcess = state.t;
    if (!kkt.evaluate(state.t, state.q, state.v)) throw Error("singular constraints");
    run.residual.x.push_back(state.t);
    run.residual.y.push_back(kkt.dynamics().velocityConstraint[0]);
    run.lambda.x.push_back(state.t);
    run.lambda.y.push_back(state.lambda.norm());
    if (n < projectAt) {
      run.residualBefore =
          std::max(run.residualBefore, std::abs(kkt.dynamics().velocityConstraint[0]));
    }
    if (n == projectAt) {
      kkt.velocityProjection(d);
      method.replaceVelocity(state.v + d);
    }
  }
  return run;
}

Evidence constraintResiduals(Laboratory& lab) {
  Problem& problem = lab.top(Group::r3so3);
  Evidence evidence;
  evidence.text =
      "Generalized-α in index-3 form, ρ∞ = 0.9, perturbed starting values; at t = 0.7 s the "
      "velocity is projected on the "
      "constraints once.";
  const ProjectedRun coarse = runWithProjection(problem, 1000, 1.0);
  const ProjectedRun fine = runWithProjection(problem, 2000, 1.0);
  const double ratio = coarse.residualBefore / fine.residualBefore;
  evidence.findings.push_back(
      {"the residual Bv is smooth and falls by 4 when the step is halved",
       fmt::format("largest first component before the projection {:.3e} and {:.3e}, ratio {:.2f}",
                   coarse.residualBefore, fine.residualBefore, ratio),
       std::abs(ratio - 4.0) < 0.3});
  // Oscillations from step to step show in second differences.
  double before = 0.0;
  double after = 0.0;
  for (std::size_t i = 1; i + 1 < coarse.residual.x.size(); ++i) {
    const auto& y = coarse.residual.y;
    double& largest = coarse.residual.x[i + 1] < kProjection ? before : after;
    largest = std::max(largest, std::abs(y[i + 1] - 2.0 * y[i] + y[i - 1]));
  }
  evidence.findings.push_back(
      {"the projection makes the residual oscillate from step to step",
       fmt::format("second differences of Bv grow by a factor of {:.0f}", after / before),
       after > 10.0 * before});
  for (const auto& [title, run] :
       {std::pair{"h = 1.0e-3", coarse}, std::pair{"h = 5.0e-4", fine}}) {
    report::Plot plot{title, "time in s", "first component of Bv in m/s"};
    plot.series.push_back(run.residual);
    plot.series.back().name = "Bv";
    evidence.plots.push_back(plot);
  }
  return evidence;
}

Evidence orderReduction(Laboratory& lab) {
  Problem& problem = lab.top(Group::r3so3);
  Evidence evidence;
  const ProjectedRun shown = runWithProjection(problem, 1000, 1.0);
  report::Plot lambda{"‖λ‖ for h = 1e-3", "time in s", "‖λ‖ in N"};
  lambda.series.push_back({.name = "numerical"});
  lambda.series.push_back({.name = "reference"});
  for (std::size_t i = 0; i < shown.lambda.x.size(); ++i) {
    const double t = shown.lambda.x[i];
    if (t < 0.65 || t > 0.8) continue;
    lambda.series[0].x.push_back(t);
    lambda.series[0].y.push_back(shown.lambda.y[i]);
    lambda.series[1].x.push_back(t);
    lambda.series[1].y.push_back(problem.exact(t).lambda.norm());
  }
  report::Plot errors{"relative errors of λ", "step size in s", "largest relative error", true,
                      true};
  errors.series.push_back({.name = "[0, 1] with the projection", .markers = true, .slope = 1.0});
  errors.series.push_back({.name = "[0, 0.7], before it", .markers = true, .slope = 2.0});
  for (const int n : {1000, 2000, 4000, 8000}) {
    const ProjectedRun run = runWithProjection(problem, n, 1.0);
    errors.series[0].x.push_back(1.0 / n);
    errors.series[0].y.push_back(run.errorOverall);
    errors.series[1].x.push_back(1.0 / n);
    errors.series[1].y.push_back(run.errorBefore);
    lab.onSteps(n);
  }
  const double with = slope(errors.series[0].x, errors.series[0].y);
  const double before = slope(errors.series[1].x, errors.series[1].y);
  evidence.findings.push_back({"without projection: order 2 in λ",
                               fmt::format("order {:.2f}", before), std::abs(before - 2.0) < 0.15});
  evidence.findings.push_back({"with one velocity projection: order 1 in λ",
                               fmt::format("order {:.2f}", with), std::abs(with - 1.0) < 0.2});
  evidence.findings.push_back({"the oscillations are damped out after about 100 steps",
                               fmt::format("error back to twice its old size after {:.0f} steps",
                                           (shown.lastExcess - kProjection) * 1000.0),
                               shown.lastExcess < kProjection + 0.15});
  evidence.plots = {lambda, errors};
  return evidence;
}

Evidence referenceSolution(Laboratory& lab) {
  Problem& problem = lab.top(Group::r3so3);
  Evidence evidence;
  evidence.text = "The same solution as ABC15 figure 3, over two periods.";
  report::Plot height{"height", "time in s", "x₃ in m"};
  height.series.push_back({.name = "x₃"});
  report::Plot force{"Lagrange multipliers", "time in s", "‖λ‖ in N"};
  force.series.push_back({.name = "‖λ‖"});
  double lowest = 0.0;
  for (int i = 0; i <= 1500; ++i) {
    const MotionState& state = problem.exact(1e-3 * i);
    height.series[0].x.push_back(state.t);
    height.series[0].y.push_back(state.q[2]);
    force.series[0].x.push_back(state.t);
    force.series[0].y.push_back(state.lambda.norm());
    lowest = std::min(lowest, state.q[2]);
  }
  evidence.findings.push_back({"the top swings from the horizontal to straight down and back",
                               fmt::format("lowest height {:.6f} m", lowest), lowest < -0.9999});
  evidence.plots = {height, force};
  return evidence;
}

Evidence rankDeficient(Laboratory& lab) {
  Evidence evidence;
  evidence.text =
      "A point mass on a massless body in a universal joint: six velocities, a mass matrix of rank "
      "3, four constraints. "
      "The mass matrix is singular, but positive definite on the null space of B, which is all "
      "that is needed.";
  Problem problem(masslessRod());
  for (const Form form : {Form::index3, Form::stabilizedIndex2}) {
    const std::string name =
        form == Form::index3 ? "index 3, perturbed start" : "stabilized index 2";
    Curve curve{name, 2, false, {}};
    for (const int n : {100, 200, 400, 800, 1600}) {
      curve.runs.push_back(Laboratory::run(problem,
                                           {.family = Family::generalizedAlpha,
                                            .order = 2,
                                            .rhoInfinity = kRho,
                                            .form = form,
                                            .normals = Normals::massOrthogonal},
                                           Start::corrected, equalSteps(n, 1.0)));
      lab.onSteps(n);
    }
    evidence.findings.push_back(
        orderFinding(name + ": order 2 in q", {curve}, quantity::maxQ, {2.0}, 0.15));
    evidence.findings.push_back(
        orderFinding(name + ": order 2 in v", {curve}, quantity::maxV, {2.0}, 0.15));
    evidence.findings.push_back(
        orderFinding(name + ": order 2 in λ", {curve}, quantity::maxLambda, {2.0}, 0.15));
    report::Plot plot = errorPlot(name, {curve}, quantity::maxQ);
    plot.series.front().name = "q";
    plot.yLabel = "largest error";
    for (const auto& [label, what] :
         {std::pair{"v", quantity::maxV}, std::pair{"λ", quantity::maxLambda}}) {
      plot.series.push_back(errorPlot("", {curve}, what).series.front());
      plot.series.back().name = label;
    }
    evidence.plots.push_back(plot);
  }
  return evidence;
}

}  // namespace

void addVelocityProjectionPaper(std::vector<Experiment>& list) {
  list.push_back({"acb15-1", "ACB15 figure 1: residual of the velocity constraint",
                  "Bv is O(h²) and smooth until a velocity projection makes it oscillate.", 0.5,
                  constraintResiduals});
  list.push_back({"acb15-2", "ACB15 figure 2: order reduction by velocity projection",
                  "One velocity projection reduces the order of λ from 2 to 1.", 1.0,
                  orderReduction});
  list.push_back({"acb15-4", "ACB15 figure 4: reference solution",
                  "Height and multipliers of the heavy top.", 0.3, referenceSolution});
  list.push_back({"acb15-rank", "ACB15 section 4: rank-deficient mass matrices",
                  "Generalized-α keeps its order 2 for a singular mass matrix.", 0.5,
                  rankDeficient});
}

}  // namespace liefmu::reproduce
