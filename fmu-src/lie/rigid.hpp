// Positions and orientations of a rigid body (x, R), x in the world frame and R from body to world,
// with two group structures: the direct product R³×SO(3) and the semi-direct product SE(3). They
// differ in what the first half of a velocity is: ẋ = u (world frame) or ẋ = R U (body frame).
#pragma once

#include "lie/coefficients.hpp"
#include "lie/lie_group.hpp"
#include "lie/so3.hpp"
#include "linear_algebra.hpp"

#include <type_traits>

namespace liefmu {

// A 6-vector whose halves can be viewed: not a temporary vector, because the view would outlive it.
template<class V>
concept Viewable6 =
    std::remove_cvref_t<V>::SizeAtCompileTime == 6 &&
    (std::is_lvalue_reference_v<V> ||
     !std::is_base_of_v<Eigen::PlainObjectBase<std::remove_cvref_t<V>>, std::remove_cvref_t<V>>);

// The translational and the rotational half of (u, Ω) or (U, Ω), readable and writable.
template<Viewable6 V>
auto linear(V&& v) {
  return v.template head<3>();
}
template<Viewable6 V>
auto angular(V&& v) {
  return v.template tail<3>();
}

inline Vector6 joined(const Vector3& linearPart, const Vector3& angularPart) {
  Vector6 v;
  v << linearPart, angularPart;
  return v;
}

// thesis section 2.2, example 2
struct R3xSO3 {
  static constexpr Index dim = 6;
  using Tangent = Vector6;
  using Operator = Matrix6;

  Vector3 x = Vector3::Zero();
  SO3 R;

  static R3xSO3 identity() { return {}; }
  [[nodiscard]] R3xSO3 inverse() const { return {-x, R.inverse()}; }
  friend R3xSO3 operator*(const R3xSO3& q1, const R3xSO3& q2) { return {q1.x + q2.x, q1.R * q2.R}; }

  static R3xSO3 exp(const Vector6& w) { return {linear(w), SO3::exp(angular(w))}; }
  [[nodiscard]] Vector6 log() const { return joined(x, R.log()); }

  static Matrix6 hat(const Vector6& w) { return blocks(Matrix3::Zero(), SO3::hat(angular(w))); }
  static Vector6 bracket(const Vector6& w1, const Vector6& w2) {
    return joined(Vector3::Zero(), SO3::bracket(angular(w1), angular(w2)));
  }
  static Matrix6 T(const Vector6& w) { return blocks(Matrix3::Identity(), SO3::T(angular(w))); }
  static Matrix6 Tinv(const Vector6& w) {
    return blocks(Matrix3::Identity(), SO3::Tinv(angular(w)));
  }
  static ExpAndT<R3xSO3> expAndT(const Vector6& w);
  [[nodiscard]] Matrix6 Ad() const { return blocks(Matrix3::Identity(), R.matrix()); }

 private:
  static Matrix6 blocks(const Matrix3& translation, const Matrix3& rotation) {
    Matrix6 m = Matrix6::Zero();
    m.topLeftCorner<3, 3>() = translation;
    m.bottomRightCorner<3, 3>() = rotation;
    return m;
  }
};

inline ExpAndT<R3xSO3> R3xSO3::expAndT(const Vector6& w) {
  const ExpAndT<SO3> rotation = SO3::expAndT(angular(w));
  return {{linear(w), rotation.exp}, blocks(Matrix3::Identity(), rotation.T)};
}

// thesis section 2.2, example 3
struct SE3 {
  static constexpr Index dim = 6;
  using Tangent = Vector6;
  using Operator = Matrix6;

  Vector3 x = Vector3::Zero();
  SO3 R;

  static SE3 identity() { return {}; }
  [[nodiscard]] SE3 inverse() const { return {-R.rotateBack(x), R.inverse()}; }
  friend SE3 operator*(const SE3& q1, const SE3& q2) {
    return {q1.x + q1.R.rotate(q2.x), q1.R * q2.R};
  }

  static SE3 exp(const Vector6& w) { return exp(w, Coefficients(angular(w).squaredNorm())); }
  [[nodiscard]] Vector6 log() const;

