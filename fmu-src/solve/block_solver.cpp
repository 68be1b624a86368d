#include "solve/block_solver.hpp"

#include <numeric>

namespace liefmu {

BlockSolver::BlockSolver(std::vector<Index> nodeSizes, std::vector<Entry> entries,
                         std::vector<std::vector<Index>> /*merged*/, Storage /*storage*/)
    : dense_(std::accumulate(nodeSizes.begin(), nodeSizes.end(), Index{0})) {
  std::vector<Index> begin(nodeSizes.size(), 0);
  std::exclusive_scan(nodeSizes.begin(), nodeSizes.end(), begin.begin(), Index{0});
  const Index stride = dense_.matrix().outerStride();
  for (const auto& [row, column] : entries) {
    const auto i = static_cast<std::size_t>(row);
    const auto j = static_cast<std::size_t>(column);
    places_.push_back({begin[i] + stride * begin[j], nodeSizes[i], nodeSizes[j], stride});
  }
}

}  // namespace liefmu
