// Moving small blocks between matrices, by columns and at any address: the traffic of BlockLu.
// Blocks of up to twelve rows, that is all that bodies and joints have, are moved without inner
// loops.
#pragma once

#include "linear_algebra.hpp"

namespace liefmu {

// The same for vectors, which are too short to call std::copy.
inline void copyEntries(double* to, const double* from, Index size) {
  for (Index i = 0; i < size; ++i) to[i] = from[i];
}
inline void addEntries(double* to, const double* from, Index size) {
  for (Index i = 0; i < size; ++i) to[i] += from[i];
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
