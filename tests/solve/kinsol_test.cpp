#include "solve/kinsol.hpp"

#include "allocation_counter.hpp"
#include "solve/dense_lu.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <stdexcept>

namespace liefmu {
namespace {

// r(x) = 0 with a Jacobian, both as functions; updates are measured in multiples of 1e-10.
class Problem : public NonlinearProblem {
 public:
  using Residual = std::function<bool(const Vector&, Vector&)>;
  using Jacobian = std::function<void(const Vector&, DenseLu::View)>;

  Problem(Index size, Residual residualFunction, Jacobian jacobianFunction)
      : residual_(std::move(residualFunction)), jacobian_(std::move(jacobianFunction)), lu_(size) {}

  [[nodiscard]] Index size() const override { return lu_.size(); }
  bool residual(const Vector& x, Vector& r) override {
    ++residuals;
    latest_ = x[0];
    return residual_(x, r);
  }
  bool linearize(const Vector& x) override {
    EXPECT_EQ(latest_, x[0]) << "linearised away from the latest residual";
    ++linearizations;
    lu_.setZero();
    jacobian_(x, lu_.matrix());
    return lu_.factorize();
  }
  void solve(Vector& r) override { lu_.solve(r); }
  double norm(const Vector& dx) override { return dx.lpNorm<Eigen::Infinity>() / 1e-10; }

  int residuals = 0;
  int linearizations = 0;

