// The methods under study: their formulas, derivatives and parameters. Their orders are in
// orders_slow_test.cpp.
#include "reproduce/correction_sets.hpp"
#include "reproduce/laboratory.hpp"
#include "reproduce/munthe_kaas_bdf.hpp"

#include <Eigen/LU>
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

namespace liefmu::reproduce {
namespace {

Vector pattern(Index n, double scale, int seed) {
  Vector result(n);
  for (Index i = 0; i < n; ++i) result[i] = scale * std::sin(1.7 * static_cast<double>(i) + seed);
  return result;
}

// ---- Baker-Campbell-Hausdorff and dexp⁻¹
// ----------------------------------------------------------

// log(exp(X) exp(Y)) by the group itself.
Vector exactProduct(MechanicalSystem& system, const Vector& q, const Vector& X, const Vector& Y) {
  Vector qX(q.size());
  Vector qXY(q.size());
  Vector result(X.size());
  system.retract(q, X, qX);
  system.retract(qX, Y, qXY);
  system.increment(q, qXY, result);
  return result;
}

TEST(MuntheKaasBdf, BchHasItsOrder) {
  Laboratory lab;
  for (const Group group : {Group::r3so3, Group::se3}) {
    Problem& problem = lab.top(group);
    // Along a smooth motion X = −ω_0 and Y ≈ −X + O(h²); the general statement is the error
    // O(h^{k+1}) for k ≤ 5.
    const Vector x = pattern(6, 1.0, 1);
    const Vector y = pattern(6, 1.0, 2);
    for (const int k : {2, 3, 4, 5}) {
      std::vector<double> h;
      std::vector<double> error;
      for (const double size : {0.1, 0.05, 0.025}) {
        Work work;
        const Vector exact = exactProduct(problem.system(), problem.start().q, size * x, size * y);
        const Vector found = bakerCampbellHausdorff(problem.system(), k, size * x, size * y, work);
        h.push_back(size);
        error.push_back((exact - found).norm());
      }
      // The leading error has k brackets for k = 2 (one bracket is missing: order 2), and so on.
      EXPECT_NEAR(slope(h, error), k, 0.15) << "k = " << k;
    }
  }
}

TEST(MuntheKaasBdf, SixthOrderBchIsExactUpToItsDroppedTerms) {
  // Y = −X + h² c: then the dropped double brackets are O(h⁷) and so is the error.
  Laboratory lab;
  Problem& problem = lab.top(Group::se3);
  const Vector x = pattern(6, 1.0, 1);
  const Vector c = pattern(6, 1.0, 2);
  std::vector<double> h;
  std::vector<double> error;
  for (const double size : {0.3, 0.2, 0.1}) {
    Work work;
    const Vector X = size * x;
    const Vector Y = -X + size * size * c;
    const Vector exact = exactProduct(problem.system(), problem.start().q, X, Y);
    h.push_back(size);
    error.push_back((exact - bakerCampbellHausdorff(problem.system(), 6, X, Y, work)).norm());
  }
  EXPECT_GT(slope(h, error), 6.7);
}

TEST(MuntheKaasBdf, InverseDexpApproachesTheInverseTangentOperator) {
  Laboratory lab;
  Problem& problem = lab.top(Group::se3);
  const Vector x = pattern(6, 1.0, 1);
  const Vector u = pattern(6, 1.0, 2);
  // dexp⁻¹_w is the inverse tangent operator of −w in the left trivialisation.
  for (const auto& [k, order] :
       {std::pair{2, 1.0}, std::pair{3, 2.0}, std::pair{4, 4.0}, std::pair{6, 6.0}}) {
    std::vector<double> h;
    std::vector<double> error;
    for (const double size : {0.2, 0.1, 0.05}) {
      Work work;
      std::vector<Block> blocks;
      problem.system().inverseTangentOperator(-size * x, blocks);
      const Vector exact = Matrix(blocks.front()) * u;
      h.push_back(size);
      error.push_back((exact - inverseDexp(problem.system(), k, size * x, u, work)).norm());
    }
    EXPECT_NEAR(slope(h, error), order, 0.15) << "k = " << k;
  }
}

// ---- parameters of the correction term
// ------------------------------------------------------------

struct Moments {
  double zeroth = 0.0;
  double first = 0.0;
  double second = 0.0;
  double increments = 0.0;  // Σ b
};

// Thesis (3.41), with 7/6 where 7/2 is printed.
Moments moments(const LinearForm& form) {
  Moments m;
  for (std::size_t index = 0; index < form.a.size(); ++index) {
    const auto i = static_cast<double>(index);
    const double a = form.a[index];
    const double b = form.b[index];
    m.zeroth += a + b;
    m.first += a * (1.0 - i) + b * (1.5 - i);
    m.second += 0.5 * a * (i - 1.0) * (i - 1.0) + b * (7.0 / 6 - 1.5 * i + 0.5 * i * i);
    m.increments += b;
  }
  return m;
}

TEST(CorrectionSets, SatisfyTheOrderConditions) {
  constexpr double kPrinted = 1e-12;  // the sets (6.7) … (6.10) have 15 digits
  for (const char* name : {"3.40a", "6.7", "6.8", "3.40b", "6.9", "6.10"}) {
    SCOPED_TRACE(name);
    const CorrectionSet& set = correctionSet(name);
    const Moments first = moments(set.forms[0]);
    const Moments second = moments(set.forms[1]);
    EXPECT_NEAR(first.zeroth, 1.0 / 12, kPrinted);
    EXPECT_NEAR(second.zeroth, 0.0, kPrinted);
    EXPECT_NEAR(second.first, 1.0, kPrinted);
    if (set.order < 4) continue;
    EXPECT_NEAR(first.first, 0.0, kPrinted);
    EXPECT_NEAR(second.second, 1.0, kPrinted);
    EXPECT_NEAR(second.increments, 0.0, kPrinted);
  }
}

TEST(CorrectionSets, ImplicitOnesSayso) {
  for (const std::string_view name : correctionSetNames()) {
    const CorrectionSet& set = correctionSet(name);
    bool implicit = false;
    for (const LinearForm& form : set.forms)
      implicit = implicit || form.a[0] != 0.0 || form.b[1] != 0.0;
    EXPECT_EQ(set.implicit, implicit) << name;
  }
  EXPECT_THROW(static_cast<void>(correctionSet("6.11")), std::out_of_range);
}

// ---- derivatives
// ------------------------------------------------------------------------------------

struct Case {
  std::string name;
  Group group;
  MethodSpec method;
};

std::vector<Case> allMethods() {
  std::vector<Case> cases;
  for (const Group group : {Group::r3so3, Group::se3, Group::so3}) {
    for (int k = 1; k <= 6; ++k) {
      cases.push_back(
          {"mk" + std::to_string(k), group, {.family = Family::muntheKaas, .order = k}});
    }
    for (const std::string_view name : correctionSetNames()) {
      cases.push_back({"bliedf" + std::string(name),
                       group,
                       {.family = Family::bliedf,
                        .order = correctionSet(name).order,
                        .correction = std::string(name)}});
    }
    for (int approximation = 0; approximation <= 4; ++approximation) {
      cases.push_back(
          {"alpha" + std::to_string(approximation),
           group,
           {.family = Family::generalizedAlpha, .order = 2, .approximation = approximation}});
    }
  }
  for (int p = 1; p <= 4; ++p) {
    cases.push_back(
        {"cg" + std::to_string(p), Group::so3, {.family = Family::crouchGrossman, .order = p}});
    cases.push_back(
        {"cf" + std::to_string(p), Group::so3, {.family = Family::commutatorFree, .order = p}});
  }
  for (const Normals normals : {Normals::transposedConstraint, Normals::massOrthogonal}) {
    cases.push_back({"stabilized",
                     Group::r3so3,
                     {.family = Family::generalizedAlpha,
                      .order = 2,
                      .form = Form::stabilizedIndex2,
                      .normals = normals}});
  }
  for (const int k : {2, 3}) {
    cases.push_back({"variable" + std::to_string(k),
                     Group::r3so3,
                     {.family = Family::variableBliedf, .order = k}});
  }
  return cases;
}

// v that belongs to w; the relation is at most quadratic in v.
Vector velocityFor(StudyMethod& method, const Vector& w, Vector v) {
  Relation relation;
  for (int i = 0; i < 20; ++i) {
    method.relation(w, v, relation);
    const Vector d = -relation.Dv.lu().solve(relation.r);
    v += d;
    if (d.norm() < 1e-14 * (1.0 + v.norm())) break;
  }
  return v;
}

class StudyDerivatives : public testing::TestWithParam<Case> {};

TEST_P(StudyDerivatives, AgreeWithDifferences) {
  const Case& c = GetParam();
  Laboratory lab;
  Problem& problem = lab.top(c.group);
  const auto integrator = Laboratory::integrator(problem, c.method);
  constexpr double kStep = 2e-3;
  integrator->initialize(problem.start(), kStep, Start::corrected);
  ASSERT_TRUE(integrator->step(kStep));
  ASSERT_TRUE(integrator->step(kStep));
  // A new step size, so that the adjustments of generalized-α take part.
  const double h = c.method.family == Family::bliedf || c.method.family == Family::muntheKaas
                       ? kStep
                       : 1.5 * kStep;
  const Index n = problem.system().topology().velocitySize;
  const Index m = problem.system().topology().constraintSize;
  StudyMethod& method = integrator->method();
  method.prepare(h);
  const Vector w = integrator->state().v + pattern(n, 0.3, 3);
  const Vector v = velocityFor(method, w, integrator->state().v);
  const Vector mu = h * (integrator->state().lambda + pattern(m, 10.0, 4));
  const Vector eta = pattern(m, 0.01, 5);
  const auto at = [&](const Vector& x) {
    const Vector wx = x.head(n);
    const Vector vx = velocityFor(method, wx, v);
    return integrator->linearizedStep(h, wx, vx, x.segment(n, m), x.tail(m));
  };
  Vector x(n + 2 * m);
  x << w, mu, eta;
  const auto linearized = at(x);
  ASSERT_LT(linearized.relation.norm(), 1e-11 * (1.0 + v.norm()));
  constexpr double kDifference = 1e-5;
  const double scale = linearized.J.cwiseAbs().maxCoeff();
  for (Index j = 0; j < linearized.J.cols(); ++j) {
    Vector forward = x;
    Vector backward = x;
    forward[j] += kDifference;
    backward[j] -= kDifference;
    const Vector column = (at(forward).rows - at(backward).rows) / (2.0 * kDifference);
    EXPECT_LT((column - linearized.J.col(j)).norm(), 2e-7 * scale) << "column " << j;
  }
}

INSTANTIATE_TEST_SUITE_P(All, StudyDerivatives, testing::ValuesIn(allMethods()),
                         [](const auto& test) {
                           std::string name =
                               fmt::format("{}_{}_{}", test.param.name,
                                           static_cast<int>(test.param.group), test.index);
                           for (char& c : name)
                             c = std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
                           return name;
                         });

// ---- the laboratory
// ---------------------------------------------------------------------------------

TEST(Laboratory, ReferenceAgreesWithQuadruplePrecision) {
  Laboratory lab;
  for (const Group group : {Group::r3so3, Group::se3}) {
    const MotionState& end = lab.top(group).exact(0.2);
    const Vector3 known(0.605550561377119770, 0.598957681794919158, -0.523983027430003185);
    EXPECT_LT((end.q.head<3>() - known).norm(), 1e-11);
    // Between the nodes of its grid as well.
    const MotionState between = lab.top(group).exact(0.2 - 4.3e-5);
    const Vector3 velocity = (end.q.head<3>() - between.q.head<3>()) / 4.3e-5;
    EXPECT_NEAR(velocity.norm(), 4.6, 1.5);
  }
}

TEST(Laboratory, SlopeIsExactForPowers) {
  EXPECT_NEAR(slope({0.1, 0.05, 0.02}, {3e-3, 3.75e-4, 2.4e-5}), 3.0, 1e-12);
}

}  // namespace
}  // namespace liefmu::reproduce
