#include "liefmu/motion_error.hpp"

#include <Eigen/Geometry>

#include <cmath>
#include <limits>

namespace liefmu {

namespace {

double configurationDistance(const Vector& a, const Vector& b, std::size_t bodies) {
  double sum = 0.0;
  for (std::size_t body = 0; body < bodies; ++body) {
    const auto begin = static_cast<Index>(7 * body);
    sum += (a.segment<3>(begin) - b.segment<3>(begin)).squaredNorm();
    const Eigen::Map<const Eigen::Quaterniond> qa(a.data() + begin + 3);
    const Eigen::Map<const Eigen::Quaterniond> qb(b.data() + begin + 3);
    sum += (qa.normalized().toRotationMatrix() - qb.toRotationMatrix()).squaredNorm();
  }
  return std::sqrt(sum);
}

}  // namespace

MotionError motionError(const MotionState& state, const MotionState& exact, std::size_t bodies) {
  const bool constrained = exact.lambda.size() > 0;
  return {configurationDistance(state.q, exact.q, bodies), (state.v - exact.v).norm(),
          constrained ? (state.lambda - exact.lambda).norm()
                      : std::numeric_limits<double>::quiet_NaN()};
}

}  // namespace liefmu
