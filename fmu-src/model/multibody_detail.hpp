// Small helpers that the parts of Multibody share; nobody else needs them.
#pragma once

#include "linear_algebra.hpp"

#include <cstddef>

namespace liefmu::detail {

inline constexpr Index kPoseSize = 7;  // numbers per body in q

inline std::size_t at(Index index) {
  return static_cast<std::size_t>(index);
}

inline const double* poseIn(const Vector& q, std::size_t body) {
  return q.data() + kPoseSize * static_cast<Index>(body);
}

inline Vector3 positionIn(const Vector& q, std::size_t body) {
  return Eigen::Map<const Vector3>(poseIn(q, body));
}

inline Eigen::Quaterniond orientationIn(const Vector& q, std::size_t body) {
  return Eigen::Quaterniond(Eigen::Map<const Eigen::Quaterniond>(poseIn(q, body) + 3));
}

// A block whose size is known to the caller, as a matrix of fixed size.
template<int rows, int columns>
inline auto fixed(Block& block) {
  return Eigen::Map<Eigen::Matrix<double, rows, columns>>(block.data());
}

// block += ã
template<class Target>
[[gnu::always_inline]] inline void addCross(Target&& block, const Vector3& a) {
  block(1, 0) += a.z();
  block(2, 0) -= a.y();
  block(0, 1) -= a.z();
  block(2, 1) += a.x();
  block(0, 2) += a.y();
  block(1, 2) -= a.x();
}

// M ã: every row of M crossed with a.
template<class Derived>
[[gnu::always_inline]] inline Matrix3 timesCross(const Eigen::MatrixBase<Derived>& M,
                                                 const Vector3& a) {
  Matrix3 result;
  result.col(0) = M.col(1) * a.z() - M.col(2) * a.y();
  result.col(1) = M.col(2) * a.x() - M.col(0) * a.z();
  result.col(2) = M.col(0) * a.y() - M.col(1) * a.x();
  return result;
}

// ã M
template<class Derived>
[[gnu::always_inline]] inline Matrix3 crossTimes(const Vector3& a,
                                                 const Eigen::MatrixBase<Derived>& M) {
  Matrix3 result;
  for (Index j = 0; j < 3; ++j) result.col(j) = a.cross(M.col(j));
  return result;
}

// ã b̃ = b aᵀ − (a·b) I
[[gnu::always_inline]] inline Matrix3 doubleCross(const Vector3& a, const Vector3& b) {
  const Vector3 product = a.cwiseProduct(b);
  Matrix3 result;
  result << -product.y() - product.z(), a.y() * b.x(), a.z() * b.x(),  //
      a.x() * b.y(), -product.x() - product.z(), a.z() * b.y(),        //
      a.x() * b.z(), a.y() * b.z(), -product.x() - product.y();
  return result;
}

}  // namespace liefmu::detail
