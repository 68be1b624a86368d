#include "integrate/bliedf.hpp"

#include "integrate/linear_combination.hpp"

#include <algorithm>
#include <array>

namespace liefmu {

namespace {

// Below this order the fourth-order commutator term is accurate enough.
constexpr int kLowestOrderWithThreeCommutators = 5;
constexpr int kMultiplierPredictorDegree = 2;

using Nodes = std::array<double, kMaxTerms>;

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
    node.eta.setZero(system.topology().constraintSize);
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
  node(0).eta.setZero();
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
  added.eta = solution.eta;
}

void Bliedf::pushStart(double t, const Vector& v, const Vector& lambda, const Vector& omega) {
  Node& added = pushNode();
  added.t = t;
  added.v = v;
  added.u = omega;
  added.lambda = lambda;
  added.eta.setZero();
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
  Nodes weights{};
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
        combine(
            {weights.data(), nodes.size()}, [this](int j) -> const Vector& { return node(j).v; },
            startCommutator_.known(g));
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
  Nodes weights{};
  const std::array<double, 3> gauss = gaussNodes();
  for (std::size_t g = 0; g < 3; ++g) {
    lagrangeWeights(nodes, node(0).t + gauss[g] * h, weights);
    newWeight[g] = weights[0];
    combine(
        {weights.data() + 1, static_cast<std::size_t>(k)},
        [this](int i) -> const Vector& { return node(i).v; }, formula.commutator.known(g));
  }
  formula.commutator.setSixth(h, newWeight);
}

void Bliedf::prepare(int k, double h, int predictorDegree, StepFormula& formula) {
  Nodes times{};
  formula.t = node(0).t + h;
  formula.h = h;
  times[0] = formula.t;
  for (int i = 0; i < k; ++i) {
    times[static_cast<std::size_t>(i) + 1] = node(i).t;
  }
  const auto terms = static_cast<std::size_t>(k);
  const BdfCoefficients c = bdfCoefficients({times.data(), terms + 1});
  formula.a = c.alpha[0] / h;
  formula.b = h / c.alpha[0];
  formula.vn = node(0).v;
  Nodes weights{};
  for (std::size_t i = 0; i + 1 < terms; ++i) {
    weights[i] = c.gamma[i + 2] / h;
  }
  // The increments of v rather than v itself are summed: the rounding errors of Σ α_i v_i would
  // grow with 1/h.
  combineDifferences(
      {weights.data(), terms - 1}, [this](int i) -> const Vector& { return node(i).v; },
      formula.a0);
  weights[0] = formula.b;
  for (std::size_t i = 1; i < terms; ++i) {
    weights[i] = -c.gamma[i + 1] / c.alpha[0];
  }
  combine(
      {weights.data(), terms},
      [this](int i) -> const Vector& { return i == 0 ? node(0).v : node(i - 1).u; }, formula.u0);
  setCommutator(k, h, formula);
  predict(predictorDegree, formula);
}

void Bliedf::predict(int degree, StepFormula& formula) const {
  Nodes weights{};
  combine(
      extrapolationWeights(std::min(degree, count_ - 1), formula.t, weights),
      [this](int i) -> const Vector& { return node(i).v; }, formula.predictedVelocity);
  const int realPoints = count_ - (fictitious_ ? 1 : 0);
  const std::span<const double> multiplierWeights = extrapolationWeights(
      std::min({degree, kMultiplierPredictorDegree, realPoints - 1}), formula.t, weights);
  combine(
      multiplierWeights, [this](int i) -> const Vector& { return node(i).lambda; },
      formula.predictedLambda);
  combine(
      multiplierWeights, [this](int i) -> const Vector& { return node(i).eta; },
      formula.predictedEta);
}

std::span<const double> Bliedf::extrapolationWeights(int degree, double t,
                                                     std::span<double> weights) const {
  const std::size_t count = static_cast<std::size_t>(degree) + 1;
  Nodes times{};
  for (int i = 0; i <= degree; ++i) {
    times[static_cast<std::size_t>(i)] = node(i).t;
  }
  lagrangeWeights({times.data(), count}, t, weights);
  return weights.first(count);
}

void Bliedf::extrapolate(int degree, double t, Vector& v, Vector& u) const {
  Nodes weights{};
  combine(
      extrapolationWeights(degree, t, weights),
      [this](int i) -> const Vector& { return node(i).v; }, v);
  // x(t) − x_n for x with the increments u: the weights of the increments are tail sums.
  const auto terms = static_cast<std::size_t>(degree);
  double tail = 0.0;
  for (std::size_t i = terms; i >= 1; --i) {
    tail += weights[i];
    weights[i] = -tail;
  }
  combine(
      {weights.data() + 1, terms}, [this](int i) -> const Vector& { return node(i).u; }, u);
}

double Bliedf::errorConstant(int order, double t) const {
  double inverseSum = 0.0;  // α_0 / h of the method of this order
  for (int i = 0; i < order; ++i) {
    inverseSum += 1.0 / (t - node(i).t);
  }
  return 1.0 / (inverseSum * (t - node(order).t));
}

}  // namespace liefmu
