// Two neighbouring entries of a column as one value, which the compiler keeps in one SSE2 register,
// and numbers of such pairs that are known at compile time, for loops that unroll completely. For
// the kernels of this folder only.
#pragma once

#include "linear_algebra.hpp"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace liefmu::pairs {

// Vector types alias their elements.
using Pair [[gnu::vector_size(16)]] = double;
using UnalignedPair [[gnu::vector_size(16), gnu::aligned(8)]] = double;
using PairBits [[gnu::vector_size(16)]] = std::int64_t;
inline constexpr std::int64_t kAllButSign = 0x7fffffffffffffff;

inline Pair& pairAt(double* entry) {
  return *reinterpret_cast<Pair*>(entry);
}
inline const Pair& pairAt(const double* entry) {
  return *reinterpret_cast<const Pair*>(entry);
}
inline UnalignedPair& unalignedPairAt(double* entry) {
  return *reinterpret_cast<UnalignedPair*>(entry);
}
inline const UnalignedPair& unalignedPairAt(const double* entry) {
  return *reinterpret_cast<const UnalignedPair*>(entry);
}
inline Pair bothEqual(double x) {
  return Pair{x, x};
}
inline Pair larger(Pair a, Pair b) {
  return a > b ? a : b;
}
inline PairBits bitsOf(Pair a) {
  return std::bit_cast<PairBits>(a);
}
inline Pair absolute(Pair a) {
  return std::bit_cast<Pair>(bitsOf(a) & kAllButSign);
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

}  // namespace liefmu::pairs
