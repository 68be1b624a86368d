#include "model/constraint_projection.hpp"

#include "integrate/block_operations.hpp"

#include <Eigen/Cholesky>
#include <Eigen/QR>

#include <algorithm>
#include <cmath>
#include <limits>

namespace liefmu {
namespace {

// ε, where the rows of B are scaled to length 1: far above rounding, far below what the rows of a
// mechanism have that are not redundant.
constexpr double kRegularization = 1e-12;
// The pivot of a dependent row is ε(1 + |y|²), where y combines it from the rows before; this ε
// keeps it below kDependent² for all y that are not extreme.
constexpr double kRankRegularization = 1e-14;
constexpr double kSwitchedOff = 1e30;  // in place of ε: the row has no effect
constexpr int kMaxRefinements = 10;
// A row of length 1 is dependent if it is nearer than this to the span of others: axes that are
// given with six digits are parallel.
constexpr double kDependent = 1e-5;
// A pivot, the square of that distance, may be trusted above this.
constexpr double kClearPivot = 1e-6;
// A massless direction gets this part of the model's mean mass or inertia: it moves first, but not
// without bound.
constexpr double kMassFraction = 1e-3;

std::size_t at(Index index) {
  return static_cast<std::size_t>(index);
}

// The first components of a body's velocity are translations; a rotor has none.
Index translationsOf(const Body& body) {
  return body.kind == BodyKind::rotor ? 0 : 3;
}

// The largest ratio of a row's rotational to its translational part.
double largestLever(const Multibody& system, const std::vector<Block>& B) {
  const Topology& topology = system.topology();
  Vector translations = Vector::Zero(topology.constraintSize);
  Vector rotations = Vector::Zero(topology.constraintSize);
  for (std::size_t e = 0; e < B.size(); ++e) {
    const auto [joint, body] = topology.incidences[e];
    const Index split = translationsOf(system.model().bodies[at(body)]);
    for (Index i = 0; i < B[e].rows(); ++i) {
      const Index row = topology.joints[at(joint)].begin + i;
      translations[row] = std::max(translations[row], B[e].row(i).head(split).norm());
      rotations[row] = std::max(rotations[row], B[e].row(i).tail(B[e].cols() - split).norm());
    }
  }
  double length = 0.0;
  for (Index i = 0; i < topology.constraintSize; ++i) {
    if (translations[i] > 1e-6 * rotations[i]) {
      length = std::max(length, rotations[i] / translations[i]);
    }
  }
  return length > 0.0 ? length : 1.0;
}

}  // namespace

ConstraintProjection::ConstraintProjection(Multibody& system, Metric metric,
                                           const std::vector<bool>& last)
    : system_(system),
      topology_(system.topology()),
      metricKind_(metric),
      order_(eliminationOrder(topology_, last)),
      incidencesOf_(topology_.joints.size()) {
  dynamics_.resize(topology_);
  for (std::size_t e = 0; e < topology_.incidences.size(); ++e) {
    incidencesOf_[at(topology_.incidences[e].joint)].push_back(e);
  }
}

void ConstraintProjection::evaluate(double t, const Vector& q, const Vector& v) {
  system_.evaluate(t, q, v, dynamics_);
  length_ = largestLever(system_, dynamics_.B);
  updateMetric();
  assemble();
  factorizedWith_ = -1.0;
}

void ConstraintProjection::updateMetric() {
  H_ = dynamics_.M;
  if (metricKind_ == Metric::geometric) {
    for (std::size_t body = 0; body < H_.size(); ++body) {
      H_[body].setIdentity();
      for (Index i = translationsOf(system_.model().bodies[body]); i < H_[body].rows(); ++i) {
        H_[body](i, i) = length_ * length_;
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
      entries.emplace_back(order_.bodyPosition[body] + i, order_.bodyPosition[body] + i, 1.0);
    }
  }
  for (std::size_t e = 0; e < scaled.size(); ++e) {
    const auto [joint, body] = topology_.incidences[e];
    const Index begin = topology_.joints[at(joint)].begin;
    const int row = order_.jointPosition[at(joint)];
    const int column = order_.bodyPosition[at(body)];
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
      entries.emplace_back(order_.jointPosition[j] + i, order_.jointPosition[j] + i, 0.0);
    }
  }
  matrix_.resize(size, size);
  matrix_.setFromTriplets(entries.begin(), entries.end());
}

void ConstraintProjection::factorize(double regularization, const std::vector<bool>& active) {
  if (factorizedWith_ == regularization && active.empty()) return;
  factorizedWith_ = active.empty() ? regularization : -1.0;
  for (std::size_t j = 0; j < topology_.joints.size(); ++j) {
    const auto [begin, size] = topology_.joints[j];
    for (int i = 0; i < size; ++i) {
      const int position = order_.jointPosition[j] + i;
      const bool on = active.empty() || active[at(begin + i)];
      matrix_.coeffRef(position, position) = -(on ? regularization : kSwitchedOff);
    }
  }
  factorization_.compute(matrix_);
}

Vector ConstraintProjection::solveOnce(const Vector& c) {
  Vector x = Vector::Zero(matrix_.rows());
  for (std::size_t j = 0; j < topology_.joints.size(); ++j) {
    const auto [begin, size] = topology_.joints[j];
    x.segment(order_.jointPosition[j], size) =
        c.segment(begin, size).cwiseQuotient(rowScales_.segment(begin, size));
  }
  x = factorization_.solve(x);
  Vector d(topology_.velocitySize);
  for (std::size_t body = 0; body < topology_.bodies.size(); ++body) {
    const auto [begin, size] = topology_.bodies[body];
    d.segment(begin, size) =
        inverseRoot_[body].transpose() * x.segment(order_.bodyPosition[body], size);
  }
  return d;
}

Vector ConstraintProjection::normal(const Vector& c, double damping) {
  if (topology_.constraintSize == 0) return Vector::Zero(topology_.velocitySize);
  factorize(std::max(damping, kRegularization));
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
  for (std::size_t j = 0; j < order_.closesLoop.size(); ++j) {
    if (order_.closesLoop[j] && topology_.joints[j].size > 0) return true;
  }
  return false;
}

std::vector<bool> ConstraintProjection::independentRows() {
  std::vector<bool> independent(at(topology_.constraintSize), true);
  if (topology_.constraintSize == 0) return independent;
  factorize(kRankRegularization);
  const Vector pivots = -factorization_.vectorD();
  std::vector<LoopRow> doubtful;
  for (std::size_t j = 0; j < topology_.joints.size(); ++j) {
    const auto [begin, size] = topology_.joints[j];
    // A joint that is the only connection of two parts of the mechanism depends on no other joint:
    // one part can move as a whole relative to the other.
    const std::vector<bool> within =
        order_.closesLoop[j] ? std::vector<bool>{} : independentWithin(j);
    for (Index i = 0; i < size; ++i) {
      const double pivot = pivots[order_.jointPosition[j] + i];
      independent[at(begin + i)] = order_.closesLoop[j] ? pivot > kClearPivot : within[at(i)];
      if (order_.closesLoop[j] && pivot > kDependent * kDependent && pivot <= kClearPivot) {
        doubtful.push_back({order_.jointPosition[j] + i, j, i});
      }
    }
  }
  if (!doubtful.empty()) decide(doubtful, independent);
  return independent;
}

// Orthogonalises the rows in doubt explicitly, first against all others that are independent, then
// against each other: unlike in the pivots, errors are not squared.
void ConstraintProjection::decide(std::vector<LoopRow>& doubtful, std::vector<bool>& independent) {
  std::sort(doubtful.begin(), doubtful.end(),
            [](const LoopRow& a, const LoopRow& b) { return a.position < b.position; });
  const std::vector<bool> clear = independent;
  factorize(kRankRegularization, clear);
  std::vector<Vector> directions;
  for (const LoopRow& row : doubtful) {
    Vector w = directionOf(row);
    for (int repetition = 0; repetition < 2; ++repetition) {
      Vector c = Vector::Zero(topology_.constraintSize);
      addConstraintProduct(topology_, 1.0, dynamics_.B, w, c);
      w -= solveOnce(c);
      for (const Vector& direction : directions) w -= innerProduct(direction, w) * direction;
    }
    const double distance = std::sqrt(innerProduct(w, w));
    if (distance > kDependent) {
      independent[at(topology_.joints[row.joint].begin + row.index)] = true;
      directions.emplace_back(w / distance);
    }
  }
}

// H⁻¹ times the row, of length 1 in the metric H.
Vector ConstraintProjection::directionOf(const LoopRow& row) const {
  Vector w = Vector::Zero(topology_.velocitySize);
  const double scale = rowScales_[topology_.joints[row.joint].begin + row.index];
  for (const std::size_t e : incidencesOf_[row.joint]) {
    const auto body = at(topology_.incidences[e].body);
    const auto [begin, size] = topology_.bodies[body];
    w.segment(begin, size) += inverseH_[body] * dynamics_.B[e].row(row.index).transpose() / scale;
  }
  return w;
}

double ConstraintProjection::innerProduct(const Vector& a, const Vector& b) const {
  Vector weighted = Vector::Zero(b.size());
  addMassProduct(topology_, 1.0, H_, b, weighted);
  return a.dot(weighted);
}

}  // namespace liefmu
