#include "reproduce/bdf_method.hpp"

#include <algorithm>

namespace liefmu::reproduce {

BdfMethod::BdfMethod(MechanicalSystem& system, int order, int memory)
    : system_(system), order_(order), memory_(memory) {}

void BdfMethod::push(double t, const Vector& q, const Vector& v) {
  q_ = q;
  if (static_cast<int>(v_.size()) < memory_) {
    t_.push_back(t);
    v_.push_back(v);
  } else {
    t_.back() = t;
    v_.back() = v;
  }
  std::rotate(t_.begin(), t_.end() - 1, t_.end());
  std::rotate(v_.begin(), v_.end() - 1, v_.end());
}

void BdfMethod::start(std::span<const MotionState> states, double h) {
  t_.clear();
  v_.clear();
  h_ = h;
  Vector omega(states.front().v.size());
  for (std::size_t i = 0; i < states.size(); ++i) {
    push(states[i].t, states[i].q, states[i].v);
    if (i > 0) {
      system_.increment(states[i - 1].q, states[i].q, omega);
      pushIncrement(omega);
    }
  }
}

void BdfMethod::shiftVelocities(const Vector& delta) {
  for (Vector& v : v_) v += delta;
}

void BdfMethod::prepare(double h) {
  h_ = h;
  std::vector<double> nodes{t_.front() + h};
  nodes.insert(nodes.end(), t_.begin(), t_.begin() + order_);
  c_ = bdfCoefficients(nodes);
  // As differences, which loses fewer digits than Σ α_i v_{n+1-i}.
  a0_.setZero(v_.front().size());
  for (int i = 2; i <= order_; ++i) a0_ += gamma(i) / h_ * (velocity(i - 1) - velocity(i));
  prepareRelation();
}

void BdfMethod::acceleration(const Vector& v, Vector& vdot, Matrix& A) {
  vdot = alpha(0) / h_ * (v - velocity(1)) + a0_;
  A.setIdentity(v.size(), v.size());
  A *= alpha(0) / h_;
}

void BdfMethod::predict(Vector& w, Vector& v) const {
  // The polynomial through the last values, continued.
  std::vector<double> weights(static_cast<std::size_t>(order_));
  lagrangeWeights({t_.data(), weights.size()}, t_.front() + h_, weights);
  v.setZero(v_.front().size());
  for (std::size_t i = 0; i < weights.size(); ++i) v += weights[i] * v_[i];
  w = 0.5 * (v_.front() + v);
}

void BdfMethod::accept(const MotionState& state, const Vector& omega) {
  push(state.t, state.q, state.v);
  pushIncrement(omega);
}

Vector BdfMethod::bracket(const Vector& a, const Vector& b) {
  Vector result(a.size());
  system_.bracket(a, b, result);
  ++work().brackets;
  return result;
}

}  // namespace liefmu::reproduce
