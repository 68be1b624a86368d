// The kernel beneath DenseLu and BlockLu: partial LU factorisation of a dense matrix, of which only
// the first columns are eliminated. Pointers and strides only; who owns the memory and what the
// numbers mean is decided above.
//
// Rows are exchanged among the pivot rows by scaled partial pivoting. The layout, for p pivots and
// r other unknowns:
//
//   rows      0…p−1 pivot rows, one row of zeros if p is odd, then r other rows, one row of zeros
//   if r is odd columns   0…p−1, then r other columns
//
// so that all columns and both groups of rows start on 16-byte boundaries.
#pragma once

#include "linear_algebra.hpp"

#include <cstdint>

namespace liefmu {

struct Front {
  double* matrix = nullptr;  // by columns; afterwards U on and above the diagonal, −L below it, and
                             // the Schur complement in the other rows and columns
  Index stride = 0;  // number of rows with padding: even
  Index columns = 0;
  Index pivots = 0;
  double* inversePivots = nullptr;  // [pivots] 1 / diagonal of U
  double* rowScale = nullptr;       // [stride] 1 / largest entry of the row; zero in the other rows
  Index* pivotRows =
      nullptr;  // [pivots, even] the row exchanged with row i, counted from row 2⌊i/2⌋
};

// Room for `unknowns` entries that keeps the next group aligned.
constexpr Index padded(Index unknowns) {
  return unknowns + unknowns % 2;
}

enum class Pivots : std::uint8_t {
  good,
  small,  // one was less than kSmallPivot times the largest entry of its row: cancellation, or
          // merely units
  none    // a column without non-zero pivot, or a number that is not finite
};
inline constexpr double kSmallPivot = 1e-7;

// Rows without larger entries count as zero.
inline constexpr double kTinyRow = 1e-300;

// The most rows that the pivot search can number.
inline constexpr Index kMaxFrontRows = 0xfff;

// Fills the scale of the pivot rows from the matrix, for a front that holds whole rows.
void scaleRows(const Front& front);

[[nodiscard]] Pivots eliminate(const Front& front);

// The largest multiplier of an eliminated front in its other rows, after scaling all rows to one:
// the factor by which rounding errors may have grown because these rows could not be exchanged.
// `scale` holds the scales of the other rows, with padding.
[[nodiscard]] double growth(const Front& front, const double* scale);

// x holds an entry for every row of the front, padding included. Forward: replaces the pivot part b
// by L⁻¹b and adds its contribution to the other part. Backward: replaces the pivot part by the
// solution, the other part being known.
void substituteForward(const Front& front, double* x);
void substituteBackward(const Front& front, double* x);

// Both for a front without other unknowns: overwrites rhs[0…pivots) with the solution. Work holds
// `stride` numbers.
void solve(const Front& front, double* rhs, double* work);

}  // namespace liefmu
