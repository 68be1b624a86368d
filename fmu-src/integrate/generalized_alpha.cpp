#include "integrate/generalized_alpha.hpp"

namespace liefmu {

AlphaParameters AlphaParameters::fromRhoInfinity(double rho) {
  AlphaParameters p;
  p.alphaM = (2.0 * rho - 1.0) / (1.0 + rho);
  p.alphaF = rho / (1.0 + rho);
  p.gamma = 0.5 * (3.0 - rho) / (1.0 + rho);
  p.beta = 1.0 / ((1.0 + rho) * (1.0 + rho));
  p.deltaAlpha = p.alphaM - p.alphaF;
  p.cq = -(1.0 / 12.0 + 0.25 * p.deltaAlpha * p.deltaAlpha);
  p.cv = -(1.0 / 12.0 + 0.5 * p.deltaAlpha * p.deltaAlpha);
  return p;
}

GeneralizedAlpha::GeneralizedAlpha(const Topology& topology, double rhoInfinity,
                                   AlphaAdjustment adjustment)
    : p_(AlphaParameters::fromRhoInfinity(rhoInfinity)),
      adjustment_(adjustment),
      predictedVdot_(topology.velocitySize),
      predictedLambda_(topology.constraintSize),
      predictedEta_(topology.constraintSize) {
  v_.setZero(topology.velocitySize);
  vdot_ = a_ = vdotPrevious_ = aBar_ = w0_ = scratch_ = v_;
}

void GeneralizedAlpha::start(const MotionState& state, const Vector& v, const Vector& vddot,
                             double h) {
  t_ = state.t;
  v_ = v;
  vdot_ = state.vdot;
  scratch_ = h * vddot;
  predictedVdot_.start(vdot_, scratch_);
  predictedLambda_.start(state.lambda);
  predictedEta_.startAtZero();
  a_ = vdot_ + p_.deltaAlpha * h * vddot;
  vdotPrevious_ = vdot_ - h * vddot;
  hPrevious_ = h;
  firstStep_ = true;
}

void GeneralizedAlpha::prepare(double h, StepFormula& formula) {
  // ā = p + κv v̇_{n+1} + κa a_{n+1} (thesis (4.9), (4.10)); every approximation is scalar.
  const double sigma = h / hPrevious_;
  const double delta = p_.deltaAlpha;
  double kappaVdot = 0.0;
  double kappaA = 0.0;
  switch (adjustment_) {
    case AlphaAdjustment::none:
      aBar_ = a_;
      break;
    case AlphaAdjustment::history:
      aBar_ = vdot_ + sigma * (a_ - vdot_);
      break;
    case AlphaAdjustment::implicitVdot:
      kappaVdot = delta * (sigma - 1.0) / (sigma - delta);
      aBar_ = (1.0 - kappaVdot) * a_;
      break;
    case AlphaAdjustment::implicitA:
      kappaA = delta * (sigma - 1.0) / (sigma + (sigma - 1.0) * delta);
      aBar_ = (1.0 - kappaA) * a_;
      break;
    case AlphaAdjustment::differenceVdot:
      kappaVdot = delta * (1.0 - 1.0 / sigma);
      aBar_ = a_ - kappaVdot * vdot_;
      break;
  }
  // (1−α_m) a + α_m ā = (1−α_f) v̇ + α_f v̇_n, solved for v̇ = w0 + w1 a.
  const double divisor = 1.0 - p_.alphaF - p_.alphaM * kappaVdot;
  w1_ = (1.0 - p_.alphaM + p_.alphaM * kappaA) / divisor;
  w0_ = (p_.alphaM * aBar_ - p_.alphaF * vdot_) / divisor;
  aBar_ += kappaVdot * w0_;
  const double kappa = kappaVdot * w1_ + kappaA;
  const double betaStep = p_.beta + (0.5 - p_.beta) * kappa;
  gammaStep_ = p_.gamma + (1.0 - p_.gamma) * kappa;

  // Eliminating a in favour of v.
  const double explicitShare = (1.0 - p_.gamma) / gammaStep_;
  formula.t = t_ + h;
  formula.h = h;
  formula.b = h * betaStep / gammaStep_;
  formula.a = w1_ / (gammaStep_ * h);
  formula.vn = v_;
  formula.u0 = h * v_ + h * h * ((0.5 - p_.beta) - betaStep * explicitShare) * aBar_;
  formula.a0 = w0_ - w1_ * explicitShare * aBar_;
  formula.commutator.setNone();

  predict(h, formula);
}

void GeneralizedAlpha::predict(double h, StepFormula& formula) {
  const double ratio = h / hPrevious_;
  predictedVdot_.predict(ratio, scratch_);
  predictedLambda_.predict(ratio, formula.predictedLambda);
  predictedEta_.predict(ratio, formula.predictedEta);
  formula.predictedVelocity =
      v_ + h * ((1.0 - p_.gamma) * aBar_ + (gammaStep_ / w1_) * (scratch_ - w0_));
}

void GeneralizedAlpha::errorEstimate(const StepFormula& formula, const StepSolution& solution,
                                     MechanicalSystem& system, Vector& u, Vector& v) {
  const double h = formula.h;
  system.bracket(formula.vn, vdot_, u);
  u *= h * h * h / 12.0;
  u += p_.cq * h * h * (solution.vdot - vdot_);
  // In the first step after a start the backward difference stands for v̈ at t_n itself, not in the
  // middle of a step.
  const double spacing = firstStep_ ? 0.5 * h : 0.5 * (h + hPrevious_);
  v = (p_.cv * h * h * h / spacing) *
      ((solution.vdot - vdot_) / h - (vdot_ - vdotPrevious_) / hPrevious_);
}

void GeneralizedAlpha::accept(const StepFormula& formula, const StepSolution& solution) {
  a_ = (solution.v - v_) / (gammaStep_ * formula.h) - ((1.0 - p_.gamma) / gammaStep_) * aBar_;
  const double ratio = formula.h / hPrevious_;
  predictedVdot_.accept(ratio, solution.vdot);
  predictedLambda_.accept(ratio, solution.lambda);
  predictedEta_.accept(ratio, solution.eta);
  vdotPrevious_ = vdot_;
  hPrevious_ = formula.h;
  t_ = formula.t;
  v_ = solution.v;
  vdot_ = solution.vdot;
  firstStep_ = false;
}

}  // namespace liefmu
