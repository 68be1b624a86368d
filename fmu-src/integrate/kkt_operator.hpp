// The KKT operator [M Bᵀ; B 0] at one (t, q): accelerations and consistent multipliers, and the
// M-orthogonal normal direction that projections, corrected starting values and velocity
// corrections are made of. It stays regular for a singular M that is positive definite on ker B
// (ACB15 section 4), because M is never inverted.
#pragma once

#include "integrate/mechanical_system.hpp"
#include "solve/block_solver.hpp"
#include "types.hpp"

namespace liefmu {

class KktOperator {
 public:
  explicit KktOperator(MechanicalSystem& system);

  // Evaluates the system at (t, q, v) and factorises. False if the operator is singular or not
  // finite there; then none of the functions below may be called.
  [[nodiscard]] bool evaluate(double t, const Vector& q, const Vector& v);

  [[nodiscard]] const Dynamics& dynamics() const { return dynamics_; }

  // v̇ and λ at the evaluated point: M v̇ + g + Bᵀλ = 0, B v̇ + curvature = 0 (thesis (3.54)).
  void accelerations(Vector& vdot, Vector& lambda);
  // The M-orthogonal d with B d = c.
  void normal(const Vector& c, Vector& d);
  // d such that v + d satisfies the velocity constraint at the evaluated point (ACB15 (7)).
  void velocityProjection(Vector& d);

  // Moves q along normal directions until Φ vanishes up to rounding: q ← q∘exp(−normal(Φ)), which
  // is ACB15 (6) up to terms of second order in Φ. Evaluates at the way points, not at the result.
  [[nodiscard]] Outcome projectPosition(double t, Vector& q, const Vector& v);

 private:
  MechanicalSystem& system_;
  const Topology& topology_;
  BlockSolver solver_;
  Dynamics dynamics_;
  Vector rhs_;
  Vector constraint_;
  double t_ = 0.0;
  Vector q_;
  Vector v_;
  Vector correction_;
  Vector qNext_;
};

}  // namespace liefmu
