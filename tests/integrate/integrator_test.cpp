// The integrator as a whole: reference values, the pendulum numbers of ABC15, tolerances, input
// jumps, rollback, failures, and no heap memory inside steps.
#include "integrate/integrator.hpp"

#include "allocation_counter.hpp"
#include "integrate/generalized_alpha.hpp"
#include "integrate/kkt_operator.hpp"
#include "model/multibody.hpp"
#include "models.hpp"

#include <Eigen/SVD>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace liefmu {
namespace {

IntegratorSettings fixedSteps(Method method, int order, Formulation formulation, double h) {
  IntegratorSettings settings;
  settings.method = method;
  settings.order = order;
  settings.formulation = formulation;
  settings.stepControl = StepControl::fixed;
  settings.stepSize = h;
  return settings;
}

IntegratorSettings variableSteps(Method method, double tolerance) {
  IntegratorSettings settings;
  settings.method = method;
  settings.relativeTolerance = settings.absoluteTolerance = tolerance;
  return settings;
}

Integrator startedAt(Multibody& system, const IntegratorSettings& settings) {
  Integrator integrator(system, settings);
  integrator.initialize(0.0, system.initialConfiguration(), system.initialVelocity());
  return integrator;
}

// Reference values
// ----------------------------------------------------------------------------------------------------

TEST(ReferenceValues, FastTopAtOneSecond) {
  Multibody system(models::heavyTop(Group::r3so3));
  Integrator integrator =
      startedAt(system, fixedSteps(Method::bliedf, 4, Formulation::stabilizedIndex2, 1e-4));
  ASSERT_TRUE(integrator.advance(1.0).ok());
  const Vector3 x(0.173343964098386043, 0.640088592070568783, -0.748490791133581309);
  EXPECT_LT((integrator.state().q.head<3>() - x).norm(), 1e-7);
  EXPECT_EQ(integrator.state().t, 1.0);
}

TEST(ReferenceValues, SlowTopAtTenSeconds) {
  Multibody system(models::heavyTop(Group::se3, models::kSlowTop));
  Integrator integrator =
      startedAt(system, fixedSteps(Method::bliedf, 4, Formulation::index3, 1e-3));
  ASSERT_TRUE(integrator.advance(10.0).ok());
  const Vector3 x(0.186964766776935504, 0.532607737463549794, -0.825453314232855044);
  EXPECT_LT((integrator.state().q.head<3>() - x).norm(), 1e-6);
}

TEST(ReferenceValues, FreeRigidBodyAtTenSeconds) {
  Multibody system(models::freeRigidBody(Group::so3));
  Integrator integrator = startedAt(system, variableSteps(Method::bliedf, 1e-10));
  ASSERT_TRUE(integrator.advance(10.0).ok());
  const Vector3 Omega(1.105066634417419577, -1.669978363182396789, 0.643213874876945019);
  EXPECT_LT((integrator.state().v - Omega).norm(), 1e-7);
}

TEST(ReferenceValues, PendulumA01AtTenSeconds) {
  Multibody system(models::pendulum({-1.0, 0.0, 0.0}));
  Integrator integrator = startedAt(system, variableSteps(Method::bliedf, 1e-9));
  ASSERT_TRUE(integrator.advance(10.0).ok());
  const Vector3 x(-0.275087462576116860, -0.961419205099125064, 0.0);
  EXPECT_LT((integrator.state().q.head<3>() - x).norm(), 1e-6);
}

// Largest error of λ in [0, 2] of the pendulum of ABC15, example 1. There Φ = (x² + y² − 1)/2 and λ
// follows from the energy: λ = m(v² − g y) with our sign of gravity.
double pendulumMultiplierError(double x0, double h, bool corrected) {
  const double gravity = 9.81;
  const double energy = 0.5 - gravity;  // m/2 − m g l: the speed at the lowest point is 1
  const double y0 = -std::sqrt(1.0 - x0 * x0);
  const double speed = std::sqrt(2.0 * (energy - gravity * y0));
  Multibody system(models::pendulum({x0, y0, 0.0}, Vector3(-y0, x0, 0.0) * speed));
  IntegratorSettings settings = fixedSteps(Method::generalizedAlpha, 1, Formulation::index3, h);
  settings.rhoInfinity = 0.9;
  settings.correctedStart = corrected;
  Integrator integrator = startedAt(system, settings);
  double largest = 0.0;
  IntegratorSettings fine = fixedSteps(Method::bliedf, 6, Formulation::stabilizedIndex2, 5e-4);
  Integrator reference = startedAt(system, fine);
  const int steps = static_cast<int>(std::lround(2.0 / h));
  for (int i = 1; i <= steps; ++i) {
    EXPECT_TRUE(integrator.advance(i * h).ok());
    EXPECT_TRUE(reference.advance(i * h).ok());
    largest =
        std::max(largest, std::abs(integrator.state().lambda[0] - reference.state().lambda[0]));
  }
  return largest;
}

// ABC15, example 1 and section 4.2, to two significant digits.
TEST(TransientOscillations, OfThePendulumAreThoseOfThePaper) {
  EXPECT_NEAR(pendulumMultiplierError(0.2, 2e-2, false), 2.48e-1, 0.5e-2);
  EXPECT_NEAR(pendulumMultiplierError(0.2, 1e-2, false), 1.23e-1, 0.5e-2);
  EXPECT_NEAR(pendulumMultiplierError(0.2, 2e-2, true), 3.99e-3, 0.5e-4);
  EXPECT_NEAR(pendulumMultiplierError(0.2, 1e-2, true), 9.96e-4, 0.5e-5);
  EXPECT_NEAR(pendulumMultiplierError(0.0, 2e-2, false), 3.94e-3, 0.5e-4);
  EXPECT_NEAR(pendulumMultiplierError(0.0, 1e-2, true), 9.85e-4, 0.5e-5);
}

// ABC15 section 4.1: errors of the index-3 form in normal direction are amplified by powers of T₊⁻¹
// T₀.
TEST(TransientOscillations, AreAmplifiedAsInThePaper) {
  struct Expected {
    double rho;
    double maximum;
    int at;
  };
  for (const auto& [rho, maximum, at] : {Expected{0.9, 34.3, 14}, Expected{0.6, 7.4, 3}}) {
    const AlphaParameters p = AlphaParameters::fromRhoInfinity(rho);
    Matrix3 plus;
    plus << 0.0, 0.0, -p.beta, 1.0, 0.0, -p.gamma, 0.0, 1.0 - p.alphaF, 1.0 - p.alphaM;
    Matrix3 zero;
    zero << 1.0, 0.0, 0.5 - p.beta, 1.0, 0.0, 1.0 - p.gamma, 0.0, -p.alphaF, -p.alphaM;
    const Matrix3 recursion = plus.inverse() * zero;
    Matrix3 power = Matrix3::Identity();
    double largest = 0.0;
    int largestAt = 0;
    for (int n = 1; n <= 100; ++n) {
      power = recursion * power;
      const double norm = Eigen::JacobiSVD<Matrix3>(power).singularValues()[0];
      if (norm > largest) {
        largest = norm;
        largestAt = n;
      }
    }
    EXPECT_NEAR(largest, maximum, 0.05);
    EXPECT_EQ(largestAt, at);
  }
}

// Solvers and memory
// ---------------------------------------------------------------------------------------------------

TEST(Kinsol, GivesTheSameMotionAsNewton) {
  Multibody system(models::heavyTop(Group::r3so3));
  for (const Formulation formulation : {Formulation::index3, Formulation::stabilizedIndex2}) {
    IntegratorSettings settings = fixedSteps(Method::bliedf, 3, formulation, 1e-3);
    Integrator withNewton = startedAt(system, settings);
    settings.nonlinearSolver = NonlinearSolver::kinsol;
    Integrator withKinsol = startedAt(system, settings);
    ASSERT_TRUE(withNewton.advance(0.05).ok());
    ASSERT_TRUE(withKinsol.advance(0.05).ok());
    EXPECT_LT((withNewton.state().q - withKinsol.state().q).norm(), 1e-12);
    EXPECT_LT((withNewton.state().lambda - withKinsol.state().lambda).norm(), 1e-5);
  }
}

class Allocation : public testing::TestWithParam<Method> {};

TEST_P(Allocation, DoesNotHappenInsideSteps) {
  Multibody system(models::heavyTop(Group::r3so3));
  for (const Formulation formulation :
       {Formulation::index3, Formulation::stabilizedIndex2, Formulation::projectedIndex1}) {
    if (GetParam() == Method::generalizedAlpha && formulation == Formulation::projectedIndex1) {
      continue;
    }
    Integrator fixed = startedAt(system, fixedSteps(GetParam(), 3, formulation, 1e-3));
    IntegratorSettings settings = variableSteps(GetParam(), 1e-4);
    settings.formulation = formulation;
    Integrator variable = startedAt(system, settings);
    const AllocationCounter counter;
    EXPECT_TRUE(fixed.advance(0.1).ok());
    EXPECT_TRUE(variable.advance(0.1).ok());
    variable.inputsJumped();
    EXPECT_TRUE(variable.advance(0.11).ok());
    EXPECT_EQ(counter.count(), 0);
  }
}

INSTANTIATE_TEST_SUITE_P(Methods, Allocation,
                         testing::Values(Method::generalizedAlpha, Method::bliedf));

// Rollback
// ---------------------------------------------------------------------------------------------------------------

TEST(SavedState, ContinuesBitByBit) {
  Multibody system(models::chain(Group::r3so3, 3));
  for (const Method method : {Method::generalizedAlpha, Method::bliedf}) {
    const IntegratorSettings settings = variableSteps(method, 1e-5);
    Integrator integrator = startedAt(system, settings);
    ASSERT_TRUE(integrator.advance(0.37).ok());
    ByteBuffer bytes;
    ArchiveWriter writer(bytes);
    integrator.save(writer);
    ASSERT_TRUE(integrator.advance(0.8).ok());

    Integrator restored(system, settings);
    ArchiveReader reader(bytes.span());
    restored.load(reader);
    ASSERT_TRUE(reader.complete());
    ASSERT_TRUE(restored.advance(0.8).ok());
    EXPECT_EQ(integrator.state().q, restored.state().q);
    EXPECT_EQ(integrator.state().v, restored.state().v);
    EXPECT_EQ(integrator.state().lambda, restored.state().lambda);
    EXPECT_EQ(integrator.statistics().newtonIterations, restored.statistics().newtonIterations);
  }
}

// Tolerances
// ---------------------------------------------------------------------------------------------------------

TEST(Tolerance, LimitsTheErrorAtTheEnd) {
  const Vector3 exact(0.173343964098386043, 0.640088592070568783, -0.748490791133581309);
  for (const Group group : {Group::r3so3, Group::se3}) {
    Multibody system(models::heavyTop(group));
    double previous = std::numeric_limits<double>::infinity();
    for (const double tolerance : {1e-4, 1e-6, 1e-8}) {
      Integrator integrator = startedAt(system, variableSteps(Method::bliedf, tolerance));
      ASSERT_TRUE(integrator.advance(1.0).ok());
      const double error = (integrator.state().q.head<3>() - exact).norm();
      EXPECT_LT(error, 300.0 * tolerance);
      EXPECT_LT(error, previous);
      previous = error;
    }
  }
}

// Communication points divide the steps, but do not change what comes out beyond the tolerance.
TEST(CommunicationStep, HasNoInfluenceBeyondTheTolerance) {
  Multibody system(models::heavyTop(Group::r3so3));
  Integrator whole = startedAt(system, variableSteps(Method::bliedf, 1e-6));
  ASSERT_TRUE(whole.advance(0.2).ok());
  for (const int parts : {2, 20, 400}) {
    Integrator divided = startedAt(system, variableSteps(Method::bliedf, 1e-6));
    for (int i = 1; i <= parts; ++i) {
      ASSERT_TRUE(divided.advance(0.2 * i / parts).ok());
    }
    EXPECT_LT((whole.state().q.head<7>() - divided.state().q.head<7>()).norm(), 1e-4) << parts;
  }
}

TEST(EichPendulum, ProjectionKeepsTheRodAndTheAccuracy) {
  Multibody system(models::pendulum({1.0, 0.0, 0.0}, Vector3::Zero(), 13.75037163604074565));
  IntegratorSettings settings = variableSteps(Method::bliedf, 1e-7);
  settings.formulation = Formulation::projectedIndex1;
  Integrator integrator = startedAt(system, settings);
  ASSERT_TRUE(integrator.advance(100.0).ok());
  EXPECT_LT(std::abs(integrator.state().q.head<3>().norm() - 1.0), 1e-12);
  EXPECT_LT((integrator.state().q.head<3>() - Vector3(1.0, 0.0, 0.0)).norm(), 1e-2);
}

// Bad use
// ---------------------------------------------------------------------------------------------------------------

TEST(Settings, ThatMakeNoSenseAreRefused) {
  Multibody system(models::heavyTop(Group::r3so3));
  const auto refuses = [&](auto change, const char* word) {
    IntegratorSettings settings;
    change(settings);
    try {
      Integrator(system, settings);
      return false;
    } catch (const Error& error) {
      return std::string(error.what()).find(word) != std::string::npos;
    }
  };
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(refuses([](auto& s) { s.order = 7; }, "order"));
  EXPECT_TRUE(refuses([](auto& s) { s.order = 0; }, "order"));
  EXPECT_TRUE(refuses([](auto& s) { s.rhoInfinity = 1.1; }, "rhoInfinity"));
  EXPECT_TRUE(refuses([&](auto& s) { s.rhoInfinity = nan; }, "rhoInfinity"));
  EXPECT_TRUE(refuses([](auto& s) { s.stepSize = -1.0; }, "stepSize"));
  EXPECT_TRUE(refuses([&](auto& s) { s.stepSize = nan; }, "stepSize"));
  EXPECT_TRUE(refuses([](auto& s) { s.stepControl = StepControl::fixed; }, "stepSize"));
  EXPECT_TRUE(refuses([](auto& s) { s.relativeTolerance = 0.0; }, "relativeTolerance"));
  EXPECT_TRUE(refuses(
      [](auto& s) {
        s.method = Method::generalizedAlpha, s.formulation = Formulation::projectedIndex1;
      },
      "formulation"));
}

// Failures end with a message at the last good time, not with NaN or without end.
void expectFailure(Integrator& integrator, double end, const char* words) {
  const AdvanceReport report = integrator.advance(end);
  EXPECT_FALSE(report.ok());
  EXPECT_NE(report.message.find(words), std::string::npos) << report.message;
  EXPECT_TRUE(integrator.state().q.allFinite());
  EXPECT_TRUE(integrator.state().v.allFinite());
  EXPECT_LT(integrator.state().t, end);
  EXPECT_NE(report.message.find(" at t = "), std::string::npos);
}

TEST(Failure, OfASmallestStepThatIsTooLargeIsReported) {
  Multibody system(models::heavyTop(Group::r3so3));
  for (const Method method : {Method::generalizedAlpha, Method::bliedf}) {
    IntegratorSettings settings = variableSteps(method, 1e-6);
    settings.minStepSize = 0.01;
    Integrator integrator = startedAt(system, settings);
    expectFailure(integrator, 1.0, "step size");
  }
}

TEST(Failure, OfAToleranceBelowRoundingIsReported) {
  Multibody system(models::heavyTop(Group::r3so3));
  for (const Method method : {Method::generalizedAlpha, Method::bliedf}) {
    Integrator integrator = startedAt(system, variableSteps(method, 1e-16));
    expectFailure(integrator, 1.0, "tolerance");
  }
}

// A rod of length 1 whose end is pulled upwards: at t = 0.5 s it is upright and cannot follow.
TEST(Failure, InASingularPositionIsReported) {
  const double x = std::sqrt(0.75);
  Model model = models::pendulum({x, 0.0, 0.5}, {-0.5 / x, 0.0, 1.0});
  model.joints.push_back(
      {.name = "pull", .type = PrescribedTranslation{.displacement = Polynomial{{0.5, 1.0}}}});
  Multibody system(model);
  for (const Method method : {Method::generalizedAlpha, Method::bliedf}) {
    for (const Formulation formulation : {Formulation::stabilizedIndex2, Formulation::index3}) {
      IntegratorSettings settings = variableSteps(method, 1e-6);
      settings.formulation = formulation;
      Integrator integrator = startedAt(system, settings);
      expectFailure(integrator, 1.0, "residual: ");
      EXPECT_NEAR(integrator.state().t, 0.5, 0.01);
    }
  }
}

}  // namespace
}  // namespace liefmu
