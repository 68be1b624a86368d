#include "integrate/node_graph.hpp"

namespace liefmu {

Index NodeGraph::entry(Index row, Index column) {
  const auto [position, isNew] =
      indexOf.try_emplace({row, column}, static_cast<Index>(entries.size()));
  if (isNew) {
    entries.push_back({row, column});
  }
  return position->second;
}

NodeGraph nodesOf(const Topology& topology, Index multipliersPerEquation) {
  NodeGraph graph;
  const auto bodies = static_cast<Index>(topology.bodies.size());
  for (const auto& body : topology.bodies) {
    graph.sizes.push_back(body.size);
  }
  for (const auto& joint : topology.joints) {
    graph.sizes.push_back(multipliersPerEquation * joint.size);
  }
  for (Index body = 0; body < bodies; ++body) {
    if (!topology.singularMass[static_cast<std::size_t>(body)]) {
      continue;
    }
    std::vector<Index> group{body};
    for (const auto& incidence : topology.incidences) {
      if (incidence.body == body) {
        group.push_back(bodies + incidence.joint);
      }
    }
    graph.merged.push_back(std::move(group));
  }
  return graph;
}

NodeGraph kktNodes(const Topology& topology) {
  NodeGraph graph = nodesOf(topology, 1);
  const auto bodies = static_cast<Index>(topology.bodies.size());
  for (Index body = 0; body < bodies; ++body) {
    graph.entry(body, body);
  }
  for (const auto& [joint, body] : topology.incidences) {
    graph.entry(bodies + joint, body);
    graph.entry(body, bodies + joint);
  }
  return graph;
}

BlockSolver makeBlockSolver(const NodeGraph& graph) {
  return BlockSolver(graph.sizes, graph.entries, graph.merged);
}

}  // namespace liefmu
