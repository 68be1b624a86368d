// The work that each force element does on the bodies: the integral of its power over the accepted
// steps.
#pragma once

#include "integrate/state.hpp"
#include "model/multibody.hpp"

#include <vector>

namespace liefmu {

class WorkMeter {
 public:
  WorkMeter(Multibody& system, const MotionState& start);

  // Simpson's rule over the step from the state of the previous call to this one; the state in the
  // middle comes from the cubic polynomial through both ends in coordinates of the group, so the
  // error is of order four.
  void accumulate(const MotionState& state);
  // After a jump of inputs or parameters at the present state: powers have changed.
  void restart() { powersValid_ = false; }

  [[nodiscard]] double work(std::size_t force) const { return work_[force]; }

  template<class Archive>
  void visit(Archive& archive) {
    archive(last_);
    archive(work_);
    archive(power_);
    archive(powersValid_);
  }

 private:
  void powers(double t, const Vector& q, const Vector& v, std::vector<double>& result);

  Multibody& system_;
  MotionState last_;
  std::vector<double> work_;   // J
  std::vector<double> power_;  // W, at the last state
  bool powersValid_ = false;

  // Scratch memory
  std::vector<double> powerMiddle_;
  std::vector<double> powerEnd_;
  std::vector<Block> tangent_;
  Vector w_;
  Vector rate_;
  Vector wMiddle_;
  Vector q_;
  Vector v_;
};

}  // namespace liefmu
