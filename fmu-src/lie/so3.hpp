// The rotation group SO(3), stored as a unit quaternion (p and −p are the same rotation). Tangent
// vectors are body-fixed angular velocities or rotation vectors. Rotations only: motions of rigid
// bodies are in rigid.hpp.
#pragma once

#include "lie/coefficients.hpp"
#include "lie/lie_group.hpp"
#include "linear_algebra.hpp"

#include <cmath>

namespace liefmu {

class SO3 {
 public:
  static constexpr Index dim = 3;
  using Tangent = Vector3;
  using Operator = Matrix3;

  SO3() : p_(Eigen::Quaterniond::Identity()) {}
  // Keeps the given bits. Precondition: |p| = 1 up to rounding; otherwise use fromQuaternion.
  explicit SO3(const Eigen::Quaterniond& p) : p_(p) {}  // NOLINT(modernize-pass-by-value): 32 bytes

  static SO3 identity() { return {}; }
  // Any quaternion but zero.
  static SO3 fromQuaternion(const Eigen::Quaterniond& p) { return SO3(p.normalized()); }
  // The rotation matrix may be inaccurate; the result is a unit quaternion nevertheless.
  static SO3 fromMatrix(const Matrix3& R);

  [[nodiscard]] const Eigen::Quaterniond& quaternion() const { return p_; }
  [[nodiscard]] Matrix3 matrix() const { return p_.toRotationMatrix(); }
  // Body frame to world frame, and back.
  [[nodiscard]] Vector3 rotate(const Vector3& y) const { return p_._transformVector(y); }
  [[nodiscard]] Vector3 rotateBack(const Vector3& y) const {
    return p_.conjugate()._transformVector(y);
  }

  [[nodiscard]] SO3 inverse() const { return SO3(p_.conjugate()); }
  friend SO3 operator*(const SO3& q1, const SO3& q2) { return SO3(renormalized(q1.p_ * q2.p_)); }

  static SO3 exp(const Vector3& w) { return exp(w, Coefficients(w.squaredNorm())); }
  [[nodiscard]] Vector3 log() const;

  static Matrix3 hat(const Vector3& w) { return crossMatrix(w); }
  static Vector3 bracket(const Vector3& w1, const Vector3& w2) { return w1.cross(w2); }
  static Matrix3 T(const Vector3& w) { return T(w, Coefficients(w.squaredNorm())); }
  static Matrix3 Tinv(const Vector3& w) { return Tinv(w, Coefficients(w.squaredNorm())); }
  static ExpAndT<SO3> expAndT(const Vector3& w);
  [[nodiscard]] Matrix3 Ad() const { return matrix(); }

  // The same with the coefficients at |w|² already known.
  static SO3 exp(const Vector3& w, const Coefficients& at);
  static Matrix3 T(const Vector3& w, const Coefficients& at);
  static Matrix3 Tinv(const Vector3& w, const Coefficients& at);

 private:
  static Eigen::Quaterniond renormalized(const Eigen::Quaterniond& p);

  Eigen::Quaterniond p_;
};

// f I + g W + h w wᵀ with W = ŵ: every function of W has this form because W² = w wᵀ − |w|² I.
inline Matrix3 rotationFunction(double f, double g, double h, const Vector3& w) {
  const Vector3 hw = h * w;
  const Vector3 gw = g * w;
  const double xy = hw.x() * w.y();
  const double xz = hw.x() * w.z();
  const double yz = hw.y() * w.z();
  Matrix3 m;
  m << f + hw.x() * w.x(), xy - gw.z(), xz + gw.y(),  //
      xy + gw.z(), f + hw.y() * w.y(), yz - gw.x(),   //
      xz - gw.y(), yz + gw.x(), f + hw.z() * w.z();
  return m;
}

// One step of Newton's iteration for 1/√(|p|²): a deviation δ of |p| from 1 becomes 3/2 δ², so
// that rounding errors do not add up over the steps of a simulation.
inline Eigen::Quaterniond SO3::renormalized(const Eigen::Quaterniond& p) {
  return Eigen::Quaterniond((1.5 - 0.5 * p.squaredNorm()) * p.coeffs());
}

inline SO3 SO3::exp(const Vector3& w, const Coefficients& at) {
  const double half = 0.5 * at.sincHalf();
  return SO3({at.cosHalf(), half * w.x(), half * w.y(), half * w.z()});
}

inline Vector3 SO3::log() const {
  // atan2 is accurate at both ends, unlike arccos, and does not mind |p| ≠ 1.
  const double squared = p_.vec().squaredNorm();
  const double cosHalf = std::abs(p_.w());
  // Where it is smaller than this, the angle equals its tangent in double precision.
  constexpr double kTiny = 1e-18;
  double factor = 0.0;
  if (squared < kTiny * cosHalf) {
    factor = 2.0 / cosHalf;
  } else {
    const double sinHalf = std::sqrt(squared);
    factor = 2.0 * std::atan2(sinHalf, cosHalf) / sinHalf;
  }
  return std::copysign(factor, p_.w()) * p_.vec();
}

// T = I − b W + c W², with 1 − c s = a; thesis section 2.2, example 1.
inline Matrix3 SO3::T(const Vector3& w, const Coefficients& at) {
  return rotationFunction(at.a(), -at.b(), at.c(), w);
}

// T⁻¹ = I + W/2 + d W²: the sum of thesis (2.31).
inline Matrix3 SO3::Tinv(const Vector3& w, const Coefficients& at) {
  return rotationFunction(at.cotHalf(), 0.5, at.d(), w);
}

inline ExpAndT<SO3> SO3::expAndT(const Vector3& w) {
  const Coefficients at(w.squaredNorm());
  return {exp(w, at), T(w, at)};
}

// Shepperd's rule: divide by the largest of the four components, never by a small one.
inline SO3 SO3::fromMatrix(const Matrix3& R) {
  const double trace = R.trace();
  Index largest = 0;
  const double diagonal = R.diagonal().maxCoeff(&largest);
  Eigen::Quaterniond p;
  if (trace >= diagonal) {
    p.w() = 1.0 + trace;
    p.vec() << R(2, 1) - R(1, 2), R(0, 2) - R(2, 0), R(1, 0) - R(0, 1);
  } else {
    const Index i = largest;
    const Index j = (i + 1) % 3;
    const Index k = (j + 1) % 3;
    p.w() = R(k, j) - R(j, k);
    p.coeffs()[i] = 1.0 + R(i, i) - R(j, j) - R(k, k);
    p.coeffs()[j] = R(j, i) + R(i, j);
    p.coeffs()[k] = R(k, i) + R(i, k);
  }
  return fromQuaternion(p);
}

static_assert(LieGroup<SO3>);

}  // namespace liefmu
