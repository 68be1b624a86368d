// The iteration matrix of a time step against differences of its residual, for both formulations,
// all bodies and formulas with and without commutator term.
#include "integrate/step_problem.hpp"

#include "model/multibody.hpp"
#include "models.hpp"

#include <gtest/gtest.h>

#include <random>

namespace liefmu {
namespace {

class Randomness {
 public:
  double operator()() { return distribution_(engine_); }
  Vector vector(Index size, double scale) {
    return Vector::NullaryExpr(size, [&] { return scale * distribution_(engine_); });
  }

 private:
  std::mt19937 engine_{20220517};
  std::uniform_real_distribution<double> distribution_{-1.0, 1.0};
};

struct Case {
  const char* name;
  Model model;
  Formulation formulation;
  CommutatorOrder commutator;
};

class IterationMatrix : public testing::TestWithParam<Case> {};

TEST_P(IterationMatrix, IsTheDerivativeOfTheResidual) {
  Randomness random;
  Multibody system(GetParam().model);
  const Topology& topology = system.topology();
  Statistics statistics;
  StepProblem problem(system, GetParam().formulation, statistics);
  const Vector q = system.initialConfiguration();
  const Vector v = random.vector(topology.velocitySize, 2.0);
  Dynamics dynamics;
  dynamics.resize(topology);
  system.evaluate(0.0, q, v, dynamics);
  problem.setNormalDirections(dynamics);
  problem.beginAt(q);

  StepFormula formula(topology);
  formula.t = formula.h = 0.1;
  formula.b = 0.06;
  formula.a = 13.0;
  formula.vn = v;
  formula.u0 = random.vector(topology.velocitySize, 0.2);
  formula.a0 = random.vector(topology.velocitySize, 1.0);
  if (GetParam().commutator == CommutatorOrder::fourth) {
    formula.commutator.setFourth(formula.h);
  }
  problem.setFormula(formula);

  Vector x = random.vector(problem.size(), 1.0);
  Vector r(problem.size());
  ASSERT_TRUE(problem.residual(x, r));
  ASSERT_TRUE(problem.linearize(x));
  const double epsilon = 1e-6;
  Vector plus(problem.size());
  Vector minus(problem.size());
  for (Index j = 0; j < problem.size(); ++j) {
    Vector shifted = x;
    shifted[j] += epsilon;
    ASSERT_TRUE(problem.residual(shifted, plus));
    shifted[j] -= 2.0 * epsilon;
    ASSERT_TRUE(problem.residual(shifted, minus));
    Vector column = (plus - minus) / (2.0 * epsilon);
    problem.solve(column);
    column[j] -= 1.0;
    // Differences are exact to about 1e-9, times the condition number of the matrix.
    EXPECT_LT(column.norm(), 1e-6) << "column " << j;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Mechanisms, IterationMatrix,
    testing::Values(Case{"topR3So3Index3", models::heavyTop(Group::r3so3), Formulation::index3,
                         CommutatorOrder::none},
                    Case{"topSe3Index3", models::heavyTop(Group::se3), Formulation::index3,
                         CommutatorOrder::fourth},
                    Case{"topSo3", models::heavyTop(Group::so3), Formulation::index3,
                         CommutatorOrder::fourth},
                    Case{"topR3So3Stabilized", models::heavyTop(Group::r3so3),
                         Formulation::stabilizedIndex2, CommutatorOrder::fourth},
                    Case{"topSe3Stabilized", models::heavyTop(Group::se3),
                         Formulation::stabilizedIndex2, CommutatorOrder::fourth},
                    Case{"pendulum", models::pendulum({0.6, -0.8, 0.0}),
                         Formulation::stabilizedIndex2, CommutatorOrder::none},
                    Case{"chainR3So3", models::chain(Group::r3so3, 3),
                         Formulation::stabilizedIndex2, CommutatorOrder::fourth},
                    Case{"chainSe3", models::chain(Group::se3, 3), Formulation::stabilizedIndex2,
                         CommutatorOrder::none},
                    Case{"chainIndex3", models::chain(Group::se3, 3), Formulation::index3,
                         CommutatorOrder::fourth}),
    [](const testing::TestParamInfo<Case>& testCase) { return std::string(testCase.param.name); });

}  // namespace
}  // namespace liefmu
