// A BDF code of variable order and step size for y' = f(y) with coordinate projection after each
// step (Eich93 section 2): the index-1 form is integrated, then y is moved to the nearest point
// that satisfies the invariants. Written for the pendulum of Eich93 section 3.3 and studies like
// it; small and plain.
#pragma once

#include "linear_algebra.hpp"

#include <cstdint>
#include <functional>

namespace liefmu::reproduce {

struct ProjectedBdfProblem {
  std::function<Vector(const Vector& y)> f;
  std::function<Vector(const Vector& y)> invariants;          // φ(y), zero along exact solutions
  std::function<Matrix(const Vector& y)> invariantsJacobian;  // H = ∂φ/∂y, of full row rank
};

struct ProjectedBdfResult {
  Vector y;
  std::int64_t steps = 0;
  std::int64_t rejectedSteps = 0;
  bool ok = false;
};

// Integrates from y0 at t = 0 to tEnd with orders 1…5; errors are measured relative to
// tolerance·max(1, |y_i|).
[[nodiscard]] ProjectedBdfResult integrateProjectedBdf(const ProjectedBdfProblem& problem,
                                                       const Vector& y0, double tEnd,
                                                       double tolerance, bool project);

}  // namespace liefmu::reproduce
