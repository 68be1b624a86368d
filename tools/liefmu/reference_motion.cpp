#include "liefmu/reference_motion.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace liefmu {

namespace {

constexpr int kColumns = 6;  // order 12
constexpr double kFirstStep = 1e-4;
constexpr double kSmallestStep = 1e-9;
// Of the estimate, which belongs to order 10: the values taken are better by orders of magnitude.
constexpr double kTolerance = 1e-11;

}  // namespace

ReferenceMotion::ReferenceMotion(MechanicalSystem& system, const Vector& q, const Vector& v)
    : kkt_(system), extrapolation_(system, kkt_), h_(kFirstStep) {
  state_.q = q;
  state_.v = v;
  state_.vdot.setZero(v.size());
  state_.lambda.setZero(system.topology().constraintSize);
  if (!kkt_.evaluate(0.0, q, v)) {
    throw Error("the accelerations are not determined at the initial position");
  }
  kkt_.accelerations(state_.vdot, state_.lambda);
  next_ = state_;
}

void ReferenceMotion::advance(double tEnd) {
  while (state_.t < tEnd) {
    const double rest = tEnd - state_.t;
    const double h = rest / std::ceil(rest / h_ - 1e-6);
    const bool solved = extrapolation_.step(state_, h, kColumns, next_) == Outcome::ok;
    const double error =
        std::max(extrapolation_.errorU().lpNorm<Eigen::Infinity>(),
                 extrapolation_.errorV().lpNorm<Eigen::Infinity>() / (1.0 + state_.v.norm()));
    if (solved && error <= kTolerance) {
      std::swap(state_, next_);
      if (h == rest) state_.t = tEnd;
    }
    const double ratio =
        0.9 * std::pow(kTolerance / std::max(error, 1e-30), 1.0 / (2 * kColumns - 1));
    h_ = h * (solved && std::isfinite(error) ? std::clamp(ratio, 0.2, 2.0) : 0.2);
    if (h_ < kSmallestStep) {
      throw Error("the reference motion cannot be continued at t = " + std::to_string(state_.t) +
                  " s");
    }
  }
}

}  // namespace liefmu
