#include "solve/block_lu.hpp"

#include "solve/block_copy.hpp"
#include "types.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <utility>

namespace liefmu {

namespace {

std::size_t at(Index i) {
  return static_cast<std::size_t>(i);
}

// The residual of the probe that is as good as rounding permits, and the error that is none.
constexpr double kRounding = 1e-13;
constexpr double kNoSolution = 1e-3;
// The growth of rounding errors in one front that raises doubts.
constexpr double kLargeGrowth = 1e5;

// Which nodes each front holds: the pivots, then the remaining neighbours in the order of their
// elimination.
struct FrontNodes {
  std::vector<Index> pivots;
  std::vector<Index> others;
};

struct Symbolic {
  std::vector<FrontNodes> fronts;
  std::vector<Index> frontOf;  // per node: where it is a pivot

  explicit Symbolic(const BlockPattern& pattern);
};

Symbolic::Symbolic(const BlockPattern& pattern) : frontOf(pattern.sizes.size()) {
  const auto order = eliminationOrder(pattern);
  std::vector<Index> rank(pattern.sizes.size());  // of the nodes
  Index next = 0;
  for (std::size_t f = 0; f < order.size(); ++f) {
    for (const Index node : order[f]) {
      frontOf[at(node)] = static_cast<Index>(f);
      rank[at(node)] = next++;
    }
  }
  const auto earlier = [&](Index a, Index b) { return rank[at(a)] < rank[at(b)]; };
  std::vector<std::set<Index, decltype(earlier)>> others(
      order.size(), std::set<Index, decltype(earlier)>(earlier));
  // A block belongs to the front that is eliminated first, of its row or of its column.
  for (const auto& [row, column] : pattern.entries) {
    const Index rowFront = frontOf[at(row)];
    const Index columnFront = frontOf[at(column)];
    if (rowFront < columnFront) others[at(rowFront)].insert(column);
    if (columnFront < rowFront) others[at(columnFront)].insert(row);
  }
  for (std::size_t f = 0; f < order.size(); ++f) {
    if (!others[f].empty()) {
      const Index parent = frontOf[at(*others[f].begin())];
      for (const Index node : others[f]) {
        if (frontOf[at(node)] != parent) others[at(parent)].insert(node);
      }
    }
    fronts.push_back({order[f], {others[f].begin(), others[f].end()}});
  }
}

Index sumOfSizes(const std::vector<Index>& nodes, const BlockPattern& pattern) {
  Index sum = 0;
  for (const Index node : nodes) sum += pattern.sizes[at(node)];
  return sum;
}

}  // namespace

double BlockLu::cost(const BlockPattern& pattern) {
  double sum = 0.0;
  for (const FrontNodes& front : Symbolic(pattern).fronts) {
    const auto others = static_cast<double>(sumOfSizes(front.others, pattern));
    const double all = others + static_cast<double>(sumOfSizes(front.pivots, pattern));
    const double factorization = 1.25 * (all * all * all - others * others * others) + 900.0;
    const double solution = 2.7 * (all * all - others * others) + 500.0;
    sum += factorization + 3.0 * solution;
  }
  return sum;
}

BlockLu::BlockLu(const BlockPattern& pattern) : size_(pattern.size()) {
  const Symbolic symbolic(pattern);
  const std::vector<Index> begins = pattern.begins();

  // Where each node is in each of its fronts.
  std::vector<std::map<Index, std::pair<Index, Index>>> localPlace(
      symbolic.fronts.size());  // node → row, column
  std::vector<Index> unknownOf(pattern.sizes.size());
  Index matrixSize = 0;
  Index scaleSize = 0;
  Index unknowns = 0;
  Index largestStride = 0;
  for (std::size_t f = 0; f < symbolic.fronts.size(); ++f) {
    const auto& [pivots, others] = symbolic.fronts[f];
    FrontPlace place;
    place.pivots = sumOfSizes(pivots, pattern);
    place.columns = place.pivots + sumOfSizes(others, pattern);
    place.stride = padded(place.pivots) + padded(place.columns - place.pivots);
    if (place.stride > kMaxFrontRows) {
      throw Error("the mechanism is so strongly coupled that " + std::to_string(place.columns) +
                  " unknowns have to be eliminated at once, more than the " +
                  std::to_string(kMaxFrontRows) + " that BlockLu can number");
    }
    place.matrix = std::exchange(matrixSize, matrixSize + place.stride * place.columns);
    place.scale = std::exchange(scaleSize, scaleSize + place.stride);
    place.unknown = std::exchange(unknowns, unknowns + padded(place.pivots));
    place.parent = others.empty() ? -1 : symbolic.frontOf[at(others.front())];
    largestStride = std::max(largestStride, place.stride);
    places_.push_back(place);

    Index row = 0;
    Index column = 0;
    const auto append = [&](Index node) {
      localPlace[f][node] = {row, column};
      row += pattern.sizes[at(node)];
      column += pattern.sizes[at(node)];
    };
    for (const Index node : pivots) {
      unknownOf[at(node)] = place.unknown + row;
      nodes_.push_back({begins[at(node)], place.unknown + row, pattern.sizes[at(node)]});
      append(node);
    }
    row = padded(place.pivots);
    for (const Index node : others) append(node);
  }

  for (std::size_t f = 0; f < places_.size(); ++f) {
    FrontPlace& place = places_[f];
    place.firstRun = static_cast<Index>(runs_.size());
    Index begin = 0;
    for (const Index node : symbolic.fronts[f].others) {
      const auto [parentRow, parentColumn] = localPlace[at(place.parent)].at(node);
      const Run run{begin, pattern.sizes[at(node)], parentRow, parentColumn, unknownOf[at(node)]};
      begin += run.size;
      if (static_cast<Index>(runs_.size()) > place.firstRun) {
        Run& last = runs_.back();
        if (run.parentRow == last.parentRow + last.size &&
            run.parentColumn == last.parentColumn + last.size &&
            run.unknown == last.unknown + last.size) {
          last.size += run.size;
          continue;
        }
      }
      runs_.push_back(run);
    }
    place.endRun = static_cast<Index>(runs_.size());
  }

  std::map<std::pair<Index, Index>, Index> valueOf;
  Index valueSize = 0;
  for (const auto& [row, column] : pattern.entries) {
    const auto [position, isNew] = valueOf.try_emplace({row, column}, valueSize);
    entryBegin_.push_back(position->second);
    if (!isNew) continue;
    const Index f = std::min(symbolic.frontOf[at(row)], symbolic.frontOf[at(column)]);
    const FrontPlace& place = places_[at(f)];
    BlockPlace block;
    block.value = valueSize;
    block.rows = pattern.sizes[at(row)];
    block.columns = pattern.sizes[at(column)];
    block.stride = place.stride;
    block.front = place.matrix + localPlace[at(f)].at(row).first +
                  localPlace[at(f)].at(column).second * place.stride;
    block.unknown = unknownOf[at(row)];
    block.row = begins[at(row)];
    block.column = begins[at(column)];
    blocks_.push_back(block);
    valueSize += block.rows * block.columns;
  }

  values_.setZero(valueSize);
  fronts_.setZero(matrixSize);
  rowScale_.setZero(scaleSize);
  inversePivots_.setZero(unknowns);
  pivotRows_.resize(at(unknowns));
  solution_.setZero(unknowns);
  unknownScale_.setZero(unknowns);
  local_.setZero(largestStride);
  rhs_.setZero(size_);
  correction_ = probeScale_ = probeKnown_ = probeRhs_ = probeSolution_ = rhs_;
}

Front BlockLu::front(const FrontPlace& place) const {
  return {fronts_.data() + place.matrix,
          place.stride,
          place.columns,
          place.pivots,
          inversePivots_.data() + place.unknown,
          rowScale_.data() + place.scale,
          pivotRows_.data() + place.unknown};
}

// Copies the blocks into the fronts and computes the scale of all rows.
void BlockLu::assemble() {
  for (const FrontPlace& place : places_) {
    std::fill_n(fronts_.data() + place.matrix, place.stride * place.columns, 0.0);
  }
  unknownScale_.setConstant(kTinyRow);
  for (const BlockPlace& block : blocks_) {
    copyBlock({values_.data() + block.value, block.rows, fronts_.data() + block.front, block.stride,
               block.rows, block.columns},
              unknownScale_.data() + block.unknown);
  }
  unknownScale_ = unknownScale_.cwiseInverse();
}

// Eliminates one front. Reliable are only pivots that neither vanish nor cause large multipliers.
Pivots BlockLu::eliminateFront(const FrontPlace& place) {
  const Front matrix = front(place);
  copyEntries(matrix.rowScale, unknownScale_.data() + place.unknown, padded(place.pivots));
  const Pivots quality = eliminate(matrix);
  if (quality != Pivots::good || place.parent < 0) return quality;
  local_[padded(place.columns - place.pivots) - 1] = 0.0;  // padding
  for (const Run* run = firstRun(place); run != endRun(place); ++run) {
    copyEntries(local_.data() + run->begin, unknownScale_.data() + run->unknown, run->size);
  }
  return growth(matrix, local_.data()) <= kLargeGrowth ? Pivots::good : Pivots::small;
}

void BlockLu::addToParent(const FrontPlace& child) {
  const FrontPlace& parent = places_[at(child.parent)];
  const Run* first = firstRun(child);
  const Run* end = endRun(child);
  const double* schur =
      fronts_.data() + child.matrix + child.pivots * child.stride + padded(child.pivots);
  double* target = fronts_.data() + parent.matrix;
  for (const Run* columns = first; columns != end; ++columns) {
    for (const Run* rows = first; rows != end; ++rows) {
      addBlock({schur + columns->begin * child.stride + rows->begin, child.stride,
                target + columns->parentColumn * parent.stride + rows->parentRow, parent.stride,
                rows->size, columns->size});
    }
  }
}

Pivots BlockLu::eliminateAll() {
  Pivots worst = Pivots::good;
  for (const FrontPlace& place : places_) {
    const Pivots quality = eliminateFront(place);
    if (quality == Pivots::none) return quality;
    worst = std::max(worst, quality);
    if (place.parent >= 0) addToParent(place);
  }
  return worst;
}

void BlockLu::substitute(Vector& rhs) const {
  double* x = solution_.data();
  double* local = local_.data();
  for (const NodePlace& node : nodes_) {
    copyEntries(x + node.unknown, rhs.data() + node.begin, node.size);
  }
  for (const FrontPlace& place : places_) {
    double* others = local + padded(place.pivots);
    copyEntries(local, x + place.unknown, place.pivots);
    for (double* entry = local + place.pivots; entry < local + place.stride; ++entry) *entry = 0.0;
    substituteForward(front(place), local);
    copyEntries(x + place.unknown, local, place.pivots);
    for (const Run* run = firstRun(place); run != endRun(place); ++run) {
      addEntries(x + run->unknown, others + run->begin, run->size);
    }
  }
  for (auto place = places_.rbegin(); place != places_.rend(); ++place) {
    double* others = local + padded(place->pivots);
    others[-1] = 0.0;  // the padding, if there is any
    copyEntries(local, x + place->unknown, place->pivots);
    for (const Run* run = firstRun(*place); run != endRun(*place); ++run) {
      copyEntries(others + run->begin, x + run->unknown, run->size);
    }
    substituteBackward(front(*place), local);
    copyEntries(x + place->unknown, local, place->pivots);
  }
  for (const NodePlace& node : nodes_) {
    copyEntries(rhs.data() + node.begin, x + node.unknown, node.size);
  }
}

void BlockLu::subtractProduct(const Vector& x, Vector& b) const {
  for (const BlockPlace& block : blocks_) {
    const double* a = values_.data() + block.value;
    double* target = b.data() + block.row;
    for (Index j = 0; j < block.columns; ++j, a += block.rows) {
      const double factor = x[block.column + j];
      for (Index i = 0; i < block.rows; ++i) target[i] -= a[i] * factor;
    }
  }
}

void BlockLu::solve(Vector& rhs) const {
  switch (mode_) {
    case Mode::direct:
      substitute(rhs);
      break;
    case Mode::refined:
      rhs_ = rhs;
      substitute(rhs);
      correction_ = rhs_;
      subtractProduct(rhs, correction_);
      substitute(correction_);
      rhs += correction_;
      break;
    case Mode::fallback:
      fallback_->solve(rhs);
      break;
  }
}

// Solves a system with known solution, chosen such that after scaling every row by its largest
// entry the largest term of every column is one: the results do not depend on units.
BlockLu::Accuracy BlockLu::probe() {
  const auto valuesOf = [&](const BlockPlace& block) {
    return Eigen::Map<const Matrix>(values_.data() + block.value, block.rows, block.columns);
  };
  probeScale_.setZero();
  for (const BlockPlace& block : blocks_) {
    auto rows = probeScale_.segment(block.row, block.rows);
    rows = rows.cwiseMax(valuesOf(block).cwiseAbs().rowwise().maxCoeff());
  }
  probeScale_ = probeScale_.cwiseInverse();
  probeKnown_.setZero();
  for (const BlockPlace& block : blocks_) {
    const auto rows = probeScale_.segment(block.row, block.rows);
    for (Index j = 0; j < block.columns; ++j) {
      double& largest = probeKnown_[block.column + j];
      largest = std::max(largest, valuesOf(block).col(j).cwiseAbs().cwiseProduct(rows).maxCoeff());
    }
  }
  probeKnown_ = probeKnown_.cwiseInverse();

  probeRhs_.setZero();
  subtractProduct(probeKnown_, probeRhs_);
  probeSolution_ = probeRhs_ = -probeRhs_;
  solve(probeSolution_);
  subtractProduct(probeSolution_, probeRhs_);
  return {(probeRhs_.array() * probeScale_.array()).abs().maxCoeff(),
          (probeSolution_.array() / probeKnown_.array() - 1.0).abs().maxCoeff()};
}

bool BlockLu::factorize() {
  assemble();
  const Pivots quality = eliminateAll();
  mode_ = Mode::direct;
  if (quality == Pivots::good) return true;

  if (quality == Pivots::none) rowScale_.setZero();  // a NaN can mix up the two groups of rows
  if (!values_.allFinite()) return false;
  // Small pivots may be due to units, to a matrix that is nearly singular, or to the fixed order.
  if (quality == Pivots::small) {
    for (const Mode mode : {Mode::direct, Mode::refined}) {
      mode_ = mode;
      const Accuracy accuracy = probe();
      if (accuracy.residual <= kRounding) return accuracy.error <= kNoSolution;
    }
  }
  return fallBack();
}

bool BlockLu::fallBack() {
  ++fallbacks_;
  mode_ = Mode::fallback;
  if (!fallback_) fallback_ = std::make_unique<SparseFallback>(size_);
  std::vector<SparseFallback::Block> blocks;
  blocks.reserve(blocks_.size());
  for (const BlockPlace& block : blocks_) {
    blocks.push_back(
        {values_.data() + block.value, block.row, block.column, block.rows, block.columns});
  }
  return fallback_->factorize(blocks) && probe().error <= kNoSolution;
}

}  // namespace liefmu
