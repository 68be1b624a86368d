// One time step of any method, as numbers. Every method writes the new configuration and
// acceleration as affine functions of the new velocity v,
//
//   u = b (v − v_n) + u0 + w,     v̇ = a (v − v_n) + a0,     q = q_n ∘ exp(u + C(v)),
//
// where w is the position correction of the stabilized index-2 form and C the commutator term.
// Methods differ only in a, b and the history vectors; the step problem knows nothing else about
// them.
#pragma once

#include "integrate/commutator.hpp"
#include "linear_algebra.hpp"

#include <cmath>

namespace liefmu {

struct StepFormula {
  double t = 0.0;  // end of the step
  double h = 0.0;
  double a = 0.0;  // 1/s
  double b = 0.0;  // s
  Vector vn;       // velocity at the beginning, as the method sees it
  Vector a0;
  Vector u0;
  CommutatorTerm commutator;
  // Where the iteration starts.
  Vector predictedVelocity;
  Vector predictedLambda;
  Vector predictedEta;

  StepFormula() = default;
  explicit StepFormula(const Topology& topology) : commutator(topology) {
    vn.setZero(topology.velocitySize);
    a0.setZero(topology.velocitySize);
    u0.setZero(topology.velocitySize);
    predictedVelocity.setZero(topology.velocitySize);
    predictedLambda.setZero(topology.constraintSize);
    predictedEta.setZero(topology.constraintSize);
  }
};

// Puts the end of the step on tEnd exactly where it differs by rounding only.
inline void landExactly(StepFormula& formula, double tEnd) {
  if (std::abs(formula.t - tEnd) <= 1e-9 * formula.h) {
    formula.t = tEnd;
  }
}

// What came out of a step.
struct StepSolution {
  Vector q;
  Vector v;
  Vector vdot;
  Vector lambda;
  Vector u;    // quasi-increment: ∫v dt over the step plus the position correction
  Vector eta;  // multipliers of the position correction (stabilized index-2)

  StepSolution() = default;
  explicit StepSolution(const Topology& topology) {
    q.setZero(topology.configurationSize);
    v.setZero(topology.velocitySize);
    vdot.setZero(topology.velocitySize);
    lambda.setZero(topology.constraintSize);
    u.setZero(topology.velocitySize);
    eta.setZero(topology.constraintSize);
  }
};

}  // namespace liefmu
