#include "model/elimination_order.hpp"

#include <limits>
#include <numeric>

namespace liefmu {
namespace {

std::size_t at(Index index) {
  return static_cast<std::size_t>(index);
}

// Sets of bodies that are connected, with the path of each to a representative.
class UnionFind {
 public:
  explicit UnionFind(std::size_t size) : parent_(size) {
    std::iota(parent_.begin(), parent_.end(), std::size_t{0});
  }
  std::size_t find(std::size_t x) {
    while (parent_[x] != x) x = parent_[x] = parent_[parent_[x]];
    return x;
  }
  // False if both were connected already.
  bool unite(std::size_t a, std::size_t b) {
    a = find(a);
    b = find(b);
    parent_[a] = b;
    return a != b;
  }

 private:
  std::vector<std::size_t> parent_;
};

struct Edge {
  std::size_t joint = 0;
  std::size_t body = 0;
};
// Per body, and for the ground at last: the joints of the spanning tree and where they lead.
using Tree = std::vector<std::vector<Edge>>;

constexpr std::size_t kNoJoint = std::numeric_limits<std::size_t>::max();

Tree spanningTree(const Topology& topology, const std::vector<bool>& last,
                  std::vector<bool>& closesLoop) {
  const std::size_t ground = topology.bodies.size();
  std::vector<std::vector<std::size_t>> bodiesOf(topology.joints.size());
  for (const auto& [joint, body] : topology.incidences) bodiesOf[at(joint)].push_back(at(body));
  UnionFind connected(ground + 1);
  // A body with less than six degrees of freedom may be tied to the ground without a joint.
  for (std::size_t i = 0; i < ground; ++i) {
    if (topology.bodies[i].size < 6) connected.unite(i, ground);
  }
  Tree tree(ground + 1);
  closesLoop.assign(topology.joints.size(), true);
  for (std::size_t j = 0; j < bodiesOf.size(); ++j) {
    if (bodiesOf[j].empty() || (!last.empty() && last[j])) continue;
    const std::size_t a = bodiesOf[j].front();
    const std::size_t b = bodiesOf[j].size() > 1 ? bodiesOf[j].back() : ground;
    if (connected.unite(a, b)) {
      closesLoop[j] = false;
      tree[a].push_back({j, b});
      tree[b].push_back({j, a});
    }
  }
  return tree;
}

}  // namespace

EliminationOrder eliminationOrder(const Topology& topology, const std::vector<bool>& last) {
  const std::size_t bodies = topology.bodies.size();
  const std::size_t ground = bodies;
  EliminationOrder order;
  order.bodyPosition.assign(bodies, -1);
  order.jointPosition.assign(topology.joints.size(), -1);
  const Tree tree = spanningTree(topology, last, order.closesLoop);
  int position = 0;
  const auto place = [&position](int& at, Index size) {
    at = position;
    position += static_cast<int>(size);
  };

  // Depth first from the ground, then from what floats; children come before parents.
  struct Visit {
    Edge from;
    bool leaving;
  };
  std::vector<Visit> stack;
  std::vector<bool> visited(bodies + 1, false);
  for (std::size_t i = 0; i <= bodies; ++i) {
    const std::size_t root = i == 0 ? ground : i - 1;
    stack.push_back({{kNoJoint, root}, false});
    while (!stack.empty()) {
      const auto [from, leaving] = stack.back();
      stack.pop_back();
      if (leaving) {
        if (from.body != ground) {
          place(order.bodyPosition[from.body], topology.bodies[from.body].size);
        }
        if (from.joint != kNoJoint) {
          place(order.jointPosition[from.joint], topology.joints[from.joint].size);
        }
      } else if (!visited[from.body]) {
        visited[from.body] = true;
        stack.push_back({from, true});
        for (const Edge& edge : tree[from.body]) {
          if (!visited[edge.body]) stack.push_back({edge, false});
        }
      }
    }
  }
  for (const bool marked : {false, true}) {
    for (std::size_t j = 0; j < order.closesLoop.size(); ++j) {
      if (order.closesLoop[j] && (!last.empty() && last[j]) == marked) {
        place(order.jointPosition[j], topology.joints[j].size);
      }
    }
  }
  return order;
}

}  // namespace liefmu
