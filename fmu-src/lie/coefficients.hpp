// Every coefficient function of rotations that is 0/0 at angle zero, and nothing else. All are
// functions of s = θ² (θ = rotation angle = |w|):
//
//   a = sin θ/θ,   b = (1−cos θ)/θ²,   c = (θ−sin θ)/θ³,   d = (1−(θ/2)cot(θ/2))/θ²,
//
// their derivatives with respect to s, and cos(θ/2), sin(θ/2)/(θ/2) for unit quaternions. They
// make up exp, T and T⁻¹ (thesis section 2.2, examples 1 and 3), whose printed quotients lose all
// digits at small angles.
//
// Everything is put together from functions of σ = θ²/4 (x = θ/2),
//
//   p = (x−sin x)/x³,   r = (sin x/x−cos x)/x²,   and for derivatives  −dp/dσ,  −dr/dσ,
//
// by identities whose terms have equal signs, so that nothing cancels between 0 and π (except in
// dd, by a factor of four, and dd is only ever added to larger numbers). Up to π, the largest angle
// that log returns, p and r are Taylor polynomials: no call to the mathematical library, and
// therefore the same bits on every machine. Beyond π closed forms take over. Measured against
// 80-bit arithmetic the errors are at most 5 ulp, 12 ulp for dd (tests/lie).
#pragma once

#include "linear_algebra.hpp"

#include <array>
#include <cmath>
#include <cstddef>

namespace liefmu {

// Polynomials with kShortSeries terms serve σ ≤ kShortSeriesLimit (θ ≤ 1), which is every step of a
// reasonable size; kLongSeries terms serve σ ≤ kLongSeriesLimit (θ ≤ 3.162, slightly more than π).
// The first neglected term is below 2e-17 of the sum in both ranges.
inline constexpr std::size_t kShortSeries = 7;
inline constexpr std::size_t kLongSeries = 11;
inline constexpr double kShortSeriesLimit = 0.25;
inline constexpr double kLongSeriesLimit = 2.5;

namespace series {

// Two polynomials side by side, evaluated together in the two lanes of one SIMD register.
struct alignas(16) Pair {
  double first = 0.0;
  double second = 0.0;
};
using PairTable = std::array<Pair, kLongSeries>;

constexpr long double factorial(std::size_t n) {
  long double product = 1.0L;
  for (std::size_t i = 2; i <= n; ++i) product *= static_cast<long double>(i);
  return product;
}

// p = Σ (−σ)ʲ/(2j+3)!,  r = Σ (−σ)ʲ(2j+2)/(2j+3)!
inline constexpr PairTable kValues = [] {
  PairTable table;
  long double sign = 1.0L;
  for (std::size_t j = 0; j < table.size(); ++j, sign = -sign) {
    const auto i = static_cast<long double>(j);
    table[j].first = static_cast<double>(sign / factorial(2 * j + 3));
    table[j].second = static_cast<double>(sign * (2.0L * i + 2.0L) / factorial(2 * j + 3));
  }
  return table;
}();

// The negative derivatives of p and r with respect to σ, term by term.
inline constexpr PairTable kSlopes = [] {
  PairTable table;
  long double sign = 1.0L;
  for (std::size_t j = 0; j < table.size(); ++j, sign = -sign) {
    const auto i = static_cast<long double>(j);
    const long double common = sign * (i + 1.0L) / factorial(2 * j + 5);
    table[j].first = static_cast<double>(common);
    table[j].second = static_cast<double>(common * (2.0L * i + 4.0L));
  }
  return table;
}();

inline Eigen::Array2d load(const Pair& pair) {
  return Eigen::Map<const Eigen::Array2d, Eigen::Aligned16>(&pair.first);
}

// Horner's rule without a loop: table[first] + σ (table[first+1] + σ (… table[terms−1])).
template<std::size_t terms, std::size_t first = 0>
inline Eigen::Array2d horner(const PairTable& table, const Eigen::Array2d& sigma) {
  static_assert(terms <= kLongSeries);
  if constexpr (first + 1 == terms) {
    return load(table[first]);
  } else {
    return load(table[first]) + sigma * horner<terms, first + 1>(table, sigma);
  }
}

// The series at σ ≤ kLongSeriesLimit.
inline Eigen::Array2d sum(const PairTable& table, double sigma) {
  const Eigen::Array2d lanes = Eigen::Array2d::Constant(sigma);
  return sigma <= kShortSeriesLimit ? horner<kShortSeries>(table, lanes)
                                    : horner<kLongSeries>(table, lanes);
}

}  // namespace series

// The coefficients at one angle. The constructor does the common work; the functions add a few
// multiplications each, so that exp and T of the same w cost one evaluation.
class Coefficients {
 public:
  explicit Coefficients(double s) : sigma_(0.25 * s) {
    if (sigma_ <= kLongSeriesLimit) {
      const Eigen::Array2d values = series::sum(series::kValues, sigma_);
      p_ = values[0];
      r_ = values[1];
      sincHalf_ = 1.0 - sigma_ * p_;
      cosHalf_ = sincHalf_ - sigma_ * r_;
    } else {
      const double x = std::sqrt(sigma_);
      sincHalf_ = std::sin(x) / x;
      cosHalf_ = std::cos(x);
      p_ = (1.0 - sincHalf_) / sigma_;
      r_ = (sincHalf_ - cosHalf_) / sigma_;
    }
  }

