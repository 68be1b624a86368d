#include "model/constraint_projection.hpp"

#include "integrate/block_operations.hpp"

#include <Eigen/Cholesky>
#include <Eigen/QR>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace liefmu {
namespace {

// ε, where the rows of B are scaled to length 1: far above rounding, far below what the rows of a
// mechanism have that are not redundant.
constexpr double kRegularization = 1e-12;
constexpr int kMaxRefinements = 10;
// A row of length 1 is dependent if it is nearer than this to the span of others: axes that are
// given with six digits are parallel.
constexpr double kDependent = 1e-5;
// A massless direction gets this part of the model's mean mass or inertia: it moves first, but not
// without bound.
constexpr double kMassFraction = 1e-3;

std::size_t at(Index index) {
  return static_cast<std::size_t>(index);
}

bool isTranslation(const Topology& topology, Index body, Index component) {
  return topology.bodies[at(body)].size < 6 || component < 3;
}

// The largest ratio of a row's rotational to its translational part.
double largestLever(const Topology& topology, const std::vector<Block>& B) {
  double length = 0.0;
  for (std::size_t e = 0; e < B.size(); ++e) {
    if (topology.bodies[at(topology.incidences[e].body)].size < 6) continue;
    for (Index i = 0; i < B[e].rows(); ++i) {
      const double translation = B[e].row(i).head(3).norm();
      const double rotation = B[e].row(i).tail(3).norm();
      if (translation > 1e-6 * rotation) length = std::max(length, rotation / translation);
    }
  }
  return length > 0.0 ? length : 1.0;
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

}  // namespace

ConstraintProjection::ConstraintProjection(MechanicalSystem& system, Metric metric,
                                           const std::vector<bool>& last)
    : system_(system),
      topology_(system.topology()),
      metricKind_(metric),
      incidencesOf_(topology_.joints.size()) {
  dynamics_.resize(topology_);
  for (std::size_t e = 0; e < topology_.incidences.size(); ++e) {
    incidencesOf_[at(topology_.incidences[e].joint)].push_back(e);
  }
  findOrder(last);
}

// A joint that is the only connection of two parts of the mechanism cannot be redundant: one part
// can move as a whole relative to the other. So the joints of a spanning tree are eliminated with
// their bodies, in the order of the model as far as it goes.
void ConstraintProjection::findOrder(const std::vector<bool>& last) {
  const std::size_t bodies = topology_.bodies.size();
  const std::size_t ground = bodies;
  UnionFind connected(bodies + 1);
  // A body with less than six degrees of freedom may be tied to the ground without a joint.
  for (std::size_t i = 0; i < bodies; ++i) {
    if (topology_.bodies[i].size < 6) connected.unite(i, ground);
  }
  struct Edge {
    std::size_t joint;
    std::size_t body;
  };
  std::vector<std::vector<Edge>> tree(bodies + 1);
  closesLoop_.assign(topology_.joints.size(), true);
  for (std::size_t j = 0; j < incidencesOf_.size(); ++j) {
    if (incidencesOf_[j].empty() || (!last.empty() && last[j])) continue;
    const auto bodyOf = [&](std::size_t i) {
      return i < incidencesOf_[j].size() ? at(topology_.incidences[incidencesOf_[j][i]].body)
                                         : ground;
    };
    const std::size_t a = bodyOf(0);
    const std::size_t b = bodyOf(1);
    if (connected.unite(a, b)) {
      closesLoop_[j] = false;
      tree[a].push_back({j, b});
      tree[b].push_back({j, a});
    }
  }

  // Depth first from the ground, then from what floats; children are eliminated before parents.
  int position = 0;
  bodyPosition_.assign(bodies + 1, -1);
  jointPosition_.assign(topology_.joints.size(), -1);
  std::vector<bool> visited(bodies + 1, false);
  struct Visit {
    Edge from;
    bool leaving;
  };
  std::vector<Visit> stack;
  constexpr std::size_t kNoJoint = std::numeric_limits<std::size_t>::max();
  for (std::size_t i = 0; i <= bodies; ++i) {
    const std::size_t root = i == 0 ? ground : i - 1;
    stack.push_back({{kNoJoint, root}, false});
    while (!stack.empty()) {
      const auto [from, leaving] = stack.back();
      stack.pop_back();
      if (leaving) {
        if (from.body != ground) {
          bodyPosition_[from.body] = position;
          position += static_cast<int>(topology_.bodies[from.body].size);
        }
        if (from.joint != kNoJoint) {
          jointPosition_[from.joint] = position;
          position += static_cast<int>(topology_.joints[from.joint].size);
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
    for (std::size_t j = 0; j < closesLoop_.size(); ++j) {
      if (closesLoop_[j] && (!last.empty() && last[j]) == marked) {
        jointPosition_[j] = position;
        position += static_cast<int>(topology_.joints[j].size);
      }
    }
  }
}

void ConstraintProjection::evaluate(double t, const Vector& q, const Vector& v) {
  system_.evaluate(t, q, v, dynamics_);
  length_ = largestLever(topology_, dynamics_.B);
  updateMetric();
  assemble();
  factorizedDamping_ = -1.0;
}

void ConstraintProjection::updateMetric() {
  H_ = dynamics_.M;
  if (metricKind_ == Metric::geometric) {
    for (std::size_t body = 0; body < H_.size(); ++body) {
      H_[body].setIdentity();
      for (Index i = 0; i < H_[body].rows(); ++i) {
        if (!isTranslation(topology_, static_cast<Index>(body), i)) {
          H_[body](i, i) = length_ * length_;
        }
      }
    }
  } else {
    double mean = 0.0;
    for (const Block& mass : H_) mean += mass.diagonal().sum();
    mean = mean > 0.0 ? mean / static_cast<double>(topology_.velocitySize) : 1.0;
    for (std::size_t body = 0; body < H_.size(); ++body) {
      if (topology_.singularMass[body]) H_[body].diagonal().array() += kMassFraction * mean;
    }
  }
  inverseH_.resize(H_.size());
  inverseRoot_.resize(H_.size());
  for (std::size_t body = 0; body < H_.size(); ++body) {
    const Eigen::LLT<Block> factor(H_[body]);
    const Block identity = Block::Identity(H_[body].rows(), H_[body].cols());
    inverseRoot_[body] = factor.matrixL().solve(identity);
    inverseH_[body] = inverseRoot_[body].transpose() * inverseRoot_[body];
  }
}

// With bodies scaled by the root of H and rows to length 1: [1 B̂ᵀ; B̂ 0], lower part.
void ConstraintProjection::assemble() {
  std::vector<Block> scaled(dynamics_.B.size());
  rowScales_.setZero(topology_.constraintSize);
  for (std::size_t e = 0; e < scaled.size(); ++e) {
    const auto [joint, body] = topology_.incidences[e];
    scaled[e] = dynamics_.B[e] * inverseRoot_[at(body)].transpose();
    const Topology::Span rows = topology_.joints[at(joint)];
    rowScales_.segment(rows.begin, rows.size) += scaled[e].rowwise().squaredNorm();
  }
  rowScales_ = rowScales_.unaryExpr([](double x) { return x > 0.0 ? std::sqrt(x) : 1.0; });

  std::vector<Eigen::Triplet<double>> entries;
  for (std::size_t body = 0; body < topology_.bodies.size(); ++body) {
    for (int i = 0; i < topology_.bodies[body].size; ++i) {
      entries.emplace_back(bodyPosition_[body] + i, bodyPosition_[body] + i, 1.0);
    }
  }
  for (std::size_t e = 0; e < scaled.size(); ++e) {
    const auto [joint, body] = topology_.incidences[e];
    const Index begin = topology_.joints[at(joint)].begin;
    const int row = jointPosition_[at(joint)];
    const int column = bodyPosition_[at(body)];
    for (int j = 0; j < scaled[e].cols(); ++j) {
      for (int i = 0; i < scaled[e].rows(); ++i) {
        const double value = scaled[e](i, j) / rowScales_[begin + i];
        entries.emplace_back(std::max(row + i, column + j), std::min(row + i, column + j), value);
      }
    }
  }
  const Index size = topology_.velocitySize + topology_.constraintSize;
  for (std::size_t j = 0; j < topology_.joints.size(); ++j) {
    for (int i = 0; i < topology_.joints[j].size; ++i) {
      entries.emplace_back(jointPosition_[j] + i, jointPosition_[j] + i, 0.0);
    }
  }
  matrix_.resize(size, size);
  matrix_.setFromTriplets(entries.begin(), entries.end());
}

void ConstraintProjection::factorize(double damping) {
  if (factorizedDamping_ == damping) return;
  factorizedDamping_ = damping;
  for (std::size_t j = 0; j < topology_.joints.size(); ++j) {
    for (int i = 0; i < topology_.joints[j].size; ++i) {
      matrix_.coeffRef(jointPosition_[j] + i, jointPosition_[j] + i) =
          -std::max(damping, kRegularization);
    }
  }
  factorization_.compute(matrix_);
}

Vector ConstraintProjection::solveOnce(const Vector& c) {
  Vector x = Vector::Zero(matrix_.rows());
  for (std::size_t j = 0; j < topology_.joints.size(); ++j) {
    const auto [begin, size] = topology_.joints[j];
    x.segment(jointPosition_[j], size) =
        c.segment(begin, size).cwiseQuotient(rowScales_.segment(begin, size));
  }
  x = factorization_.solve(x);
  Vector d(topology_.velocitySize);
  for (std::size_t body = 0; body < topology_.bodies.size(); ++body) {
    const auto [begin, size] = topology_.bodies[body];
    d.segment(begin, size) = inverseRoot_[body].transpose() * x.segment(bodyPosition_[body], size);
  }
  return d;
}

Vector ConstraintProjection::normal(const Vector& c, double damping) {
  if (topology_.constraintSize == 0) return Vector::Zero(topology_.velocitySize);
  factorize(damping);
  Vector d = solveOnce(c);
  if (damping > 0.0) return d;
  // Refinement removes the effect of ε on everything that is constrained at all.
  double before = std::numeric_limits<double>::max();
  for (int i = 0; i < kMaxRefinements; ++i) {
    Vector rest = c;
    addConstraintProduct(topology_, -1.0, dynamics_.B, d, rest);
    const double size = rest.cwiseQuotient(rowScales_).norm();
    if (!(size < 0.5 * before)) break;
    before = size;
    d += solveOnce(rest);
  }
  return d;
}

Vector ConstraintProjection::tangential(const Vector& w) {
  Vector c = Vector::Zero(topology_.constraintSize);
  addConstraintProduct(topology_, 1.0, dynamics_.B, w, c);
  return w - normal(c);
}

// The joint's own equations: each row against those before it.
std::vector<bool> ConstraintProjection::independentWithin(std::size_t joint) const {
  const auto [begin, size] = topology_.joints[joint];
  Matrix rows = Matrix::Zero(size, 2 * kMaxBlock);
  Index column = 0;
  for (const std::size_t e : incidencesOf_[joint]) {
    const Block& root = inverseRoot_[at(topology_.incidences[e].body)];
    rows.middleCols(column, root.rows()) = dynamics_.B[e] * root.transpose();
    column += kMaxBlock;
  }
  std::vector<bool> independent;
  for (Index i = 0; i < size; ++i) {
    rows.row(i) /= rowScales_[begin + i];
    for (Index k = 0; k < i; ++k) rows.row(i) -= rows.row(i).dot(rows.row(k)) * rows.row(k);
    const double rest = rows.row(i).norm();
    independent.push_back(rest > kDependent);
    rows.row(i) *= rest > kDependent ? 1.0 / rest : 0.0;
  }
  return independent;
}

bool ConstraintProjection::hasLoops() const {
  for (std::size_t j = 0; j < closesLoop_.size(); ++j) {
    if (closesLoop_[j] && topology_.joints[j].size > 0) return true;
  }
  return false;
}

std::vector<bool> ConstraintProjection::independentRows() {
  std::vector<bool> independent(at(topology_.constraintSize), true);
  if (topology_.constraintSize == 0) return independent;
  factorize(0.0);
  const Vector pivots = -factorization_.vectorD();
  for (std::size_t j = 0; j < topology_.joints.size(); ++j) {
    const auto [begin, size] = topology_.joints[j];
    const std::vector<bool> within = independentWithin(j);
    for (Index i = 0; i < size; ++i) {
      // The pivot of a loop closing row is the square of its independent part.
      const double part = pivots[jointPosition_[j] + i] - kRegularization;
      independent[at(begin + i)] =
          within[at(i)] && (!closesLoop_[j] || part > kDependent * kDependent);
    }
  }
  return independent;
}

}  // namespace liefmu
