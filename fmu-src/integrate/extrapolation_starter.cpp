#include "integrate/extrapolation_starter.hpp"

#include "integrate/block_operations.hpp"

#include <cmath>

namespace liefmu {

ExtrapolationStarter::ExtrapolationStarter(MechanicalSystem& system, KktOperator& kkt)
    : system_(system), kkt_(kkt), nuTable_(kMaxColumns), vTable_(kMaxColumns) {
  const Topology& topology = system.topology();
  errorV_.setZero(topology.velocitySize);
  for (int j = 0; j < kMaxColumns; ++j) {
    nuTable_[static_cast<std::size_t>(j)] = errorV_;
    vTable_[static_cast<std::size_t>(j)] = errorV_;
  }
  errorU_ = nuDot_ = vDot_ = nuPrevious_ = vPrevious_ = errorV_;
  q_.setZero(topology.configurationSize);
  lambda_.setZero(topology.constraintSize);
  for (const auto& body : topology.bodies) {
    Tinv_.emplace_back(Block::Zero(body.size, body.size));
  }
}

bool ExtrapolationStarter::rightHandSide(const MotionState& from, double t, const Vector& nu,
                                         const Vector& v, Vector& nuDot, Vector& vDot) {
  system_.retract(from.q, nu, q_);
  if (!kkt_.evaluate(t, q_, v)) {
    return false;
  }
  kkt_.accelerations(vDot, lambda_);
  system_.inverseTangentOperator(nu, Tinv_);
  nuDot.setZero();
  addMassProduct(system_.topology(), 1.0, Tinv_, v, nuDot);
  return std::isfinite(vDot.squaredNorm());
}

bool ExtrapolationStarter::midpoint(const MotionState& from, double h, int substeps, Vector& nu,
                                    Vector& v) {
  const double delta = h / substeps;
  nuPrevious_.setZero();
  vPrevious_ = from.v;
  if (!rightHandSide(from, from.t, nuPrevious_, vPrevious_, nuDot_, vDot_)) {
    return false;
  }
  nu = delta * nuDot_;
  v = from.v + delta * vDot_;
  for (int i = 1; i < substeps; ++i) {
    if (!rightHandSide(from, from.t + i * delta, nu, v, nuDot_, vDot_)) {
      return false;
    }
    nuPrevious_ += 2.0 * delta * nuDot_;
    vPrevious_ += 2.0 * delta * vDot_;
    nu.swap(nuPrevious_);
    v.swap(vPrevious_);
  }
  return true;
}

Outcome ExtrapolationStarter::step(const MotionState& from, double h, int columns,
                                   MotionState& to) {
  for (int j = 0; j < columns; ++j) {
    const auto row = static_cast<std::size_t>(j);
    if (!midpoint(from, h, 2 * (j + 1), nuTable_[row], vTable_[row])) {
      return Outcome::singular;
    }
    // In place: entry i becomes the extrapolation of rows i…j.
    for (int i = j - 1; i >= 0; --i) {
      const auto entry = static_cast<std::size_t>(i);
      const double ratio = static_cast<double>(j + 1) / (i + 1);
      const double factor = 1.0 / (ratio * ratio - 1.0);
      if (i == 0 && j == columns - 1) {
        errorV_ = vTable_[1] - vTable_[0];
        errorU_ = nuTable_[1] - nuTable_[0];
      }
      vTable_[entry] = vTable_[entry + 1] + factor * (vTable_[entry + 1] - vTable_[entry]);
      nuTable_[entry] = nuTable_[entry + 1] + factor * (nuTable_[entry + 1] - nuTable_[entry]);
    }
  }
  to.t = from.t + h;
  to.v = vTable_[0];
  system_.retract(from.q, nuTable_[0], to.q);
  if (const Outcome outcome = kkt_.projectPosition(to.t, to.q, to.v); outcome != Outcome::ok) {
    return outcome;
  }
  if (!kkt_.evaluate(to.t, to.q, to.v)) {
    return Outcome::singular;
  }
  kkt_.velocityProjection(vDot_);
  to.v += vDot_;
  if (!kkt_.evaluate(to.t, to.q, to.v)) {
    return Outcome::singular;
  }
  kkt_.accelerations(to.vdot, to.lambda);
  return std::isfinite(to.vdot.squaredNorm()) ? Outcome::ok : Outcome::notFinite;
}

}  // namespace liefmu
