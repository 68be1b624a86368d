#include "solve/front.hpp"

#include "solve/pairs.hpp"

#include <algorithm>
#include <array>
#include <utility>

// Right-looking elimination, two pivots at a time. The second pivot row always has an odd number,
// so the rows below the two come in whole pairs: every operation on them is one SSE2 instruction on
// two neighbouring entries of a column, and an entry is loaded and stored once for two pivots. Near
// the lower right corner, that is in all of a small matrix, the number of pairs is a compile-time
// constant and no inner loop is left; loop control would cost as much as the arithmetic.

namespace liefmu {

namespace {

using namespace pairs;  // NOLINT(google-build-using-namespace): the vocabulary of this file

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

// rowScale = 1 / largest entry of the row, for the rows from `row` on.
template<std::size_t... i>
void scaleRowPairs(const Front& f, Index row, std::index_sequence<i...> /*pairs*/) {
  const double* a = f.matrix + row;
  // Not zero: the padding row gets a finite scale. (std::array would drop the attributes of Pair.)
  Pair largest[] = {bothEqual(i < sizeof...(i) ? kTinyRow : 0.0)...};
  for (Index column = 0; column < f.columns; ++column, a += f.stride) {
    ((largest[i] = larger(largest[i], absolute(pairAt(a + 2 * i)))), ...);
  }
  ((pairAt(f.rowScale + row + 2 * i) = 1.0 / largest[i]), ...);
}
template<std::size_t pairs>
void scaleFewRows(const Front& f) {
  if constexpr (pairs > 0) scaleRowPairs(f, 0, Pairs<pairs>{});
}

// The search for the row with the largest |entry| · rowScale. The number of the row travels in the
// lowest bits of the products, so that the maximum itself says where it was found; products that
// agree to 2⁻⁴⁰ are equally good pivots, and of those the first row wins.
constexpr std::int64_t kRowBits = kMaxFrontRows;
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
void exchangeRows(const Front& f, Index column, Index first, Index second) {
  double* a = f.matrix + first;
  double* b = f.matrix + second;
  const Index end = f.columns * f.stride;
  for (Index offset = column * f.stride; offset < end; offset += f.stride) {
    std::swap(a[offset], b[offset]);
  }
  std::swap(f.rowScale[first], f.rowScale[second]);
}

// Brings the best row of column k to row k; `a` is the entry of the column in the first row of the
// current pair of rows, the first of `pairs`. Other rows have scale zero and are never chosen.
template<Index offset, class PairCount>
bool pivot(const Front& f, double* a, Index k, PairCount pairs, Pivots& quality) {
  constexpr RowTags first = offset == 0 ? kFirstPair : kSecondRowOfFirstPair;
  const double largest = largestTagged(a, f.rowScale + k - offset, first, pairs);
  const Index row = taggedRow(largest);
  f.pivotRows[k] = row;
  if (row != offset) exchangeRows(f, k - offset, k, k - offset + row);
  if (!(largest >= kSmallPivot)) {
    // Without non-zero products the maximum is a tag. A NaN or an infinity anywhere in the matrix
    // makes the last pivot NaN at the latest.
    if (!(largest >= kTinyRow)) return false;
    quality = Pivots::small;
  }
  f.inversePivots[k] = 1.0 / a[offset];
  return true;
}

// The elimination of the last column k of an odd number, after its pivot was found.
template<class PairCountBelow>
void eliminateLast(const Front& f, double* a1, Index k, PairCountBelow below) {
  f.pivotRows[k + 1] = 1;  // the padding row stays where it is
  const Index columns = f.columns - k - 1;
  if (columns == 0) return;
  scaleColumn(a1 + 2, bothEqual(-f.inversePivots[k]), below);
  double* a = a1 + f.stride;
  for (Index column = 0; column < columns; ++column, a += f.stride) {
    addColumn(a + 2, bothEqual(a[0]), a1 + 2, below);
  }
}

// Eliminates columns k and k + 1 in `pairs` pairs of rows, the first of which become pivot rows.
template<class PairCount, class PairCountBelow>
bool eliminateTwo(const Front& f, double* a1, Index k, PairCount pairs, PairCountBelow below,
                  Pivots& quality) {
  if (!pivot<0>(f, a1, k, pairs, quality)) return false;
  if (k + 1 == f.pivots) {
    eliminateLast(f, a1, k, below);
    return true;
  }
  double* a2 = a1 + f.stride;
  const double factor1 = -f.inversePivots[k];
  a1[1] *= factor1;
  scaleColumn(a1 + 2, bothEqual(factor1), below);
  a2[1] += a1[1] * a2[0];
  addColumn(a2 + 2, bothEqual(a2[0]), a1 + 2, below);

  if (!pivot<1>(f, a2, k + 1, pairs, quality)) return false;
  scaleColumn(a2 + 2, bothEqual(-f.inversePivots[k + 1]), below);

  const double l = a1[1];
  double* a = a2 + f.stride;
  for (Index columns = f.columns - k - 2; columns > 0; --columns, a += f.stride) {
    const double u1 = a[0];
    const double u2 = a[1] + l * u1;
    a[1] = u2;
    addColumns(a + 2, bothEqual(u1), a1 + 2, bothEqual(u2), a2 + 2, below);
  }
  return true;
}

template<std::size_t pairs>
bool eliminateFrom(const Front& f, double* a, Index k, Pivots& quality) {
  if constexpr (pairs > 0) {
    if (k >= f.pivots) return true;
    return eliminateTwo(f, a, k, Pairs<pairs>{}, Pairs<pairs - 1>{}, quality) &&
           eliminateFrom<pairs - 1>(f, a + 2 * f.stride + 2, k + 2, quality);
  } else {
    return true;
  }
}

// The largest multipliers in the rows from `row` on, if all rows are scaled to one.
template<std::size_t... i>
Pair largestMultipliers(const Front& f, Index row, const double* scale,
                        std::index_sequence<i...> /*pairs*/) {
  const double* l = f.matrix + row;
  Pair largest[] = {bothEqual(i < sizeof...(i) ? 0.0 : 1.0)...};
  for (Index k = 0; k < f.pivots; ++k, l += f.stride) {
    const Pair size = bothEqual(1.0 / f.rowScale[k]);
    ((largest[i] = larger(largest[i], absolute(pairAt(l + 2 * i) * size))), ...);
  }
  Pair all = {};
  ((all = larger(all, largest[i] * pairAt(scale + 2 * i))), ...);
  return all;
}

// ---- solution ----------------------------------------------------------------------------------

// Forward substitution of the first two of the remaining unknowns; `below` pairs follow.
template<class PairCount>
void forwardTwo(const double* a, Index stride, const Index* pivotRows, double* x, PairCount below) {
  std::swap(x[0], x[pivotRows[0]]);
  std::swap(x[1], x[pivotRows[1]]);
  const double x1 = x[0];
  const double x2 = x[1] + a[1] * x1;
  x[1] = x2;
  addColumns(x + 2, bothEqual(x1), a + 2, bothEqual(x2), a + stride + 2, below);
}

// The same for `left` unknowns; arguments move down the diagonal.
template<std::size_t pairs>
void forwardFrom(const double* a, Index stride, const Index* pivotRows, double* x, Index left) {
  if constexpr (pairs > 0) {
    if (left >= 2) {
      forwardTwo(a, stride, pivotRows, x, Pairs<pairs - 1>{});
      forwardFrom<pairs - 1>(a + 2 * stride + 2, stride, pivotRows + 2, x + 2, left - 2);
    } else if (left == 1) {
      addColumn(x + 2, bothEqual(x[0]), a + 2, Pairs<pairs - 1>{});
    }
  }
}

// Solves for the last two of the remaining unknowns; `above` pairs stand before them.
template<class PairCount>
void backwardTwo(const double* a, Index stride, const double* inversePivots, double* x,
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
void backwardFrom(const double* a, Index stride, const double* inversePivots, double* x) {
  if constexpr (pairs > 0) {
    backwardTwo(a, stride, inversePivots, x, Pairs<pairs - 1>{});
    backwardFrom<pairs - 1>(a, stride, inversePivots, x);
  }
}

// Removes the other unknowns, which are known, from the equations of the pivots.
template<class PairCount>
void removeOthers(const Front& f, double* x, PairCount pivotPairs) {
  const Index others = f.columns - f.pivots;
  const double* a = f.matrix + f.pivots * f.stride;
  const double* known = x + 2 * countOf(pivotPairs);
  Index i = 0;
  for (; i + 1 < others; i += 2, a += 2 * f.stride) {
    addColumns(x, bothEqual(-known[i]), a, bothEqual(-known[i + 1]), a + f.stride, pivotPairs);
  }
  if (i < others) addColumn(x, bothEqual(-known[i]), a, pivotPairs);
}
template<std::size_t pivotPairs>
void removeOthersFromFew(const Front& f, double* x) {
  removeOthers(f, x, Pairs<pivotPairs>{});
}

template<std::size_t... i>
void copyPairs(const double* from, double* to, std::index_sequence<i...> /*pairs*/) {
  ((unalignedPairAt(to + 2 * i) = unalignedPairAt(from + 2 * i)), ...);
}

// Solves for all unknowns of a front that has no others.
template<std::size_t pairs>
void solveSmall(const Front& f, double* rhs, double* x) {
  if constexpr (pairs > 0) {
    constexpr Index last = 2 * pairs - 2;
    const bool even = f.pivots == last + 2;
    copyPairs(rhs, x, Pairs<pairs - 1>{});
    x[last] = rhs[last];
    x[last + 1] = even ? rhs[last + 1] : 0.0;
    forwardFrom<pairs>(f.matrix, f.stride, f.pivotRows, x, f.pivots);
    if (even) {
      backwardFrom<pairs>(f.matrix, f.stride, f.inversePivots, x);
      rhs[last + 1] = x[last + 1];
    } else {
      x[last] *= f.inversePivots[last];
      addColumn(x, bothEqual(-x[last]), f.matrix + last * f.stride, Pairs<pairs - 1>{});
      backwardFrom<pairs - 1>(f.matrix, f.stride, f.inversePivots, x);
    }
    rhs[last] = x[last];
    copyPairs(x, rhs, Pairs<pairs - 1>{});
  }
}

// ---- the unrolled functions, indexed by the number of pairs ------------------------------------

struct Unrolled {
  void (*scaleRows)(const Front&);
  bool (*eliminate)(const Front&, double*, Index, Pivots&);
  void (*forward)(const double*, Index, const Index*, double*, Index);
  void (*removeOthers)(const Front&, double*);
  void (*backward)(const double*, Index, const double*, double*);
  void (*solve)(const Front&, double*, double*);
};
template<std::size_t... pairs>
constexpr auto makeUnrolled(std::index_sequence<pairs...> /*counts*/) {
  return std::array{Unrolled{&scaleFewRows<pairs>, &eliminateFrom<pairs>, &forwardFrom<pairs>,
                             &removeOthersFromFew<pairs>, &backwardFrom<pairs>,
                             &solveSmall<pairs>}...};
}
constexpr auto kUnrolled = makeUnrolled(std::make_index_sequence<kMostUnrolledPairs + 1>{});
const Unrolled& unrolled(Index pairs) {
  return kUnrolled[static_cast<std::size_t>(pairs)];
}

}  // namespace

void scaleRows(const Front& front) {
  Index pairs = padded(front.pivots) / 2;
  if (pairs <= kMostUnrolledPairs) return unrolled(pairs).scaleRows(front);
  Index row = 0;
  for (; pairs >= 4; pairs -= 4, row += 8) scaleRowPairs(front, row, Pairs<4>{});
  for (; pairs >= 1; pairs -= 1, row += 2) scaleRowPairs(front, row, Pairs<1>{});
}

Pivots eliminate(const Front& front) {
  Pivots quality = Pivots::good;
  Index pairs = front.stride / 2;
  double* a = front.matrix;
  Index k = 0;
  for (; pairs > kMostUnrolledPairs; --pairs, k += 2, a += 2 * front.stride + 2) {
    if (k >= front.pivots) return quality;
    if (!eliminateTwo(front, a, k, pairs, pairs - 1, quality)) return Pivots::none;
  }
  return unrolled(pairs).eliminate(front, a, k, quality) ? quality : Pivots::none;
}

double growth(const Front& front, const double* scale) {
  const Index begin = padded(front.pivots);
  Index row = begin;
  Pair largest = {};
  const auto include = [&](auto pairs) {
    largest = larger(largest, largestMultipliers(front, row, scale + row - begin, pairs));
    row += 2 * countOf(pairs);
  };
  while (front.stride - row >= 8) include(Pairs<4>{});
  if (front.stride - row == 6) include(Pairs<3>{});
  if (front.stride - row == 4) include(Pairs<2>{});
  if (front.stride - row == 2) include(Pairs<1>{});
  return std::max(largest[0], largest[1]);
}

void substituteForward(const Front& front, double* x) {
  const double* a = front.matrix;
  const Index* pivotRows = front.pivotRows;
  Index pairs = front.stride / 2;
  Index left = front.pivots;
  for (; pairs > kMostUnrolledPairs && left >= 2; --pairs, left -= 2) {
    forwardTwo(a, front.stride, pivotRows, x, pairs - 1);
    a += 2 * front.stride + 2;
    pivotRows += 2;
    x += 2;
  }
  if (pairs <= kMostUnrolledPairs) {
    unrolled(pairs).forward(a, front.stride, pivotRows, x, left);
  } else if (left == 1) {
    addColumn(x + 2, bothEqual(x[0]), a + 2, pairs - 1);
  }
}

void substituteBackward(const Front& front, double* x) {
  const Index pivotPairs = padded(front.pivots) / 2;
  if (pivotPairs <= kMostUnrolledPairs) {
    unrolled(pivotPairs).removeOthers(front, x);
  } else {
    removeOthers(front, x, pivotPairs);
  }
  Index pairs = front.pivots / 2;
  if (front.pivots % 2 == 1) {
    const Index last = front.pivots - 1;
    x[last] *= front.inversePivots[last];
    addColumn(x, bothEqual(-x[last]), front.matrix + last * front.stride, pairs);
  }
  for (; pairs > kMostUnrolledPairs; --pairs) {
    backwardTwo(front.matrix, front.stride, front.inversePivots, x, pairs - 1);
  }
  unrolled(pairs).backward(front.matrix, front.stride, front.inversePivots, x);
}

void solve(const Front& front, double* rhs, double* work) {
  const Index pairs = front.stride / 2;
  if (pairs <= kMostUnrolledPairs) return unrolled(pairs).solve(front, rhs, work);
  std::copy_n(rhs, front.pivots, work);
  if (front.stride > front.pivots) work[front.pivots] = 0.0;
  substituteForward(front, work);
  substituteBackward(front, work);
  std::copy_n(work, front.pivots, rhs);
}

}  // namespace liefmu
