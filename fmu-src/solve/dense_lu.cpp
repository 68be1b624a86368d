#include "solve/dense_lu.hpp"

#include "types.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>

// Right-looking elimination, two pivots at a time. The second pivot row always has an odd number,
// so the rows below the two come in whole pairs: every operation on them is one SSE2 instruction on
// two neighbouring entries of a column, and an entry is loaded and stored once for two pivots. Near
// the lower right corner, that is in all of a small matrix, the number of pairs is a compile-time
// constant and no inner loop is left; loop control would cost as much as the arithmetic.

namespace liefmu {

namespace {

// Vector types alias their elements.
using Pair [[gnu::vector_size(16)]] = double;
using UnalignedPair [[gnu::vector_size(16), gnu::aligned(8)]] = double;
using PairBits [[gnu::vector_size(16)]] = std::int64_t;
constexpr std::int64_t kAllButSign = 0x7fffffffffffffff;

Pair& pairAt(double* entry) {
  return *reinterpret_cast<Pair*>(entry);
}
const Pair& pairAt(const double* entry) {
  return *reinterpret_cast<const Pair*>(entry);
}
Pair bothEqual(double x) {
  return Pair{x, x};
}
Pair larger(Pair a, Pair b) {
  return a > b ? a : b;
}
PairBits bitsOf(Pair a) {
  return std::bit_cast<PairBits>(a);
}

// A number of pairs that is known at compile time.
template<std::size_t count>
using Pairs = std::make_index_sequence<count>;
template<std::size_t... i>
constexpr Index countOf(std::index_sequence<i...> /*pairs*/) {
  return sizeof...(i);
}
constexpr Index countOf(Index pairs) {
  return pairs;
}
constexpr Index kMostUnrolledPairs = 12;

// ---- column operations, each for a fixed and for a variable number of pairs --------------------

// y *= x
template<std::size_t... i>
void scaleColumn(double* y, Pair x, std::index_sequence<i...> /*pairs*/) {
  ((pairAt(y + 2 * i) *= x), ...);
}
void scaleColumn(double* y, Pair x, Index pairs) {
  for (; pairs > 0; --pairs, y += 2) pairAt(y) *= x;
}

// y += x a
template<std::size_t... i>
void addColumn(double* y, Pair x, const double* a, std::index_sequence<i...> /*pairs*/) {
  ((pairAt(y + 2 * i) += x * pairAt(a + 2 * i)), ...);
}
void addColumn(double* y, Pair x, const double* a, Index pairs) {
  for (; pairs > 0; --pairs, y += 2, a += 2) pairAt(y) += x * pairAt(a);
}

// y += x1 a1 + x2 a2
template<std::size_t... i>
void addColumns(double* y, Pair x1, const double* a1, Pair x2, const double* a2,
                std::index_sequence<i...> /*pairs*/) {
  ((pairAt(y + 2 * i) += x1 * pairAt(a1 + 2 * i) + x2 * pairAt(a2 + 2 * i)), ...);
}
void addColumns(double* y, Pair x1, const double* a1, Pair x2, const double* a2, Index pairs) {
  for (; pairs >= 4; pairs -= 4, y += 8, a1 += 8, a2 += 8) {
    addColumns(y, x1, a1, x2, a2, Pairs<4>{});
  }
  for (; pairs > 0; --pairs, y += 2, a1 += 2, a2 += 2) addColumns(y, x1, a1, x2, a2, Pairs<1>{});
}

// ---- factorisation -----------------------------------------------------------------------------

struct Elimination {
  double* matrix;
  Index size;
  Index stride;
  double* inversePivots;
  double* rowScale;
  Index* pivotRows;
};

// rowScale = 1 / largest entry of the row, for the rows from `row` on.
template<std::size_t... i>
void scaleRows(const Elimination& e, Index row, std::index_sequence<i...> /*pairs*/) {
  const double* a = e.matrix + row;
  // Not zero: the padding row gets a finite scale. (std::array would drop the attributes of Pair.)
  Pair largest[] = {bothEqual(i < sizeof...(i) ? 1e-300 : 0.0)...};
  for (Index column = 0; column < e.size; ++column, a += e.stride) {
    ((largest[i] =
          larger(largest[i], std::bit_cast<Pair>(bitsOf(pairAt(a + 2 * i)) & kAllButSign))),
     ...);
  }
  ((pairAt(e.rowScale + row + 2 * i) = 1.0 / largest[i]), ...);
}
void scaleRows(const Elimination& e, Index row, Index pairs) {
  for (; pairs >= 4; pairs -= 4, row += 8) scaleRows(e, row, Pairs<4>{});
  for (; pairs >= 1; pairs -= 1, row += 2) scaleRows(e, row, Pairs<1>{});
}

// The search for the row with the largest |entry| · rowScale. The number of the row travels in the
// lowest bits of the products, so that the maximum itself says where it was found; products that
// agree to 2⁻⁴⁰ are equally good pivots, and of those the first row wins.
constexpr std::int64_t kRowBits = 0xfff;
constexpr std::int64_t kMagnitudeBits = kAllButSign & ~kRowBits;

// Which rows of a pair take part, and how they are numbered.
struct RowTags {
  PairBits magnitude;
  PairBits row;
};
constexpr RowTags kFirstPair = {{kMagnitudeBits, kMagnitudeBits}, {kRowBits, kRowBits - 1}};
constexpr RowTags kSecondRowOfFirstPair = {{0, kMagnitudeBits}, {0, kRowBits - 1}};
constexpr RowTags laterPair(std::int64_t i) {
  return {kFirstPair.magnitude, kFirstPair.row - 2 * i};
}

Pair taggedProducts(const double* a, const double* rowScale, RowTags tags) {
  return std::bit_cast<Pair>((bitsOf(pairAt(a) * pairAt(rowScale)) & tags.magnitude) | tags.row);
}

template<std::size_t... i>
[[gnu::always_inline]] inline double largestTagged(const double* a, const double* rowScale,
                                                   RowTags first,
                                                   std::index_sequence<0, i...> /*pairs*/) {
  Pair largest = taggedProducts(a, rowScale, first);
  ((largest = larger(largest, taggedProducts(a + 2 * i, rowScale + 2 * i, laterPair(i)))), ...);
  return largest[0] > largest[1] ? largest[0] : largest[1];
}
double largestTagged(const double* a, const double* rowScale, RowTags first, Index pairs) {
  Pair largest = taggedProducts(a, rowScale, first);
  for (Index i = 1; i < pairs; ++i) {
    largest = larger(largest, taggedProducts(a + 2 * i, rowScale + 2 * i, laterPair(i)));
  }
  return largest[0] > largest[1] ? largest[0] : largest[1];
}
Index taggedRow(double largest) {
  return kRowBits - (std::bit_cast<std::int64_t>(largest) & kRowBits);
}

// Exchanges two rows from column `column` on. The columns of L before it keep the order that their
// rows had when they were computed.
void exchangeRows(const Elimination& e, Index column, Index first, Index second) {
  double* a = e.matrix + first;
  double* b = e.matrix + second;
  const Index end = e.size * e.stride;
  for (Index offset = column * e.stride; offset < end; offset += e.stride) {
    std::swap(a[offset], b[offset]);
  }
  std::swap(e.rowScale[first], e.rowScale[second]);
}

// Is a small scaled pivot small because its unknown has a large unit, or because rows cancelled?
// Rounding perturbs the column by about ε times the largest entry of its part of U, and the pivot
// by that times the condition of the columns before; in singular matrices with otherwise good
// condition, up to 64 n ε were seen in all but about 0.3 %. Zero and NaN are refused; wherever the
// matrix holds a NaN or an infinity, it makes the last pivot NaN.
[[gnu::noinline]] bool isUsable(const Elimination& e, Index k) {
  const double* u = e.matrix + k * e.stride;
  const double magnitude = e.rowScale[k] * std::abs(u[k]);
  double largest = 0.0;
  for (Index i = 0; i < k; ++i) largest = std::max(largest, e.rowScale[i] * std::abs(u[i]));
  constexpr double kRounding = 64.0 * std::numeric_limits<double>::epsilon();
  return magnitude > kRounding * static_cast<double>(e.size) * largest && std::isfinite(magnitude);
}

// Brings the best row of column k to row k; `a` is the entry of the column in the first row of the
// current pair of rows, the first of `pairs`.
template<Index offset, class PairCount>
bool pivot(const Elimination& e, double* a, Index k, PairCount pairs) {
  constexpr RowTags first = offset == 0 ? kFirstPair : kSecondRowOfFirstPair;
  const double largest = largestTagged(a, e.rowScale + k - offset, first, pairs);
  const Index row = taggedRow(largest);
  e.pivotRows[k] = row;
  if (row != offset) exchangeRows(e, k - offset, k, k - offset + row);
  constexpr double kSuspicious = 1e-6;
  if (!(largest >= kSuspicious) && !isUsable(e, k)) return false;
  e.inversePivots[k] = 1.0 / a[offset];
  return true;
}

// Eliminates columns k and k + 1 in `pairs` pairs of rows, the first of which become pivot rows.
template<class PairCount, class PairCountBelow>
bool eliminateTwo(const Elimination& e, double* a1, Index k, PairCount pairs,
                  PairCountBelow below) {
  if (!pivot<0>(e, a1, k, pairs)) return false;
  if (k + 1 == e.size) {
    e.pivotRows[k + 1] = 1;  // the padding row stays where it is
    return true;
  }

  double* a2 = a1 + e.stride;
  const double factor1 = -e.inversePivots[k];
  a1[1] *= factor1;
  scaleColumn(a1 + 2, bothEqual(factor1), below);
  a2[1] += a1[1] * a2[0];
  addColumn(a2 + 2, bothEqual(a2[0]), a1 + 2, below);

  if (!pivot<1>(e, a2, k + 1, pairs)) return false;
  scaleColumn(a2 + 2, bothEqual(-e.inversePivots[k + 1]), below);

  const double l = a1[1];
  double* a = a2 + e.stride;
  for (Index columns = e.size - k - 2; columns > 0; --columns, a += e.stride) {
    const double u1 = a[0];
    const double u2 = a[1] + l * u1;
    a[1] = u2;
    addColumns(a + 2, bothEqual(u1), a1 + 2, bothEqual(u2), a2 + 2, below);
  }
  return true;
}

template<std::size_t pairs>
bool eliminate(const Elimination& e, double* a, Index k) {
  if constexpr (pairs == 0) {
    return true;
  } else {
    return eliminateTwo(e, a, k, Pairs<pairs>{}, Pairs<pairs - 1>{}) &&
           eliminate<pairs - 1>(e, a + 2 * e.stride + 2, k + 2);
  }
}

template<std::size_t pairs>
bool factorizeSmall(const Elimination& e) {
  if constexpr (pairs > 0) scaleRows(e, 0, Pairs<pairs>{});
  return eliminate<pairs>(e, e.matrix, 0);
}

// ---- solution ----------------------------------------------------------------------------------

struct Factors {
  const double* matrix;
  Index size;
  Index stride;
  const double* inversePivots;
  const Index* pivotRows;
};

// Forward substitution of the first two of the remaining unknowns; `below` pairs follow.
template<class PairCount>
void substituteForwardTwo(const double* a, Index stride, const Index* pivotRows, double* x,
                          PairCount below) {
  std::swap(x[0], x[pivotRows[0]]);
  std::swap(x[1], x[pivotRows[1]]);
  const double x1 = x[0];
  const double x2 = x[1] + a[1] * x1;
  x[1] = x2;
  addColumns(x + 2, bothEqual(x1), a + 2, bothEqual(x2), a + stride + 2, below);
}

template<std::size_t pairs>
void substituteForward(const double* a, Index stride, const Index* pivotRows, double* x) {
  if constexpr (pairs > 0) {
    substituteForwardTwo(a, stride, pivotRows, x, Pairs<pairs - 1>{});
    substituteForward<pairs - 1>(a + 2 * stride + 2, stride, pivotRows + 2, x + 2);
  }
}

// Solves for the last two of the remaining unknowns; `above` pairs stand before them.
template<class PairCount>
void substituteBackwardTwo(const double* a, Index stride, const double* inversePivots, double* x,
                           PairCount above) {
  const Index k = 2 * countOf(above);
  const double* a1 = a + k * stride;
  const double* a2 = a1 + stride;
  const double x2 = x[k + 1] * inversePivots[k + 1];
  const double x1 = (x[k] - a2[k] * x2) * inversePivots[k];
  x[k] = x1;
  x[k + 1] = x2;
  addColumns(x, bothEqual(-x1), a1, bothEqual(-x2), a2, above);
}

template<std::size_t pairs>
void substituteBackward(const double* a, Index stride, const double* inversePivots, double* x) {
  if constexpr (pairs > 0) {
    substituteBackwardTwo(a, stride, inversePivots, x, Pairs<pairs - 1>{});
    substituteBackward<pairs - 1>(a, stride, inversePivots, x);
  }
}

template<std::size_t... i>
void copyPairs(const double* from, double* to, std::index_sequence<i...> /*pairs*/) {
  ((*reinterpret_cast<UnalignedPair*>(to + 2 * i) =
        *reinterpret_cast<const UnalignedPair*>(from + 2 * i)),
   ...);
}

template<std::size_t pairs>
void solveSmall(const Factors& f, double* rhs, double* x) {
  if constexpr (pairs > 0) {
    const bool padded = f.stride > f.size;
    copyPairs(rhs, x, Pairs<pairs - 1>{});
    x[2 * pairs - 2] = rhs[2 * pairs - 2];
    x[2 * pairs - 1] = padded ? 0.0 : rhs[2 * pairs - 1];
    substituteForward<pairs>(f.matrix, f.stride, f.pivotRows, x);
    substituteBackward<pairs>(f.matrix, f.stride, f.inversePivots, x);
    copyPairs(x, rhs, Pairs<pairs - 1>{});
    rhs[2 * pairs - 2] = x[2 * pairs - 2];
    if (!padded) rhs[2 * pairs - 1] = x[2 * pairs - 1];
  }
}

// ---- the unrolled functions, indexed by the number of pairs ------------------------------------

struct Unrolled {
  bool (*factorize)(const Elimination&);
  bool (*eliminate)(const Elimination&, double*, Index);
  void (*solve)(const Factors&, double*, double*);
  void (*substituteForward)(const double*, Index, const Index*, double*);
  void (*substituteBackward)(const double*, Index, const double*, double*);
};
template<std::size_t... pairs>
constexpr auto makeUnrolled(std::index_sequence<pairs...> /*counts*/) {
  return std::array{Unrolled{&factorizeSmall<pairs>, &eliminate<pairs>, &solveSmall<pairs>,
                             &substituteForward<pairs>, &substituteBackward<pairs>}...};
}
constexpr auto kUnrolled = makeUnrolled(std::make_index_sequence<kMostUnrolledPairs + 1>{});
const Unrolled& unrolled(Index pairs) {
  return kUnrolled[static_cast<std::size_t>(pairs)];
}

bool eliminateAll(const Elimination& e) {
  Index pairs = e.stride / 2;
  if (pairs <= kMostUnrolledPairs) return unrolled(pairs).factorize(e);
  scaleRows(e, 0, pairs);
  double* a = e.matrix;
  Index k = 0;
  for (; pairs > kMostUnrolledPairs; --pairs, k += 2, a += 2 * e.stride + 2) {
    if (!eliminateTwo(e, a, k, pairs, pairs - 1)) return false;
  }
  return unrolled(pairs).eliminate(e, a, k);
}

}  // namespace

DenseLu::DenseLu(Index size)
    : size_(size),
      stride_(size + size % 2),
      factors_(Vector::Zero(stride_ * stride_)),
      inversePivots_(Vector::Zero(stride_)),
      rowScale_(Vector::Zero(stride_)),
      pivotRows_(static_cast<std::size_t>(stride_)),
      solution_(Vector::Zero(stride_)) {
  if (stride_ > kRowBits) {
    throw Error("a dense matrix has " + std::to_string(size) + " rows, more than the " +
                std::to_string(kRowBits) + " that DenseLu can number");
  }
}

bool DenseLu::factorize() {
  const Elimination e{factors_.data(),  size_, stride_, inversePivots_.data(), rowScale_.data(),
                      pivotRows_.data()};
  if (!eliminateAll(e)) {
    // A NaN may have spread into the padding, which nobody refills.
    factors_.setZero();
    return false;
  }
  return true;
}

void DenseLu::solve(Vector& rhs) const {
  const Factors f{factors_.data(), size_, stride_, inversePivots_.data(), pivotRows_.data()};
  double* x = solution_.data();
  const Index pairs = stride_ / 2;
  if (pairs <= kMostUnrolledPairs) {
    unrolled(pairs).solve(f, rhs.data(), x);
    return;
  }

  solution_.head(size_) = rhs;
  if (stride_ > size_) x[size_] = 0.0;
  Index below = pairs;
  Index k = 0;
  for (; below > kMostUnrolledPairs; --below, k += 2) {
    substituteForwardTwo(f.matrix + k * (stride_ + 1), stride_, f.pivotRows + k, x + k, below - 1);
  }
  unrolled(below).substituteForward(f.matrix + k * (stride_ + 1), stride_, f.pivotRows + k, x + k);
  Index above = pairs;
  for (; above > kMostUnrolledPairs; --above) {
    substituteBackwardTwo(f.matrix, stride_, f.inversePivots, x, above - 1);
  }
  unrolled(above).substituteBackward(f.matrix, stride_, f.inversePivots, x);
  rhs = solution_.head(size_);
}

}  // namespace liefmu
