// Which blocks a block-structured matrix has, and in which order its nodes are eliminated.
// Structure only: computed once, when a system is set up; no numbers of the matrix are known here.
#pragma once

#include "linear_algebra.hpp"

#include <vector>

namespace liefmu {

struct BlockPattern {
  struct Entry {
    Index row = 0;
    Index column = 0;
  };
  std::vector<Index> sizes;    // per node
  std::vector<Entry> entries;  // pairs of nodes
  // Groups of nodes that are eliminated as one, because single ones of them cannot be pivots.
  std::vector<std::vector<Index>> merged;
  // Nodes of multipliers, whose own block is singular until neighbouring bodies are eliminated.
  // Nodes without diagonal entry count as such without being listed. All others are called bodies.
  std::vector<Index> constraints;

  [[nodiscard]] Index size() const;
  [[nodiscard]] std::vector<Index> begins() const;  // the first row of each node
};

// Supernodes in the order of their elimination: minimum degree, subject to the following rules,
// which keep every pivot block regular as long as the constraints are independent and the blocks of
// the bodies are regular.
//
// The bodies and the constraints between them form a graph, with the ground behind constraints that
// have one body only. Take a spanning tree that is rooted at the ground. A constraint of the tree
// may be eliminated once the body on its far side is: what is eliminated then is a mechanism
// hanging on fixed bodies. Any other constraint closes a loop and has to wait until all bodies of
// the loop are eliminated, as only the freedoms of the whole loop can satisfy it.
std::vector<std::vector<Index>> eliminationOrder(const BlockPattern& pattern);

}  // namespace liefmu
