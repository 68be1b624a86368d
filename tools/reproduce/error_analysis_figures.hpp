// What is computed for the figures of ABC15; error_analysis_paper.cpp says which figure is which.
#pragma once

#include "reproduce/experiment.hpp"

namespace liefmu::reproduce {

// Generalized-α with the parameters ABC15 (52).
[[nodiscard]] inline MethodSpec alpha(double rhoInfinity, Form form = Form::index3) {
  return {.family = Family::generalizedAlpha, .order = 2, .rhoInfinity = rhoInfinity, .form = form};
}

// Figure 1; sections 4.1 and 4.2.
[[nodiscard]] Evidence pendulumTransient(Laboratory& lab);
[[nodiscard]] Evidence amplification(Laboratory& lab);

// Figures 3, 4, 5 and 6.
[[nodiscard]] Evidence topReference(Laboratory& lab);
[[nodiscard]] Evidence topOscillations(Laboratory& lab);
[[nodiscard]] Evidence stabilizedTransient(Laboratory& lab);
[[nodiscard]] Evidence beyondTransient(Laboratory& lab);

}  // namespace liefmu::reproduce