 private:
  Residual residual_;
  Jacobian jacobian_;
  DenseLu lu_;
  double latest_ = 0.0;
};

Problem rosenbrock() {
  return {2,
          [](const Vector& x, Vector& r) {
            r << 10.0 * (x[1] - x[0] * x[0]), 1.0 - x[0];
            return true;
          },
          [](const Vector& x, DenseLu::View J) { J << -20.0 * x[0], 10.0, -1.0, 0.0; }};
}

// arctan x = 0: the full Newton step diverges for |x| > 1.39.
Problem arctangent() {
  return {1,
          [](const Vector& x, Vector& r) {
            r[0] = std::atan(x[0]);
            return true;
          },
          [](const Vector& x, DenseLu::View J) { J(0, 0) = 1.0 / (1.0 + x[0] * x[0]); }};
}

TEST(KinsolSolver, SolvesRosenbrocksSystem) {
  Problem problem = rosenbrock();
  KinsolSolver solver(2);
  Statistics statistics;
  Vector x(2);
  x << -1.2, 1.0;
  ASSERT_EQ(solver.solve(problem, x, {}, statistics), Outcome::ok);
  EXPECT_NEAR(x[0], 1.0, 1e-14);
  EXPECT_NEAR(x[1], 1.0, 1e-14);
  EXPECT_GT(statistics.newtonIterations, 0);
  EXPECT_EQ(problem.linearizations, statistics.newtonIterations);
}

TEST(KinsolSolver, ConvergesWhereTheFullNewtonStepDiverges) {
  Problem problem = arctangent();
  KinsolSolver solver(1);
  Statistics statistics;
  Vector x = Vector::Constant(1, 50.0);
  ASSERT_EQ(solver.solve(problem, x, {}, statistics), Outcome::ok);
  EXPECT_NEAR(x[0], 0.0, 1e-14);
}

TEST(KinsolSolver, SolvesPowellsSingularFunction) {
  // The Jacobian is singular at the solution, so the convergence is linear with rate 1/2 and the
  // residual is the only sensible test.
  Problem problem(
      4,
      [](const Vector& x, Vector& r) {
        r << x[0] + 10.0 * x[1], std::sqrt(5.0) * (x[2] - x[3]),
            (x[1] - 2.0 * x[2]) * (x[1] - 2.0 * x[2]),
            std::sqrt(10.0) * (x[0] - x[3]) * (x[0] - x[3]);
        return true;
      },
      [](const Vector& x, DenseLu::View J) {
        const double a = 2.0 * (x[1] - 2.0 * x[2]);
        const double b = 2.0 * std::sqrt(10.0) * (x[0] - x[3]);
        J << 1.0, 10.0, 0.0, 0.0,                       //
            0.0, 0.0, std::sqrt(5.0), -std::sqrt(5.0),  //
            0.0, a, -2.0 * a, 0.0,                      //
            b, 0.0, 0.0, -b;
      });
  KinsolSolver solver(4);
  Statistics statistics;
  Vector x(4);
  x << 3.0, -1.0, 0.0, 1.0;
  KinsolOptions options;
  options.functionTolerance = 1e-8;
  options.stepTolerance = 0.0;
  ASSERT_EQ(solver.solve(problem, x, options, statistics), Outcome::ok);
  EXPECT_LT(x.norm(), 1e-3);
}

TEST(KinsolSolver, SolvesTheDiscreteBoundaryValueProblem) {
  // Moré, Garbow, Hillstrom 1981, problem 28: −x'' + (x + t + 1)³/2 = 0.
  const Index n = 30;
  const double h = 1.0 / static_cast<double>(n + 1);
  const auto cube = [h](Index i, double x) { return x + h * static_cast<double>(i + 1) + 1.0; };
  Problem problem(
      n,
      [&](const Vector& x, Vector& r) {
        for (Index i = 0; i < n; ++i) {
          const double left = i > 0 ? x[i - 1] : 0.0;
          const double right = i + 1 < n ? x[i + 1] : 0.0;
          r[i] = 2.0 * x[i] - left - right + h * h * std::pow(cube(i, x[i]), 3) / 2.0;
        }
        return true;
      },
      [&](const Vector& x, DenseLu::View J) {
        for (Index i = 0; i < n; ++i) {
          J(i, i) = 2.0 + 1.5 * h * h * std::pow(cube(i, x[i]), 2);
          if (i > 0) J(i, i - 1) = -1.0;
          if (i + 1 < n) J(i, i + 1) = -1.0;
        }
      });
  KinsolSolver solver(n);
  for (const bool always : {true, false}) {
    Statistics statistics;
    problem.linearizations = 0;
    Vector x = Vector::Zero(n);
    KinsolOptions options;
    options.linearizeAlways = always;
    ASSERT_EQ(solver.solve(problem, x, options, statistics), Outcome::ok);
    Vector r(n);
    problem.residual(x, r);
    if (always) {
      EXPECT_LT(r.lpNorm<Eigen::Infinity>(), 1e-14);
      EXPECT_EQ(problem.linearizations, statistics.newtonIterations);
    } else {
      EXPECT_LT(r.lpNorm<Eigen::Infinity>(), 1e-10);  // linear convergence ends at the tolerance
      EXPECT_LT(problem.linearizations, statistics.newtonIterations);
    }
  }
}

TEST(KinsolSolver, MinimisesADistanceUnderConstraints) {
  // The problem of assembly: the point of the circle |q| = 2 closest to (3, 4); unknowns q, λ.
  Problem problem(
      3,
      [](const Vector& x, Vector& r) {
        r << x[0] - 3.0 + 2.0 * x[0] * x[2], x[1] - 4.0 + 2.0 * x[1] * x[2],
            x[0] * x[0] + x[1] * x[1] - 4.0;
        return true;
      },
      [](const Vector& x, DenseLu::View J) {
        J << 1.0 + 2.0 * x[2], 0.0, 2.0 * x[0],  //
            0.0, 1.0 + 2.0 * x[2], 2.0 * x[1],   //
            2.0 * x[0], 2.0 * x[1], 0.0;
      });
  KinsolSolver solver(3);
  Statistics statistics;
  Vector x(3);
  x << 3.0, 4.0, 0.0;
  ASSERT_EQ(solver.solve(problem, x, {}, statistics), Outcome::ok);
  EXPECT_NEAR(x[0], 1.2, 1e-14);
  EXPECT_NEAR(x[1], 1.6, 1e-14);
  EXPECT_NEAR(x[2], 0.75, 1e-14);
}

TEST(KinsolSolver, AcceptsASolutionAsStart) {
  Problem problem = rosenbrock();
  KinsolSolver solver(2);
  Statistics statistics;
  Vector x = Vector::Ones(2);
  ASSERT_EQ(solver.solve(problem, x, {}, statistics), Outcome::ok);
  EXPECT_EQ(x, Vector::Ones(2));
}

TEST(KinsolSolver, ReportsASingularJacobian) {
  Problem problem(
      2,
      [](const Vector& x, Vector& r) {
        r << x[0] + x[1] - 1.0, x[0] + x[1] - 2.0;
        return true;
      },
      [](const Vector&, DenseLu::View J) { J.setOnes(); });
  KinsolSolver solver(2);
  Statistics statistics;
  Vector x = Vector::Zero(2);
  EXPECT_EQ(solver.solve(problem, x, {}, statistics), Outcome::singular);
}

TEST(KinsolSolver, ReportsANonFiniteResidual) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const bool confesses : {true, false}) {
    Problem problem(
        1,
        [&](const Vector&, Vector& r) {
          r[0] = nan;
          return confesses;
        },
        [](const Vector&, DenseLu::View J) { J(0, 0) = 1.0; });
    KinsolSolver solver(1);
    Statistics statistics;
    Vector x = Vector::Zero(1);
    EXPECT_EQ(solver.solve(problem, x, {}, statistics), Outcome::notFinite);
  }
}

