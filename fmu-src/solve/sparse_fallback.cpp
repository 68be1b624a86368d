#include "solve/sparse_fallback.hpp"

#include <Eigen/SparseCore>
#include <Eigen/SparseLU>

#include <algorithm>
#include <cmath>

namespace liefmu {

struct SparseFallback::Solver {
  using Sparse = Eigen::SparseMatrix<double>;
  Sparse matrix;
  Vector rowScale;
  Eigen::SparseLU<Sparse> lu;
};

SparseFallback::SparseFallback(Index size) : solver_(std::make_unique<Solver>()) {
  solver_->matrix.resize(size, size);
  solver_->rowScale.resize(size);
}

SparseFallback::~SparseFallback() = default;

bool SparseFallback::factorize(const std::vector<Block>& blocks) {
  // Rows in different units must not decide about pivots.
  Vector& scale = solver_->rowScale;
  scale.setZero();
  const auto forEach = [&](auto&& function) {
    for (const Block& block : blocks) {
      for (Index j = 0; j < block.columns; ++j) {
        for (Index i = 0; i < block.rows; ++i) {
          function(block.row + i, block.column + j, block.values[j * block.rows + i]);
        }
      }
    }
  };
  forEach(
      [&](Index i, Index /*j*/, double value) { scale[i] = std::max(scale[i], std::abs(value)); });
  if ((scale.array() == 0.0).any()) return false;
  scale = scale.cwiseInverse();

  std::vector<Eigen::Triplet<double>> triplets;
  forEach([&](Index i, Index j, double value) {
    if (value != 0.0) {
      triplets.emplace_back(static_cast<int>(i), static_cast<int>(j), scale[i] * value);
    }
  });
  solver_->matrix.setFromTriplets(triplets.begin(), triplets.end());
  solver_->lu.compute(solver_->matrix);
  return solver_->lu.info() == Eigen::Success;
}

void SparseFallback::solve(Vector& rhs) const {
  rhs = solver_->lu.solve(solver_->rowScale.asDiagonal() * rhs).eval();
}

}  // namespace liefmu
