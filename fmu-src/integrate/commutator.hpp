// The commutator part of one increment on the group. With x(t) = ∫v dt, the exact increment of q
// over a step is ω = ∫v dt + C, where C collects the commutators of the Magnus expansion. A BDF
// method integrates x; C brings it to the group (this replaces the tabulated correction terms of
// thesis (3.40) and holds for any order and step sequence).
#pragma once

#include "integrate/mechanical_system.hpp"

#include <array>
#include <cstdint>

namespace liefmu {

enum class CommutatorOrder : std::uint8_t { none, fourth, sixth };

class CommutatorTerm {
 public:
  CommutatorTerm() = default;
  explicit CommutatorTerm(const Topology& topology);

  // C = 0, as for generalized-α and for BLieDF without its correction.
  void setNone() { order_ = CommutatorOrder::none; }
  // C = h²/12 [v_n, v], error O(h⁵).
  void setFourth(double h);
  // Sixth-order Magnus formula on three Gauss nodes, error O(h⁷). The velocity at node j is
  // weight[j]·v + known[j].
  void setSixth(double h, const std::array<double, 3>& weight);
  [[nodiscard]] Vector& known(std::size_t node) { return known_[node]; }

  [[nodiscard]] CommutatorOrder order() const { return order_; }

  // C for the velocities v_n and v at the ends of the step.
  void evaluate(MechanicalSystem& system, const Vector& vn, const Vector& v, Vector& result);
  // The factor c of the derivative ∂C/∂v ≈ c·v̂_n: exact for the fourth order, its leading part for
  // the sixth.
  [[nodiscard]] double derivativeFactor() const;

 private:
  CommutatorOrder order_ = CommutatorOrder::none;
  double h_ = 0.0;
  std::array<double, 3> weight_{};
  std::array<Vector, 3> known_;
  std::array<Vector, 3> alpha_;
  Vector inner_;
  Vector outer_;
};

// Gauss nodes on [0,1] of the sixth-order formula.
std::array<double, 3> gaussNodes();

}  // namespace liefmu
