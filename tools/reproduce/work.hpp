// What a run costs, as counts that are the same on every machine. The papers compare methods by
// seconds of MATLAB on a server; counts of the operations they share, weighted with their
// floating-point operations, compare the methods themselves.
#pragma once

#include "linear_algebra.hpp"

#include <cstdint>

namespace liefmu::reproduce {

struct Work {
  std::int64_t steps = 0;
  std::int64_t iterations =
      0;  // of Newton: one evaluation of the equations and one of their derivatives each
  std::int64_t exponentials = 0;      // q∘exp(w)
  std::int64_t brackets = 0;          // [a,b]
  std::int64_t linearFlops = 0;       // of the linear algebra of the Newton iteration
  std::int64_t correctionSolves = 0;  // KKT systems for adjusted velocities

  // Floating-point operations with the weights of one rigid body with a spherical joint:
  // evaluations of the equations, their derivatives and the tangent operator (counted by hand,
  // rounded).
  [[nodiscard]] double operations(Index velocitySize, Index constraintSize) const;
};

// LU factorisation of an n×n matrix and one solution.
[[nodiscard]] std::int64_t solveFlops(Index n);

}  // namespace liefmu::reproduce
