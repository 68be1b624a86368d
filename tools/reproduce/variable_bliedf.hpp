// BLieDF for variable steps as in thesis (5.35), k = 2 and 3: variable BDF coefficients, the
// correction term (5.36), and past velocities that are moved in normal direction before each step,
// because their local errors belong to other step sizes (remark 23). The FMUs avoid the latter with
// the stabilized index-2 form (fmu-src/integrate/bliedf.hpp).
#pragma once

#include "integrate/kkt_operator.hpp"
#include "reproduce/bdf_method.hpp"

namespace liefmu::reproduce {

class VariableBliedf final : public BdfMethod {
 public:
  VariableBliedf(MechanicalSystem& system, KktOperator& kkt, int order, bool adjustVelocities);

  void start(std::span<const MotionState> states, double h) override;
  void accept(const MotionState& state, const Vector& omega) override;
  void relation(const Vector& w, const Vector& v, Relation& result) override;

 private:
  void pushIncrement(const Vector& omega) override;
  void prepareRelation() override;
  void adjustHistory();
  [[nodiscard]] Vector leadingError(int step) const;
  // h_{n+1-i}: i = 1 is the step being made.
  [[nodiscard]] double step(int i) const { return i == 1 ? stepSize() : time(i - 1) - time(i); }

  KktOperator& kkt_;
  bool adjust_;
  std::vector<Vector> omega_;      // ω_0^{(n+1-i)}, i = 2…k, at index i − 2
  std::vector<Vector> q_;          // q_{n+1-i}, newest first
  std::vector<Vector> projected_;  // v_{n+1-i} without its normal part
  std::vector<Vector> rates_;      // v̇, v̈, v⃛ and brackets [v,v̇], [v,v̈] at t_n
  Vector history_;
};

}  // namespace liefmu::reproduce
