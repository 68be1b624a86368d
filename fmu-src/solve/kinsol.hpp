// The robust path for nonlinear systems: KINSOL's Newton iteration with line search, for time steps
// in which the plain iteration of newton.hpp fails and for the assembly of mechanisms far from a
// solution. It uses the matrix and the factorisation of the problem. No SUNDIALS type leaves
// kinsol.cpp.
#pragma once

#include "solve/nonlinear_problem.hpp"

#include <memory>

namespace liefmu {

// The iteration has converged when either tolerance is met.
struct KinsolOptions {
  // Largest component of the residual, in the units of the problem; 0: the residual decides
  // nothing.
  double functionTolerance = 0.0;
  // NonlinearProblem::norm of a full Newton update. The update is still applied, so that with a
  // fresh matrix the remaining error is far smaller than this.
  double stepTolerance = 1.0;
  int maxIterations = 50;
  // True: a new matrix in every iteration. False: KINSOL keeps one for up to ten iterations and
  // renews it early when the line search fails.
  bool linearizeAlways = true;
};

// Owns KINSOL's memory for one problem size; repeated solves allocate nothing. One object belongs
// to one thread.
class KinsolSolver {
 public:
  explicit KinsolSolver(Index size);
  KinsolSolver(KinsolSolver&&) noexcept;
  KinsolSolver& operator=(KinsolSolver&&) noexcept;
  KinsolSolver(const KinsolSolver&) = delete;
  KinsolSolver& operator=(const KinsolSolver&) = delete;
  ~KinsolSolver();

  // Improves x. Counts the iterations; linearisations and factorisations are counted by the
  // problem. An exception of the problem passes through KINSOL and is thrown again here.
  [[nodiscard]] Outcome solve(NonlinearProblem& problem, Vector& x, const KinsolOptions& options,
                              Statistics& statistics);

 private:
  struct Memory;
  std::unique_ptr<Memory> memory_;
};

}  // namespace liefmu
