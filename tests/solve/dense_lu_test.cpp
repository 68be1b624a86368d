#include "solve/dense_lu.hpp"

#include "allocation_counter.hpp"
#include "types.hpp"

#include <Eigen/LU>
#include <Eigen/QR>
#include <gtest/gtest.h>

#include <limits>
#include <random>

namespace liefmu {
namespace {

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();

Matrix randomMatrix(Index size, unsigned seed) {
  std::mt19937 generator(seed);
  std::normal_distribution<double> normal;
  return Matrix::NullaryExpr(size, size, [&] { return normal(generator); });
}

// ‖b − A x‖∞ / (‖A‖∞ ‖x‖∞ + ‖b‖∞): a stable elimination leaves a few ε.
double backwardError(const Matrix& A, const Vector& x, const Vector& b) {
  if (b.size() == 0) return 0.0;
  const double norm = A.cwiseAbs().rowwise().sum().maxCoeff();
  const double scale = norm * x.lpNorm<Eigen::Infinity>() + b.lpNorm<Eigen::Infinity>();
  return (b - A * x).lpNorm<Eigen::Infinity>() / scale;
}

TEST(DenseLu, SolvesRandomSystemsOfEverySize) {
  for (Index size = 0; size <= 80; ++size) {
    DenseLu lu(size);
    EXPECT_EQ(lu.size(), size);
    for (unsigned seed = 0; seed < 5; ++seed) {
      const Matrix A = randomMatrix(size, seed);
      const Vector b = Vector::LinSpaced(size, -1.0, 2.0);
      lu.matrix() = A;
      ASSERT_TRUE(lu.factorize()) << size;
      Vector x = b;
      lu.solve(x);
      EXPECT_LT(backwardError(A, x, b), 50.0 * kEpsilon) << "size " << size << " seed " << seed;
    }
  }
}

TEST(DenseLu, SolvesSeveralRightHandSidesWithOneFactorisation) {
  const Index size = 13;
  const Matrix A = randomMatrix(size, 7);
  DenseLu lu(size);
  lu.matrix() = A;
  ASSERT_TRUE(lu.factorize());
  const Matrix inverse = A.inverse();
  for (Index i = 0; i < size; ++i) {
    Vector x = Vector::Unit(size, i);
    lu.solve(x);
    EXPECT_LT((x - inverse.col(i)).norm(), 1e-12 * inverse.norm());
  }
}

TEST(DenseLu, NeedsNoDiagonal) {
  // The KKT matrix of a body without forces: zero diagonal in the constraint rows.
  for (const Index constraints : {1, 3, 5}) {
    const Index size = 6 + constraints;
    Matrix A = Matrix::Zero(size, size);
    A.topLeftCorner(6, 6).diagonal() << 1.0, 1.0, 1.0, 0.1, 0.2, 0.3;
    A.bottomLeftCorner(constraints, 6) = randomMatrix(6, 3).topRows(constraints);
    A.topRightCorner(6, constraints) = A.bottomLeftCorner(constraints, 6).transpose();
    // Reversed, so that the first pivots are the zeros.
    const Matrix reversed = A.reverse();
    const Vector b = Vector::LinSpaced(size, 1.0, 2.0);
    DenseLu lu(size);
    lu.matrix() = reversed;
    ASSERT_TRUE(lu.factorize());
    Vector x = b;
    lu.solve(x);
    EXPECT_LT(backwardError(reversed, x, b), 10.0 * kEpsilon);
  }
}

TEST(DenseLu, UnitsOfTheEquationsDoNotMatter) {
  // Scaling a row by a power of two changes no rounding, so the solution must be the same to the
  // last bit if and only if the pivots are chosen independently of the scaling.
  const Index size = 15;
  const Matrix A = randomMatrix(size, 11);
  const Vector b = Vector::Ones(size);
  DenseLu lu(size);
  lu.matrix() = A;
  ASSERT_TRUE(lu.factorize());
  Vector x = b;
  lu.solve(x);

  Vector scale(size);
  for (Index i = 0; i < size; ++i) scale[i] = std::ldexp(1.0, static_cast<int>(i * i % 60) - 30);
  lu.matrix() = scale.asDiagonal() * A;
  ASSERT_TRUE(lu.factorize());
  Vector y = scale.asDiagonal() * b;
  lu.solve(y);
  EXPECT_EQ(x, y);
}

TEST(DenseLu, UnitsOfTheUnknownsDoNotMakeAMatrixSingular) {
  const Index size = 12;
  const Matrix A = randomMatrix(size, 5);
  Vector scale = Vector::Ones(size);
  scale[size - 1] = 1e-25;
  scale[3] = 1e-20;
  scale[4] = 1e+20;
  const Matrix scaled = A * scale.asDiagonal();
  const Vector b = Vector::Ones(size);
  DenseLu lu(size);
  lu.matrix() = scaled;
  ASSERT_TRUE(lu.factorize());
  Vector x = b;
  lu.solve(x);
  const Vector unscaled = scale.asDiagonal() * x;
  EXPECT_LT(backwardError(A, unscaled, b), 50.0 * kEpsilon);
}

TEST(DenseLu, RefusesSingularMatrices) {
  for (const Index size : {1, 2, 5, 9, 12, 31, 60}) {
    DenseLu lu(size);
    lu.setZero();
    EXPECT_FALSE(lu.factorize()) << size;
    if (size == 1) continue;
    for (unsigned seed = 0; seed < 20; ++seed) {
      // Two orthogonal factors and one zero singular value.
      const Matrix left = Eigen::HouseholderQR<Matrix>(randomMatrix(size, seed)).householderQ();
      const Matrix right =
          Eigen::HouseholderQR<Matrix>(randomMatrix(size, seed + 1)).householderQ();
      Vector singularValues = Vector::LinSpaced(size, 1.0, 3.0);
      singularValues[size / 2] = 0.0;
      Matrix A = left * singularValues.asDiagonal() * right;
      lu.matrix() = A;
      EXPECT_FALSE(lu.factorize()) << "rank size - 1, size " << size << " seed " << seed;

      A = randomMatrix(size, seed);
      A.row(size / 2).setZero();
      lu.matrix() = A;
      EXPECT_FALSE(lu.factorize()) << "zero row, size " << size;

      A = randomMatrix(size, seed);
      A.col(size / 2).setZero();
      lu.matrix() = A;
      EXPECT_FALSE(lu.factorize()) << "zero column, size " << size;
    }
  }
}

TEST(DenseLu, RefusesNumbersThatAreNotFiniteWhereverTheyAre) {
  for (const Index size : {1, 2, 3, 8, 9, 30, 31}) {
    const Matrix A = randomMatrix(size, 2);
    DenseLu lu(size);
    for (const double bad :
         {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
      for (Index row = 0; row < size; ++row) {
        for (Index column = 0; column < size; ++column) {
          lu.matrix() = A;
          lu.matrix()(row, column) = bad;
          ASSERT_FALSE(lu.factorize()) << bad << " in " << row << ' ' << column << " of " << size;
        }
      }
    }
    // And nothing of it is left behind.
    lu.matrix() = A;
    EXPECT_TRUE(lu.factorize());
    Vector x = Vector::Constant(size, std::numeric_limits<double>::quiet_NaN());
    lu.solve(x);
    x = Vector::Ones(size);
    lu.solve(x);
    EXPECT_LT(backwardError(A, x, Vector::Ones(size)), 50.0 * kEpsilon);
  }
}

TEST(DenseLu, AcceptsIllConditionedButRegularMatrices) {
  // Hilbert matrix of size 8: condition 1.5e10.
  const Index size = 8;
  const Matrix A = Matrix::NullaryExpr(
      size, size, [](Index i, Index j) { return 1.0 / static_cast<double>(i + j + 1); });
  DenseLu lu(size);
  lu.matrix() = A;
  ASSERT_TRUE(lu.factorize());
  Vector x = A * Vector::Ones(size);
  lu.solve(x);
  EXPECT_LT((x - Vector::Ones(size)).norm(), 1e-4);
}

TEST(DenseLu, RefusesSizesThatItCannotNumber) {
  EXPECT_THROW(DenseLu{5000}, Error);
}

TEST(DenseLu, AllocatesNothingAfterConstruction) {
  for (const Index size : {9, 12, 41}) {
    const Matrix A = randomMatrix(size, 1);
    DenseLu lu(size);
    Vector x = Vector::Ones(size);
    const AllocationCounter counter;
    lu.setZero();
    lu.matrix() = A;
    const bool regular = lu.factorize();
    lu.solve(x);
    EXPECT_EQ(counter.count(), 0);
    EXPECT_TRUE(regular);
  }
}

}  // namespace
}  // namespace liefmu
