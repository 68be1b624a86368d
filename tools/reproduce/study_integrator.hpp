// One integrator for every method under study: unconstrained, index-3 and (for generalized-α)
// stabilized index-2, with prescribed step sizes. It makes the starting values, corrects them if
// wanted, and solves each step by Newton's method with exact derivatives down to rounding level.
// Unknowns w, v, μ = hλ, η; the relation of the method eliminates v.
#pragma once

#include "integrate/extrapolation_starter.hpp"
#include "integrate/kkt_operator.hpp"
#include "integrate/starting_values.hpp"
#include "reproduce/study_method.hpp"

#include <Eigen/LU>

#include <cstdint>
#include <memory>

namespace liefmu::reproduce {

enum class Start : std::uint8_t {
  exact,      // values of the exact solution: λ loses an order in the first steps (index-3)
  corrected,  // velocities moved by the local error in normal direction (thesis (3.59), ABC15 (56),
              // (57))
  perturbedAccelerationOnly,  // generalized-α: a_0 of ABC15 (57), but v_0 = v(t_0)
};

enum class Form : std::uint8_t { index3, stabilizedIndex2 };

// Directions of the position correction N η of the stabilized index-2 form.
enum class Normals : std::uint8_t {
  transposedConstraint,  // Bᵀ(q_n), ABC15 (58)
  massOrthogonal         // M⁻¹Bᵀ scaled such that B N = I
};

class StudyIntegrator {
 public:
  // The system and the operator must outlive the integrator.
  StudyIntegrator(MechanicalSystem& system, KktOperator& kkt, std::unique_ptr<StudyMethod> method,
                  Form form = Form::index3, Normals normals = Normals::transposedConstraint);

  // Makes starting values at distances h from a consistent state with v̇ and λ. Throws Error if that
  // is impossible.
  void initialize(const MotionState& state, double h, Start start);
  // One step; false if the equations cannot be solved or the solution is not finite. The state is
  // then the old one.
  [[nodiscard]] bool step(double h);

  [[nodiscard]] const MotionState& state() const { return state_; }
  [[nodiscard]] const Vector& eta() const { return eta_; }
  [[nodiscard]] StudyMethod& method() { return *method_; }
  [[nodiscard]] const Work& work() const { return method_->work(); }

  // For tests: the residual of the step of size h at (w, v, μ, η), and the matrix for (w, μ, η)
  // after elimination of v with the matrix ∂v/∂w.
  struct Linearized {
    Vector relation;
    Vector rows;
    Matrix J;
    Matrix dvdw;
  };
  [[nodiscard]] Linearized linearizedStep(double h, const Vector& w, const Vector& v,
                                          const Vector& mu, const Vector& eta);

 private:
  void correctStart(const MotionState& afterStart, Start start);
  void setNormals();
  void evaluate(const Vector& w, const Vector& v, const Vector& mu, const Vector& eta);

  MechanicalSystem& system_;
  const Topology& topology_;
  KktOperator& kkt_;
  ExtrapolationStarter starter_;
  StartingValues startingValues_;
  std::unique_ptr<StudyMethod> method_;
  bool stabilized_;
  Normals normals_;

  MotionState state_;
  Vector eta_;
  Matrix N_;
  double h_ = 0.0;
  double t_ = 0.0;

  // At the latest iterate.
  Relation relation_;
  Dynamics dynamics_;
  Linearization derivatives_;
  Vector omega_;
  Vector q_;
  Vector vdot_;
  Matrix A_;
  Vector lambda_;
  Matrix M_;
  Matrix B_;
  Matrix S_;  // ∂v/∂w
  Vector s_;  // what the relation adds to v
  Vector rows_;
  Matrix J_;
  Eigen::PartialPivLU<Matrix> lu_;
};

}  // namespace liefmu::reproduce
