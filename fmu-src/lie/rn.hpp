// The vector space Rⁿ as the simplest Lie group: point masses and everything else that does not
// rotate.
#pragma once

#include "lie/lie_group.hpp"
#include "linear_algebra.hpp"

namespace liefmu {

template<int n>
struct Rn {
  static constexpr Index dim = n;
  using Tangent = Eigen::Matrix<double, n, 1>;
  using Operator = Eigen::Matrix<double, n, n>;

  Tangent x = Tangent::Zero();

  static Rn identity() { return {}; }
  static Rn exp(const Tangent& w) { return {w}; }
  [[nodiscard]] Tangent log() const { return x; }
  [[nodiscard]] Rn inverse() const { return {-x}; }
  friend Rn operator*(const Rn& q1, const Rn& q2) { return {q1.x + q2.x}; }

  static Operator hat(const Tangent& /*w*/) { return Operator::Zero(); }
  static Tangent bracket(const Tangent& /*w1*/, const Tangent& /*w2*/) { return Tangent::Zero(); }
  static Operator T(const Tangent& /*w*/) { return Operator::Identity(); }
  static Operator Tinv(const Tangent& /*w*/) { return Operator::Identity(); }
  static ExpAndT<Rn> expAndT(const Tangent& w) { return {exp(w), T(w)}; }
  [[nodiscard]] Operator Ad() const { return Operator::Identity(); }
};

static_assert(LieGroup<Rn<1>> && LieGroup<Rn<3>>);

}  // namespace liefmu
