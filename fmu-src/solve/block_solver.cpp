#include "solve/block_solver.hpp"

#include <utility>

namespace liefmu {

namespace {

// Instructions of one factorisation and three solutions, fitted to measurements (see
// BlockLu::cost).
double denseCost(double size) {
  const double factorization = size * size * size + 100.0 * size;
  const double solution = 2.7 * size * size + 20.0 * size;
  return factorization + 3.0 * solution;
}

bool denseIsBetter(const BlockPattern& pattern) {
  // A dense matrix is worth a little extra, since all of its rows can be exchanged.
  constexpr double kExtra = 1.25;
  const auto size = static_cast<double>(pattern.size());
  return pattern.size() <= kMaxFrontRows && denseCost(size) <= kExtra * BlockLu::cost(pattern);
}

std::variant<DenseLu, BlockLu> makeLu(const BlockPattern& pattern, BlockSolver::Storage storage) {
  const bool dense = storage == BlockSolver::Storage::dense ||
                     (storage == BlockSolver::Storage::automatic && denseIsBetter(pattern));
  if (dense) return DenseLu(pattern.size());
  return BlockLu(pattern);
}

}  // namespace

BlockSolver::BlockSolver(std::vector<Index> nodeSizes, std::vector<Entry> entries,
                         std::vector<std::vector<Index>> merged, std::vector<Index> constraints,
                         Storage storage) {
  const BlockPattern pattern{std::move(nodeSizes), std::move(entries), std::move(merged),
                             std::move(constraints)};
  lu_ = makeLu(pattern, storage);
  values_ = std::visit([](auto& lu) { return lu.values(); }, lu_);
  const std::vector<Index> begins = pattern.begins();
  for (std::size_t entry = 0; entry < pattern.entries.size(); ++entry) {
    const auto row = static_cast<std::size_t>(pattern.entries[entry].row);
    const auto column = static_cast<std::size_t>(pattern.entries[entry].column);
    Place place{0, pattern.sizes[row], pattern.sizes[column], 0};
    if (const auto* sparse = std::get_if<BlockLu>(&lu_)) {
      place.begin = sparse->valueBegin(static_cast<Index>(entry));
      place.stride = place.rows;
    } else {
      place.stride = padded(pattern.size());
      place.begin = begins[row] + place.stride * begins[column];
    }
    places_.push_back(place);
  }
}

Index BlockSolver::size() const {
  return std::visit([](const auto& lu) { return lu.size(); }, lu_);
}

void BlockSolver::setZero() {
  std::visit([](auto& lu) { lu.setZero(); }, lu_);
}

bool BlockSolver::factorize() {
  if (auto* dense = std::get_if<DenseLu>(&lu_)) return dense->factorize();
  return std::get_if<BlockLu>(&lu_)->factorize();
}

void BlockSolver::solve(Vector& rhs) const {
  if (const auto* dense = std::get_if<DenseLu>(&lu_)) {
    dense->solve(rhs);
  } else {
    std::get_if<BlockLu>(&lu_)->solve(rhs);
  }
}

Index BlockSolver::fallbacks() const {
  const auto* sparse = std::get_if<BlockLu>(&lu_);
  return sparse == nullptr ? 0 : sparse->fallbacks();
}

}  // namespace liefmu
