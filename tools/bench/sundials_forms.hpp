// The mechanisms of the benchmark in the forms in which users of SUNDIALS would write them: plain
// vectors (positions, quaternions, velocities, multipliers) with the derivatives of quaternions as
// ½ p∘Ω, and the same equations of motion as ours. No solver here.
#pragma once

#include "bench/mechanism.hpp"
#include "integrate/block_operations.hpp"
#include "integrate/kkt_operator.hpp"

#include <cstdint>

namespace liefmu::bench {

// q̇ of bodies in r3so3 (seven numbers and six velocities each) or so3 (three velocities), with w in
// place of the velocities.
inline void poseRates(const Topology& topology, const double* q, const double* w, double* rates) {
  for (std::size_t i = 0; i < topology.bodies.size(); ++i, q += 7, rates += 7) {
    const auto [begin, size] = topology.bodies[i];
    const Eigen::Map<const Eigen::Quaterniond> p(q + 3);
    const Eigen::Map<const Vector3> Omega(w + begin + size - 3);
    Eigen::Map<Vector3> positionRate(rates);
    if (size == 6) {
      positionRate = Eigen::Map<const Vector3>(w + begin);
    } else {
      positionRate.setZero();
    }
    const Eigen::Quaterniond spin(0.0, 0.5 * Omega.x(), 0.5 * Omega.y(), 0.5 * Omega.z());
    Eigen::Map<Vector4>(rates + 3) = (p * spin).coeffs();
  }
}

// The equations of motion need unit quaternions; the integrator of a plain vector does not keep
// them exactly.
inline void normalizeOrientations(Vector& q) {
  for (Index i = 0; i + 7 <= q.size(); i += 7) q.segment<4>(i + 3).normalize();
}

// y = (q, v): accelerations from the KKT system, constraints differentiated twice and forgotten.
// The same without constraints for the minimal form of the top in so3.
class IndexOneForm {
 public:
  explicit IndexOneForm(const Mechanism& mechanism)
      : mechanism_(mechanism),
        topology_(mechanism.system->topology()),
        kkt_(*mechanism.system),
        q_(mechanism.q),
        v_(mechanism.v),
        vdot_(mechanism.v),
        lambda_(Vector::Zero(topology_.constraintSize)) {}

  [[nodiscard]] Index size() const { return q_.size() + v_.size(); }
  [[nodiscard]] Vector initialValues() const {
    Vector y(size());
    y << mechanism_.q, mechanism_.v;
    return y;
  }
  [[nodiscard]] bool rates(double t, const double* y, double* ydot) {
    if (!evaluate(t, y)) return false;
    poseRates(topology_, y, v_.data(), ydot);
    Eigen::Map<Vector>(ydot + q_.size(), v_.size()) = vdot_;
    return true;
  }
  // The motion behind y, multipliers included.
  [[nodiscard]] MotionState motion(double t, const Vector& y) {
    static_cast<void>(evaluate(t, y.data()));
    return {t, q_, v_, vdot_, lambda_};
  }

 private:
  bool evaluate(double t, const double* y) {
    q_ = Eigen::Map<const Vector>(y, q_.size());
    v_ = Eigen::Map<const Vector>(y + q_.size(), v_.size());
    normalizeOrientations(q_);
    if (!kkt_.evaluate(t, q_, v_)) return false;
    kkt_.accelerations(vdot_, lambda_);
    return true;
  }

  const Mechanism& mechanism_;
  const Topology& topology_;
  KktOperator kkt_;
  Vector q_;
  Vector v_;
  Vector vdot_;
  Vector lambda_;
};

// y = (q, v, λ, μ): the stabilized form of Gear, Gupta and Leimkuhler,
// q̇ = q·(v − Bᵀμ)~, M v̇ = −g − Bᵀλ, B v + Φ_t = 0, Φ = 0.
class StabilizedForm {
 public:
  explicit StabilizedForm(const Mechanism& mechanism)
      : mechanism_(mechanism),
        topology_(mechanism.system->topology()),
        q_(mechanism.q),
        v_(mechanism.v),
        rates_(mechanism.q),
        w_(mechanism.v),
        vdot_(mechanism.v),
        lambda_(Vector::Zero(topology_.constraintSize)),
        mu_(lambda_) {
    dynamics_.resize(topology_);
  }

  [[nodiscard]] Index size() const { return q_.size() + v_.size() + 2 * lambda_.size(); }
  [[nodiscard]] Index differentialSize() const { return q_.size() + v_.size(); }

  // Consistent y and ẏ at t = 0.
  void initialValues(Vector& y, Vector& ydot) {
    IndexOneForm indexOne(mechanism_);
    const Vector start = indexOne.initialValues();
    const MotionState motion = indexOne.motion(0.0, start);
    y.setZero(size());
    ydot.setZero(size());
    y.head(start.size()) = start;
    y.segment(start.size(), lambda_.size()) = motion.lambda;
    static_cast<void>(indexOne.rates(0.0, start.data(), ydot.data()));
  }
  void residual(double t, const double* y, const double* ydot, double* r) {
    const Index n = q_.size();
    const Index m = v_.size();
    const Index l = lambda_.size();
    q_ = Eigen::Map<const Vector>(y, n);
    v_ = Eigen::Map<const Vector>(y + n, m);
    lambda_ = Eigen::Map<const Vector>(y + n + m, l);
    mu_ = -Eigen::Map<const Vector>(y + n + m + l, l);
    normalizeOrientations(q_);
    mechanism_.system->evaluate(t, q_, v_, dynamics_);

    w_ = v_;
    addConstraintForces(topology_, dynamics_.B, mu_, w_);
    poseRates(topology_, y, w_.data(), rates_.data());
    Eigen::Map<Vector>(r, n) = Eigen::Map<const Vector>(ydot, n) - rates_;

    vdot_ = Eigen::Map<const Vector>(ydot + n, m);
    w_ = dynamics_.g;
    addMassProduct(topology_, 1.0, dynamics_.M, vdot_, w_);
    addConstraintForces(topology_, dynamics_.B, lambda_, w_);
    Eigen::Map<Vector>(r + n, m) = w_;
    Eigen::Map<Vector>(r + n + m, l) = dynamics_.velocityConstraint;
    Eigen::Map<Vector>(r + n + m + l, l) = dynamics_.Phi;
  }
  [[nodiscard]] MotionState motion(double t, const Vector& y, const Vector& ydot) {
    const Index n = q_.size();
    const Index m = v_.size();
    MotionState state{t, y.head(n), y.segment(n, m), ydot.segment(n, m),
                      y.segment(n + m, lambda_.size())};
    normalizeOrientations(state.q);
    return state;
  }

 private:
  const Mechanism& mechanism_;
  const Topology& topology_;
  Dynamics dynamics_;
  Vector q_;
  Vector v_;
  Vector rates_;
  Vector w_;
  Vector vdot_;
  Vector lambda_;
  Vector mu_;
};

}  // namespace liefmu::bench
