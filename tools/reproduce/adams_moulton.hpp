// Multistep methods of Adams-Moulton type for unconstrained systems, order p = 1…4: Crouch-Grossman
// methods with one exponential per past velocity (thesis (3.4)) and commutator-free methods with
// few exponentials of linear combinations (thesis (3.7)).
#pragma once

#include "reproduce/study_method.hpp"

#include <array>
#include <cstdint>
#include <vector>

namespace liefmu::reproduce {

enum class ExponentialProduct : std::uint8_t { crouchGrossman, commutatorFree };

class AdamsMoulton final : public StudyMethod {
 public:
  AdamsMoulton(MechanicalSystem& system, ExponentialProduct product, int order);

  [[nodiscard]] int startingPoints() const override { return order_; }
  void start(std::span<const MotionState> states, double h) override;
  void shiftVelocities(const Vector& delta) override;
  void prepare(double h) override;
  [[nodiscard]] const Vector& base() const override { return base_; }
  void relation(const Vector& w, const Vector& v, Relation& result) override;
  void acceleration(const Vector& v, Vector& vdot, Matrix& A) override;
  void predict(Vector& w, Vector& v) const override;
  void accept(const MotionState& state, const Vector& omega) override;

 private:
  void push(const MotionState& state);
  void multiplyBase(const Vector& w);

  MechanicalSystem& system_;
  ExponentialProduct product_;
  int order_;
  double h_ = 0.0;
  Vector q_;
  std::vector<Vector> v_;  // newest first
  std::vector<Vector> vdot_;
  Vector base_;
  Vector next_;
  Vector known_;  // the known part of the last exponent, divided by h
};

}  // namespace liefmu::reproduce
