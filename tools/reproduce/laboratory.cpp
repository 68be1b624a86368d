#include "reproduce/laboratory.hpp"

#include "reproduce/adams_moulton.hpp"
#include "reproduce/benchmarks.hpp"
#include "reproduce/classical_bliedf.hpp"
#include "reproduce/munthe_kaas_bdf.hpp"
#include "reproduce/study_alpha.hpp"
#include "reproduce/variable_bliedf.hpp"
#include "types.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace liefmu::reproduce {
namespace {

constexpr double kGridStep = 1.25e-4;  // s
constexpr int kGridColumns = 4;        // order 8: local error 1e-16 for the fast top
constexpr int kBetweenColumns = 3;     // half a grid step at most
constexpr int kTransientSteps = 10;

}  // namespace

Problem::Problem(const Model& model) : system_(model), kkt_(system_), starter_(system_, kkt_) {
  MotionState state;
  state.q = system_.initialConfiguration();
  state.v = system_.initialVelocity();
  state.vdot.setZero(state.v.size());
  state.lambda.setZero(system_.topology().constraintSize);
  Vector correction(state.v.size());
  if (kkt_.projectPosition(0.0, state.q, state.v) != Outcome::ok ||
      !kkt_.evaluate(0.0, state.q, state.v)) {
    throw Error("the benchmark " + model.name + " cannot be assembled");
  }
  kkt_.velocityProjection(correction);
  state.v += correction;
  if (!kkt_.evaluate(0.0, state.q, state.v)) {
    throw Error("the benchmark " + model.name + " has no accelerations");
  }
  kkt_.accelerations(state.vdot, state.lambda);
  between_ = state;
  grid_.push_back(state);
}

const MotionState& Problem::exact(double t) {
  constexpr double kSameTime = 1e-13;  // s
  const auto nearest = static_cast<std::size_t>(std::llround(t / kGridStep));
  while (grid_.size() <= nearest) {
    MotionState next = grid_.back();
    if (starter_.step(grid_.back(), kGridStep, kGridColumns, next) != Outcome::ok) {
      throw Error(fmt::format("no reference solution at t = {} s", grid_.back().t));
    }
    next.t = kGridStep * static_cast<double>(grid_.size());
    grid_.push_back(next);
  }
  const MotionState& node = grid_[nearest];
  if (std::abs(t - node.t) <= kSameTime) return node;
  if (starter_.step(node, t - node.t, kBetweenColumns, between_) != Outcome::ok) {
    throw Error(fmt::format("no reference solution at t = {} s", t));
  }
  return between_;
}

Errors distance(const MotionState& a, const MotionState& b) {
  double sum = 0.0;
  for (Index begin = 0; begin + 7 <= a.q.size(); begin += 7) {
    sum += (a.q.segment<3>(begin) - b.q.segment<3>(begin)).squaredNorm();
    const Eigen::Map<const Eigen::Quaterniond> qa(a.q.data() + begin + 3);
    const Eigen::Map<const Eigen::Quaterniond> qb(b.q.data() + begin + 3);
    sum += (qa.toRotationMatrix() - qb.toRotationMatrix()).squaredNorm();
  }
  return {std::sqrt(sum), (a.v - b.v).norm(), (a.lambda - b.lambda).norm()};
}

Errors magnitude(const MotionState& state) {
  double sum = 0.0;
  for (Index begin = 0; begin + 7 <= state.q.size(); begin += 7) {
    sum += state.q.segment<3>(begin).squaredNorm() + 3.0;  // ‖R‖² = 3
  }
  return {std::sqrt(sum), state.v.norm(), state.lambda.norm()};
}

void raise(Errors& largest, const Errors& errors) {
  largest.q = std::max(largest.q, errors.q);
  largest.v = std::max(largest.v, errors.v);
  largest.lambda = std::max(largest.lambda, errors.lambda);
}

std::string MethodSpec::key() const {
  return fmt::format("{}/{}/{}/{}/{}/{}/{}/{}", static_cast<int>(family), order, correction,
                     rhoInfinity, approximation, adjustVelocities, static_cast<int>(form),
                     static_cast<int>(normals));
}

std::vector<double> equalSteps(int n, double tEnd) {
  return std::vector<double>(static_cast<std::size_t>(n), tEnd / n);
}

