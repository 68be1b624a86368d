#include "solve/block_pattern.hpp"

#include <algorithm>
#include <deque>
#include <map>
#include <numeric>
#include <set>
#include <utility>

namespace liefmu {

namespace {

std::size_t at(Index i) {
  return static_cast<std::size_t>(i);
}

constexpr Index kGround = -1;

// For every constraint the bodies that have to be eliminated before it.
class Prerequisites {
 public:
  explicit Prerequisites(const BlockPattern& pattern)
      : isConstraint_(pattern.sizes.size(), true),
        bodiesOf_(pattern.sizes.size()),
        constraintsOf_(pattern.sizes.size()),
        parent_(pattern.sizes.size(), kGround),
        depth_(pattern.sizes.size(), kUnvisited),
        required_(pattern.sizes.size()) {
    for (const auto& [row, column] : pattern.entries) {
      if (row == column) isConstraint_[at(row)] = false;
    }
    for (const Index node : pattern.constraints) isConstraint_[at(node)] = true;
    // A constraint takes part in the motion of the bodies in its rows; its columns may reach
    // further, where forces depend on distant bodies.
    for (const auto& [row, column] : pattern.entries) {
      if (isConstraint_[at(row)] && !isConstraint_[at(column)]) {
        bodiesOf_[at(row)].push_back(column);
        constraintsOf_[at(column)].push_back(row);
      }
    }
    growTree();
    closeLoops();
  }

  [[nodiscard]] const std::vector<Index>& of(Index node) const { return required_[at(node)]; }

 private:
  static constexpr Index kUnvisited = -1;
  std::vector<bool> isConstraint_;
  std::vector<std::vector<Index>> bodiesOf_;       // per constraint
  std::vector<std::vector<Index>> constraintsOf_;  // per body
  std::vector<Index> parent_;                      // per body: the next one towards the ground
  std::vector<Index> depth_;                       // per body: 1 next to the ground
  std::vector<std::vector<Index>> required_;       // per constraint; empty: not yet known
  std::deque<Index> frontier_;

  void visit(Index body, Index parent) {
    parent_[at(body)] = parent;
    depth_[at(body)] = parent == kGround ? 1 : depth_[at(parent)] + 1;
    frontier_.push_back(body);
  }
  bool isVisited(Index body) const { return depth_[at(body)] != kUnvisited; }

  void growTree() {
    const auto nodes = static_cast<Index>(isConstraint_.size());
    for (Index node = 0; node < nodes; ++node) {
      const auto& bodies = bodiesOf_[at(node)];
      if (bodies.size() == 1 && !isVisited(bodies[0])) {
        visit(bodies[0], kGround);
        required_[at(node)] = {bodies[0]};
      }
    }
    spread();
    // Mechanisms that float freely.
    for (Index node = 0; node < nodes; ++node) {
      if (!isConstraint_[at(node)] && !isVisited(node)) {
        visit(node, kGround);
        spread();
      }
    }
  }

  void spread() {
    while (!frontier_.empty()) {
      const Index body = frontier_.front();
      frontier_.pop_front();
      for (const Index constraint : constraintsOf_[at(body)]) {
        const auto& bodies = bodiesOf_[at(constraint)];
        if (bodies.size() != 2) continue;
        const Index other = bodies[0] == body ? bodies[1] : bodies[0];
        if (!isVisited(other)) {
          visit(other, body);
          required_[at(constraint)] = {other};
        }
      }
    }
  }

