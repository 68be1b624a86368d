// Reference motions for benchmarks, and how far a result is from them.
#pragma once

#include "bench/mechanism.hpp"
#include "integrate/extrapolation_starter.hpp"
#include "integrate/kkt_operator.hpp"

#include <cmath>

namespace liefmu::bench {

struct MotionError {
  double q = 0.0;  // positions and entries of rotation matrices
  double v = 0.0;
  double lambda = 0.0;
};

// The motion at tEnd by extrapolation of order 12 on the index-1 form with projection, which shares
// no formula with the methods of the integrator.
inline MotionState reference(const Mechanism& mechanism, double tEnd, int steps) {
  constexpr int kColumns = 6;
  Multibody& system = *mechanism.system;
  KktOperator kkt(system);
  ExtrapolationStarter extrapolation(system, kkt);
  MotionState state;
  state.q = mechanism.q;
  state.v = mechanism.v;
  state.vdot.setZero(system.topology().velocitySize);
  state.lambda.setZero(system.topology().constraintSize);
  if (!kkt.evaluate(0.0, state.q, state.v)) fail("the initial values are singular");
  kkt.accelerations(state.vdot, state.lambda);
  MotionState next = state;
  for (int i = 0; i < steps; ++i) {
    if (extrapolation.step(state, tEnd / steps, kColumns, next) != Outcome::ok) {
      fail("the reference motion cannot be computed");
    }
    std::swap(state, next);
  }
  return state;
}

// Of bodies that all have a position and an orientation (seven numbers in q).
inline MotionError distance(const MotionState& state, const MotionState& reference) {
  constexpr Index kPose = 7;
  double squared = 0.0;
  for (Index i = 0; i + kPose <= state.q.size(); i += kPose) {
    const Eigen::Quaterniond present(Vector4(state.q.segment<4>(i + 3)));
    const Eigen::Quaterniond expected(Vector4(reference.q.segment<4>(i + 3)));
    squared +=
        (state.q.segment<3>(i) - reference.q.segment<3>(i)).squaredNorm() +
        (present.normalized().toRotationMatrix() - expected.toRotationMatrix()).squaredNorm();
  }
  return {std::sqrt(squared), (state.v - reference.v).norm(),
          (state.lambda - reference.lambda).norm()};
}

}  // namespace liefmu::bench
