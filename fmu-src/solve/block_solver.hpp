// Linear systems with the block structure of a mechanism: a node for the velocities of every body
// and for the multipliers of every joint, and a small dense block for every pair of nodes that
// share an equation. What the blocks mean is known to the caller only.
#pragma once

#include "linear_algebra.hpp"
#include "solve/dense_lu.hpp"

#include <cstdint>
#include <vector>

namespace liefmu {

class BlockSolver {
 public:
  struct Entry {
    Index row = 0;
    Index column = 0;
  };
  enum class Storage : std::uint8_t { automatic, dense, blockSparse };
  using BlockView = Eigen::Map<Matrix, 0, Eigen::OuterStride<>>;

  BlockSolver(std::vector<Index> nodeSizes, std::vector<Entry> entries,
              std::vector<std::vector<Index>> merged = {}, Storage storage = Storage::automatic);

  [[nodiscard]] Index size() const { return dense_.size(); }
  void setZero() { dense_.setZero(); }
  [[nodiscard]] BlockView block(Index entry) {
    const auto& place = places_[static_cast<std::size_t>(entry)];
    return {dense_.matrix().data() + place.offset, place.rows, place.columns,
            Eigen::OuterStride<>(place.stride)};
  }
  [[nodiscard]] bool factorize() { return dense_.factorize(); }
  void solve(Vector& rhs) const { dense_.solve(rhs); }

 private:
  struct Place {
    Index offset = 0;
    Index rows = 0;
    Index columns = 0;
    Index stride = 0;
  };
  DenseLu dense_;
  std::vector<Place> places_;
};

}  // namespace liefmu