double slope(const std::vector<double>& h, const std::vector<double>& error) {
  double sx = 0.0;
  double sy = 0.0;
  double sxx = 0.0;
  double sxy = 0.0;
  const auto n = static_cast<double>(h.size());
  for (std::size_t i = 0; i < h.size(); ++i) {
    const double x = std::log(h[i]);
    const double y = std::log(error[i]);
    sx += x;
    sy += y;
    sxx += x * x;
    sxy += x * y;
  }
  return (n * sxy - sx * sy) / (n * sxx - sx * sx);
}

Problem& Laboratory::top(Group group) {
  std::unique_ptr<Problem>& problem = tops_[group];
  if (!problem) problem = std::make_unique<Problem>(heavyTop(group));
  return *problem;
}

std::unique_ptr<StudyIntegrator> Laboratory::integrator(Problem& problem,
                                                        const MethodSpec& method) {
  MechanicalSystem& system = problem.system();
  std::unique_ptr<StudyMethod> chosen;
  switch (method.family) {
    case Family::muntheKaas:
      chosen = std::make_unique<MuntheKaasBdf>(system, method.order);
      break;
    case Family::bliedf:
      chosen = std::make_unique<ClassicalBliedf>(
          system, method.order,
          correctionSet(method.correction.empty() ? defaultCorrection(method.order)
                                                  : std::string_view(method.correction)));
      break;
    case Family::variableBliedf:
      chosen = std::make_unique<VariableBliedf>(system, problem.kkt(), method.order,
                                                method.adjustVelocities);
      break;
    case Family::crouchGrossman:
      chosen =
          std::make_unique<AdamsMoulton>(system, ExponentialProduct::crouchGrossman, method.order);
      break;
    case Family::commutatorFree:
      chosen =
          std::make_unique<AdamsMoulton>(system, ExponentialProduct::commutatorFree, method.order);
      break;
    case Family::generalizedAlpha:
      chosen = std::make_unique<StudyAlpha>(system, problem.kkt(), method.rhoInfinity,
                                            method.approximation,
                                            method.adjustVelocities && method.form == Form::index3);
      break;
  }
  return std::make_unique<StudyIntegrator>(system, problem.kkt(), std::move(chosen), method.form,
                                           method.normals);
}

RunResult Laboratory::run(Problem& problem, const MethodSpec& method, Start start,
                          const std::vector<double>& steps, const Observer& observer) {
  const std::unique_ptr<StudyIntegrator> integrator = Laboratory::integrator(problem, method);
  integrator->initialize(problem.start(), steps.front(), start);
  RunResult result;
  // The starting values take the place of the first steps.
  const auto skipped =
      static_cast<std::size_t>(std::llround(integrator->state().t / steps.front()));
  double sum = integrator->state().t;
  for (std::size_t i = skipped; i < steps.size(); ++i) {
    if (!integrator->step(steps[i])) return result;
    const MotionState& exact = problem.exact(integrator->state().t);
    result.end = distance(integrator->state(), exact);
    raise(result.max, result.end);
    if (i < skipped + kTransientSteps) raise(result.transient, result.end);
    if (observer) observer(*integrator, exact);
    sum += steps[i];
  }
  const Errors size = magnitude(problem.exact(integrator->state().t));
  result.relativeEnd = {result.end.q / size.q, result.end.v / size.v,
                        result.end.lambda / size.lambda};
  result.h = sum / static_cast<double>(steps.size());
  result.last = integrator->state();
  result.work = integrator->work();
  const Topology& topology = problem.system().topology();
  result.operations = result.work.operations(topology.velocitySize, topology.constraintSize);
  result.ok = std::isfinite(result.max.q) && std::isfinite(result.max.lambda);
  return result;
}

const RunResult& Laboratory::constantSteps(Group group, const MethodSpec& method, Start start,
                                           int steps, double tEnd) {
  const std::string key = fmt::format("{}/{}/{}/{}/{}", static_cast<int>(group), method.key(),
                                      static_cast<int>(start), steps, tEnd);
  const auto known = results_.find(key);
  if (known != results_.end()) return known->second;
  const RunResult result = run(top(group), method, start, equalSteps(steps, tEnd));
  onSteps(steps);
  return results_.emplace(key, result).first->second;
}

}  // namespace liefmu::reproduce
