// The order in which bodies and joints of a mechanism are eliminated so that nothing fills in for
// trees: along a spanning tree, leaves first, each body followed by the joint that ties it to the
// rest; the joints that close loops come last.
#pragma once

#include "integrate/mechanical_system.hpp"

#include <vector>

namespace liefmu {

struct EliminationOrder {
  std::vector<bool> closesLoop;    // per joint
  std::vector<int> bodyPosition;   // of the first component in the matrix
  std::vector<int> jointPosition;  // of the first row in the matrix
};

// Joints that come early in the model belong to the tree rather than closing a loop. The joints
// marked in `last` close loops, after all others. Empty: none.
[[nodiscard]] EliminationOrder eliminationOrder(const Topology& topology,
                                                const std::vector<bool>& last = {});

}  // namespace liefmu
