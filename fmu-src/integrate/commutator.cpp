#include "integrate/commutator.hpp"

#include <cmath>

namespace liefmu {

CommutatorTerm::CommutatorTerm(const Topology& topology) {
  const Index n = topology.velocitySize;
  for (std::size_t j = 0; j < 3; ++j) {
    known_[j].setZero(n);
    alpha_[j].setZero(n);
  }
  inner_.setZero(n);
  outer_.setZero(n);
}

void CommutatorTerm::setFourth(double h) {
  order_ = CommutatorOrder::fourth;
  h_ = h;
}

void CommutatorTerm::setSixth(double h, const std::array<double, 3>& weight) {
  order_ = CommutatorOrder::sixth;
  h_ = h;
  weight_ = weight;
}

double CommutatorTerm::derivativeFactor() const {
  return order_ == CommutatorOrder::none ? 0.0 : h_ * h_ / 12.0;
}

void CommutatorTerm::evaluate(MechanicalSystem& system, const Vector& vn, const Vector& v,
                              Vector& result) {
  switch (order_) {
    case CommutatorOrder::none:
      result.setZero();
      return;
    case CommutatorOrder::fourth:
      system.bracket(vn, v, result);
      result *= h_ * h_ / 12.0;
      return;
    case CommutatorOrder::sixth:
      break;
  }
  // Legendre coefficients of v on the step, α₁ = h v(½), α₂ ~ h² v', α₃ ~ h³ v''/2, from the Gauss
  // nodes; then the three commutators of the sixth-order Magnus method of Blanes, Casas and Ros,
  // with signs for q̇ = q ṽ.
  Vector& a1 = alpha_[0];
  Vector& a2 = alpha_[1];
  Vector& a3 = alpha_[2];
  const double root = std::sqrt(15.0);
  for (std::size_t j = 0; j < 3; ++j) {
    alpha_[j] = weight_[j] * v + known_[j];
  }
  inner_ = a3 - a1;
  outer_ = a3 - 2.0 * a2 + a1;
  a1 = h_ * a2;
  a2 = (root * h_ / 3.0) * inner_;
  a3 = (10.0 * h_ / 3.0) * outer_;

  system.bracket(a1, a2, inner_);  // −C₁
  outer_ = 2.0 * a3 - inner_;
  system.bracket(a1, outer_, result);  // 60 C₂
  a2 += result / 60.0;
  outer_ = 20.0 * a1 + a3 + inner_;
  system.bracket(outer_, a2, result);
  result /= 240.0;
}

std::array<double, 3> gaussNodes() {
  const double s = std::sqrt(15.0) / 10.0;
  return {0.5 - s, 0.5, 0.5 + s};
}

}  // namespace liefmu
