#include "solve/block_copy.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace liefmu {

namespace {

using namespace pairs;  // NOLINT(google-build-using-namespace): the vocabulary of this file

template<bool odd, std::size_t... i>
void addRows(const BlockCopy& copy, std::index_sequence<i...> /*pairs*/) {
  const double* from = copy.from;
  double* to = copy.to;
  for (Index j = copy.columns; j > 0; --j, from += copy.fromStride, to += copy.toStride) {
    ((unalignedPairAt(to + 2 * i) += unalignedPairAt(from + 2 * i)), ...);
    if constexpr (odd) to[2 * sizeof...(i)] += from[2 * sizeof...(i)];
  }
}

template<bool odd, std::size_t... i>
void copyRows(const BlockCopy& copy, double* largest, std::index_sequence<i...> /*pairs*/) {
  constexpr Index last = 2 * sizeof...(i);
  [[maybe_unused]] Pair pairMaxima[] = {unalignedPairAt(largest + 2 * i)..., Pair{}};
  double lastMaximum = odd ? largest[last] : 0.0;
  const double* from = copy.from;
  double* to = copy.to;
  for (Index j = copy.columns; j > 0; --j, from += copy.fromStride, to += copy.toStride) {
    ((unalignedPairAt(to + 2 * i) = unalignedPairAt(from + 2 * i)), ...);
    ((pairMaxima[i] = larger(pairMaxima[i], absolute(unalignedPairAt(from + 2 * i)))), ...);
    if constexpr (odd) {
      to[last] = from[last];
      lastMaximum = std::max(lastMaximum, std::abs(from[last]));
    }
  }
  ((unalignedPairAt(largest + 2 * i) = pairMaxima[i]), ...);
  if constexpr (odd) largest[last] = lastMaximum;
}

struct Unrolled {
  void (*add)(const BlockCopy&);
  void (*copy)(const BlockCopy&, double*);
};
template<std::size_t rows>
constexpr Unrolled kForRows = {
    [](const BlockCopy& copy) { addRows<rows % 2 == 1>(copy, Pairs<rows / 2>{}); },
    [](const BlockCopy& copy, double* largest) {
      copyRows<rows % 2 == 1>(copy, largest, Pairs<rows / 2>{});
    }};
template<std::size_t... rows>
constexpr auto makeUnrolled(std::index_sequence<rows...> /*counts*/) {
  return std::array{kForRows<rows>...};
}
constexpr Index kMostRows = 12;
constexpr auto kUnrolled = makeUnrolled(std::make_index_sequence<kMostRows + 1>{});
const Unrolled& unrolled(Index rows) {
  return kUnrolled[static_cast<std::size_t>(rows)];
}

// Calls the function for bunches of at most kMostRows rows.
template<class Function>
void forRows(BlockCopy copy, Function function) {
  Index left = copy.rows;
  for (; left > kMostRows; left -= kMostRows, copy.from += kMostRows, copy.to += kMostRows) {
    copy.rows = kMostRows;
    function(copy);
  }
  copy.rows = left;
  function(copy);
}

}  // namespace

void addBlock(const BlockCopy& copy) {
  if (copy.rows <= kMostRows) return unrolled(copy.rows).add(copy);
  forRows(copy, [](const BlockCopy& part) { unrolled(part.rows).add(part); });
}

void copyBlock(const BlockCopy& copy, double* largest) {
  if (copy.rows <= kMostRows) return unrolled(copy.rows).copy(copy, largest);
  forRows(copy, [&](const BlockCopy& part) {
    unrolled(part.rows).copy(part, largest + (part.to - copy.to));
  });
}

}  // namespace liefmu
