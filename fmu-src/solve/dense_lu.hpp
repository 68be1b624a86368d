// LU factorisation of one small dense matrix, the innermost kernel of every implicit step (9 to
// about 60 unknowns). Rows are exchanged by scaled partial pivoting, so rows in different units
// (forces, metres, radians) compete fairly. The elimination itself is in front.hpp; the structure
// of larger systems belongs to block_solver.hpp.
#pragma once

#include "linear_algebra.hpp"
#include "solve/front.hpp"

#include <vector>

namespace liefmu {

class DenseLu {
 public:
  using View = Eigen::Map<Matrix, Eigen::Aligned16, Eigen::OuterStride<>>;

  // All memory is allocated here.
  explicit DenseLu(Index size = 0);

  [[nodiscard]] Index size() const { return size_; }

  // The matrix, to be filled before every factorize(), which overwrites it.
  [[nodiscard]] View matrix() {
    return {factors_.data(), size_, size_, Eigen::OuterStride<>(padded(size_))};
  }
  // Its columns, padded(size()) apart.
  [[nodiscard]] double* values() { return factors_.data(); }
  void setZero() { factors_.setZero(); }

  // False if the matrix is singular to working precision or contains a number that is not finite.
  [[nodiscard]] bool factorize();

  // Overwrites rhs with the solution. Only after a successful factorize().
  void solve(Vector& rhs) const;

 private:
  Index size_;
  // Mutable because a Front can be written through; solve() writes `work_` only.
  mutable Vector factors_;
  mutable Vector inversePivots_;
  mutable Vector rowScale_;
  mutable Vector work_;
  mutable std::vector<Index> pivotRows_;

  [[nodiscard]] Front front() const;
  [[nodiscard]] bool smallPivotsAreDueToUnits() const;
};

}  // namespace liefmu
