#include "integrate/bliedf.hpp"

#include <algorithm>
#include <array>

namespace liefmu {

namespace {

// Below this order the fourth-order commutator term is accurate enough.
constexpr int kLowestOrderWithThreeCommutators = 5;
constexpr int kMultiplierPredictorDegree = 2;

using Nodes = std::array<double, kMaxOrder + 4>;

}  // namespace

Bliedf::Bliedf(MechanicalSystem& system, bool commutatorCorrection)
    : system_(system),
      commutatorCorrection_(commutatorCorrection),
      nodes_(kCapacity),
      startCommutator_(system.topology()),
      scratch_(Vector::Zero(system.topology().velocitySize)) {
  for (Node& node : nodes_) {
    node.v.setZero(system.topology().velocitySize);
    node.u.setZero(system.topology().velocitySize);
    node.lambda.setZero(system.topology().constraintSize);
  }
}

void Bliedf::reset(const MotionState& state) {
  newest_ = 0;
  count_ = 1;
  fictitious_ = false;
  node(0).t = state.t;
  node(0).v = state.v;
  node(0).u.setZero();
  node(0).lambda = state.lambda;
}

Bliedf::Node& Bliedf::pushNode() {
  newest_ = (newest_ + kCapacity - 1) % kCapacity;
  count_ = std::min(count_ + 1, kCapacity);
  return node(0);
}

void Bliedf::push(double t, const StepSolution& solution) {
  Node& added = pushNode();
  added.t = t;
  added.v = solution.v;
  added.u = solution.u;
  added.lambda = solution.lambda;
}

void Bliedf::pushStart(double t, const Vector& v, const Vector& lambda, const Vector& omega) {
  Node& added = pushNode();
  added.t = t;
  added.v = v;
  added.u = omega;
  added.lambda = lambda;
}

void Bliedf::completeStart(int count) {
  if (!commutatorCorrection_ || count < 2) {
    return;
  }
  Nodes times{};
  for (int i = 0; i < count; ++i) {
    times[static_cast<std::size_t>(i)] = node(i).t;
  }
  const std::span<const double> nodes(times.data(), static_cast<std::size_t>(count));
  std::array<double, kMaxOrder + 4> weights{};
  for (int i = 0; i + 1 < count; ++i) {
    const double begin = node(i + 1).t;
    const double h = node(i).t - begin;
    if (count < kLowestOrderWithThreeCommutators) {
      startCommutator_.setFourth(h);
    } else {
      startCommutator_.setSixth(h, {});
      const std::array<double, 3> gauss = gaussNodes();
      for (std::size_t g = 0; g < 3; ++g) {
        lagrangeWeights(nodes, begin + gauss[g] * h, weights);
        startCommutator_.known(g).setZero();
        for (int j = 0; j < count; ++j) {
          startCommutator_.known(g) += weights[static_cast<std::size_t>(j)] * node(j).v;
        }
      }
    }
    startCommutator_.evaluate(system_, node(i + 1).v, node(i).v, scratch_);
    node(i).u -= scratch_;
  }
}

void Bliedf::shiftVelocities(int count, const Vector& delta) {
  for (int i = 0; i < count; ++i) {
    node(i).v += delta;
  }
}

void Bliedf::prependFictitious(double h, const Vector& v, const Vector& vdot) {
  Node& past = node(count_);
  past.t = node(count_ - 1).t - h;
  past.v = v - h * vdot;
  past.u.setZero();
  node(count_ - 1).u = h * v - 0.5 * h * h * vdot;
  ++count_;
  fictitious_ = true;
}

void Bliedf::dropFictitious() {
  if (fictitious_) {
    --count_;
    fictitious_ = false;
  }
}

void Bliedf::setCommutator(int k, double h, StepFormula& formula) {
  if (!commutatorCorrection_) {
    formula.commutator.setNone();
    return;
  }
  if (k < kLowestOrderWithThreeCommutators) {
    formula.commutator.setFourth(h);
    return;
  }
  // The velocity polynomial of degree k through the new value and k old ones, at the Gauss nodes.
  Nodes times{};
  times[0] = formula.t;
  for (int i = 0; i < k; ++i) {
    times[static_cast<std::size_t>(i) + 1] = node(i).t;
  }
  const std::span<const double> nodes(times.data(), static_cast<std::size_t>(k) + 1);
  std::array<double, 3> newWeight{};
  std::array<double, kMaxOrder + 4> weights{};
  const std::array<double, 3> gauss = gaussNodes();
  for (std::size_t g = 0; g < 3; ++g) {
    lagrangeWeights(nodes, node(0).t + gauss[g] * h, weights);
    newWeight[g] = weights[0];
    Vector& known = formula.commutator.known(g);
    known = weights[1] * node(0).v;
    for (int i = 1; i < k; ++i) {
      known += weights[static_cast<std::size_t>(i) + 1] * node(i).v;
    }
  }
  formula.commutator.setSixth(h, newWeight);
}

void Bliedf::prepare(int k, double h, StepFormula& formula) {
  Nodes times{};
  formula.t = node(0).t + h;
  formula.h = h;
  times[0] = formula.t;
  for (int i = 0; i < k; ++i) {
    times[static_cast<std::size_t>(i) + 1] = node(i).t;
  }
  const BdfCoefficients c = bdfCoefficients({times.data(), static_cast<std::size_t>(k) + 1});
  // The increments of v rather than v itself are summed: the rounding errors of Σ α_i v_i would
  // grow with 1/h.
  formula.a = c.alpha[0] / h;
  formula.b = h / c.alpha[0];
  formula.vn = node(0).v;
  formula.a0.setZero();
  formula.u0 = formula.b * formula.vn;
  for (int i = 2; i <= k; ++i) {
    const double gamma = c.gamma[static_cast<std::size_t>(i)];
    formula.a0 += (gamma / h) * (node(i - 2).v - node(i - 1).v);
    formula.u0 -= (gamma / c.alpha[0]) * node(i - 2).u;
  }
  setCommutator(k, h, formula);

  extrapolate(std::min(k, count_ - 1), formula.t, formula.predictedVelocity, scratch_);
  const int realPoints = count_ - (fictitious_ ? 1 : 0);
  const int degree = std::min({k, kMultiplierPredictorDegree, realPoints - 1});
  std::array<double, kMaxOrder + 4> weights{};
  lagrangeWeights({times.data() + 1, static_cast<std::size_t>(degree) + 1}, formula.t, weights);
  formula.predictedLambda = weights[0] * node(0).lambda;
  for (int i = 1; i <= degree; ++i) {
    formula.predictedLambda += weights[static_cast<std::size_t>(i)] * node(i).lambda;
  }
}

void Bliedf::extrapolate(int degree, double t, Vector& v, Vector& u) const {
  Nodes times{};
  for (int i = 0; i <= degree; ++i) {
    times[static_cast<std::size_t>(i)] = node(i).t;
  }
  std::array<double, kMaxOrder + 4> weights{};
  lagrangeWeights({times.data(), static_cast<std::size_t>(degree) + 1}, t, weights);
  v = weights[0] * node(0).v;
  for (int i = 1; i <= degree; ++i) {
    v += weights[static_cast<std::size_t>(i)] * node(i).v;
  }
  // x(t) − x_n for x with the increments u: the weights of the increments are tail sums.
  u.setZero();
  double tail = 0.0;
  for (int i = degree; i >= 1; --i) {
    tail += weights[static_cast<std::size_t>(i)];
    u -= tail * node(i - 1).u;
  }
}

double Bliedf::errorConstant(int order, double t) const {
  double inverseSum = 0.0;  // α_0 / h of the method of this order
  for (int i = 0; i < order; ++i) {
    inverseSum += 1.0 / (t - node(i).t);
  }
  return 1.0 / (inverseSum * (t - node(order).t));
}

}  // namespace liefmu
