// What is special to rigid bodies: what the two halves of a velocity mean, and the views of them.
#include "lie/rigid.hpp"

#include "groups.hpp"

namespace liefmu::test {
namespace {

TEST(Rigid, HalvesOfAVelocityCanBeReadAndWritten) {
  Vector6 v;
  v << 1, 2, 3, 4, 5, 6;
  EXPECT_EQ(linear(v), Vector3(1, 2, 3));
  EXPECT_EQ(angular(v), Vector3(4, 5, 6));
  angular(v) = Vector3(7, 8, 9);
  linear(v).x() = 0;
  EXPECT_EQ(v, joined(Vector3(0, 2, 3), Vector3(7, 8, 9)));

  const Vector6& constant = v;
  EXPECT_EQ(linear(constant), Vector3(0, 2, 3));

  Vector system = Vector::Zero(12);
  linear(system.segment<6>(6)) = Vector3(1, 1, 1);
  EXPECT_EQ(system.sum(), 3.0);
  EXPECT_EQ(system[6], 1.0);
}

static_assert(Viewable6<Vector6&> && Viewable6<const Vector6&>);
static_assert(!Viewable6<Vector6>, "a view of a temporary would dangle");
static_assert(!Viewable6<Vector3&>);

// ẋ = u in the world frame against ẋ = R U in the body frame, by a small step from (x, R).
TEST(Rigid, LinearVelocityIsInertialInTheDirectProductAndBodyFixedInSE3) {
  Random random(23);
  const double h = 1e-6;
  for (int i = 0; i < 100; ++i) {
    const Vector6 v = randomVector<6>(random);
    const R3xSO3 q = randomElement<R3xSO3>(random);
    const R3xSO3 next = q * R3xSO3::exp(h * v);
    EXPECT_LE(((next.x - q.x) / h - linear(v)).norm(), 2 * h);
    const SE3 p{q.x, q.R};
    const SE3 nextP = p * SE3::exp(h * v);
    EXPECT_LE(((nextP.x - p.x) / h - p.R.rotate(linear(v))).norm(), 2 * h);
    EXPECT_LE(distance(next.R, nextP.R), 4 * kEps);
  }
}

// SE(3) is the group of 4×4 matrices [R x; 0 1].
TEST(Rigid, SE3IsAMatrixGroup) {
  const auto homogeneous = [](const SE3& q) {
    Eigen::Matrix4d m = Eigen::Matrix4d::Identity();
    m.topLeftCorner<3, 3>() = q.R.matrix();
    m.topRightCorner<3, 1>() = q.x;
    return m;
  };
  Random random(29);
  for (int i = 0; i < 500; ++i) {
    const SE3 p = randomElement<SE3>(random);
    const SE3 q = randomElement<SE3>(random);
    EXPECT_LE((homogeneous(p * q) - homogeneous(p) * homogeneous(q)).norm(), 20 * kEps);
  }
}

// The translational part of exp is the integral of R(τ)U over the step, which the laws see only
// through Ad: here by the exponential series of the 4×4 matrix [Ω̃ U; 0 0].
TEST(Rigid, ExpOfSE3IsTheMatrixExponential) {
  Random random(31);
  for (const double angle : kAngles) {
    const Vector6 w = randomTangent<SE3>(random, angle);
    LongMatrix<4> generator = LongMatrix<4>::Zero();
    generator.topLeftCorner<3, 3>() = crossMatrix(angular(w)).cast<long double>();
    generator.topRightCorner<3, 1>() = linear(w).cast<long double>();
    LongMatrix<4> power = LongMatrix<4>::Identity();
    LongMatrix<4> sum = LongMatrix<4>::Zero();
    for (int j = 0; j < 60; ++j) {
      sum += inverseFactorial(j) * power;
      power = (power * generator).eval();
    }
    const SE3 q = SE3::exp(w);
    const Vector3 x = sum.topRightCorner<3, 1>().cast<double>();
    const Matrix3 R = sum.topLeftCorner<3, 3>().cast<double>();
    EXPECT_LE((q.x - x).norm(), 4 * kEps);
    EXPECT_LE((q.R.matrix() - R).norm(), 8 * kEps);
  }
}

// The laws bound T as a whole; the coupling block alone must be just as accurate at tiny angles,
// where the printed formula (thesis, example 3) loses all digits.
TEST(Rigid, CouplingBlockOfSE3IsAccurateAtSmallAngles) {
  Random random(37);
  for (const double angle : {0.0, 1e-12, 1e-8, 1e-6, 1e-4, 1e-2}) {
    const Vector6 w = randomTangent<SE3>(random, angle);
    const Matrix3 coupling = SE3::T(w).topRightCorner<3, 3>();
    const Matrix3 U = crossMatrix(linear(w));
    const Matrix3 W = crossMatrix(angular(w));
    const Matrix3 expected = -U / 2 + (U * W + W * U) / 6;
    EXPECT_LE((coupling - expected).norm(), 4 * kEps + 0.3 * angle * angle);
  }
}

}  // namespace
}  // namespace liefmu::test
