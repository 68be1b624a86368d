// How far two motions are apart at one point in time.
#pragma once

#include "integrate/state.hpp"

#include <cstddef>

namespace liefmu {

struct MotionError {
  double q = 0.0;  // positions and entries of rotation matrices
  double v = 0.0;
  double lambda = 0.0;  // NaN for a system without constraints
};

MotionError motionError(const MotionState& state, const MotionState& exact, std::size_t bodies);

}  // namespace liefmu
