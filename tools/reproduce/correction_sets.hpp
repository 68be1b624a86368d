// The published parameters of the correction term L of BLieDF,
//
//   L = (1/h) [lin_1, lin_2 + [lin_3, lin_4 + [lin_5, lin_6]]],
//   lin_j = h Σ_{i=0}^{k} a_{i,j} v_{n+1-i} + Σ_{i=1}^{k} b_{i,j} ω_0^{(n+1-i)} (thesis (3.34)).
#pragma once

#include <array>
#include <string_view>
#include <vector>

namespace liefmu::reproduce {

struct LinearForm {
  std::array<double, 7> a{};  // a_0 … a_6
  std::array<double, 7> b{};  // b_1 … b_6 at index 1 … 6
};

struct CorrectionSet {
  std::string_view name;  // as the thesis numbers it: "3.40a"
  int order = 0;
  bool implicit = false;          // L depends on the new v and ω
  std::vector<LinearForm> forms;  // lin_1, lin_2, …; empty: L = 0
};

// "3.40a", "6.7", "6.8" (k = 3), "3.40b", "6.9", "6.10" (k = 4), "3.42" (k = 5), "3.43" (k = 6).
// Throws std::out_of_range for any other name.
[[nodiscard]] const CorrectionSet& correctionSet(std::string_view name);
[[nodiscard]] std::vector<std::string_view> correctionSetNames();
// The set of the thesis for general problems: L = 0 for k ≤ 2, (3.40a), (3.40b), (3.42), (3.43).
[[nodiscard]] std::string_view defaultCorrection(int order);

}  // namespace liefmu::reproduce
