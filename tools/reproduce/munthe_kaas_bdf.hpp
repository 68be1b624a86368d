// Munthe-Kaas BDF methods of order k = 1…6 (thesis (3.23), (3.57)): BDF in the Lie algebra at q_n,
// whose past values are carried from step to step by a truncated Baker-Campbell-Hausdorff formula,
// and a truncated dexp⁻¹.
#pragma once

#include "reproduce/bdf_method.hpp"

namespace liefmu::reproduce {

// BCH_k(X,Y) = log(exp(X) exp(Y)) up to terms that matter for order k (thesis (3.13)).
// differs: the double-bracket terms −[[X,Y],[X,[X,Y]]]/120 − [[X,Y],[Y,[X,Y]]]/360 of k = 6 are
// left out; both are O(h⁷) for the increments of a smooth motion.
[[nodiscard]] Vector bakerCampbellHausdorff(MechanicalSystem& system, int k, const Vector& X,
                                            const Vector& Y, Work& work);

// dexp_k⁻¹(w,u) = u − [w,u]/2 + …, truncated for order k (thesis (3.14)).
[[nodiscard]] Vector inverseDexp(MechanicalSystem& system, int k, const Vector& w, const Vector& u,
                                 Work& work);

class MuntheKaasBdf final : public BdfMethod {
 public:
  MuntheKaasBdf(MechanicalSystem& system, int order);

  void start(std::span<const MotionState> states, double h) override;
  void relation(const Vector& w, const Vector& v, Relation& result) override;

 private:
  void pushIncrement(const Vector& omega) override;
  void prepareRelation() override;

  std::vector<Vector> past_;  // ω_i^{(n)} for i = 1…k, at index i − 1
  Vector history_;            // (1/h) Σ_{i≥2} α_i ω_i
};

}  // namespace liefmu::reproduce
