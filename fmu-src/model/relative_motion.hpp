// The motion of one body as seen from another one. Joints and force elements between two bodies are
// functions of this alone, written once for all groups: perturbations and velocities of a body are
// here always body-fixed, δx = R ξ, δR = R φ̃ and ẋ = R U, Ṙ = R Ω̃. multibody.cpp maps them to the
// body's own group.
//
// One body is the base (b), the other body (a) carries the observed point. With E = R_bᵀ R_a and
// y = R_bᵀ(p_a − x_b) their perturbations are
//
//   δy = ρ,        ρ = E (ξ_a − s̃_a φ_a) − ξ_b + ỹ φ_b      (s_a: the point on the other body)
//   δE = α̃ E,      α = E φ_a − φ_b
//
// and likewise for velocities, ẏ = ρ(v) and ω = α(v). Those depend on the pose, too:
//
//   δẏ = α × velocityOfPoint + ρ × Ω_b,     δω = α × (E Ω_a).
#pragma once

#include "linear_algebra.hpp"

namespace liefmu {

struct BodyMotion {
  Matrix3 R = Matrix3::Identity();  // body to world
  Vector3 x = Vector3::Zero();      // reference point, world
  Vector3 U = Vector3::Zero();      // its velocity, body axes
  Vector3 Omega = Vector3::Zero();  // angular velocity, body axes
};

// Which bodies and which points of them. Points are relative to the body's reference point.
struct Pair {
  Index base = 0;
  Index other = 0;
  Vector3 pointOnBase = Vector3::Zero();
  Vector3 pointOnOther = Vector3::Zero();
};

// All vectors in the axes of the base.
struct RelativeMotion {
  Matrix3 E;                // other to base
  Vector3 y;                // point of the other body, from the reference point of the base
  Vector3 d;                // the same from the point on the base
  Vector3 rate;             // ẏ
  Vector3 omega;            // angular velocity of the other body relative to the base
  Vector3 velocityOfPoint;  // of the other body, relative to the world
  Vector3 omegaOfOther;     // relative to the world
  Vector3 omegaOfBase;      // relative to the world
};

inline RelativeMotion relativeMotion(const Pair& pair, const BodyMotion& base,
                                     const BodyMotion& other) {
  RelativeMotion m;
  m.E.noalias() = base.R.transpose().lazyProduct(other.R);
  const Vector3 arm = other.x + other.R.lazyProduct(pair.pointOnOther) - base.x;
  m.y = base.R.transpose().lazyProduct(arm);
  m.d = m.y - pair.pointOnBase;
  m.velocityOfPoint = m.E.lazyProduct(other.U + other.Omega.cross(pair.pointOnOther));
  m.omegaOfOther = m.E.lazyProduct(other.Omega);
  m.omegaOfBase = base.Omega;
  m.rate = m.velocityOfPoint - base.U + m.y.cross(base.Omega);
  m.omega = m.omegaOfOther - base.Omega;
  return m;
}

// The same where the other body is the ground.
inline RelativeMotion relativeMotionOfGround(const Pair& pair, const BodyMotion& base) {
  RelativeMotion m;
  m.E = base.R.transpose();
  m.y = m.E.lazyProduct(pair.pointOnOther - base.x);
  m.d = m.y - pair.pointOnBase;
  m.velocityOfPoint.setZero();
  m.omegaOfOther.setZero();
  m.omegaOfBase = base.Omega;
  m.rate = m.y.cross(base.Omega) - base.U;
  m.omega = -base.Omega;
  return m;
}

// A force and a torque between the two bodies: on the base as written, on the other body reversed;
// the force acts at the point of the other body. Axes of the base. For an element with a potential
// V this is ∂V/∂ρ and ∂V/∂α, for a constraint λ times the gradient of Φ.
struct Wrench {
  Vector3 force = Vector3::Zero();
  Vector3 torque = Vector3::Zero();
};

// The derivatives of a wrench with respect to ρ and α at fixed ẏ and ω, or with respect to ẏ and ω.
struct WrenchDerivative {
  Matrix3 forceByPosition = Matrix3::Zero();
  Matrix3 forceByRotation = Matrix3::Zero();
  Matrix3 torqueByPosition = Matrix3::Zero();
  Matrix3 torqueByRotation = Matrix3::Zero();
};

}  // namespace liefmu
