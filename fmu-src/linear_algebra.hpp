// The vector and matrix types that the numerical layers share. Sizes that are known at compile time
// are fixed; system-sized vectors are allocated once, when a simulation is set up, and never inside
// a step.
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>

namespace liefmu {

using Index = Eigen::Index;

using Vector = Eigen::VectorXd;
using Matrix = Eigen::MatrixXd;
using Vector3 = Eigen::Vector3d;
using Vector4 = Eigen::Vector4d;
using Matrix3 = Eigen::Matrix3d;
using Vector6 = Eigen::Matrix<double, 6, 1>;
using Matrix6 = Eigen::Matrix<double, 6, 6>;

// Views of vectors owned by the caller.
using VectorView = Eigen::Ref<Vector>;
using ConstVectorView = Eigen::Ref<const Vector>;

// One body has at most six velocities and one joint at most six constraint equations, so every
// block of the equations of motion fits into a 6×6 matrix that lives without heap memory.
inline constexpr Index kMaxBlock = 6;
using Block =
    Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::ColMajor, kMaxBlock, kMaxBlock>;
using BlockVector = Eigen::Matrix<double, Eigen::Dynamic, 1, Eigen::ColMajor, kMaxBlock, 1>;

// The cross-product matrix: crossMatrix(a) * b == a.cross(b).
inline Matrix3 crossMatrix(const Vector3& a) {
  Matrix3 m;
  m << 0.0, -a.z(), a.y(), a.z(), 0.0, -a.x(), -a.y(), a.x(), 0.0;
  return m;
}

}  // namespace liefmu
