#include "reproduce/study_alpha.hpp"

#include "integrate/block_operations.hpp"
#include "reproduce/block_diagonal.hpp"

#include <cmath>
#include <stdexcept>

namespace liefmu::reproduce {

RateWeights rateWeights(int approximation, double sigma, double deltaAlpha) {
  switch (approximation) {
    case 0:
      return {};
    case 1:
      return {-sigma / deltaAlpha, 0.0, sigma / deltaAlpha, 0.0};
    case 2: {
      const double a3 = sigma / (deltaAlpha - sigma);
      return {0.0, -a3, a3, 0.0};
    }
    case 3: {
      const double a4 = sigma / (sigma + (sigma - 1.0) * deltaAlpha);
      return {0.0, 0.0, -a4, a4};
    }
    case 4:
      return {-1.0, 1.0, 0.0, 0.0};
    default:
      throw std::invalid_argument("approximations of thesis (4.9) are numbered 1 to 4");
  }
}

StudyAlpha::StudyAlpha(MechanicalSystem& system, KktOperator& kkt, double rhoInfinity,
                       int approximation, bool adjustVelocity)
    : system_(system),
      kkt_(kkt),
      p_(AlphaParameters::fromRhoInfinity(rhoInfinity)),
      approximation_(approximation),
      adjustVelocity_(adjustVelocity && system.topology().constraintSize > 0) {}

void StudyAlpha::start(std::span<const MotionState> states, double h) {
  const MotionState& state = states.back();
  t_ = state.t;
  q_ = state.q;
  v_ = state.v;
  vdot_ = state.vdot;
  a_ = state.vdot;
  h_ = hPrevious_ = h;
}

// P = M⁻¹Bᵀ(BM⁻¹Bᵀ)⁻¹B, column by column: P e_j is the normal vector with the same B.
void StudyAlpha::setProjector() {
  const Index n = v_.size();
  P_.setZero(n, n);
  if (!kkt_.evaluate(t_, q_, v_)) return;
  const Topology& topology = system_.topology();
  Vector c(topology.constraintSize);
  Vector d(n);
  for (Index j = 0; j < n; ++j) {
    c.setZero();
    addConstraintProduct(topology, 1.0, kkt_.dynamics().B, Vector::Unit(n, j), c);
    kkt_.normal(c, d);
    P_.col(j) = d;
  }
  ++work().correctionSolves;
}

void StudyAlpha::prepare(double h) {
  constexpr double kSameStep = 1e-12;
  h_ = h;
  const double sigma = std::abs(h / hPrevious_ - 1.0) < kSameStep ? 1.0 : h / hPrevious_;
  const RateWeights rate = rateWeights(approximation_, sigma, p_.deltaAlpha);
  const double c = p_.deltaAlpha * (1.0 - 1.0 / sigma);

  // (1−α_m) a + α_m ā = (1−α_f) v̇ + α_f v̇_n with ā = a_n + c h v̈_n (thesis (4.7), (4.11d)), solved
  // for v̇.
  const double divisor = 1.0 - p_.alphaF - p_.alphaM * c * rate.a2;
  vdotFactor_ = (1.0 - p_.alphaM + p_.alphaM * c * rate.a4) / divisor;
  vdot0_ = (p_.alphaM * (1.0 + c * rate.a3) * a_ + (p_.alphaM * c * rate.a1 - p_.alphaF) * vdot_) /
           divisor;
  // h v̈_n = rateFactor a + rate0
  const double rateFactor = rate.a2 * vdotFactor_ + rate.a4;
  const Vector rate0 = rate.a1 * vdot_ + rate.a2 * vdot0_ + rate.a3 * a_;
  const double aBarFactor = c * rateFactor;
  const Vector aBar0 = a_ + c * rate0;

  vFactor_ = (1.0 - p_.gamma) * h * aBarFactor + p_.gamma * h;
  wFactor_ = (0.5 - p_.beta) * h * aBarFactor + p_.beta * h;
  v0_ = v_ + (1.0 - p_.gamma) * h * aBar0;
  w0_ = v_ + (0.5 - p_.beta) * h * aBar0;

  scalar_ = true;
  if (!adjustVelocity_ || sigma == 1.0 || approximation_ == 0) return;
  // v̄_n = v_n + P (1−1/σ²) h² (c_q v̈_n + v̂_n v̇_n / 12) (thesis (4.10)).
  setProjector();
  const double change = (1.0 - 1.0 / (sigma * sigma)) * h;
  const Vector shift = change * (P_ * (p_.cq * rate0 + h / 12.0 * bracketOf(system_, v_, vdot_)));
  ++work().brackets;
  v0_ += shift;
  w0_ += shift;
  const double normal = change * p_.cq * rateFactor;
  if (normal == 0.0) return;
  scalar_ = false;
  const Matrix identity = Matrix::Identity(v_.size(), v_.size());
  // P is a projector: (s I + r P)⁻¹ = (I − r/(s+r) P)/s.
  Vinverse_ = (identity - normal / (vFactor_ + normal) * P_) / vFactor_;
  W_ = wFactor_ * identity + normal * P_;
}

void StudyAlpha::relation(const Vector& w, const Vector& v, Relation& result) {
  const Index n = w.size();
  result.Dw.setIdentity(n, n);
  result.explicitInV = scalar_;
  if (scalar_) {
    result.r = w - w0_ - wFactor_ / vFactor_ * (v - v0_);
    result.Dv = -wFactor_ / vFactor_ * Matrix::Identity(n, n);
  } else {
    result.Dv = -W_ * Vinverse_;
    result.r = w - w0_ + result.Dv * (v - v0_);
  }
}

void StudyAlpha::acceleration(const Vector& v, Vector& vdot, Matrix& A) {
  if (scalar_) {
    A = vdotFactor_ / vFactor_ * Matrix::Identity(v.size(), v.size());
  } else {
    A = vdotFactor_ * Vinverse_;
  }
  vdot = A * (v - v0_) + vdot0_;
}

void StudyAlpha::predict(Vector& w, Vector& v) const {
  w = v_ + 0.5 * h_ * a_;
  v = v_ + h_ * a_;
}

void StudyAlpha::accept(const MotionState& state, const Vector&) {
  a_ = (state.vdot - vdot0_) / vdotFactor_;
  t_ = state.t;
  q_ = state.q;
  v_ = state.v;
  vdot_ = state.vdot;
  hPrevious_ = h_;
}

}  // namespace liefmu::reproduce
