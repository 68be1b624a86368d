// Thesis table 4.1 as printed.
#pragma once

#include "reproduce/error_propagation.hpp"

#include <cstddef>

namespace liefmu::reproduce {

// Rows 0 … 8 belong to ρ∞ = 0.1 … 0.9.
inline constexpr std::size_t kPrintedRows = 9;
[[nodiscard]] double rhoOfRow(std::size_t row);
// σ_min and σ_max of approximations 1…4.
[[nodiscard]] RatioBounds printedBounds(std::size_t row, int approximation);

}  // namespace liefmu::reproduce
