#include "reproduce/work.hpp"

namespace liefmu::reproduce {
namespace {

// Of one rigid body: rotating vectors and frames, M, g, B and Φ; K, D and Z; T; a quaternion
// exponential with composition; a bracket of six numbers.
constexpr double kEvaluation = 250.0;
constexpr double kDerivatives = 250.0;
constexpr double kTangentOperator = 60.0;
constexpr double kExponential = 90.0;
constexpr double kBracketPerVelocity = 4.5;

}  // namespace

std::int64_t solveFlops(Index n) {
  return (2 * n * n * n) / 3 + 2 * n * n;
}

double Work::operations(Index velocitySize, Index constraintSize) const {
  const auto counted = [](std::int64_t count) { return static_cast<double>(count); };
  return counted(iterations) * (kEvaluation + kDerivatives + kTangentOperator) +
         counted(exponentials) * kExponential +
         counted(brackets) * kBracketPerVelocity * static_cast<double>(velocitySize) +
         counted(linearFlops) +
         counted(correctionSolves) *
             (kEvaluation + counted(solveFlops(velocitySize + constraintSize)));
}

}  // namespace liefmu::reproduce
