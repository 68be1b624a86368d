// Derivatives and velocity corrections that methods need at a consistent state to keep their order
// from the first step on (ABC15 section 4.2, thesis section 3.3.3).
#pragma once

#include "integrate/generalized_alpha.hpp"
#include "integrate/kkt_operator.hpp"
#include "integrate/state.hpp"

namespace liefmu {

class StartingValues {
 public:
  StartingValues(MechanicalSystem& system, KktOperator& kkt);

  // v̈ by central differences of the accelerations along the motion, over ±step (s). False if that
  // is impossible.
  [[nodiscard]] bool accelerationRate(const MotionState& state, double step, Vector& vddot);

  // The velocity of the index-3 form of generalized-α: v̄ + normal(h² B [c_q v̈ + v̂v̇/12]) (ABC15
  // (57)).
  [[nodiscard]] bool correctedVelocity(const MotionState& state, const AlphaParameters& parameters,
                                       const Vector& vddot, double h, Vector& v);

 private:
  MechanicalSystem& system_;
  KktOperator& kkt_;
  Vector q_;
  Vector v_;
  Vector w_;
  Vector vdot_;
  Vector lambda_;
  Vector constraint_;
};

}  // namespace liefmu
