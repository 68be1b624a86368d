// What an integrator knows about a mechanism: a constrained mechanical system on a Lie group G,
//
//   q̇ = q·ṽ,   M(q) v̇ = −g(t,q,v) − Bᵀ(q,t) λ,   Φ(q,t) = 0,       B w = DΦ·(q w̃),
//
// with velocities left trivialised. The configuration q is a plain vector of numbers whose meaning
// only the system knows. Everything is block structured: a velocity block per body, a multiplier
// block per joint. No joint, force or model file is known here, and no integration method.
#pragma once

#include "linear_algebra.hpp"

#include <string>
#include <vector>

namespace liefmu {

// Which blocks the equations have. Constant after the system is set up.
struct Topology {
  struct Span {
    Index begin = 0;
    Index size = 0;
  };
  // Body `body` takes part in the constraints of joint `joint`: one block of B and of Z.
  struct Incidence {
    Index joint = 0;
    Index body = 0;
  };
  // The force balance of body `row` depends on q or v of body `column`: one block of K and of D.
  struct Coupling {
    Index row = 0;
    Index column = 0;
  };

  Index configurationSize = 0;
  Index velocitySize = 0;
  Index constraintSize = 0;
  std::vector<Span> bodies;           // of the velocity vector, in order
  std::vector<Span> joints;           // of the multiplier vector, in order
  std::vector<Incidence> incidences;  // sorted by joint
  std::vector<Coupling>
      couplings;  // entry i < bodies.size() is the diagonal block (i, i); others follow
  std::vector<bool> singularMass;    // per body: its mass block is not positive definite
  std::vector<Index> rotations;      // where the angular velocities begin, three components each
  std::vector<Index> turningBodies;  // bodies that turn, their first three velocities in world axes
};

// The equations evaluated at one (t, q, v).
struct Dynamics {
  std::vector<Block> M;       // per body
  std::vector<Block> B;       // per incidence
  Vector g;                   // generalised forces, moved to the left side: M v̇ + g + Bᵀλ = 0
  Vector Phi;                 // position constraint
  Vector velocityConstraint;  // B v + Φ_t

  void resize(const Topology& topology);
};

// The derivatives of the equations at one (t, q, v, v̇, λ), for iteration matrices. Directional
// derivatives are taken along the Lie perturbation q∘exp(w).
struct Linearization {
  std::vector<Block> D;  // ∂g/∂v, per coupling
  std::vector<Block> K;  // D_q(M v̇ + g + Bᵀλ), per coupling: includes the geometric stiffness of λ
  std::vector<Block> Zv;  // D_q(B v + Φ_t): w ↦ Z(v,w) + B_t w, per incidence

  void resize(const Topology& topology);
};

// Implementations keep no state that depends on the call sequence: equal arguments give equal bits.
// The functions are not const because they may use scratch memory; one system object belongs to one
// thread.
class MechanicalSystem {
 public:
  MechanicalSystem() = default;
  MechanicalSystem(const MechanicalSystem&) = default;
  MechanicalSystem(MechanicalSystem&&) = default;
  MechanicalSystem& operator=(const MechanicalSystem&) = default;
  MechanicalSystem& operator=(MechanicalSystem&&) = default;
  virtual ~MechanicalSystem() = default;

  [[nodiscard]] virtual const Topology& topology() const = 0;

  // The group. `qNext` may not alias `q`.
  virtual void retract(const Vector& q, const Vector& w, Vector& qNext) = 0;   // q∘exp(w)
  virtual void increment(const Vector& q0, const Vector& q1, Vector& w) = 0;   // log(q0⁻¹∘q1)
  virtual void bracket(const Vector& a, const Vector& b, Vector& result) = 0;  // [a,b] = â b
  virtual void hat(const Vector& a, std::vector<Block>& blocks) = 0;           // â per body
  virtual void tangentOperator(const Vector& w, std::vector<Block>& blocks) = 0;  // T(w) per body
  virtual void inverseTangentOperator(const Vector& w, std::vector<Block>& blocks) = 0;
  // The rotation from q0 to q1, in world axes, of each of topology().turningBodies.
  virtual void rotations(const Vector& /*q0*/, const Vector& /*q1*/,
                         std::vector<Matrix3>& /*result*/) {}

  // The mechanics.
  virtual void evaluate(double t, const Vector& q, const Vector& v, Dynamics& dynamics) = 0;
  // Z(v,v) + 2 B_t v + Φ_tt, so that B v̇ + curvature = 0.
  virtual void curvature(double t, const Vector& q, const Vector& v, Vector& result) = 0;
  virtual void linearize(double t, const Vector& q, const Vector& v, const Vector& vdot,
                         const Vector& lambda, Linearization& linearization) = 0;

  // Magnitudes for error weights, equal within a block of translations or rotations of one body so
  // that a rotating component passing through zero does not matter: |x| or 1 rad, and |u| or |Ω|.
  virtual void magnitudes(const Vector& q, const Vector& v, Vector& position, Vector& velocity) = 0;

  // For messages: "body 'top' (rotation y)", "joint 'tip' (equation 2)".
  [[nodiscard]] virtual std::string describeVelocity(Index component) const = 0;
  [[nodiscard]] virtual std::string describeConstraint(Index row) const = 0;
};

}  // namespace liefmu
