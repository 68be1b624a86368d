// The methods that chapter 6 of the thesis compares, by their names, and their error curves on the
// heavy top.
#pragma once

#include "reproduce/curves.hpp"

#include <string>
#include <vector>

namespace liefmu::reproduce {

// The thesis does not say which ρ∞ its comparison uses; with 0.9 generalized-α is "slightly less
// accurate" than the trapezoidal methods in SO(3), as in its figure 6.5.
inline constexpr double kComparisonRho = 0.9;

[[nodiscard]] std::string familyName(Family family);
[[nodiscard]] std::string groupName(Group group);

[[nodiscard]] MethodSpec comparedMethod(Family family, int order);

// All methods of order p: on the top about its fixed point in SO(3), and on the constrained top in
// R³×SO(3).
[[nodiscard]] std::vector<Curve> unconstrainedCurves(Laboratory& lab, int p);
[[nodiscard]] std::vector<Curve> constrainedCurves(Laboratory& lab, int p);

// The curve of a method among those of a comparison. Throws std::out_of_range.
[[nodiscard]] const Curve& named(const std::vector<Curve>& curves, Family family);

}  // namespace liefmu::reproduce
