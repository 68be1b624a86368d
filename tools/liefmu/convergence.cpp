#include "convergence.hpp"

#include "integrate/extrapolation_starter.hpp"
#include "integrate/integrator.hpp"
#include "integrate/kkt_operator.hpp"
#include "model/assembly.hpp"
#include "model/multibody.hpp"

#include <algorithm>
#include <cmath>
#include <string>

namespace liefmu {

namespace {

constexpr int kReferenceColumns = 6;  // order 12
constexpr double kReferenceStep =
    2.5e-4;  // s: at most this, and at most the finest step of the study

// The consistent start that the method under study and the reference share.
MotionState consistentStart(KktOperator& kkt, const Assembly& assembly) {
  MotionState state;
  state.q = assembly.q;
  state.v = assembly.v;
  state.vdot.setZero(state.v.size());
  if (!kkt.evaluate(0.0, state.q, state.v)) {
    throw Error("the accelerations are not determined at the initial position");
  }
  kkt.accelerations(state.vdot, state.lambda);
  return state;
}

double configurationDistance(const Vector& a, const Vector& b, std::size_t bodies) {
  double sum = 0.0;
  for (std::size_t body = 0; body < bodies; ++body) {
    const auto begin = static_cast<Index>(7 * body);
    sum += (a.segment<3>(begin) - b.segment<3>(begin)).squaredNorm();
    const Eigen::Map<const Eigen::Quaterniond> qa(a.data() + begin + 3);
    const Eigen::Map<const Eigen::Quaterniond> qb(b.data() + begin + 3);
    sum += (qa.toRotationMatrix() - qb.toRotationMatrix()).squaredNorm();
  }
  return std::sqrt(sum);
}

MotionError distance(const MotionState& a, const MotionState& b, std::size_t bodies) {
  const bool constrained = a.lambda.size() > 0;
  return {configurationDistance(a.q, b.q, bodies), (a.v - b.v).norm(),
          constrained ? (a.lambda - b.lambda).norm() : std::numeric_limits<double>::quiet_NaN()};
}

void raise(MotionError& largest, const MotionError& error) {
  largest.q = std::max(largest.q, error.q);
  largest.v = std::max(largest.v, error.v);
  // NaN (no constraints) stays NaN.
  largest.lambda = std::isnan(error.lambda) ? error.lambda : std::max(largest.lambda, error.lambda);
}

struct Run {
  double h = 0.0;
  std::int64_t steps = 0;
  std::int64_t done = 0;
  Integrator integrator;
  ConvergenceRow row;
};

}  // namespace

double observedOrder(double coarseH, double coarseError, double fineH, double fineError) {
  return std::log(coarseError / fineError) / std::log(coarseH / fineH);
}

std::vector<ConvergenceRow> converge(const Model& model, IntegratorSettings settings,
                                     const ConvergenceStudy& study) {
  Multibody wholeSystem(model);
  const Assembly assembly = assemble(wholeSystem, 0.0);
  Multibody system(model, assembly.keptRows);
  KktOperator kkt(system);
  ExtrapolationStarter reference(system, kkt);
  const MotionState start = consistentStart(kkt, assembly);

  // All runs advance together along one reference trajectory, so that it never has to be stored.
  const double finest = *std::min_element(study.steps.begin(), study.steps.end());
  std::vector<Run> runs;
  runs.reserve(study.steps.size());
  for (const double h : study.steps) {
    settings.stepControl = StepControl::fixed;
    settings.stepSize = h;
    const double count = study.stop / h;
    if (!(h > 0.0) || std::abs(count - std::round(count)) > 1e-6 * count) {
      throw Error("the step " + std::to_string(h) + " s does not divide the interval of " +
                  std::to_string(study.stop) +
                  " s (choose steps that fit a whole number of times)");
    }
    runs.push_back({h, std::llround(count), 0, Integrator(system, settings), {}});
    runs.back().row.h = h;
    runs.back().integrator.initialize(start.t, start.q, start.v);
  }
  const std::int64_t marks = std::llround(study.stop / finest);
  for (const Run& run : runs) {
    if (marks % run.steps != 0) {
      throw Error("the step " + std::to_string(run.h) + " s is not a multiple of the finest step");
    }
  }

  MotionState exact = start;
  MotionState next = start;
  Vector constraint(system.topology().constraintSize);
  for (std::int64_t mark = 1; mark <= marks; ++mark) {
    const double tMark = study.stop * static_cast<double>(mark) / static_cast<double>(marks);
    const double interval = tMark - exact.t;
    const auto substeps = static_cast<int>(std::ceil(interval / kReferenceStep - 1e-9));
    for (int i = 0; i < substeps; ++i) {
      if (reference.step(exact, interval / substeps, kReferenceColumns, next) != Outcome::ok) {
        throw Error("the reference solution could not be continued at t = " +
                    std::to_string(exact.t) + " s");
      }
      std::swap(exact, next);
    }
    exact.t = tMark;
    for (Run& run : runs) {
      if ((run.done + 1) * (marks / run.steps) != mark) {
        continue;
      }
      ++run.done;
      if (const AdvanceReport report = run.integrator.advance(tMark); !report.ok()) {
        throw Error(report.message);
      }
      run.row.end = distance(run.integrator.state(), exact, model.bodies.size());
      raise(run.row.max, run.row.end);
      if (constraint.size() > 0 &&
          kkt.evaluate(tMark, run.integrator.state().q, run.integrator.state().v)) {
        run.row.constraint = std::max(run.row.constraint, kkt.dynamics().Phi.norm());
        run.row.velocityConstraint =
            std::max(run.row.velocityConstraint, kkt.dynamics().velocityConstraint.norm());
      }
    }
    if (mark % 64 == 0 || mark == marks) {
      study.progress(static_cast<double>(mark) / static_cast<double>(marks));
    }
  }
  std::vector<ConvergenceRow> rows;
  for (Run& run : runs) {
    run.row.steps = run.integrator.statistics().steps;
    run.row.newtonIterations = run.integrator.statistics().newtonIterations;
    rows.push_back(run.row);
  }
  return rows;
}

}  // namespace liefmu
