#include "integrate/starting_values.hpp"

#include "integrate/block_operations.hpp"

namespace liefmu {

StartingValues::StartingValues(MechanicalSystem& system, KktOperator& kkt)
    : system_(system), kkt_(kkt) {
  const Topology& topology = system.topology();
  q_.setZero(topology.configurationSize);
  v_.setZero(topology.velocitySize);
  w_ = vdot_ = v_;
  lambda_.setZero(topology.constraintSize);
  constraint_ = lambda_;
}

bool StartingValues::accelerationRate(const MotionState& state, double step, Vector& vddot) {
  for (const double s : {step, -step}) {
    w_ = s * state.v + 0.5 * s * s * state.vdot;
    system_.retract(state.q, w_, q_);
    v_ = state.v + s * state.vdot;
    if (!kkt_.evaluate(state.t + s, q_, v_)) {
      return false;
    }
    kkt_.accelerations(vdot_, lambda_);
    if (s > 0.0) {
      vddot = vdot_;
    } else {
      vddot -= vdot_;
    }
  }
  vddot /= 2.0 * step;
  return vddot.allFinite();
}

bool StartingValues::correctedVelocity(const MotionState& state, const AlphaParameters& parameters,
                                       const Vector& vddot, double h, Vector& v) {
  if (!kkt_.evaluate(state.t, state.q, state.v)) {
    return false;
  }
  system_.bracket(state.v, state.vdot, w_);
  w_ = parameters.cq * vddot + w_ / 12.0;
  constraint_.setZero();
  addConstraintProduct(system_.topology(), h * h, kkt_.dynamics().B, w_, constraint_);
  kkt_.normal(constraint_, v_);
  v = state.v + v_;
  return true;
}

}  // namespace liefmu
