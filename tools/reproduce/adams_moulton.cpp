#include "reproduce/adams_moulton.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace liefmu::reproduce {
namespace {

using Weights = std::vector<double>;  // β_0, β_1, …

// v_{n+1} = v_n + h Σ β_i v̇_{n+1-i}.
const Weights& adamsMoulton(int order) {
  static const std::array<Weights, 4> table = {Weights{1.0}, Weights{0.5, 0.5},
                                               Weights{5.0 / 12, 2.0 / 3, -1.0 / 12},
                                               Weights{3.0 / 8, 19.0 / 24, -5.0 / 24, 1.0 / 24}};
  return table.at(static_cast<std::size_t>(order - 1));
}

// The blocks of exponentials from left to right; only the last one has β_0 ≠ 0.
std::vector<Weights> blocks(ExponentialProduct product, int order) {
  if (order <= 2) return {adamsMoulton(order)};
  if (product == ExponentialProduct::crouchGrossman) {
    if (order == 3) return {{0.0, 1.0 / 12}, {5.0 / 12, 7.0 / 12, -1.0 / 12}};
    const double root = std::sqrt(42351.0);
    return {{0.0, 53.0 / 294},
            {0.0, (-204 - root) / 1176, (-400 + root) / 1176},
            {3.0 / 8, (923 + root) / 1176, (155 - root) / 1176, 1.0 / 24}};
  }
  if (order == 3) return {{0.0, 1.0 / 3}, {5.0 / 12, 1.0 / 3, -1.0 / 12}};
  return {{0.0, 5.0 / 8, -1.0 / 6, 1.0 / 24}, {3.0 / 8, 1.0 / 6, -1.0 / 24}};
}

}  // namespace

AdamsMoulton::AdamsMoulton(MechanicalSystem& system, ExponentialProduct product, int order)
    : system_(system), product_(product), order_(order) {
  if (system.topology().constraintSize > 0) {
    throw std::invalid_argument("Adams-Moulton methods are for systems without constraints");
  }
}

void AdamsMoulton::push(const MotionState& state) {
  q_ = state.q;
  if (static_cast<int>(v_.size()) < order_) {
    v_.push_back(state.v);
    vdot_.push_back(state.vdot);
  } else {
    v_.back() = state.v;
    vdot_.back() = state.vdot;
  }
  std::rotate(v_.begin(), v_.end() - 1, v_.end());
  std::rotate(vdot_.begin(), vdot_.end() - 1, vdot_.end());
}

void AdamsMoulton::start(std::span<const MotionState> states, double h) {
  h_ = h;
  v_.clear();
  vdot_.clear();
  for (const MotionState& state : states) push(state);
}

void AdamsMoulton::shiftVelocities(const Vector& delta) {
  for (Vector& v : v_) v += delta;
}

void AdamsMoulton::multiplyBase(const Vector& w) {
  next_.resize(base_.size());
  system_.retract(base_, h_ * w, next_);
  base_.swap(next_);
  ++work().exponentials;
}

void AdamsMoulton::prepare(double h) {
  h_ = h;
  base_ = q_;
  const std::vector<Weights> product = blocks(product_, order_);
  known_.setZero(v_.front().size());
  for (std::size_t j = 0; j < product.size(); ++j) {
    const Weights& beta = product[j];
    const bool last = j + 1 == product.size();
    if (product_ == ExponentialProduct::crouchGrossman) {
      for (std::size_t i = beta.size() - 1; i >= 1; --i) multiplyBase(beta[i] * v_[i - 1]);
    } else {
      Vector sum = Vector::Zero(known_.size());
      for (std::size_t i = 1; i < beta.size(); ++i) sum += beta[i] * v_[i - 1];
      if (last) {
        known_ = sum;
      } else {
        multiplyBase(sum);
      }
    }
  }
}

// w = known + β_0 v, the exponent of the last exponential.
void AdamsMoulton::relation(const Vector& w, const Vector& v, Relation& result) {
  const double beta0 = adamsMoulton(order_)[0];
  result.r = w - known_ - beta0 * v;
  result.Dw.setIdentity(w.size(), w.size());
  result.Dv = -beta0 * Matrix::Identity(w.size(), w.size());
  result.explicitInV = true;
}

void AdamsMoulton::acceleration(const Vector& v, Vector& vdot, Matrix& A) {
  const Weights& beta = adamsMoulton(order_);
  vdot = (v - v_.front()) / (h_ * beta[0]);
  for (std::size_t i = 1; i < beta.size(); ++i) vdot -= beta[i] / beta[0] * vdot_[i - 1];
  A.setIdentity(v.size(), v.size());
  A /= h_ * beta[0];
}

void AdamsMoulton::predict(Vector& w, Vector& v) const {
  v = v_.front() + h_ * vdot_.front();
  if (vdot_.size() > 1) v += 0.5 * h_ * (vdot_[0] - vdot_[1]);
  w = known_ + adamsMoulton(order_)[0] * v;
}

void AdamsMoulton::accept(const MotionState& state, const Vector&) {
  push(state);
}

}  // namespace liefmu::reproduce
