// LU factorisation of one small dense matrix, the innermost kernel of every implicit step (9 to
// about 60 unknowns). Rows are exchanged by scaled partial pivoting, so rows in different units
// (forces, metres, radians) compete fairly. The structure of larger systems belongs to
// block_solver.hpp.
#pragma once

#include "linear_algebra.hpp"

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
    return {factors_.data(), size_, size_, Eigen::OuterStride<>(stride_)};
  }
  void setZero() { factors_.setZero(); }

  // False if the matrix is singular to working precision or contains a number that is not finite.
  [[nodiscard]] bool factorize();

  // Overwrites rhs with the solution. Only after a successful factorize().
  void solve(Vector& rhs) const;

 private:
  Index size_;
  Index stride_;                  // even, so that every column starts on a 16-byte boundary
  Vector factors_;                // by columns: U on and above the diagonal, −L below it
  Vector inversePivots_;          // 1 / diagonal of U
  Vector rowScale_;               // 1 / largest entry of the row of the matrix
  std::vector<Index> pivotRows_;  // the row exchanged with row i, counted from row 2⌊i/2⌋
  mutable Vector solution_;       // padded like a column
};

}  // namespace liefmu