TEST(KinsolSolver, StepsBackWhenTheResidualIsUndefined) {
  // log x + 2 = 0 from x = 1: the full Newton step leads to x = −1.
  Problem problem(
      1,
      [](const Vector& x, Vector& r) {
        if (x[0] <= 0.0) return false;
        r[0] = std::log(x[0]) + 2.0;
        return true;
      },
      [](const Vector& x, DenseLu::View J) { J(0, 0) = 1.0 / x[0]; });
  KinsolSolver solver(1);
  Statistics statistics;
  Vector x = Vector::Ones(1);
  ASSERT_EQ(solver.solve(problem, x, {}, statistics), Outcome::ok);
  EXPECT_NEAR(x[0], std::exp(-2.0), 1e-14);
}

TEST(KinsolSolver, ReportsWhenThereIsNoSolution) {
  Problem problem(
      1,
      [](const Vector& x, Vector& r) {
        r[0] = x[0] * x[0] + 1.0;
        return true;
      },
      [](const Vector& x, DenseLu::View J) { J(0, 0) = 2.0 * x[0]; });
  KinsolSolver solver(1);
  Statistics statistics;
  Vector x = Vector::Constant(1, 0.7);
  EXPECT_EQ(solver.solve(problem, x, {}, statistics), Outcome::notConverged);
}

TEST(KinsolSolver, StopsAfterTheLargestNumberOfIterations) {
  Problem problem = rosenbrock();
  KinsolSolver solver(2);
  Statistics statistics;
  Vector x(2);
  x << -1.2, 1.0;
  KinsolOptions options;
  options.maxIterations = 2;
  EXPECT_EQ(solver.solve(problem, x, options, statistics), Outcome::notConverged);
  EXPECT_EQ(statistics.newtonIterations, 2);
}

TEST(KinsolSolver, HandsOnExceptionsAndSurvivesThem) {
  KinsolSolver solver(1);
  Statistics statistics;
  Vector x = Vector::Ones(1);
  Problem throwing(
      1, [](const Vector&, Vector&) -> bool { throw std::logic_error("residual"); },
      [](const Vector&, DenseLu::View) {});
  EXPECT_THROW(static_cast<void>(solver.solve(throwing, x, {}, statistics)), std::logic_error);
  Problem working = arctangent();
  EXPECT_EQ(solver.solve(working, x, {}, statistics), Outcome::ok);
}

TEST(KinsolSolver, WritesNothing) {
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  Statistics statistics;
  Vector x(2);
  for (const int maxIterations : {1, 50}) {
    Problem problem = rosenbrock();
    KinsolSolver solver(2);
    x << -1.2, 1.0;
    KinsolOptions options;
    options.maxIterations = maxIterations;
    static_cast<void>(solver.solve(problem, x, options, statistics));
  }
  Problem failing(
      2, [](const Vector&, Vector&) { return false; }, [](const Vector&, DenseLu::View) {});
  KinsolSolver solver(2);
  static_cast<void>(solver.solve(failing, x, {}, statistics));
  Problem singular(
      2,
      [](const Vector&, Vector& r) {
        r.setOnes();
        return true;
      },
      [](const Vector&, DenseLu::View) {});
  static_cast<void>(solver.solve(singular, x, {}, statistics));
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

TEST(KinsolSolver, AllocatesNothingWhenUsedAgain) {
  Problem problem = rosenbrock();
  KinsolSolver solver(2);
  Statistics statistics;
  Vector x(2);
  std::int64_t allocations = 0;
  for (int repetition = 0; repetition < 3; ++repetition) {
    x << -1.2, 1.0;
    const AllocationCounter counter;
    const Outcome outcome = solver.solve(problem, x, {}, statistics);
    allocations = counter.count();
    EXPECT_EQ(outcome, Outcome::ok);
  }
  EXPECT_EQ(allocations, 0);
}

TEST(KinsolSolver, CanBeMovedAndEmpty) {
  KinsolSolver first(1);
  KinsolSolver second = std::move(first);
  Problem problem = arctangent();
  Statistics statistics;
  Vector x = Vector::Ones(1);
  EXPECT_EQ(second.solve(problem, x, {}, statistics), Outcome::ok);

  KinsolSolver none(0);
  Problem empty(
      0, [](const Vector&, Vector&) { return true; }, [](const Vector&, DenseLu::View) {});
  Vector nothing(0);
  EXPECT_EQ(none.solve(empty, nothing, {}, statistics), Outcome::ok);
}

}  // namespace
}  // namespace liefmu
