// Error curves with random step sizes, over their mean.
#pragma once

#include "reproduce/curves.hpp"
#include "reproduce/step_sequences.hpp"

#include <string>

namespace liefmu::reproduce {

// The heavy top over [0, 1] with mean steps of 1 ms down to 0.1 ms; the same random ratios for
// every method.
[[nodiscard]] Curve randomCurve(Laboratory& lab, const std::string& name, Group group,
                                const MethodSpec& method, const SequenceRule& rule);

}  // namespace liefmu::reproduce
