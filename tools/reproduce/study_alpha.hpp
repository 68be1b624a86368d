// Generalized-α with prescribed step sizes as in thesis (4.11): the four approximations of v̈_n for
// the adjusted acceleration and, in the index-3 form, for the adjusted velocity. The FMUs use the
// stabilized index-2 form, where the adjusted velocity is not needed
// (fmu-src/integrate/generalized_alpha.hpp).
#pragma once

#include "integrate/generalized_alpha.hpp"
#include "integrate/kkt_operator.hpp"
#include "reproduce/study_method.hpp"

namespace liefmu::reproduce {

// v̈_n = (a_1 v̇_n + a_2 v̇_{n+1} + a_3 a_n + a_4 a_{n+1}) / h_n for approximation 1…4 (thesis (4.9));
// 0: v̈_n = 0, no adjustment at all.
struct RateWeights {
  double a1 = 0.0;
  double a2 = 0.0;
  double a3 = 0.0;
  double a4 = 0.0;
};
[[nodiscard]] RateWeights rateWeights(int approximation, double sigma, double deltaAlpha);

class StudyAlpha final : public StudyMethod {
 public:
  // `adjustVelocity`: the index-3 form (thesis (4.10)).
  StudyAlpha(MechanicalSystem& system, KktOperator& kkt, double rhoInfinity, int approximation,
             bool adjustVelocity);

  [[nodiscard]] int startingPoints() const override { return 1; }
  void start(std::span<const MotionState> states, double h) override;
  void shiftVelocities(const Vector& delta) override { v_ += delta; }
  // The starting value a_0 = v̇_0 + Δα h v̈_0 (ABC15 (57)) instead of a_0 = v̇_0.
  void setAccelerationRate(const Vector& vddot) { a_ = vdot_ + p_.deltaAlpha * h_ * vddot; }
  void replaceVelocity(const Vector& v) { v_ = v; }

  void prepare(double h) override;
  [[nodiscard]] const Vector& base() const override { return q_; }
  void relation(const Vector& w, const Vector& v, Relation& result) override;
  void acceleration(const Vector& v, Vector& vdot, Matrix& A) override;
  void predict(Vector& w, Vector& v) const override;
  void accept(const MotionState& state, const Vector& omega) override;

  [[nodiscard]] const AlphaParameters& parameters() const { return p_; }

 private:
  void setProjector();

  MechanicalSystem& system_;
  KktOperator& kkt_;
  AlphaParameters p_;
  int approximation_;
  bool adjustVelocity_;

  double t_ = 0.0;
  Vector q_;
  Vector v_;
  Vector vdot_;
  Vector a_;
  double h_ = 0.0;
  double hPrevious_ = 0.0;

  // Of the step, as functions of a = a_{n+1}: v = V a + v0, w = W a + w0, v̇ = vdotFactor a + vdot0.
  bool scalar_ = true;  // V and W are multiples of the identity
  double vFactor_ = 0.0;
  double wFactor_ = 0.0;
  double vdotFactor_ = 0.0;
  Vector v0_;
  Vector w0_;
  Vector vdot0_;
  Matrix P_;  // normal projector at q_n
  Matrix Vinverse_;
  Matrix W_;
};

}  // namespace liefmu::reproduce
