// BLieDF as published, for constant steps: BDF in increments with a tabulated correction term L
// (thesis (3.31), (3.62); WA (20), (23)). The FMUs use a correction that needs no table
// (fmu-src/integrate/commutator.hpp).
#pragma once

#include "reproduce/bdf_method.hpp"
#include "reproduce/correction_sets.hpp"

namespace liefmu::reproduce {

class ClassicalBliedf final : public BdfMethod {
 public:
  ClassicalBliedf(MechanicalSystem& system, int order, const CorrectionSet& correction);

  void start(std::span<const MotionState> states, double h) override;
  void relation(const Vector& w, const Vector& v, Relation& result) override;

 private:
  void pushIncrement(const Vector& omega) override;
  void prepareRelation() override;
  [[nodiscard]] Vector correction(const Vector& w, const Vector& v, Matrix* Dw, Matrix* Dv);

  const CorrectionSet& correction_;
  std::vector<Vector> omega_;        // ω_0^{(n+1-i)}, i = 2…k, at index i − 2
  Vector history_;                   // (1/h) Σ_{i≥2} γ_i ω_0^{(n+1-i)}
  std::vector<Vector> formHistory_;  // the known part of every lin_j
  Vector explicitCorrection_;
};

}  // namespace liefmu::reproduce