  // A constraint outside the tree waits for the paths from its bodies up to where they meet.
  void closeLoops() {
    for (std::size_t node = 0; node < required_.size(); ++node) {
      if (!isConstraint_[node] || !required_[node].empty()) continue;
      std::set<std::pair<Index, Index>> ends;  // (depth, body), deepest last
      if (bodiesOf_[node].size() == 1) ends.insert({0, kGround});
      for (const Index body : bodiesOf_[node]) ends.insert({depth_[at(body)], body});
      while (ends.size() > 1) {
        const Index body = std::prev(ends.end())->second;
        ends.erase(std::prev(ends.end()));
        required_[node].push_back(body);
        const Index parent = parent_[at(body)];
        ends.insert(parent == kGround ? std::pair{Index{0}, kGround}
                                      : std::pair{depth_[at(parent)], parent});
      }
    }
  }
};

// Which supernode each node belongs to: the merged groups, united where they share nodes, and
// single nodes.
std::vector<std::vector<Index>> supernodesOf(const BlockPattern& pattern) {
  std::vector<Index> leader(pattern.sizes.size());
  std::iota(leader.begin(), leader.end(), Index{0});
  const auto find = [&](Index node) {
    while (leader[at(node)] != node) node = leader[at(node)] = leader[at(leader[at(node)])];
    return node;
  };
  for (const auto& group : pattern.merged) {
    for (const Index node : group) {
      const Index first = find(group.front());
      const Index second = find(node);
      leader[at(std::max(first, second))] = std::min(first, second);
    }
  }
  std::map<Index, std::vector<Index>> groups;
  for (Index node = 0; node < static_cast<Index>(leader.size()); ++node) {
    groups[find(node)].push_back(node);
  }
  std::vector<std::vector<Index>> supernodes;
  supernodes.reserve(groups.size());
  for (auto& [first, group] : groups) supernodes.push_back(std::move(group));
  return supernodes;
}

// The graph of the supernodes that are not yet eliminated.
class MinimumDegree {
 public:
  MinimumDegree(const BlockPattern& pattern, const std::vector<std::vector<Index>>& supernodes)
      : size_(supernodes.size(), 0),
        neighbours_(supernodes.size()),
        waitsFor_(supernodes.size()),
        awaitedBy_(supernodes.size()) {
    std::vector<Index> supernodeOf(pattern.sizes.size());
    for (std::size_t s = 0; s < supernodes.size(); ++s) {
      for (const Index node : supernodes[s]) {
        supernodeOf[at(node)] = static_cast<Index>(s);
        size_[s] += pattern.sizes[at(node)];
      }
    }
    for (const auto& [row, column] : pattern.entries) {
      connect(supernodeOf[at(row)], supernodeOf[at(column)]);
    }
    const Prerequisites prerequisites(pattern);
    for (std::size_t s = 0; s < supernodes.size(); ++s) {
      for (const Index node : supernodes[s]) {
        for (const Index body : prerequisites.of(node)) {
          const Index other = supernodeOf[at(body)];
          if (other != static_cast<Index>(s) && waitsFor_[s].insert(other).second) {
            awaitedBy_[at(other)].push_back(static_cast<Index>(s));
          }
        }
      }
    }
    for (std::size_t s = 0; s < supernodes.size(); ++s) {
      if (waitsFor_[s].empty())
        ready_.insert({degree(static_cast<Index>(s)), static_cast<Index>(s)});
    }
  }

  Index eliminateNext() {
    if (ready_.empty()) breakDeadlock();
    const Index next = ready_.begin()->second;
    ready_.erase(ready_.begin());
    const std::set<Index> clique = std::exchange(neighbours_[at(next)], {});
    for (const Index first : clique) {
      ready_.erase({degree(first), first});
    }
    for (const Index first : clique) {
      neighbours_[at(first)].erase(next);
      for (const Index second : clique) connect(first, second);
    }
    for (const Index other : awaitedBy_[at(next)]) waitsFor_[at(other)].erase(next);
    for (const Index other : awaitedBy_[at(next)]) makeReady(other);
    for (const Index first : clique) makeReady(first);
    return next;
  }

 private:
  std::vector<Index> size_;
  std::vector<std::set<Index>> neighbours_;
  std::vector<std::set<Index>> waitsFor_;
  std::vector<std::vector<Index>> awaitedBy_;
  std::set<std::pair<Index, Index>> ready_;  // (degree, supernode)

  void connect(Index a, Index b) {
    if (a == b) return;
    neighbours_[at(a)].insert(b);
    neighbours_[at(b)].insert(a);
  }
  // The number of unknowns that remain in the front.
  Index degree(Index supernode) const {
    Index sum = 0;
    for (const Index other : neighbours_[at(supernode)]) sum += size_[at(other)];
    return sum;
  }
  // Merged groups in entangled loops may wait for each other; then pivots are left to chance.
  void breakDeadlock() {
    const auto waiting = std::find_if(waitsFor_.begin(), waitsFor_.end(),
                                      [](const auto& others) { return !others.empty(); });
    waiting->clear();
    makeReady(waiting - waitsFor_.begin());
  }
  void makeReady(Index supernode) {
    if (waitsFor_[at(supernode)].empty()) ready_.insert({degree(supernode), supernode});
  }
};

}  // namespace

Index BlockPattern::size() const {
  return std::accumulate(sizes.begin(), sizes.end(), Index{0});
}

std::vector<Index> BlockPattern::begins() const {
  std::vector<Index> begins(sizes.size());
  std::exclusive_scan(sizes.begin(), sizes.end(), begins.begin(), Index{0});
  return begins;
}

std::vector<std::vector<Index>> eliminationOrder(const BlockPattern& pattern) {
  const std::vector<std::vector<Index>> supernodes = supernodesOf(pattern);
  MinimumDegree graph(pattern, supernodes);
  std::vector<std::vector<Index>> order;
  order.reserve(supernodes.size());
  while (order.size() < supernodes.size()) order.push_back(supernodes[at(graph.eliminateNext())]);
  return order;
}

}  // namespace liefmu
