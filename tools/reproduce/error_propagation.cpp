#include "reproduce/error_propagation.hpp"

#include "integrate/generalized_alpha.hpp"
#include "reproduce/study_alpha.hpp"

#include <Eigen/LU>
#include <Eigen/SVD>

#include <algorithm>
#include <cmath>

namespace liefmu::reproduce {
namespace {

using Eigen::Matrix3d;
using Eigen::Matrix4d;

constexpr int kLongest = 2000;

// The error propagation of one step from n to n+1 for the state (r, e^λ, e^a) with r scaled by the
// step: thesis (4.44), derived by applying the method with adjusted ā_n and v̄_n to q = 0 with M =
// 1, g = 0. Signs: errors are exact minus numerical, e^{v̇} = −e^{λ} there.
Matrix3d variablePropagation(const AlphaParameters& p, int approximation, double sigma,
                             double sigmaNext) {
  const RateWeights a = rateWeights(approximation, sigma, p.deltaAlpha);
  const double c = p.deltaAlpha * (1.0 - 1.0 / sigma);
  // Velocity adjustment b_i and the shares c_i, d_i of ā_n in Δq and v.
  const double b = p.cq * (1.0 - 1.0 / (sigma * sigma));
  const double cShare = (0.5 - p.beta) * c;
  const double dShare = (1.0 - p.gamma) * c;
  Matrix3d plus;
  plus << 0.0, b * a.a2 + cShare * a.a2, -(b * a.a4 + cShare * a.a4 + p.beta),     //
      sigmaNext, b * a.a2 + dShare * a.a2, -(b * a.a4 + dShare * a.a4 + p.gamma),  //
      0.0, 1.0 - p.alphaF - p.alphaM * c * a.a2, 1.0 - p.alphaM * (1.0 - c * a.a4);
  Matrix3d zero;
  zero << 1.0, -(b * a.a1 + cShare * a.a1), b * a.a3 + cShare * a.a3 + 0.5 - p.beta,  //
      1.0, -(b * a.a1 + dShare * a.a1), b * a.a3 + dShare * a.a3 + 1.0 - p.gamma,     //
      0.0, -p.alphaF + p.alphaM * c * a.a1, -p.alphaM * (1.0 + c * a.a3);
  return plus.inverse() * zero;
}

// The last σ in the direction of `away` for which `inside` holds, starting at 1.
template<class Predicate>
double boundary(double away, const Predicate& inside) {
  constexpr double kScan = 1e-3;
  double good = 1.0;
  double bad = good;
  while (inside(bad)) {
    good = bad;
    bad += away * kScan;
    if (bad <= kScan || bad > 10.0) return good;
  }
  for (int i = 0; i < 60; ++i) {
    const double middle = 0.5 * (good + bad);
    (inside(middle) ? good : bad) = middle;
  }
  return good;
}

}  // namespace

Matrix3d propagation(double rhoInfinity) {
  return variablePropagation(AlphaParameters::fromRhoInfinity(rhoInfinity), 1, 1.0, 1.0);
}

Peak largestAmplification(double rhoInfinity) {
  const Matrix3d T = propagation(rhoInfinity);
  Matrix3d power = Matrix3d::Identity();
  Peak peak;
  for (int n = 1; n <= kLongest; ++n) {
    power *= T;
    const double norm = Eigen::JacobiSVD<Matrix3d>(power).singularValues()(0);
    if (norm > peak.value) peak = {norm, n};
  }
  return peak;
}

Peak largestEntry(double rhoInfinity, int row, int column, int stride) {
  const Matrix3d T = propagation(rhoInfinity);
  Matrix3d power = Matrix3d::Identity();
  Peak peak;
  for (int n = 1; n <= kLongest; ++n) {
    power *= T;
    if (n % stride == 0 && std::abs(power(row, column)) > peak.value) {
      peak = {std::abs(power(row, column)), n};
    }
  }
  return peak;
}

double stepChangeNorm(double rhoInfinity, int approximation, double sigma, double sigmaNext) {
  const double rho = rhoInfinity;
  const AlphaParameters p = AlphaParameters::fromRhoInfinity(rho);
  const RateWeights a = rateWeights(approximation, sigma, p.deltaAlpha);
  const double c = p.deltaAlpha * (1.0 - 1.0 / sigma);
  Matrix4d T = Matrix4d::Zero();
  T(0, 0) = -p.alphaM * (1.0 + c * a.a3) / (1.0 - p.alphaM * (1.0 - c * a.a4));
  T.bottomRightCorner<3, 3>() = variablePropagation(p, approximation, sigma, sigmaNext);
  Matrix4d V = Matrix4d::Zero();
  V(0, 0) = 1.0;
  V(1, 2) = 1.0 / (2.0 * (1.0 + rho) * (1.0 + rho));
  V(1, 3) = rho / (2.0 * (rho - 1.0) * std::pow(1.0 + rho, 3));
  V(2, 1) = 1.0;
  V(3, 2) = 1.0 / (1.0 - rho * rho);
  V(3, 3) = (2.0 - rho) / ((rho * rho - 1.0) * (rho * rho - 1.0));
  const double epsilon = 0.5 * (1.0 - rho);
  Eigen::Vector4d scale;
  scale << 1.0, epsilon, epsilon * epsilon, epsilon * epsilon * epsilon;
  const Matrix4d transformed =
      scale.cwiseInverse().asDiagonal() * (V.inverse() * T * V) * scale.asDiagonal();
  return transformed.cwiseAbs().rowwise().sum().maxCoeff();
}

RatioBounds ratioBounds(double rhoInfinity, int approximation, bool sameRatio) {
  RatioBounds bounds;
  const auto stable = [&](double sigma, double next) {
    return stepChangeNorm(rhoInfinity, approximation, sigma, next) < 1.0;
  };
  bounds.min = boundary(-1.0, [&](double sigma) { return stable(sigma, sigma); });
  bounds.max =
      boundary(1.0, [&](double sigma) { return stable(sigma, sameRatio ? sigma : bounds.min); });
  return bounds;
}

}  // namespace liefmu::reproduce
