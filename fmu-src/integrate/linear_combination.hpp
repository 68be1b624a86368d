// A sum of a few weighted vectors, as histories need it. One pass over all terms: one Eigen
// expression per term would cost several times more instructions for the sizes of small mechanisms.
#pragma once

#include "linear_algebra.hpp"

#include <array>
#include <cstddef>
#include <span>

namespace liefmu {

inline constexpr std::size_t kMaxTerms = 10;

namespace detail {

// result[j] = term sum at j, two neighbouring entries at a time; `sumAt` adds up type Number at j.
template<class SumAt>
inline void writePairs(const SumAt& sumAt, Vector& result) {
  Index j = 0;
  for (; j + 1 < result.size(); j += 2) {
    Eigen::Map<Eigen::Array2d>(result.data() + j) = sumAt.template operator()<2>(j);
  }
  if (j < result.size()) {
    Eigen::Map<Eigen::Array<double, 1, 1>>(result.data() + j) = sumAt.template operator()<1>(j);
  }
}

template<int count>
inline Eigen::Map<const Eigen::Array<double, count, 1>> entries(const double* from) {
  return Eigen::Map<const Eigen::Array<double, count, 1>>(from);
}

}  // namespace detail

// result = Σ weights[i] · vectorAt(i), where `result` has its size already and is none of the
// terms.
template<class VectorAt>
inline void combine(std::span<const double> weights, const VectorAt& vectorAt, Vector& result) {
  std::array<const double*, kMaxTerms> terms{};
  for (std::size_t i = 0; i < weights.size(); ++i) {
    terms[i] = vectorAt(static_cast<int>(i)).data();
  }
  detail::writePairs(
      [&]<int count>(Index j) {
        Eigen::Array<double, count, 1> sum = Eigen::Array<double, count, 1>::Zero();
        for (std::size_t i = 0; i < weights.size(); ++i) {
          sum += weights[i] * detail::entries<count>(terms[i] + j);
        }
        return sum;
      },
      result);
}

// result = Σ weights[i] · (vectorAt(i) − vectorAt(i+1))
template<class VectorAt>
inline void combineDifferences(std::span<const double> weights, const VectorAt& vectorAt,
                               Vector& result) {
  std::array<const double*, kMaxTerms + 1> terms{};
  for (std::size_t i = 0; i <= weights.size(); ++i) {
    terms[i] = vectorAt(static_cast<int>(i)).data();
  }
  detail::writePairs(
      [&]<int count>(Index j) {
        Eigen::Array<double, count, 1> sum = Eigen::Array<double, count, 1>::Zero();
        for (std::size_t i = 0; i < weights.size(); ++i) {
          sum += weights[i] *
                 (detail::entries<count>(terms[i] + j) - detail::entries<count>(terms[i + 1] + j));
        }
        return sum;
      },
      result);
}

}  // namespace liefmu
