// What the BDF methods of the papers share: the history of velocities and the momentum equation
// v̇ = (1/h) Σ α_i v_{n+1-i}. How increments on the group enter is left to the method.
#pragma once

#include "integrate/bdf_coefficients.hpp"
#include "reproduce/study_method.hpp"

#include <vector>

namespace liefmu::reproduce {

class BdfMethod : public StudyMethod {
 public:
  // Keeps `memory` ≥ order past values.
  BdfMethod(MechanicalSystem& system, int order, int memory);

  [[nodiscard]] int startingPoints() const override { return memory_; }
  void start(std::span<const MotionState> states, double h) override;
  void shiftVelocities(const Vector& delta) override;
  void prepare(double h) override;
  [[nodiscard]] const Vector& base() const override { return q_; }
  void acceleration(const Vector& v, Vector& vdot, Matrix& A) override;
  void predict(Vector& w, Vector& v) const override;
  void accept(const MotionState& state, const Vector& omega) override;

 protected:
  [[nodiscard]] MechanicalSystem& system() { return system_; }
  [[nodiscard]] int order() const { return order_; }
  [[nodiscard]] double stepSize() const { return h_; }
  // t_{n+1-i}, v_{n+1-i} for i ≥ 1.
  [[nodiscard]] double time(int i) const { return t_[static_cast<std::size_t>(i - 1)]; }
  [[nodiscard]] const Vector& velocity(int i) const { return v_[static_cast<std::size_t>(i - 1)]; }
  [[nodiscard]] double alpha(int i) const { return c_.alpha[static_cast<std::size_t>(i)]; }
  [[nodiscard]] double gamma(int i) const { return c_.gamma[static_cast<std::size_t>(i)]; }
  [[nodiscard]] Vector bracket(const Vector& a, const Vector& b);

  // The history part of v̇ may be replaced by a method that adjusts past velocities.
  [[nodiscard]] Vector& accelerationHistory() { return a0_; }

  // The increment of the step that ended last.
  virtual void pushIncrement(const Vector& omega) = 0;
  // Called when the coefficients of the step are known.
  virtual void prepareRelation() = 0;

 private:
  void push(double t, const Vector& q, const Vector& v);

  MechanicalSystem& system_;
  int order_;
  int memory_;
  double h_ = 0.0;
  Vector q_;
  std::vector<double> t_;  // newest first
  std::vector<Vector> v_;
  BdfCoefficients c_;
  Vector a0_;
};

}  // namespace liefmu::reproduce
