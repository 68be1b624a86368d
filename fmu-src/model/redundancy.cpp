#include "model/redundancy.hpp"

#include "model/constraint_projection.hpp"
#include "types.hpp"

#include <Eigen/SparseCholesky>

#include <algorithm>

namespace liefmu {
namespace {

// Relative size of a pivot of M + BᵀB that is a rounding error.
constexpr double kNoMass = 1e-11;

std::size_t at(Index index) {
  return static_cast<std::size_t>(index);
}

using Sparse = Eigen::SparseMatrix<double>;
using Triplets = std::vector<Eigen::Triplet<double>>;

void append(const Matrix& block, Index row, Index column, Triplets& entries) {
  for (Index j = 0; j < block.cols(); ++j) {
    for (Index i = 0; i < block.rows(); ++i) {
      entries.emplace_back(static_cast<int>(row + i), static_cast<int>(column + j), block(i, j));
    }
  }
}

// M + BᵀB, both made dimensionless: positive definite exactly if M is on ker B. Each body's masses
// are relative to its own, because only where they vanish matters, and angles are arc lengths.
Sparse massesAndConstraints(const Topology& topology, const ConstraintProjection& projection) {
  const Dynamics& dynamics = projection.dynamics();
  std::vector<Vector> scales;
  for (const Block& H : projection.metric()) {
    scales.emplace_back(Vector(Matrix(H).diagonal()).cwiseSqrt().cwiseInverse());
  }
  Triplets constraints;
  for (std::size_t e = 0; e < dynamics.B.size(); ++e) {
    const auto [joint, body] = topology.incidences[e];
    append(dynamics.B[e] * scales[at(body)].asDiagonal(), topology.joints[at(joint)].begin,
           topology.bodies[at(body)].begin, constraints);
  }
  Triplets masses;
  for (std::size_t body = 0; body < dynamics.M.size(); ++body) {
    const auto scale = scales[body].asDiagonal();
    Matrix mass = scale * dynamics.M[body] * scale;
    const double largest = mass.cwiseAbs().maxCoeff();
    if (largest > 0.0) mass /= largest;
    append(mass, topology.bodies[body].begin, topology.bodies[body].begin, masses);
  }
  Sparse B(topology.constraintSize, topology.velocitySize);
  B.setFromTriplets(constraints.begin(), constraints.end());
  Sparse M(topology.velocitySize, topology.velocitySize);
  M.setFromTriplets(masses.begin(), masses.end());
  return Sparse(B.transpose() * B) + M;
}

}  // namespace

std::vector<bool> independentRows(Multibody& system, double t, const Vector& q,
                                  const std::vector<bool>& last) {
  ConstraintProjection projection(system, Metric::geometric, last);
  projection.evaluate(t, q, Vector::Zero(system.topology().velocitySize));
  return projection.independentRows();
}

void requireMassOnFreeMotion(Multibody& system, double t, const Vector& q) {
  const Topology& topology = system.topology();
  const auto& singular = topology.singularMass;
  if (std::find(singular.begin(), singular.end(), true) == singular.end()) {
    return;
  }
  ConstraintProjection projection(system, Metric::geometric);
  projection.evaluate(t, q, Vector::Zero(topology.velocitySize));
  // The shift, far below what counts as mass, keeps the factorisation going where a pivot is zero.
  Eigen::SimplicialLDLT<Sparse> factorization;
  factorization.setShift(1e-3 * kNoMass);
  factorization.compute(massesAndConstraints(topology, projection));
  Index pivot = 0;
  const double smallest = factorization.vectorD().minCoeff(&pivot);
  if (factorization.info() == Eigen::Success && smallest > kNoMass) {
    return;
  }
  // L D Lᵀ x = D_ii L e_i ≈ 0 for Lᵀ x = e_i: the motion without mass.
  Vector x = Vector::Unit(topology.velocitySize, pivot);
  factorization.matrixU().solveInPlace(x);
  x = factorization.permutationPinv() * x;
  Index component = 0;
  x.cwiseAbs().maxCoeff(&component);
  throw Error(system.describeVelocity(component) +
              " moves freely, but no mass or inertia resists this motion (give the body mass and "
              "inertia, or hold it by a joint)");
}

}  // namespace liefmu
