#include "model/constraint_projection.hpp"

#include "integrate/block_operations.hpp"

#include <algorithm>
#include <cmath>

namespace liefmu {
namespace {

// Relative to the scaled diagonal. Directions of the row space below its root do not count as
// constrained; far above rounding, far below what a regular mechanism has.
constexpr double kRegularization = 1e-11;
constexpr int kRefinements = 3;
// A massless direction gets this part of the model's mean mass or inertia: it moves first, but not
// without bound.
constexpr double kMassFraction = 1e-3;

std::size_t at(Index index) {
  return static_cast<std::size_t>(index);
}

Block inverse(const Block& M) {
  return Matrix(M.selfadjointView<Eigen::Lower>())
      .ldlt()
      .solve(Matrix::Identity(M.rows(), M.cols()));
}

// The mass matrix with something in every direction.
std::vector<Block> regularMasses(const Topology& topology, const std::vector<Block>& M) {
  double mean = 0.0;
  Index count = 0;
  for (const Block& mass : M) {
    mean += mass.diagonal().sum();
    count += mass.rows();
  }
  mean = mean > 0.0 ? mean / static_cast<double>(count) : 1.0;
  std::vector<Block> result = M;
  for (std::size_t body = 0; body < M.size(); ++body) {
    if (topology.singularMass[body]) {
      result[body].diagonal().array() += kMassFraction * mean;
    }
  }
  return result;
}

}  // namespace

ConstraintProjection::ConstraintProjection(MechanicalSystem& system)
    : system_(system), topology_(system.topology()), incidencesOf_(topology_.bodies.size()) {
  dynamics_.resize(topology_);
  for (std::size_t e = 0; e < topology_.incidences.size(); ++e) {
    incidencesOf_[at(topology_.incidences[e].body)].push_back(e);
  }
}

void ConstraintProjection::evaluate(double t, const Vector& q, const Vector& v) {
  system_.evaluate(t, q, v, dynamics_);
  metric_ = regularMasses(topology_, dynamics_.M);
  inverseMetric_.resize(metric_.size());
  std::transform(metric_.begin(), metric_.end(), inverseMetric_.begin(), inverse);

  std::vector<Eigen::Triplet<double>> entries;
  rowScales_.setZero(topology_.constraintSize);
  for (std::size_t body = 0; body < incidencesOf_.size(); ++body) {
    for (const std::size_t e : incidencesOf_[body]) {
      const Index row = topology_.joints[at(topology_.incidences[e].joint)].begin;
      const Matrix weighted = dynamics_.B[e] * inverseMetric_[body];
      for (const std::size_t f : incidencesOf_[body]) {
        const Index column = topology_.joints[at(topology_.incidences[f].joint)].begin;
        const Matrix product = weighted * dynamics_.B[f].transpose();
        for (Index j = 0; j < product.cols(); ++j) {
          for (Index i = 0; i < product.rows(); ++i) {
            entries.emplace_back(static_cast<int>(row + i), static_cast<int>(column + j),
                                 product(i, j));
            if (row + i == column + j) {
              rowScales_[row + i] += product(i, j);
            }
          }
        }
      }
    }
  }
  rowScales_ =
      rowScales_.unaryExpr([](double square) { return square > 0.0 ? std::sqrt(square) : 1.0; });
  for (auto& entry : entries) {
    entry = {entry.row(), entry.col(),
             entry.value() / (rowScales_[entry.row()] * rowScales_[entry.col()])};
  }
  // A row of zeros has a diagonal entry, too.
  for (int i = 0; i < topology_.constraintSize; ++i) {
    entries.emplace_back(i, i, 0.0);
  }
  S_.resize(topology_.constraintSize, topology_.constraintSize);
  S_.setFromTriplets(entries.begin(), entries.end());
  factorizedDamping_ = -1.0;
}

void ConstraintProjection::factorize(double damping) {
  if (factorizedDamping_ == damping) {
    return;
  }
  factorization_.setShift(std::max(damping, kRegularization));
  factorization_.compute(S_);
  factorizedDamping_ = damping;
}

Vector ConstraintProjection::solveOnce(const Vector& c) {
  const Vector mu = factorization_.solve(c.cwiseQuotient(rowScales_)).cwiseQuotient(rowScales_);
  Vector force = Vector::Zero(topology_.velocitySize);
  addConstraintForces(topology_, dynamics_.B, mu, force);
  Vector d = Vector::Zero(topology_.velocitySize);
  addMassProduct(topology_, 1.0, inverseMetric_, force, d);
  return d;
}

Vector ConstraintProjection::normal(const Vector& c, double damping) {
  if (topology_.constraintSize == 0) {
    return Vector::Zero(topology_.velocitySize);
  }
  factorize(damping);
  Vector d = solveOnce(c);
  // Removes the effect of the regularisation on everything that is properly constrained.
  for (int i = 0; i < kRefinements && damping == 0.0; ++i) {
    Vector rest = c;
    addConstraintProduct(topology_, -1.0, dynamics_.B, d, rest);
    d += solveOnce(rest);
  }
  return d;
}

Vector ConstraintProjection::tangential(const Vector& w) {
  Vector c = Vector::Zero(topology_.constraintSize);
  addConstraintProduct(topology_, 1.0, dynamics_.B, w, c);
  return w - normal(c);
}

double characteristicLength(const Topology& topology, const Dynamics& dynamics) {
  double length = 0.0;
  for (std::size_t e = 0; e < dynamics.B.size(); ++e) {
    const Block& B = dynamics.B[e];
    if (topology.bodies[at(topology.incidences[e].body)].size < 6) {
      continue;
    }
    for (Index i = 0; i < B.rows(); ++i) {
      const double translation = B.row(i).head(3).norm();
      const double rotation = B.row(i).tail(3).norm();
      if (translation > 1e-6 * rotation) {
        length = std::max(length, rotation / translation);
      }
    }
  }
  return length > 0.0 ? length : 1.0;
}

}  // namespace liefmu
