// What a run costs, as counts that are the same on every machine. The papers compare methods by
// seconds of MATLAB on a server; counts of the operations they share, weighted with their
// floating-point operations, compare the methods themselves.
#pragma once

#include "linear_algebra.hpp"

#include <cstdint>

namespace liefmu::reproduce {

// Floating-point operations of one rigid body (counted by hand, rounded): rotating vectors and
// frames, M, g, B and Φ; K, D and Z; T; a quaternion exponential with composition; a bracket of six
// numbers.
inline constexpr double kEvaluation = 250.0;
inline constexpr double kDerivatives = 250.0;
inline constexpr double kTangentOperator = 60.0;
inline constexpr double kExponential = 90.0;
inline constexpr double kBracketPerVelocity = 4.5;

struct Work {
  std::int64_t steps = 0;
  // Of Newton: one evaluation of the equations and one of their derivatives each.
  std::int64_t iterations = 0;
  std::int64_t exponentials = 0;      // q∘exp(w)
  std::int64_t brackets = 0;          // [a,b]
  std::int64_t linearFlops = 0;       // of the linear algebra of the Newton iteration
  std::int64_t correctionSolves = 0;  // KKT systems for adjusted velocities

  // Floating-point operations with the costs above.
  [[nodiscard]] double operations(Index velocitySize, Index constraintSize) const;
};

// LU factorisation of an n×n matrix and one solution.
[[nodiscard]] std::int64_t solveFlops(Index n);

}  // namespace liefmu::reproduce
