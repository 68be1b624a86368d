// From the guesses of a model file to a mechanism that fits together: positions assembled with the
// smallest change, redundant equations dropped, velocities projected. Everything that is wrong with
// the mechanism as a whole is found here; what is wrong with a single number, by the reader.
#pragma once

#include "model/multibody.hpp"

#include <string>
#include <vector>

namespace liefmu {

struct Assembly {
  std::vector<bool> keptRows;      // one per constraint equation of the model (see Multibody)
  Vector q;                        // Φ(q,t) = 0
  Vector v;                        // B v + Φ_t = 0
  std::vector<std::string> notes;  // dropped equations, changed initial values
};

// `system` has all equations of the model, and its inputs are those at time t. Throws Error if the
// mechanism cannot be assembled, with the joints that do not fit; if it starts in a singular
// position; if joints prescribe contradictory motions; or if something moves without mass.
[[nodiscard]] Assembly assemble(Multibody& system, double t);

}  // namespace liefmu
