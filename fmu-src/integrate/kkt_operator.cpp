#include "integrate/kkt_operator.hpp"

#include "integrate/node_graph.hpp"

#include <cmath>

namespace liefmu {

KktOperator::KktOperator(MechanicalSystem& system)
    : system_(system), topology_(system.topology()), solver_(makeBlockSolver(kktNodes(topology_))) {
  dynamics_.resize(topology_);
  rhs_.setZero(topology_.velocitySize + topology_.constraintSize);
  constraint_.setZero(topology_.constraintSize);
  q_.setZero(topology_.configurationSize);
  v_.setZero(topology_.velocitySize);
  correction_ = v_;
  qNext_ = q_;
}

bool KktOperator::evaluate(double t, const Vector& q, const Vector& v) {
  t_ = t;
  q_ = q;
  v_ = v;
  system_.evaluate(t, q, v, dynamics_);
  solver_.setZero();
  Index entry = 0;
  for (const Block& mass : dynamics_.M) {
    solver_.block(entry++) = mass;
  }
  for (const Block& jacobian : dynamics_.B) {
    solver_.block(entry++) = jacobian;
    solver_.block(entry++) = jacobian.transpose();
  }
  return solver_.factorize();
}

void KktOperator::accelerations(Vector& vdot, Vector& lambda) {
  system_.curvature(t_, q_, v_, constraint_);
  rhs_.head(topology_.velocitySize) = -dynamics_.g;
  rhs_.tail(topology_.constraintSize) = -constraint_;
  solver_.solve(rhs_);
  vdot = rhs_.head(topology_.velocitySize);
  lambda = rhs_.tail(topology_.constraintSize);
}

void KktOperator::normal(const Vector& c, Vector& d) {
  rhs_.head(topology_.velocitySize).setZero();
  rhs_.tail(topology_.constraintSize) = c;
  solver_.solve(rhs_);
  d = rhs_.head(topology_.velocitySize);
}

void KktOperator::velocityProjection(Vector& d) {
  constraint_ = -dynamics_.velocityConstraint;
  normal(constraint_, d);
}

Outcome KktOperator::projectPosition(double t, Vector& q, const Vector& v) {
  constexpr int kMaxIterations = 12;
  constexpr double kRoundingLevel = 1e-15;
  constexpr double kAcceptable = 1e-12;
  if (topology_.constraintSize == 0) {
    return Outcome::ok;
  }
  double previous = 0.0;
  for (int iteration = 0; iteration < kMaxIterations; ++iteration) {
    if (!evaluate(t, q, v)) {
      return Outcome::singular;
    }
    const double residual = dynamics_.Phi.lpNorm<Eigen::Infinity>();
    if (!std::isfinite(residual)) {
      return Outcome::notFinite;
    }
    // The quadratic convergence ends where rounding keeps the residual from shrinking.
    if (residual <= kRoundingLevel ||
        (iteration > 0 && residual < kAcceptable && residual > 0.1 * previous)) {
      return Outcome::ok;
    }
    previous = residual;
    constraint_ = -dynamics_.Phi;
    normal(constraint_, correction_);
    system_.retract(q, correction_, qNext_);
    q.swap(qNext_);
  }
  return previous < kAcceptable ? Outcome::ok : Outcome::notConverged;
}

}  // namespace liefmu
