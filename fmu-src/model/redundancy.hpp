// Which constraint equations of a mechanism depend on the others, and whether the mass matrix
// determines the motion that the constraints leave. Checked once, at initialisation; what happens
// to the equations that are too many is decided in assembly.hpp.
#pragma once

#include "model/multibody.hpp"

#include <vector>

namespace liefmu {

// One entry per constraint equation: false where its row of B at (t, q) is a combination of others
// that are kept. Of joints that close a loop together, the last in the model loses its rows. `last`
// marks joints that count as later than all others; empty: none. The cost grows linearly for trees.
[[nodiscard]] std::vector<bool> independentRows(Multibody& system, double t, const Vector& q,
                                                const std::vector<bool>& last = {});

// Throws Error with the body and direction that move without any mass, unless M is positive
// definite on ker B (ACB15 section 4). The rows of B must be independent.
void requireMassOnFreeMotion(Multibody& system, double t, const Vector& q);

}  // namespace liefmu
