// A one-step method of high order for starting and restarting the multistep methods: Gragg's
// modified midpoint rule with Aitken-Neville extrapolation, applied to ν̇ = T⁻¹(ν) v, v̇ =
// accelerations(q∘exp(ν), v), then projected on the position and velocity constraints. Explicit:
// not for stiff systems, where its error estimate says so.
#pragma once

#include "integrate/kkt_operator.hpp"
#include "integrate/state.hpp"
#include "types.hpp"

#include <vector>

namespace liefmu {

class ExtrapolationStarter {
 public:
  ExtrapolationStarter(MechanicalSystem& system, KktOperator& kkt);

  // One step of size h from `from`, of order 2·columns; fills `to` completely, with v̇ and λ of the
  // index-1 system. `errorV` is the difference of the last two columns in v, `errorU` the same in
  // the increment ν.
  [[nodiscard]] Outcome step(const MotionState& from, double h, int columns, MotionState& to);

  [[nodiscard]] const Vector& errorV() const { return errorV_; }
  [[nodiscard]] const Vector& errorU() const { return errorU_; }

 private:
  static constexpr int kMaxColumns = 6;

  [[nodiscard]] bool rightHandSide(const MotionState& from, double t, const Vector& nu,
                                   const Vector& v, Vector& nuDot, Vector& vDot);
  [[nodiscard]] bool midpoint(const MotionState& from, double h, int substeps, Vector& nu,
                              Vector& v);

  MechanicalSystem& system_;
  KktOperator& kkt_;
  std::vector<Vector> nuTable_;
  std::vector<Vector> vTable_;
  std::vector<Block> Tinv_;
  Vector errorV_;
  Vector errorU_;
  Vector q_;
  Vector lambda_;
  Vector nuDot_;
  Vector vDot_;
  Vector nuPrevious_;
  Vector vPrevious_;
};

}  // namespace liefmu