  static Matrix6 hat(const Vector6& w) {
    return blocks(SO3::hat(angular(w)), crossMatrix(linear(w)));
  }
  static Vector6 bracket(const Vector6& w1, const Vector6& w2) {
    const Vector3 Omega1 = angular(w1);
    const Vector3 Omega2 = angular(w2);
    return joined(Omega1.cross(linear(w2)) - Omega2.cross(linear(w1)), Omega1.cross(Omega2));
  }
  static Matrix6 T(const Vector6& w) { return T(w, Coefficients(angular(w).squaredNorm())); }
  static Matrix6 Tinv(const Vector6& w);
  static ExpAndT<SE3> expAndT(const Vector6& w) {
    const Coefficients at(angular(w).squaredNorm());
    return {exp(w, at), T(w, at)};
  }
  [[nodiscard]] Matrix6 Ad() const {
    const Matrix3 rotation = R.matrix();
    return blocks(rotation, crossMatrix(x) * rotation);
  }

  // The same with the coefficients at the squared angle already known.
  static SE3 exp(const Vector6& w, const Coefficients& at);
  static Matrix6 T(const Vector6& w, const Coefficients& at);

 private:
  // Every function of ŵ is [F G; 0 F]: F the same function of the rotation Ω̃, G its directional
  // derivative with respect to Ω in the direction U.
  static Matrix6 blocks(const Matrix3& F, const Matrix3& G) {
    Matrix6 m;
    m.topLeftCorner<3, 3>() = F;
    m.topRightCorner<3, 3>() = G;
    m.bottomLeftCorner<3, 3>().setZero();
    m.bottomRightCorner<3, 3>() = F;
    return m;
  }
  // The derivative of rotationFunction(f, g, h, Omega) in the direction U, where df, dg, dh are the
  // derivatives of f, g, h with respect to |Ω|².
  static Matrix3 derivative(double g, double h, double df, double dg, double dh, const Vector3& U,
                            const Vector3& Omega);
};

inline Matrix3 SE3::derivative(double g, double h, double df, double dg, double dh,
                               const Vector3& U, const Vector3& Omega) {
  const double ds = 2.0 * U.dot(Omega);
  const Vector3 skew = g * U + ds * dg * Omega;
  // m Ωᵀ + Ω mᵀ = h (U Ωᵀ + Ω Uᵀ) + ds dh Ω Ωᵀ with
  const Vector3 m = h * U + 0.5 * ds * dh * Omega;
  const double diagonal = ds * df;
  const double xy = m.x() * Omega.y() + m.y() * Omega.x();
  const double xz = m.x() * Omega.z() + m.z() * Omega.x();
  const double yz = m.y() * Omega.z() + m.z() * Omega.y();
  Matrix3 result;
  result << diagonal + 2.0 * m.x() * Omega.x(), xy - skew.z(), xz + skew.y(),  //
      xy + skew.z(), diagonal + 2.0 * m.y() * Omega.y(), yz - skew.x(),        //
      xz - skew.y(), yz + skew.x(), diagonal + 2.0 * m.z() * Omega.z();
  return result;
}

// x = (I + b W + c W²) U: the A(w₂)w₁ of the thesis without its division by |Ω|².
inline SE3 SE3::exp(const Vector6& w, const Coefficients& at) {
  const Vector3 U = linear(w);
  const Vector3 Omega = angular(w);
  const Vector3 turned = Omega.cross(U);
  return {U + at.b() * turned + at.c() * Omega.cross(turned), SO3::exp(Omega, at)};
}

inline Vector6 SE3::log() const {
  const Vector3 Omega = R.log();
  const Vector3 turned = Omega.cross(x);
  const double d = Coefficients(Omega.squaredNorm()).d();
  return joined(x - 0.5 * turned + d * Omega.cross(turned), Omega);
}

inline Matrix6 SE3::T(const Vector6& w, const Coefficients& at) {
  const Vector3 Omega = angular(w);
  const CoefficientSlopes slopes(at);
  return blocks(SO3::T(Omega, at), derivative(-at.b(), at.c(), slopes.da(), -slopes.db(),
                                              slopes.dc(), linear(w), Omega));
}

inline Matrix6 SE3::Tinv(const Vector6& w) {
  const Vector3 Omega = angular(w);
  const Coefficients at(Omega.squaredNorm());
  const CoefficientSlopes slopes(at);
  return blocks(SO3::Tinv(Omega, at),
                derivative(0.5, at.d(), slopes.dcotHalf(), 0.0, slopes.dd(), linear(w), Omega));
}

static_assert(LieGroup<R3xSO3> && LieGroup<SE3>);

}  // namespace liefmu
