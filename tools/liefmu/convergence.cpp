#include "liefmu/convergence.hpp"

#include "integrate/integrator.hpp"
#include "integrate/kkt_operator.hpp"
#include "liefmu/reference_motion.hpp"
#include "model/assembly.hpp"
#include "model/multibody.hpp"

#include <algorithm>
#include <cmath>
#include <string>

namespace liefmu {

namespace {

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
  ReferenceMotion reference(system, assembly.q, assembly.v);

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
    runs.back().integrator.initialize(0.0, assembly.q, assembly.v);
  }
  const std::int64_t marks = std::llround(study.stop / finest);
  for (const Run& run : runs) {
    if (marks % run.steps != 0) {
      throw Error("the step " + std::to_string(run.h) + " s is not a multiple of the finest step");
    }
  }

  Vector constraint(system.topology().constraintSize);
  for (std::int64_t mark = 1; mark <= marks; ++mark) {
    const double tMark = study.stop * static_cast<double>(mark) / static_cast<double>(marks);
    reference.advance(tMark);
    for (Run& run : runs) {
      if ((run.done + 1) * (marks / run.steps) != mark) {
        continue;
      }
      ++run.done;
      if (const AdvanceReport report = run.integrator.advance(tMark); !report.ok()) {
        throw Error(report.message);
      }
      run.row.end = motionError(run.integrator.state(), reference.state(), model.bodies.size());
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
