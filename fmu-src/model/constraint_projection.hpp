// Smallest corrections that satisfy the constraints to first order, for set-up: unlike the KKT
// operator of the integrator, this one copes with redundant, contradictory and zero rows of B and
// with singular masses, because all of them occur before a mechanism has been checked.
#pragma once

#include "integrate/mechanical_system.hpp"

#include <Eigen/SparseCholesky>

#include <vector>

namespace liefmu {

class ConstraintProjection {
 public:
  explicit ConstraintProjection(MechanicalSystem& system);

  void evaluate(double t, const Vector& q, const Vector& v);
  [[nodiscard]] const Dynamics& dynamics() const { return dynamics_; }

  // The d with B d = c that is smallest in the mass metric; where no d satisfies all rows, a least
  // squares solution. `damping` > 0 shortens d in directions that the constraints hardly fix
  // (Levenberg-Marquardt), relative to the largest.
  [[nodiscard]] Vector normal(const Vector& c, double damping = 0.0);
  // w without its normal part: B times the result is zero.
  [[nodiscard]] Vector tangential(const Vector& w);

  // The mass matrix, with something in massless directions as well.
  [[nodiscard]] const std::vector<Block>& metric() const { return metric_; }
  [[nodiscard]] const std::vector<Block>& inverseMetric() const { return inverseMetric_; }

  // √(B M⁻¹ Bᵀ)_ii: the units of a row's equation, so that c_i over this is comparable between
  // rows.
  [[nodiscard]] const Vector& rowScales() const { return rowScales_; }

 private:
  void factorize(double damping);
  [[nodiscard]] Vector solveOnce(const Vector& c);

  MechanicalSystem& system_;
  const Topology& topology_;
  Dynamics dynamics_;
  std::vector<Block> metric_;                           // per body
  std::vector<Block> inverseMetric_;                    // per body
  std::vector<std::vector<std::size_t>> incidencesOf_;  // per body
  Eigen::SparseMatrix<double> S_;                       // B M⁻¹ Bᵀ, rows and columns scaled
  Vector rowScales_;
  Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> factorization_;
  double factorizedDamping_ = -1.0;
};

// The lever arms in B: the largest ratio of a row's rotational to its translational part, in m.
// 1 if there is none. Makes rotations and translations comparable.
double characteristicLength(const Topology& topology, const Dynamics& dynamics);

}  // namespace liefmu
