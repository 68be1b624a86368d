// Moving small vectors and blocks between matrices, by columns and at any address: the traffic of
// BlockLu. Blocks of up to twelve rows, that is all that bodies and joints have, are moved without
// inner loops.
#pragma once

#include "linear_algebra.hpp"
#include "solve/pairs.hpp"

namespace liefmu {

// to = from and to += from for vectors, which are too short to call std::copy.
inline void copyEntries(double* to, const double* from, Index size) {
  for (; size >= 2; size -= 2, to += 2, from += 2) {
    pairs::unalignedPairAt(to) = pairs::unalignedPairAt(from);
  }
  if (size == 1) *to = *from;
}
inline void addEntries(double* to, const double* from, Index size) {
  for (; size >= 2; size -= 2, to += 2, from += 2) {
    pairs::unalignedPairAt(to) += pairs::unalignedPairAt(from);
  }
  if (size == 1) *to += *from;
}

struct BlockCopy {
  const double* from = nullptr;
  Index fromStride = 0;
  double* to = nullptr;
  Index toStride = 0;
  Index rows = 0;
  Index columns = 0;
};

// to += from
void addBlock(const BlockCopy& copy);

// to = from, and largest[i] = max(largest[i], |entries of row i|)
void copyBlock(const BlockCopy& copy, double* largest);

}  // namespace liefmu
