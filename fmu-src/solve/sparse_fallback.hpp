// The safety net of BlockLu: Eigen::SparseLU with pivoting over the whole matrix. Slow, and it
// allocates memory.
#pragma once

#include "linear_algebra.hpp"

#include <memory>
#include <vector>

namespace liefmu {

class SparseFallback {
 public:
  // One block of the matrix, by columns.
  struct Block {
    const double* values = nullptr;
    Index row = 0;
    Index column = 0;
    Index rows = 0;
    Index columns = 0;
  };

  explicit SparseFallback(Index size);
  SparseFallback(const SparseFallback&) = delete;
  SparseFallback& operator=(const SparseFallback&) = delete;
  ~SparseFallback();

  // False if the matrix is singular.
  [[nodiscard]] bool factorize(const std::vector<Block>& blocks);
  void solve(Vector& rhs) const;

 private:
  struct Solver;
  std::unique_ptr<Solver> solver_;
};

}  // namespace liefmu
