// Extrapolates a vector from step to step by the polynomial through its latest five values. In body
// axes, velocities and multipliers turn with the body; every degree brings the starting value of an
// iteration closer by a factor h|Ω|. For starting values only: no result depends on them.
#pragma once

#include "linear_algebra.hpp"

#include <algorithm>
#include <cmath>

namespace liefmu {

class DifferencePredictor {
 public:
  explicit DifferencePredictor(Index size) : differences_(Matrix::Zero(kTerms, size)) {}

  // Forget the past; at zero, at a value, or at a value whose change per step is known.
  void startAtZero() {
    differences_.row(0).setZero();
    known_ = 1;
  }
  void start(const Vector& values) {
    differences_.row(0) = values;
    known_ = 1;
  }
  void start(const Vector& values, const Vector& change) {
    differences_.row(0) = values;
    differences_.row(1) = change;
    known_ = 2;
  }

  // The values at the end of a step that is `ratio` times as long as the latest one.
  void predict(double ratio, Vector& values) const {
    // Newton's backward interpolation: ratio (ratio+1) … (ratio+j−1) / j!
    Terms weights = Terms::Zero();
    weights[0] = 1.0;
    for (Index j = 1; j < known_; ++j) {
      const auto i = static_cast<double>(j);
      weights[j] = weights[j - 1] * (ratio + i - 1.0) / i;
    }
    for (Index i = 0; i < values.size(); ++i) {
      values[i] = weights.dot(of(i));
    }
  }

  // The values at the end of that step, as they came out. Differences over unequal steps mean
  // little: after a change of the step size they are collected anew.
  void accept(double ratio, const Vector& values) {
    constexpr double kNoise = 1e-6;
    known_ = std::abs(ratio - 1.0) <= kNoise ? std::min(known_ + 1, kTerms) : 2;
    for (Index i = 0; i < values.size(); ++i) {
      const Terms old = of(i);
      double* present = differences_.data() + kTerms * i;
      double difference = values[i];
      for (Index j = 0; j < kTerms; ++j) {
        present[j] = difference;
        difference -= old[j];
      }
    }
  }

  template<class Archive>
  void visit(Archive& archive) {
    archive(differences_);
    archive(known_);
  }

 private:
  static constexpr Index kTerms = 5;
  using Terms = Eigen::Matrix<double, kTerms, 1>;

  [[nodiscard]] Eigen::Map<const Terms> of(Index i) const {
    return Eigen::Map<const Terms>(differences_.data() + kTerms * i);
  }

  Matrix differences_;  // column i: backward differences of order 0, 1, … of component i
  Index known_ = 1;     // so many of them mean something
};

}  // namespace liefmu
