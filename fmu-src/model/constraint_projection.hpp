// Smallest corrections that satisfy the constraints to first order, and which constraints depend on
// others, for set-up: unlike the KKT operator of the integrator, this one copes with redundant,
// contradictory and zero rows of B and with singular masses, because all of them occur before a
// mechanism has been checked.
//
// [H Bᵀ; B −ε] is factorised in the order of elimination_order.hpp: for trees of any shape nothing
// fills in, and the pivot of a loop closing row is the square of the part of it that is independent
// of all rows before.
#pragma once

#include "integrate/mechanical_system.hpp"
#include "model/elimination_order.hpp"
#include "model/multibody.hpp"

#include <Eigen/SparseCholesky>

#include <cstdint>
#include <vector>

namespace liefmu {

// What "small" means: H is the mass matrix, with something added where it is singular, or measures
// all bodies alike, with angles as arc lengths.
enum class Metric : std::uint8_t { mass, geometric };

class ConstraintProjection {
 public:
  // The joints marked in `last` close loops, whatever the order. Empty: none.
  ConstraintProjection(Multibody& system, Metric metric, const std::vector<bool>& last = {});

  void evaluate(double t, const Vector& q, const Vector& v);
  [[nodiscard]] const Dynamics& dynamics() const { return dynamics_; }

  // The smallest d with B d = c; where no d satisfies all rows, a least squares solution. `damping`
  // > 0 shortens d in directions that the constraints hardly fix (Levenberg-Marquardt).
  [[nodiscard]] Vector normal(const Vector& c, double damping = 0.0);
  // w without its normal part: B times the result is zero.
  [[nodiscard]] Vector tangential(const Vector& w);

  // Without loops only a joint by itself can have dependent rows.
  [[nodiscard]] bool hasLoops() const;
  // Per row: false where it depends on rows of joints that come earlier in the model (or on loop
  // closing ones before it).
  [[nodiscard]] std::vector<bool> independentRows();

  // √(B H⁻¹ Bᵀ)_ii: the units of a row's equation, so that c_i over this is comparable between
  // rows.
  [[nodiscard]] const Vector& rowScales() const { return rowScales_; }
  [[nodiscard]] const std::vector<Block>& metric() const { return H_; }
  [[nodiscard]] const std::vector<Block>& inverseMetric() const { return inverseH_; }
  // The lever arms in B, in m: makes rotations and translations comparable.
  [[nodiscard]] double length() const { return length_; }

 private:
  struct LoopRow {
    Index position = 0;  // in the matrix
    std::size_t joint = 0;
    Index index = 0;  // among the joint's rows
  };

  void updateMetric();
  void assemble();
  // Rows that are not active have no effect. Empty: all are.
  void factorize(double regularization, const std::vector<bool>& active = {});
  [[nodiscard]] Vector solveOnce(const Vector& c);
  [[nodiscard]] std::vector<bool> independentWithin(std::size_t joint) const;
  void decide(std::vector<LoopRow>& doubtful, std::vector<bool>& independent);
  [[nodiscard]] Vector directionOf(const LoopRow& row) const;
  [[nodiscard]] double innerProduct(const Vector& a, const Vector& b) const;

  Multibody& system_;
  const Topology& topology_;
  Metric metricKind_;
  EliminationOrder order_;
  Dynamics dynamics_;
  double length_ = 1.0;
  std::vector<Block> H_;
  std::vector<Block> inverseH_;
  std::vector<Block> inverseRoot_;  // (Cholesky factor of H)⁻¹
  Vector rowScales_;

  std::vector<std::vector<std::size_t>> incidencesOf_;  // per joint
  Eigen::SparseMatrix<double> matrix_;
  Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>, Eigen::Lower, Eigen::NaturalOrdering<int>>
      factorization_;
  double factorizedWith_ = -1.0;  // regularization
};

}  // namespace liefmu
