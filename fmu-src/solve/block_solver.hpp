// Linear systems with the block structure of a mechanism: a node for the velocities of every body
// and for the multipliers of every joint, and a small dense block for every pair of nodes that
// share an equation. Small systems are solved by DenseLu, large ones by BlockLu. What the blocks
// mean is known to the caller only.
#pragma once

#include "linear_algebra.hpp"
#include "solve/block_lu.hpp"
#include "solve/block_pattern.hpp"
#include "solve/dense_lu.hpp"

#include <cstdint>
#include <variant>
#include <vector>

namespace liefmu {

class BlockSolver {
 public:
  using Entry = BlockPattern::Entry;
  enum class Storage : std::uint8_t { automatic, dense, blockSparse };
  using BlockView = Eigen::Map<Matrix, 0, Eigen::OuterStride<>>;

  // Unknowns and equations are ordered by node. For `merged` and `constraints` see BlockPattern.
  BlockSolver(std::vector<Index> nodeSizes, std::vector<Entry> entries,
              std::vector<std::vector<Index>> merged = {}, std::vector<Index> constraints = {},
              Storage storage = Storage::automatic);

  BlockSolver(const BlockSolver&) = delete;
  BlockSolver& operator=(const BlockSolver&) = delete;
  BlockSolver(BlockSolver&&) = default;
  BlockSolver& operator=(BlockSolver&&) = default;
  ~BlockSolver() = default;

  [[nodiscard]] Index size() const;
  [[nodiscard]] Storage storage() const {
    return std::holds_alternative<DenseLu>(lu_) ? Storage::dense : Storage::blockSparse;
  }

  // Every factorisation needs a refilled matrix: setZero(), then the blocks by number of entry.
  void setZero();
  [[nodiscard]] BlockView block(Index entry) {
    const Place& place = places_[static_cast<std::size_t>(entry)];
    return {values_ + place.begin, place.rows, place.columns, Eigen::OuterStride<>(place.stride)};
  }

  // False if the matrix is singular to working precision or contains a number that is not finite.
  [[nodiscard]] bool factorize();
  // Overwrites rhs with the solution. Only after a successful factorize().
  void solve(Vector& rhs) const;

  // How often the fixed elimination order failed; only then memory is allocated.
  [[nodiscard]] Index fallbacks() const;

 private:
  struct Place {
    Index begin = 0;
    Index rows = 0;
    Index columns = 0;
    Index stride = 0;
  };
  std::variant<DenseLu, BlockLu> lu_;
  double* values_ = nullptr;  // of lu_, which may be moved but not copied
  std::vector<Place> places_;
};

}  // namespace liefmu
