#include "reproduce/work.hpp"

namespace liefmu::reproduce {

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
