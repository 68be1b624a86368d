// Checks every derivative that a MechanicalSystem delivers against central differences on the
// group. The state need not satisfy the constraints.
#pragma once

#include "integrate/mechanical_system.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>

namespace liefmu {

class Random {
 public:
  explicit Random(unsigned seed) : engine_(seed) {}
  double operator()() { return distribution_(engine_); }
  Vector vector(Index size) {
    return Vector::NullaryExpr(size, [this](Index) { return (*this)(); });
  }
  Vector3 vector3() { return vector(3); }
  Eigen::Quaterniond rotation() {
    return Eigen::Quaterniond(Vector4(vector(4) + Vector::Constant(4, 0.01))).normalized();
  }

 private:
  std::mt19937 engine_;
  std::uniform_real_distribution<double> distribution_{-1.0, 1.0};
};

struct Sample {
  double t = 0.0;
  Vector q;
  Vector v;
  Vector vdot;
  Vector lambda;
};

inline Matrix dense(const Topology& topology, const std::vector<Block>& blocks, bool incidences) {
  Matrix result = Matrix::Zero(incidences ? topology.constraintSize : topology.velocitySize,
                               topology.velocitySize);
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    const Index row = incidences ? topology.incidences[i].joint : topology.couplings[i].row;
    const Index column = incidences ? topology.incidences[i].body : topology.couplings[i].column;
    const auto& rows =
        (incidences ? topology.joints : topology.bodies)[static_cast<std::size_t>(row)];
    const auto& columns = topology.bodies[static_cast<std::size_t>(column)];
    EXPECT_EQ(blocks[i].rows(), rows.size);
    EXPECT_EQ(blocks[i].cols(), columns.size);
    result.block(rows.begin, columns.begin, rows.size, columns.size) += blocks[i];
  }
  return result;
}

inline Matrix denseMass(const Topology& topology, const std::vector<Block>& M) {
  Matrix result = Matrix::Zero(topology.velocitySize, topology.velocitySize);
  for (std::size_t i = 0; i < M.size(); ++i) {
    const auto [begin, size] = topology.bodies[i];
    result.block(begin, begin, size, size) = M[i];
  }
  return result;
}

inline void expectClose(const Matrix& exact, const Matrix& difference, const std::string& what) {
  if (exact.size() == 0) return;
  const double scale = std::max(1.0, difference.cwiseAbs().maxCoeff());
  EXPECT_LE((exact - difference).cwiseAbs().maxCoeff(), 1e-7 * scale) << what << "\nexact\n"
                                                                      << exact << "\ndifferences\n"
                                                                      << difference;
}

inline void checkDerivatives(MechanicalSystem& system, const Sample& s) {
  const Topology& topology = system.topology();
  const Index n = topology.velocitySize;
  const Index m = topology.constraintSize;
  constexpr double step = 2e-4;
  Dynamics dynamics;
  dynamics.resize(topology);
  Linearization linearization;
  linearization.resize(topology);
  Vector moved;

  const auto evaluate = [&](double t, const Vector& q, const Vector& v) {
    system.evaluate(t, q, v, dynamics);
  };
  // (Φ, B v + Φ_t, M v̇ + g + Bᵀλ) at the current evaluation
  const auto values = [&] {
    Vector all(2 * m + n);
    all << dynamics.Phi, dynamics.velocityConstraint,
        denseMass(topology, dynamics.M) * s.vdot + dynamics.g +
            dense(topology, dynamics.B, true).transpose() * s.lambda;
    return all;
  };

  // Five-point differences of values(), g, Φ and Φ̇ along a curve.
  const auto differences = [&](auto value) -> Vector {
    return (8.0 * (value(step) - value(-step)) - (value(2.0 * step) - value(-2.0 * step))) /
           (12.0 * step);
  };
  Matrix byPosition(2 * m + n, n);
  Matrix byVelocity(n, n);
  for (Index j = 0; j < n; ++j) {
    byPosition.col(j) = differences([&](double distance) {
      system.retract(s.q, distance * Vector::Unit(n, j), moved);
      evaluate(s.t, moved, s.v);
      return values();
    });
    byVelocity.col(j) = differences([&](double distance) {
      evaluate(s.t, s.q, s.v + distance * Vector::Unit(n, j));
      return dynamics.g;
    });
  }
  const Vector byTime = differences([&](double time) {
    evaluate(s.t + time, s.q, s.v);
    return dynamics.Phi;
  });
  const Vector alongMotion = differences([&](double time) {
    system.retract(s.q, time * s.v, moved);
    evaluate(s.t + time, moved, s.v);
    return dynamics.velocityConstraint;
  });

  evaluate(s.t, s.q, s.v);
  Vector curvature;
  system.curvature(s.t, s.q, s.v, curvature);
  // Stale numbers must not shine through.
  for (auto* blocks : {&linearization.D, &linearization.K, &linearization.Zv}) {
    for (Block& block : *blocks) block.setConstant(1e9);
  }
  system.linearize(s.t, s.q, s.v, s.vdot, s.lambda, linearization);

  const Matrix B = dense(topology, dynamics.B, true);
  expectClose(B, byPosition.topRows(m), "B");
  expectClose(dynamics.velocityConstraint, B * s.v + byTime, "velocity constraint");
  expectClose(dense(topology, linearization.Zv, true), byPosition.middleRows(m, m), "Zv");
  expectClose(curvature, alongMotion, "curvature");
  expectClose(dense(topology, linearization.K, false), byPosition.bottomRows(n), "K");
  expectClose(dense(topology, linearization.D, false), byVelocity, "D");
}

}  // namespace liefmu
