// What a step of a method costs, read from its error curve, and how much a conclusion depends on
// the cost of a single operation.
#pragma once

#include "reproduce/curves.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace liefmu::reproduce {

inline constexpr const char* kCostText =
    "The thesis measures seconds of MATLAB. Here the work is counted in floating-point operations "
    "of the same Newton iteration for every method: deterministic, and free of what a language "
    "adds. A bracket counts 14 of them in SO(3) and 27 in R³×SO(3), an exponential 90, an "
    "iteration about 700 and 1300.";

using WorkCount = std::int64_t Work::*;

[[nodiscard]] double perStep(const Curve& curve, WorkCount what);
[[nodiscard]] double operationsPerStep(const Curve& curve);

// By how many operations one of `what` would have to be more expensive for a to need as much work
// as b; infinite if not even a million suffices. For a method a that needs more of them than b.
[[nodiscard]] double breakEven(const Curve& a, const Curve& b, WorkCount what,
                               const Quantity& quantity);

// Newton iterations, exponentials, brackets and operations per step.
[[nodiscard]] report::Table costTable(const std::string& title, const std::vector<Curve>& curves);

}  // namespace liefmu::reproduce
