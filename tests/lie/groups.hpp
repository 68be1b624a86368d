// What the law suite needs to know about each group: a random tangent vector with a given rotation
// angle, a distance, and reference operators by their defining series in 80-bit arithmetic.
#pragma once

#include "lie/coefficients.hpp"
#include "lie/rigid.hpp"
#include "lie/rn.hpp"
#include "lie/so3.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <limits>
#include <numbers>
#include <random>

namespace liefmu::test {

inline constexpr double kEps = std::numeric_limits<double>::epsilon();
inline constexpr double kPi = std::numbers::pi;

using AllGroups = ::testing::Types<Rn<1>, Rn<3>, SO3, R3xSO3, SE3>;

template<class G>
inline constexpr bool kRotates = !requires(G q) {
  q.x;
}
|| requires(G q) {
  q.R;
};

using Random = std::mt19937_64;

template<int n>
Eigen::Matrix<double, n, 1> randomVector(Random& random) {
  std::uniform_real_distribution<double> uniform(-1.0, 1.0);
  Eigen::Matrix<double, n, 1> v;
  for (Index i = 0; i < n; ++i) v[i] = uniform(random);
  return v;
}

inline Vector3 randomDirection(Random& random) {
  for (;;) {
    const Vector3 v = randomVector<3>(random);
    if (v.norm() > 0.1 && v.norm() < 1.0) return v.normalized();
  }
}

// Translations of order one, rotations by the given angle.
template<class G>
typename G::Tangent randomTangent(Random& random, double angle) {
  typename G::Tangent w = randomVector<static_cast<int>(G::dim)>(random);
  if constexpr (kRotates<G>) w.template tail<3>() = angle * randomDirection(random);
  return w;
}

template<class G>
G randomElement(Random& random) {
  return G::exp(randomTangent<G>(random, std::uniform_real_distribution<double>(0.0, kPi)(random)));
}

// The angles at which the formulas could go wrong: the series end at θ = 1 and at θ = √10.
inline const std::array kAngles = {0.0,        1e-300, 1e-160, 1e-12,      1e-8,
                                   1e-4,       0.1,    0.5,    1.0 - 1e-9, 1.0,
                                   1.0 + 1e-9, 2.0,    3.0,    kPi - 1e-6, kPi};
inline const std::array kAnglesBeyondPi = {3.15, 3.162277, 3.162278, 4.0, 5.0, 6.0};

// How far two elements are apart, without using log: rotations by their matrices.
inline double distance(const SO3& q1, const SO3& q2) {
  return (q1.matrix() - q2.matrix()).norm();
}
template<int n>
double distance(const Rn<n>& q1, const Rn<n>& q2) {
  return (q1.x - q2.x).norm();
}
template<class G>
  requires requires(G q) {
    q.R;
  }
double distance(const G& q1, const G& q2) {
  return (q1.x - q2.x).norm() + distance(q1.R, q2.R);
}

template<Index n>
using LongMatrix = Eigen::Matrix<long double, static_cast<int>(n), static_cast<int>(n)>;

// Σ coefficient(j)·ŵʲ; the terms of all series used here fall like |w|ʲ/j!.
template<class G, class Coefficient>
typename G::Operator hatSeries(const typename G::Tangent& w, Coefficient&& coefficient) {
  constexpr int kTerms = 60;
  const LongMatrix<G::dim> hat = G::hat(w).template cast<long double>();
  LongMatrix<G::dim> power = LongMatrix<G::dim>::Identity();
  LongMatrix<G::dim> sum = LongMatrix<G::dim>::Zero();
  for (int j = 0; j < kTerms; ++j) {
    sum += coefficient(j) * power;
    power = (power * hat).eval();
  }
  return sum.template cast<double>();
}

// 1/n!, n ≤ 100.
inline long double inverseFactorial(int n) {
  static const auto kTable = [] {
    std::array<long double, 101> table{1.0L};
    for (std::size_t i = 1; i < table.size(); ++i) {
      table[i] = table[i - 1] / static_cast<long double>(i);
    }
    return table;
  }();
  return kTable.at(static_cast<std::size_t>(n));
}

}  // namespace liefmu::test
