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

// The entries of B with angles measured as arc lengths, in m.
std::vector<Eigen::Triplet<double>> geometricEntries(const Topology& topology,
                                                     const Dynamics& dynamics, double length) {
  std::vector<Eigen::Triplet<double>> entries;
  for (std::size_t e = 0; e < dynamics.B.size(); ++e) {
    const Block& B = dynamics.B[e];
    const Index row = topology.joints[at(topology.incidences[e].joint)].begin;
    const Index column = topology.bodies[at(topology.incidences[e].body)].begin;
    for (Index j = 0; j < B.cols(); ++j) {
      for (Index i = 0; i < B.rows(); ++i) {
        const double scale = j < 3 ? 1.0 : 1.0 / length;
        entries.emplace_back(static_cast<int>(row + i), static_cast<int>(column + j),
                             scale * B(i, j));
      }
    }
  }
  return entries;
}

}  // namespace

std::vector<bool> independentRows(MechanicalSystem& system, double t, const Vector& q,
                                  const std::vector<bool>& last) {
  ConstraintProjection projection(system, Metric::geometric, last);
  projection.evaluate(t, q, Vector::Zero(system.topology().velocitySize));
  return projection.independentRows();
}

void requireMassOnFreeMotion(MechanicalSystem& system, double t, const Vector& q) {
  const Topology& topology = system.topology();
  const auto& singular = topology.singularMass;
  if (std::find(singular.begin(), singular.end(), true) == singular.end()) {
    return;
  }
  ConstraintProjection projection(system, Metric::geometric);
  projection.evaluate(t, q, Vector::Zero(topology.velocitySize));
  const Dynamics& dynamics = projection.dynamics();
  const double length = projection.length();

  // M + BᵀB, both made dimensionless: positive definite exactly if M is on ker B.
  const auto entries = geometricEntries(topology, dynamics, length);
  Sparse B(topology.constraintSize, topology.velocitySize);
  B.setFromTriplets(entries.begin(), entries.end());
  Sparse M(topology.velocitySize, topology.velocitySize);
  std::vector<Eigen::Triplet<double>> masses;
  double largest = 0.0;
  for (std::size_t body = 0; body < dynamics.M.size(); ++body) {
    const Index begin = topology.bodies[body].begin;
    const Block& mass = dynamics.M[body];
    for (Index j = 0; j < mass.cols(); ++j) {
      for (Index i = 0; i < mass.rows(); ++i) {
        const double scale = (i < 3 ? 1.0 : 1.0 / length) * (j < 3 ? 1.0 : 1.0 / length);
        masses.emplace_back(static_cast<int>(begin + i), static_cast<int>(begin + j),
                            scale * mass(i, j));
        largest = std::max(largest, std::abs(scale * mass(i, j)));
      }
    }
  }
  M.setFromTriplets(masses.begin(), masses.end());
  Sparse sum = B.transpose() * B;
  if (largest > 0.0) {
    sum += M / largest;
  }
  // The shift, far below what counts as mass, keeps the factorisation going where a pivot is zero.
  Eigen::SimplicialLDLT<Sparse> factorization;
  factorization.setShift(1e-3 * kNoMass);
  factorization.compute(sum);
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
