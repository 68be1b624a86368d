#include "work_meter.hpp"

namespace liefmu {
namespace {

// result = blockdiag(blocks) x
void multiply(const Topology& topology, const std::vector<Block>& blocks, const Vector& x,
              Vector& result) {
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    const Topology::Span& span = topology.bodies[i];
    result.segment(span.begin, span.size).noalias() = blocks[i] * x.segment(span.begin, span.size);
  }
}

}  // namespace

WorkMeter::WorkMeter(Multibody& system, const MotionState& start) : system_(system), last_(start) {
  const std::size_t forces = system.model().forces.size();
  work_.resize(forces);
  power_.resize(forces);
  powerMiddle_.resize(forces);
  powerEnd_.resize(forces);
  const Topology& topology = system.topology();
  for (const Topology::Span& span : topology.bodies) {
    tangent_.emplace_back(span.size, span.size);
  }
  w_.resize(topology.velocitySize);
  rate_ = wMiddle_ = v_ = w_;
  q_.resize(topology.configurationSize);
}

void WorkMeter::powers(double t, const Vector& q, const Vector& v, std::vector<double>& result) {
  for (std::size_t i = 0; i < result.size(); ++i) {
    result[i] = system_.forcePower(static_cast<Index>(i), t, q, v);
  }
}

void WorkMeter::accumulate(const MotionState& state) {
  if (!powersValid_) {
    powers(last_.t, last_.q, last_.v, power_);
  }
  const Topology& topology = system_.topology();
  const double h = state.t - last_.t;
  // q(t) = q0∘exp(w(t)), and v = T(w) ẇ: cubic interpolation of w.
  system_.increment(last_.q, state.q, w_);
  system_.inverseTangentOperator(w_, tangent_);
  multiply(topology, tangent_, state.v, rate_);
  wMiddle_ = 0.5 * w_ + h / 8.0 * (last_.v - rate_);
  rate_ = 1.5 / h * w_ - 0.25 * (last_.v + rate_);
  system_.tangentOperator(wMiddle_, tangent_);
  multiply(topology, tangent_, rate_, v_);
  system_.retract(last_.q, wMiddle_, q_);
  powers(0.5 * (last_.t + state.t), q_, v_, powerMiddle_);
  powers(state.t, state.q, state.v, powerEnd_);
  for (std::size_t i = 0; i < work_.size(); ++i) {
    work_[i] += h / 6.0 * (power_[i] + 4.0 * powerMiddle_[i] + powerEnd_[i]);
  }
  power_.swap(powerEnd_);
  powersValid_ = true;
  last_ = state;
}

}  // namespace liefmu
