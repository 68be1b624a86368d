// The quantities of a motion that variables show, as functions of one state.
#pragma once

#include "integrate/state.hpp"
#include "model/multibody.hpp"
#include "variables.hpp"

namespace liefmu {

// The value of a quantity that is a function of (t, q, v, v̇, λ) alone. Precondition:
// isMotionQuantity.
[[nodiscard]] double motionQuantity(Multibody& system, const MotionState& state,
                                    const Source& source);
[[nodiscard]] bool isMotionQuantity(Quantity quantity);

}  // namespace liefmu
