// What is computed for table 4.1 and the figures of chapter 6 of the thesis; thesis.cpp says which
// figure is which.
#pragma once

#include "reproduce/experiment.hpp"

#include <string>

namespace liefmu::reproduce {

// Figures 6.1 to 6.3.
[[nodiscard]] Evidence startingValues(Laboratory& lab, Family family);
[[nodiscard]] Evidence configurationErrors(Laboratory& lab);

// Figures 6.4 to 6.17: all methods of order p.
[[nodiscard]] Evidence firstOrder(Laboratory& lab);
[[nodiscard]] Evidence unconstrained(Laboratory& lab, int p);
[[nodiscard]] Evidence constrained(Laboratory& lab, int p);
[[nodiscard]] Evidence efficiencySecondOrder(Laboratory& lab);
[[nodiscard]] Evidence efficiency(Laboratory& lab, int p);

// Figures 6.18 to 6.22: the correction term of BLieDF.
struct ParameterSets {
  int order = 0;
  std::string general;
  std::string explicitSet;
  std::string implicitSet;
};
[[nodiscard]] Evidence withoutCorrection(Laboratory& lab);
[[nodiscard]] Evidence parameterSets(Laboratory& lab, const ParameterSets& sets);
[[nodiscard]] Evidence parameterEfficiency(Laboratory& lab, const ParameterSets& sets);

// Table 4.1 and figures 6.23 to 6.29: generalized-α with variable steps.
[[nodiscard]] Evidence ratioTable(Laboratory& lab);
[[nodiscard]] Evidence changesEveryStep(Laboratory& lab, int approximation);
[[nodiscard]] Evidence approximationsCompared(Laboratory& lab);
[[nodiscard]] Evidence largeChanges(Laboratory& lab);
[[nodiscard]] Evidence largerChanges(Laboratory& lab);

// Figures 6.30 to 6.33: BLieDF with variable steps.
[[nodiscard]] Evidence oneChange(Laboratory& lab, bool multipliers);
[[nodiscard]] Evidence changesOften(Laboratory& lab);
[[nodiscard]] Evidence changesHeld(Laboratory& lab);

}  // namespace liefmu::reproduce
