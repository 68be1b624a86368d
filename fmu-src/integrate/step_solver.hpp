// Solves the nonlinear system of one time step and decides, from how the iteration converges, when
// the matrix of derivatives is evaluated anew: old matrix, fresh matrix, full Newton, KINSOL, in
// this order, before the step counts as failed.
#pragma once

#include "integrate/step_problem.hpp"
#include "solve/kinsol.hpp"
#include "solve/newton.hpp"

namespace liefmu {

class StepSolver {
 public:
  StepSolver(MechanicalSystem& system, const IntegratorSettings& settings, Statistics& statistics);

  // The normal directions of the step that starts where `dynamics` was evaluated.
  void startAt(const Dynamics& dynamics) { problem_.setNormalDirections(dynamics); }

  // Solves the step from q with the formula; fills the solution and prepares the normal directions
  // of the next step.
  [[nodiscard]] Outcome solve(StepFormula& formula, const Vector& q, const Weights& weights,
                              StepSolution& solution);

  // Filters an error estimate of velocities with the factorisation of the step.
  void filter(Vector& dv) { problem_.filter(dv); }

  // To be called when a step was accepted: normal directions and age of the matrix go with the
  // accepted steps.
  void accepted();

  void dropMatrix() { problem_.dropDerivatives(); }

  // The body or joint with the largest residual in the last failed solve.
  [[nodiscard]] std::string describeFailure() const { return problem_.describeLargest(r_); }

  template<class Archive>
  void visit(Archive& archive) {
    archive(problem_);
    archive(memory_);
    archive(age_);
    archive(freshIterations_);
    archive(extraIterations_);
    archive(wantMatrix_);
  }
  [[nodiscard]] bool restore() { return problem_.restoreFactorization(); }

 private:
  [[nodiscard]] Outcome attempt(NewtonMatrix matrix);
  [[nodiscard]] bool matrixIsOld() const;
  void learnFromConvergence(bool fresh, std::int64_t iterations);

  StepProblem problem_;
  KinsolSolver kinsol_;
  Statistics& statistics_;
  bool fixedStep_;
  bool kinsolFirst_;
  NewtonOptions options_;
  NewtonMemory memory_;
  int age_ = 0;                       // accepted steps since the derivatives were evaluated
  std::int64_t freshIterations_ = 0;  // of the latest step with new derivatives
  std::int64_t extraIterations_ = 0;  // more than that, since then
  bool wantMatrix_ = false;
  Vector x_;
  Vector r_;
};

}  // namespace liefmu
