// The motion to measure others against: extrapolation of order 12 on the index-1 form with
// projection, which shares no formula with generalized-α or BLieDF, with steps so small that
// rounding limits its accuracy.
#pragma once

#include "integrate/extrapolation_starter.hpp"
#include "integrate/kkt_operator.hpp"
#include "integrate/state.hpp"

namespace liefmu {

class ReferenceMotion {
 public:
  // Starts at t = 0 with consistent q and v. Throws Error where the accelerations are not
  // determined.
  ReferenceMotion(MechanicalSystem& system, const Vector& q, const Vector& v);

  // Throws Error where the motion cannot be continued.
  void advance(double tEnd);

  [[nodiscard]] const MotionState& state() const { return state_; }

 private:
  KktOperator kkt_;
  ExtrapolationStarter extrapolation_;
  MotionState state_;
  MotionState next_;
  double h_;
};

}  // namespace liefmu
