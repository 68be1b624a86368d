// What is special to rotations: the quaternion stays unit, log is accurate at both ends, and the
// conversions agree.
#include "lie/so3.hpp"

#include "groups.hpp"

#include <algorithm>
#include <cmath>
#include <string>

namespace liefmu::test {
namespace {

double normError(const SO3& q) {
  const Eigen::Quaternion<long double> p = q.quaternion().cast<long double>();
  return static_cast<double>(std::abs(p.norm() - 1.0L));
}

TEST(SO3, ExpIsUnit) {
  Random random(5);
  const auto check = [&](const auto& angles) {
    for (const double angle : angles) {
      for (int i = 0; i < 500; ++i) {
        EXPECT_LE(normError(SO3::exp(angle * randomDirection(random))), 1.5 * kEps) << angle;
      }
    }
  };
  check(kAngles);
  check(kAnglesBeyondPi);
}

TEST(SO3, StaysUnitOverAMillionCompositions) {
  Random random(7);
  const Vector3 w = randomVector<3>(random);
  constexpr int kSteps = 1'000'000;
  SO3 q;
  double worst = 0.0;
  for (int i = 0; i < kSteps; ++i) {
    // Steps of every size, with changing axes.
    q = q * SO3::exp(std::sin(0.37 * i) * w + Vector3(0.1, 0.0, 0.0));
    worst = std::max(worst, normError(q));
  }
  RecordProperty("worstNormError", std::to_string(worst / kEps) + " eps");
  EXPECT_LE(worst, 2 * kEps);
}

TEST(SO3, CompositionRepairsAQuaternionThatIsNotQuiteUnit) {
  SO3 q(Eigen::Quaterniond(Eigen::Vector4d(0.5, 0.5, 0.5, 0.5) * (1 + 1e-5)));
  q = q * SO3::identity();
  EXPECT_LE(normError(q), 2e-10);  // 3/2 δ²
  q = q * SO3::identity();
  EXPECT_LE(normError(q), 2 * kEps);
}

// A million small steps about one axis: the angle is the sum of the steps, up to the rounding
// errors of a million compositions, which add up like a random walk (√10⁶ ε) or, at worst,
// linearly.
TEST(SO3, MillionStepsAddUpToTheRightAngle) {
  constexpr int kSteps = 1'000'000;
  const Vector3 axis = Vector3(1.0, 2.0, 2.0) / 3.0;
  const double step = 0x1p-10;
  const SO3 increment = SO3::exp(step * axis);
  SO3 q;
  for (int i = 0; i < kSteps; ++i) q = q * increment;
  const SO3 expected = SO3::exp(std::remainder(step * kSteps, 2 * kPi) * axis);
  EXPECT_LE(distance(q, expected), 0.2 * kSteps * kEps);
}

TEST(SO3, LogIsAccurateAgainst80BitArithmetic) {
  Random random(11);
  for (const double angle : {1e-300, 1e-160, 1e-20, 1e-9, 2e-9, 3e-9, 1e-8, 1e-7, 1e-6, 1e-5, 1e-4,
                             0.5, 1.0, 2.0, 3.0, kPi - 1e-6, kPi - 1e-12, kPi}) {
    for (int i = 0; i < 100; ++i) {
      const SO3 q = SO3::exp(angle * randomDirection(random));
      // The reference is the logarithm of the quaternion as it is stored.
      Eigen::Quaternion<long double> p = q.quaternion().cast<long double>();
      if (p.w() < 0.0L) p.coeffs() = -p.coeffs();
      const long double sine = p.vec().stableNorm();
      const Eigen::Matrix<long double, 3, 1> expected =
          2.0L * std::atan2(sine, p.w()) * (p.vec() / sine);
      const long double error = (q.log().cast<long double>() - expected).stableNorm();
      EXPECT_LE(error, 2.5L * static_cast<long double>(kEps) * expected.stableNorm()) << angle;
    }
  }
}

TEST(SO3, LogIgnoresTheSignOfTheQuaternion) {
  Random random(13);
  for (const double angle : kAngles) {
    const SO3 q = SO3::exp(angle * randomDirection(random));
    const SO3 opposite(Eigen::Quaterniond(-q.quaternion().coeffs()));
    if (angle < kPi) {
      EXPECT_EQ(q.log(), opposite.log()) << angle;
    }
    EXPECT_LE(distance(SO3::exp(opposite.log()), q), 8 * kEps) << angle;
  }
}

TEST(SO3, HalfTurnsAboutTheAxesHaveALog) {
  for (Index i = 0; i < 3; ++i) {
    Eigen::Quaterniond p(0.0, 0.0, 0.0, 0.0);
    p.coeffs()[i] = 1.0;
    EXPECT_EQ(SO3(p).log(), kPi * Vector3::Unit(i));
  }
}

TEST(SO3, MatrixAndRotateAgree) {
  Random random(17);
  for (int i = 0; i < 500; ++i) {
    const SO3 q = randomElement<SO3>(random);
    const Vector3 y = randomVector<3>(random);
    const Matrix3 R = q.matrix();
    EXPECT_LE((R * y - q.rotate(y)).norm(), 8 * kEps);
    EXPECT_LE((R.transpose() * y - q.rotateBack(y)).norm(), 8 * kEps);
    // |p| = 1 ± ε alone moves RᵀR by up to 12 ε.
    EXPECT_LE((R.transpose() * R - Matrix3::Identity()).norm(), 16 * kEps);
    EXPECT_GT(R.determinant(), 0.0);
  }
}

TEST(SO3, MatrixTurnsCounterclockwise) {
  const SO3 quarter = SO3::exp(Vector3(0.0, 0.0, kPi / 2));
  EXPECT_LE((quarter.rotate(Vector3::UnitX()) - Vector3::UnitY()).norm(), 2 * kEps);
}

TEST(SO3, FromMatrixInvertsMatrixAtEveryAngle) {
  Random random(19);
  for (const double angle : kAngles) {
    for (int i = 0; i < 200; ++i) {
      const SO3 q = SO3::exp(angle * randomDirection(random));
      const SO3 back = SO3::fromMatrix(q.matrix());
      EXPECT_LE(distance(back, q), 16 * kEps) << angle;
      EXPECT_LE(normError(back), kEps);
    }
  }
  for (Index i = 0; i < 3; ++i) {  // each pivot once with exact numbers
    Matrix3 R = -Matrix3::Identity();
    R(i, i) = 1.0;
    EXPECT_EQ(SO3::fromMatrix(R).matrix(), R);
  }
  EXPECT_EQ(SO3::fromMatrix(Matrix3::Identity()).matrix(), Matrix3::Identity());
}

TEST(SO3, FromQuaternionNormalizesAndTheConstructorKeepsBits) {
  const Eigen::Quaterniond p(1.0, 2.0, -3.0, 4.0);
  EXPECT_LE(normError(SO3::fromQuaternion(p)), kEps);
  const SO3 q = SO3::fromQuaternion(p);
  EXPECT_EQ(SO3(q.quaternion()).quaternion().coeffs(), q.quaternion().coeffs());
}

}  // namespace
}  // namespace liefmu::test
