// How the unknowns of a KKT system or of a time step are grouped for the block solver: one node per
// body (its velocities), one node per joint (its multipliers), and a list of non-zero blocks
// between them.
#pragma once

#include "integrate/mechanical_system.hpp"
#include "solve/block_solver.hpp"

#include <map>
#include <utility>
#include <vector>

namespace liefmu {

struct NodeGraph {
  std::vector<Index> sizes;                 // bodies first, then joints
  std::vector<BlockSolver::Entry> entries;  // each pair at most once
  std::vector<std::vector<Index>> merged;   // nodes that must be eliminated together
  std::map<std::pair<Index, Index>, Index> indexOf;

  // The index of entry (row, column), which is added if it is new.
  Index entry(Index row, Index column);
};

// Nodes and singular-mass groups; `multipliersPerEquation` is 1, or 2 where λ and η share the
// joint's node.
NodeGraph nodesOf(const Topology& topology, Index multipliersPerEquation);

// [M Bᵀ; B 0]. Entries: M per body, then B and Bᵀ per incidence.
NodeGraph kktNodes(const Topology& topology);

BlockSolver makeBlockSolver(const NodeGraph& graph);

}  // namespace liefmu
