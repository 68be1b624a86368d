// The contract between a nonlinear system of equations and its solvers (newton.hpp, kinsol.hpp):
// the problem owns its matrix and factorisation, so that both solvers share them.
#pragma once

#include "linear_algebra.hpp"
#include "types.hpp"

namespace liefmu {

class NonlinearProblem {
 public:
  NonlinearProblem() = default;
  NonlinearProblem(const NonlinearProblem&) = delete;
  NonlinearProblem& operator=(const NonlinearProblem&) = delete;
  virtual ~NonlinearProblem() = default;

  [[nodiscard]] virtual Index size() const = 0;
  // r(x). False if x is outside the domain or r is not finite.
  virtual bool residual(const Vector& x, Vector& r) = 0;
  // Evaluates and factorises the derivative of r at x (the point of the latest residual call).
  // False if singular.
  virtual bool linearize(const Vector& x) = 0;
  // Overwrites r with J⁻¹ r, with the factorisation of the latest linearize.
  virtual void solve(Vector& r) = 0;
  // Whether the matrix of the latest linearize says something about the neighbourhood of the latest
  // residual. If not, a small update is no sign of convergence, and a new matrix is worth its cost.
  virtual bool matrixIsOutdated() { return false; }
  // Whether that matrix was made so far from the solution that only a second one can confirm
  // convergence.
  [[nodiscard]] virtual bool matrixIsProvisional() const { return false; }
  // Weighted size of an update; an update of norm 1 is as large as the tolerance.
  virtual double norm(const Vector& dx) = 0;
};

}  // namespace liefmu
