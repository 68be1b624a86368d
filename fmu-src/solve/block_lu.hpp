// LU factorisation of a large matrix of small blocks, for mechanisms with many bodies. The
// elimination order and every place in memory are fixed at construction (a multifrontal method):
// the supernodes are eliminated one after the other, each in a small dense front that holds its
// unknowns and those of the neighbours that remain, and what is left of the front is added to the
// front of the first neighbour. For chains and trees the cost is proportional to the number of
// bodies. Pivots are exchanged within a front only. Where that proves unreliable, Eigen::SparseLU
// takes over.
#pragma once

#include "linear_algebra.hpp"
#include "solve/block_pattern.hpp"
#include "solve/front.hpp"
#include "solve/sparse_fallback.hpp"

#include <cstdint>
#include <memory>
#include <vector>

namespace liefmu {

class BlockLu {
 public:
  explicit BlockLu(const BlockPattern& pattern);

  [[nodiscard]] Index size() const { return size_; }

  // The blocks, each by columns, one after the other in the order of the entries; equal entries
  // share one.
  [[nodiscard]] double* values() { return values_.data(); }
  [[nodiscard]] Index valueBegin(Index entry) const {
    return entryBegin_[static_cast<std::size_t>(entry)];
  }
  void setZero() { values_.setZero(); }

  // False if the matrix is singular to working precision or contains a number that is not finite.
  // Keeps the values.
  [[nodiscard]] bool factorize();
  void solve(Vector& rhs) const;

  // How often Eigen::SparseLU had to be used; only that allocates memory.
  [[nodiscard]] Index fallbacks() const { return fallbacks_; }
  // Instructions of one factorisation and three solutions, fitted to measurements.
  [[nodiscard]] static double cost(const BlockPattern& pattern);

 private:
  // A contiguous part of the unknowns that remain in a front, where it lies in the front of the
  // parent and where in the vector of all unknowns.
  struct Run {
    Index begin = 0;  // counted from the first remaining unknown
    Index size = 0;
    Index parentRow = 0;
    Index parentColumn = 0;
    Index unknown = 0;
  };
  struct FrontPlace {
    Index matrix = 0;  // offset in fronts_
    Index stride = 0;
    Index columns = 0;
    Index pivots = 0;
    Index scale = 0;     // offset in rowScale_
    Index unknown = 0;   // offset of the pivots in everything of which there is one per unknown
    Index parent = -1;   // front
    Index firstRun = 0;  // in runs_
    Index endRun = 0;
  };
  // A block of the matrix: where it lies in values_, in its front and in vectors.
  struct BlockPlace {
    Index value = 0;
    Index rows = 0;
    Index columns = 0;
    Index front = 0;  // offset in fronts_
    Index stride = 0;
    Index unknown = 0;  // of its first row
    Index row = 0;      // first row and column of the block in the matrix
    Index column = 0;
  };
  // Where the unknowns of a node are in the matrix and in solution_.
  struct NodePlace {
    Index begin = 0;
    Index unknown = 0;
    Index size = 0;
  };
  enum class Mode : std::uint8_t { direct, refined, fallback };

  Index size_ = 0;
  std::vector<Index> entryBegin_;
  std::vector<BlockPlace> blocks_;
  std::vector<NodePlace> nodes_;
  std::vector<FrontPlace> places_;
  std::vector<Run> runs_;
  Vector values_;
  Mode mode_ = Mode::direct;
  Index fallbacks_ = 0;
  std::unique_ptr<SparseFallback> fallback_;

  // Mutable: a Front can be written through, and work space of solve().
  mutable Vector fronts_;
  mutable Vector rowScale_;  // of the fronts
  mutable Vector inversePivots_;
  mutable std::vector<Index> pivotRows_;
  mutable Vector solution_;  // in the order of elimination, padded
  mutable Vector local_;     // one front
  Vector unknownScale_;      // 1 / largest entry of every row
  mutable Vector rhs_;       // for the refinement
  mutable Vector correction_;
  Vector probeScale_;
  Vector probeKnown_;
  Vector probeRhs_;
  Vector probeSolution_;

  [[nodiscard]] Front front(const FrontPlace& place) const;
  [[nodiscard]] const Run* firstRun(const FrontPlace& place) const {
    return runs_.data() + place.firstRun;
  }
  [[nodiscard]] const Run* endRun(const FrontPlace& place) const {
    return runs_.data() + place.endRun;
  }
  void assemble();
  [[nodiscard]] Pivots eliminateFront(const FrontPlace& place);
  void addToParent(const FrontPlace& child);
  [[nodiscard]] Pivots eliminateAll();
  void substitute(Vector& rhs) const;
  void subtractProduct(const Vector& x, Vector& b) const;  // b −= A x

  struct Accuracy {
    double residual = 0.0;
    double error = 0.0;
  };
  [[nodiscard]] Accuracy probe();
  [[nodiscard]] bool fallBack();
};

}  // namespace liefmu
