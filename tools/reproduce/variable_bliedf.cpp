#include "reproduce/variable_bliedf.hpp"

#include "integrate/block_operations.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace liefmu::reproduce {
namespace {

// Derivative weights of order `derivative` at nodes[0] of the polynomial through all nodes (thesis
// (5.34)): divided differences, since derivatives of the highest order are constant.
std::vector<double> highestDerivativeWeights(std::span<const double> nodes) {
  std::vector<double> weights(nodes.size());
  double factorial = 1.0;
  for (std::size_t i = 1; i < nodes.size(); ++i) factorial *= static_cast<double>(i);
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    double product = 1.0;
    for (std::size_t j = 0; j < nodes.size(); ++j) {
      if (j != i) product *= nodes[i] - nodes[j];
    }
    weights[i] = factorial / product;
  }
  return weights;
}

}  // namespace

VariableBliedf::VariableBliedf(MechanicalSystem& system, KktOperator& kkt, int order,
                               bool adjustVelocities)
    : BdfMethod(system, order, 2 * order + 1), kkt_(kkt), adjust_(adjustVelocities) {
  if (order < 2 || order > 3) throw std::invalid_argument("thesis (5.35) is for k = 2 and 3");
}

void VariableBliedf::start(std::span<const MotionState> states, double h) {
  omega_.assign(static_cast<std::size_t>(order() - 1), Vector::Zero(states.front().v.size()));
  q_.clear();
  projected_.clear();
  for (const MotionState& state : states) {
    q_.insert(q_.begin(), state.q);
    projected_.insert(projected_.begin(), state.v);
  }
  BdfMethod::start(states, h);
}

void VariableBliedf::accept(const MotionState& state, const Vector& omega) {
  std::rotate(q_.begin(), q_.end() - 1, q_.end());
  std::rotate(projected_.begin(), projected_.end() - 1, projected_.end());
  q_.front() = state.q;
  projected_.front() = state.v;
  if (adjust_ && kkt_.evaluate(state.t, state.q, state.v)) {
    Vector d(state.v.size());
    kkt_.velocityProjection(d);
    projected_.front() += d;
    ++work().correctionSolves;
  }
  BdfMethod::accept(state, omega);
}

void VariableBliedf::pushIncrement(const Vector& omega) {
  std::rotate(omega_.begin(), omega_.end() - 1, omega_.end());
  omega_.front() = omega;
}

void VariableBliedf::prepareRelation() {
  const double h = stepSize();
  history_.setZero(velocity(1).size());
  for (int i = 2; i <= order(); ++i) {
    history_ += gamma(i) / h * omega_[static_cast<std::size_t>(i - 2)];
  }
  if (order() == 3) {
    // −L of thesis (5.36b), which is right as printed.
    const double sigma = h / step(2);
    const double previous = step(2) / step(3);
    const double factor = h / 4.0 * (sigma - 1.0 + 1.0 / (1.0 + previous + sigma * previous));
    history_ += factor * bracket(velocity(1), velocity(2));
  }
  if (adjust_) adjustHistory();
}

// The leading local error l^ω of the step i = 1 (this one), 2, … with derivatives at t_n (thesis
// theorem 14). differs: as corrected, with σ_{n−1} where σ_{n+1} is printed and a factor missing in
// the v⃛ term for k = 3.
Vector VariableBliedf::leadingError(int i) const {
  const double h = step(i);
  const double sigma = h / step(i + 1);
  if (order() == 2) {
    return h * h *
           (-(1.0 + 1.0 / sigma) / 6.0 * rates_[1] +
            (2.0 * sigma - 1.0) / (12.0 * sigma) * rates_[3]);
  }
  const double s = sigma;
  const double p = step(i + 1) / step(i + 2);
  const double D = 1.0 + p + s * p;
  const double bracketFactor =
      (-1.0 + s * (-1.0 + p * (1.0 + p + s * (2.0 + (4.0 + 3.0 * s) * p)))) /
      (24.0 * s * s * p * D);  // (5.32)
  return h * h * h * (-(1.0 + s) * D / (24.0 * s * s * p) * rates_[2] + bracketFactor * rates_[4]);
}

// v̄_{n+1-i} = v_{n+1-i} − (γ_i/α_i) N Δl_{n−i}, Δl_{n−i} = l_{n+1-i} − l_{n−i} (thesis (5.30),
// (5.31)); the misprints of (5.33) do not matter because the difference is taken here. differs: the
// derivatives are formed from projected velocities; with the velocities themselves, whose normal
// parts jump with the step size, λ keeps less than order k.
void VariableBliedf::adjustHistory() {
  bool constant = true;
  for (int i = 2; i <= 2 * order(); ++i) {
    constant = constant && std::abs(step(i) / step(1) - 1.0) < 1e-9;
  }
  if (constant) return;

  rates_.assign(5, Vector::Zero(velocity(1).size()));
  std::vector<double> nodes;
  for (int i = 1; i <= 4; ++i) nodes.push_back(time(i));
  for (std::size_t derivative = 1; derivative <= 3; ++derivative) {
    const std::vector<double> weights = highestDerivativeWeights({nodes.data(), derivative + 1});
    for (std::size_t i = 0; i < weights.size(); ++i) {
      rates_[derivative - 1] += weights[i] * projected_[i];
    }
  }
  rates_[3] = bracket(projected_[0], rates_[0]);
  rates_[4] = bracket(projected_[0], rates_[1]);

  const Topology& topology = system().topology();
  Vector c(topology.constraintSize);
  Vector d(topology.velocitySize);
  Vector& a0 = accelerationHistory();
  for (int i = 1; i <= order(); ++i) {
    const Vector& q = q_[static_cast<std::size_t>(i - 1)];
    if (!kkt_.evaluate(time(i), q, velocity(i))) return;
    c.setZero();
    addConstraintProduct(topology, 1.0, kkt_.dynamics().B, leadingError(i) - leadingError(i + 1),
                         c);
    kkt_.normal(c, d);
    ++work().correctionSolves;
    // α_i v̄_i / h instead of α_i v_i / h in the momentum equation.
    a0 -= gamma(i) / stepSize() * d;
  }
}

void VariableBliedf::relation(const Vector& w, const Vector& v, Relation& result) {
  const Index n = w.size();
  result.r = gamma(1) * w + history_ - v;
  result.Dw = gamma(1) * Matrix::Identity(n, n);
  result.Dv = -Matrix::Identity(n, n);
  result.explicitInV = true;
}

}  // namespace liefmu::reproduce
