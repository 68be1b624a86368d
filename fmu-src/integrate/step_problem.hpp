// THE step: the nonlinear system of one time step for every method (through its StepFormula),
// unconstrained, in the index-3, the stabilized index-2 and the index-1 form, with its analytic
// iteration matrix.
//
// Unknowns: v, and per joint μ = b λ and (stabilized index-2) η with the position correction w = b
// W η along the M-orthogonal normal directions W = M⁻¹Bᵀ(q_n). Rows: b (M v̇ + g) + Bᵀμ, then per
// joint B v + Φ_t (stabilized index-2) and Φ/b. With this scaling the matrix
//
//   [ abM + bD + b²KT   Bᵀ   b²KTW ]
//   [ B + bZT           0     bZTW ]
//   [ BT                0      BTW ]
//
// has a condition number independent of the step size. The index-1 form, whose results are
// projected afterwards, has the acceleration constraint (B v̇ + curvature)/a instead of Φ/b; its
// derivative is B up to O(h), which is what the chord iteration uses.
#pragma once

#include "integrate/mechanical_system.hpp"
#include "integrate/node_graph.hpp"
#include "integrate/step_formula.hpp"
#include "solve/nonlinear_problem.hpp"

#include <vector>

namespace liefmu {

// Weights of the components of u and v in the norms of the iteration and of the error test.
struct Weights {
  Vector u;
  Vector v;
};

class StepProblem final : public NonlinearProblem {
 public:
  StepProblem(MechanicalSystem& system, Formulation formulation, Statistics& statistics);

  // The configuration at which the step starts.
  void beginAt(const Vector& q) { qn_ = q; }
  // Recomputes the normal directions from M and B of the latest residual evaluation (or of
  // `dynamics`).
  void setNormalDirections(const Dynamics& dynamics);
  void setNormalDirectionsFromLatest() { setNormalDirections(dynamics_); }

  void setFormula(StepFormula& formula) {
    formula_ = &formula;
    turnsAreKnown_ = false;
  }
  void setWeights(const Weights& weights) { weights_ = &weights; }

  // NonlinearProblem
  [[nodiscard]] Index size() const override { return size_; }
  bool residual(const Vector& x, Vector& r) override;
  bool linearize(const Vector& x) override;
  void solve(Vector& r) override;
  bool matrixIsOutdated() override;
  [[nodiscard]] bool matrixIsProvisional() const override;
  double norm(const Vector& dx) override;

  // Forms and factorises the matrix for the current coefficients a, b from the derivatives that are
  // already there.
  [[nodiscard]] bool refactorize();
  // b of the latest factorisation; the iteration matrix is good enough for neighbouring values.
  [[nodiscard]] double factorizedB() const { return factorizedB_; }

  // x of the predictor.
  void initialGuess(Vector& x) const;
  // Fills the solution from x; q, u, v̇ are computed from the final unknowns, never incremented.
  void extract(const Vector& x, StepSolution& solution);

  // Overwrites dv by J⁻¹ (b a M dv, 0): removes the constraint-normal part of an error and damps
  // stiff directions.
  void filter(Vector& dv);

  [[nodiscard]] const Dynamics& latestDynamics() const { return dynamics_; }
  // Description of the largest residual component, for messages.
  [[nodiscard]] std::string describeLargest(const Vector& r) const;

  // What the next step depends on besides the formula: normal directions and the iteration matrix.
  template<class Archive>
  void visit(Archive& archive) {
    archive(W_);
    archive(hasDerivatives_);
    archive(qAtDerivatives_);
    archive(highestFrequency_);
    archive(imbalanceAtDerivatives_);
    archive(factorizedA_);
    archive(factorizedB_);
    archive(factorizedCommutator_);
    archive(massAtDerivatives_);
    archive(constraintAtDerivatives_);
    archive(linearization_.D);
    archive(linearization_.K);
    archive(linearization_.Zv);
    archive(T_);
    archive(TW_);
    archive(commutatorHat_);
  }
  // To be called after reading an archive: rebuilds the factorisation, which is a function of what
  // was read.
  [[nodiscard]] bool restoreFactorization();
  void dropDerivatives() { hasDerivatives_ = false; }
  [[nodiscard]] bool hasDerivatives() const { return hasDerivatives_; }

 private:
  struct Product {  // solver block `entry` += …; `left` is a coupling or an incidence, `right` an
                    // incidence
    Index left;
    Index right;
    Index entry;
  };

  void kinematics(const Vector& x);
  // What the configuration is moved by: u, with the commutator term where there is one.
  [[nodiscard]] const Vector& increment() const {
    return formula_->commutator.order() == CommutatorOrder::none ? u_ : omega_;
  }
  void addNormalCorrection(const Vector& x, double scale, Vector& w) const;
  // The largest angle by which the torques in r would turn a body within the step.
  [[nodiscard]] double imbalance(const Vector& r) const;
  [[nodiscard]] Index multiplierBegin(Index joint) const {
    return multiplierBegin_[static_cast<std::size_t>(joint)];
  }
  [[nodiscard]] bool form(double a, double b, double commutatorFactor);
  void buildPattern();

  MechanicalSystem& system_;
  const Topology& topology_;
  Statistics& statistics_;
  bool stabilized_;
  bool index1_;
  Index size_ = 0;
  std::vector<Index> multiplierBegin_;
  NodeGraph graph_;
  std::vector<Product> stiffnessProducts_;   // K T W
  std::vector<Product> constraintProducts_;  // Z T W and B T W
  std::vector<Index> couplingEntry_;
  std::vector<Index> incidenceEntry_;            // (joint, body)
  std::vector<Index> transposedIncidenceEntry_;  // (body, joint)
  BlockSolver solver_;

  StepFormula* formula_ = nullptr;
  const Weights* weights_ = nullptr;
  Vector qn_;

  // The normal directions, per incidence; and the inverse of the (regularised) mass blocks they are
  // made with.
  std::vector<Block> W_;
  std::vector<Block> massOfInverse_;
  std::vector<Block> inverseMass_;

  // At the latest x.
  Vector q_;
  Vector v_;
  Vector u_;
  Vector w_;
  Vector omega_;  // u + C, where there is a commutator term
  Vector vdot_;
  Vector lambda_;
  Vector force_;
  Vector accelerationConstraint_;
  double imbalance_ = 0.0;
  Dynamics dynamics_;

  // At the point of the latest linearisation.
  bool hasDerivatives_ = false;
  Vector qAtDerivatives_;
  double highestFrequency_ = 0.0;  // rad/s, estimated from the diagonals of K and M
  double imbalanceAtDerivatives_ = 0.0;
  std::vector<Matrix3> turns_;  // of the turning bodies, from there to the present step
  bool turnsAreKnown_ = false;
  Linearization linearization_;
  std::vector<Block> massAtDerivatives_;
  std::vector<Block> constraintAtDerivatives_;
  std::vector<Block> T_;
  std::vector<Block> commutatorHat_;
  std::vector<Block> TBar_;  // T (I + c/b v̂_n): the derivative of the increment by b v
  std::vector<Block> TW_;
  double factorizedA_ = 0.0;
  double factorizedB_ = 0.0;
  double factorizedCommutator_ = 0.0;
  Vector filterRhs_;
};

}  // namespace liefmu