  [[nodiscard]] double cosHalf() const { return cosHalf_; }    // cos(θ/2)
  [[nodiscard]] double sincHalf() const { return sincHalf_; }  // sin(θ/2)/(θ/2)

  [[nodiscard]] double a() const { return sincHalf_ * cosHalf_; }
  [[nodiscard]] double b() const { return 0.5 * sincHalf_ * sincHalf_; }
  [[nodiscard]] double c() const { return 0.25 * ((1.0 + sincHalf_) * p_ + sincHalf_ * r_); }
  [[nodiscard]] double d() const { return 0.25 * r_ / sincHalf_; }
  [[nodiscard]] double cotHalf() const { return cosHalf_ / sincHalf_; }  // (θ/2)cot(θ/2) = 1 − s d

 private:
  friend class CoefficientSlopes;
  double sigma_;
  double p_;
  double r_;
  double sincHalf_;
  double cosHalf_;
};

// The derivatives of the coefficients with respect to s = θ². Only SE(3) needs them.
class CoefficientSlopes {
 public:
  explicit CoefficientSlopes(const Coefficients& at)
      : p_(at.p_), r_(at.r_), sinc_(at.sincHalf_), cos_(at.cosHalf_) {
    const double sigma = at.sigma_;
    if (sigma <= kLongSeriesLimit) {
      const Eigen::Array2d slopes = series::sum(series::kSlopes, sigma);
      pFall_ = slopes[0];
      rFall_ = slopes[1];
    } else {
      pFall_ = (2.0 * p_ - r_) / (2.0 * sigma);
      rFall_ = (3.0 * r_ - sinc_) / (2.0 * sigma);
    }
  }

  [[nodiscard]] double da() const { return -0.125 * (sinc_ * sinc_ + cos_ * r_); }
  [[nodiscard]] double db() const { return -0.125 * sinc_ * r_; }
  [[nodiscard]] double dc() const {
    return -0.0625 * (0.5 * r_ * (p_ + r_) + (1.0 + sinc_) * pFall_ + sinc_ * rFall_);
  }
  [[nodiscard]] double dd() const { return 0.0625 * (0.5 * r_ * r_ / sinc_ - rFall_) / sinc_; }
  [[nodiscard]] double dcotHalf() const { return 0.125 * (cos_ * r_ / (sinc_ * sinc_) - 1.0); }

 private:
  double p_;
  double r_;
  double sinc_;   // sin(θ/2)/(θ/2)
  double cos_;    // cos(θ/2)
  double pFall_;  // −dp/dσ
  double rFall_;  // −dr/dσ
};

}  // namespace liefmu
