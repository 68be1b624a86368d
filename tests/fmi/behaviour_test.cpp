// What a master sees: right values at every communication point, whatever the order of its calls.
#include "fmu.hpp"

#include <malloc.h>

#include <algorithm>
#include <cmath>
#include <thread>

namespace liefmu::fmi {
namespace {

TEST(Behaviour, OutputsAreRightAfterInitialization) {
  const Package package(drivenCart());
  Slave slave(package);
  slave.setReal("push", 3.0);
  slave.setDerivative("path", 1, 0.5);
  slave.setDerivative("path", 2, 4.0);
  slave.start();
  EXPECT_NEAR(slave.real("sledge.v[1]"), 0.5, 1e-14) << "the prescribed speed";
  EXPECT_NEAR(slave.real("sledge.a[1]"), 4.0, 1e-12);
  // The damper pulls the cart with 0.5·0.5 N, the hand pushes with 3 N.
  EXPECT_NEAR(slave.real("cart.a[1]"), (3.0 + 0.25) / 2.0, 1e-12);
  // The drive moves the sledge against the damper: 1 kg · 4 m/s² + 0.25 N.
  EXPECT_NEAR(slave.real("drive.f[1]"), 4.25, 1e-12);
  EXPECT_NEAR(slave.real("constraint.position"), 0.0, 1e-13);
  EXPECT_NEAR(slave.real("constraint.velocity"), 0.0, 1e-13);
  EXPECT_EQ(slave.integer("model.degreesOfFreedom"), 1);
  EXPECT_EQ(slave.real("model.totalMass"), 3.0);
}

TEST(Behaviour, OutputsFollowWhatIsSetInInitializationMode) {
  const Package package(drivenCart());
  Slave slave(package);
  ASSERT_EQ(fmi2EnterInitializationMode(slave.component()), fmi2OK);
  EXPECT_NEAR(slave.real("cart.a[1]"), 0.0, 1e-13);
  slave.setReal("push", 4.0);
  EXPECT_NEAR(slave.real("cart.a[1]"), 2.0, 1e-13);
  slave.setReal("cart.mass", 1.0);
  EXPECT_NEAR(slave.real("cart.a[1]"), 4.0, 1e-13);
  slave.setReal("path", 0.25);
  EXPECT_NEAR(slave.real("sledge.r[1]"), 0.25, 1e-13);
  ASSERT_EQ(fmi2ExitInitializationMode(slave.component()), fmi2OK);
  EXPECT_NEAR(slave.real("sledge.r[1]"), 0.25, 1e-13);
}

TEST(Behaviour, GetAfterSetShowsTheNewInputAndLeavesTheMotionAlone) {
  const Package package(doublePendulum());
  Slave asked(package);
  Slave quiet(package);
  asked.start();
  quiet.start();
  for (int n = 0; n < 20; ++n) {
    asked.step(0.01);
    quiet.step(0.01);
    const double before = asked.real("upper.z[2]");
    const double position = asked.real("lower.r[3]");
    asked.setReal("torque", 3.0);
    EXPECT_GT(std::abs(asked.real("upper.z[2]") - before), 1.0) << "fed through";
    EXPECT_EQ(asked.real("lower.r[3]"), position);
    asked.setReal("gravity[3]", 0.0);
    static_cast<void>(asked.outputs());
    static_cast<void>(asked.derivative("shoulder.f[1]"));
    asked.setReal("gravity[3]", -9.81);
    asked.setReal("torque", 0.5);
    EXPECT_EQ(asked.real("upper.z[2]"), before) << "as before";
  }
  EXPECT_EQ(asked.outputs(), quiet.outputs());
}

TEST(Behaviour, AskingChangesNoBit) {
  const Package package(doublePendulum());
  Slave asked(package);
  Slave quiet(package);
  asked.start();
  quiet.start();
  for (int n = 0; n < 30; ++n) {
    if (n == 10) {
      asked.setReal("torque", 2.0);
      quiet.setReal("torque", 2.0);
    }
    static_cast<void>(asked.outputs());
    for (const char* name : {"lower.r[1]", "lower.Q[2]", "energy.kinetic", "shoulder.f[3]"}) {
      static_cast<void>(asked.derivative(name));
    }
    asked.step(0.01);
    quiet.step(0.01);
  }
  EXPECT_EQ(asked.outputs(), quiet.outputs());
}

TEST(Behaviour, ReactionsAreRightAtTheFirstPointAfterAJump) {
  const Package package(drivenCart());
  Slave slave(package);
  slave.start();
  slave.step(0.1);
  slave.setReal("push", 10.0);
  slave.step(1e-4);
  EXPECT_NEAR(slave.real("cart.a[1]"), 5.0, 0.01);
  EXPECT_EQ(slave.integer("integrator.restarts"), 1);
  slave.setReal("push", 10.0);  // the same again is no jump
  slave.step(0.1);
  EXPECT_EQ(slave.integer("integrator.restarts"), 1);
}

TEST(Behaviour, TunableParametersActAtOnce) {
  const Package package(drivenCart());
  Slave slave(package);
  slave.setReal("path", 0.5);  // compresses the spring: 25 N
  slave.start();
  EXPECT_NEAR(slave.real("cart.a[1]"), 12.5, 1e-12);
  slave.setReal("spring.stiffness", 100.0);
  EXPECT_NEAR(slave.real("cart.a[1]"), 25.0, 1e-12);
  slave.step(1e-4);
  EXPECT_NEAR(slave.real("cart.a[1]"), 25.0, 0.05);
}

TEST(Behaviour, InputDerivativesAreUsed) {
  // A free mass under the force 2 + 3t + 4t²/2: exact in one communication step.
  const Package package(drivenCart());
  Slave slave(package);
  slave.setReal("spring.stiffness", 0.0);
  slave.setReal("spring.damping", 0.0);
  slave.setReal("integrator.relativeTolerance", 1e-10);
  slave.setReal("integrator.absoluteTolerance", 1e-10);
  slave.setReal("push", 2.0);
  slave.setDerivative("push", 1, 3.0);
  slave.setDerivative("push", 2, 4.0);
  slave.start();
  slave.step(1.0);
  EXPECT_NEAR(slave.real("push"), 2.0 + 3.0 + 2.0, 1e-14);
  EXPECT_NEAR(slave.real("cart.v[1]"), (2.0 + 1.5 + 4.0 / 6.0) / 2.0, 1e-8);
  EXPECT_NEAR(slave.real("cart.r[1]"), 1.0 + (1.0 + 0.5 + 4.0 / 24.0) / 2.0, 1e-8);
}

TEST(Behaviour, PrescribedMotionsMayBeGivenInSteps) {
  const Package package(drivenCart());
  Slave slave(package);
  slave.start();
  for (int n = 0; n < 50; ++n) {
    slave.setReal("path", n / 10 * 0.1);  // a staircase without derivatives
    slave.step(0.02);
    EXPECT_LT(slave.real("constraint.position"), 1e-10);
    EXPECT_NEAR(slave.real("sledge.r[1]"), n / 10 * 0.1, 1e-10);
  }
}

TEST(Behaviour, OutputDerivativesAreThoseOfTheMotion) {
  const Package package(doublePendulum());
  const std::vector<std::string> names = {
      "upper.r[1]",       "lower.r[3]",  "lower.Q[2]", "lower.Q[4]",    "lower.v[1]",
      "lower.w[2]",       "lower.a[3]",  "lower.z[2]", "shoulder.f[1]", "elbow.f[3]",
      "shoulder.q[1]",    "elbow.qd[1]", "motor.work", "friction.work", "energy.kinetic",
      "energy.potential", "energy.total"};
  Slave slave(package);
  slave.setReal("integrator.relativeTolerance", 1e-11);
  slave.setReal("integrator.absoluteTolerance", 1e-11);
  slave.setReal("torque", 0.5);
  slave.start();
  slave.step(0.25);
  fmi2FMUstate here = slave.state();
  std::vector<double> derivatives;
  for (const std::string& name : names) derivatives.push_back(slave.derivative(name));
  // Against the motion itself: fourth-order differences of the integrated outputs.
  const double h = 2e-3;
  std::vector<std::vector<double>> values;
  for (int n = 0; n < 5; ++n) {
    ASSERT_EQ(fmi2SetFMUstate(slave.component(), here), fmi2OK);
    slave.rewindTo(0.25);
    if (n > 0) slave.step(n * h);
    auto& row = values.emplace_back();
    for (const std::string& name : names) row.push_back(slave.real(name));
  }
  for (std::size_t i = 0; i < names.size(); ++i) {
    const double difference = (-25.0 * values[0][i] + 48.0 * values[1][i] - 36.0 * values[2][i] +
                               16.0 * values[3][i] - 3.0 * values[4][i]) /
                              (12.0 * h);
    EXPECT_NEAR(derivatives[i], difference, 2e-4 * std::max(1.0, std::abs(difference))) << names[i];
  }
  // Statistics do not change between steps.
  EXPECT_EQ(slave.derivative("integrator.currentStepSize"), 0.0);
}

TEST(Behaviour, ResultsDoNotDependOnTheCommunicationStep) {
  const Package package(doublePendulum());
  const auto endValue = [&](double H) {
    Slave slave(package);
    slave.start();
    const int steps = static_cast<int>(std::round(0.5 / H));
    for (int n = 0; n < steps; ++n) slave.step(H);
    return slave.real("lower.r[3]");
  };
  const double expected = endValue(0.1);
  for (const double H : {1e-4, 1e-3, 1e-2, 0.05}) {
    EXPECT_NEAR(endValue(H), expected, 1e-5) << H;  // ten times the tolerance
  }
}

TEST(Behaviour, ClocksMayDriftByRounding) {
  const Package package(doublePendulum());
  Slave slave(package);
  slave.start();
  double t = 0.0;
  for (int n = 0; n < 1000; ++n) {
    ASSERT_EQ(
        fmi2DoStep(slave.component(), n * 0.001, 0.001 * (1.0 + ((n % 3) - 1) * 1e-13), fmi2True),
        fmi2OK);
    t = n * 0.001;
  }
  EXPECT_NEAR(t, 0.999, 1e-12);
}

TEST(Behaviour, StepsOfRoundingSizeLeaveTheReactionsAlone) {
  const Package package(doublePendulum());
  Slave slave(package);
  Slave twin(package);
  slave.start();
  twin.start();
  for (Slave* each : {&slave, &twin}) each->step(0.5);
  const double reaction = slave.real("shoulder.f[3]");
  // The end of a run whose master has added up its clock.
  slave.step(6e-14);
  slave.step(3e-12);
  EXPECT_NEAR(slave.real("shoulder.f[3]"), reaction, 1e-9);
  // Many tiny steps are a long one in the end: nothing is lost.
  for (int n = 0; n < 1000; ++n) slave.step(4e-11);
  slave.step(0.1);
  twin.step(slave.time() - twin.time());
  EXPECT_NEAR(slave.real("lower.r[3]"), twin.real("lower.r[3]"), 1e-6);
}

TEST(Behaviour, AFailedStepIsUndone) {
  // A fixed step below what the time can resolve cannot be made.
  const Package package(doublePendulum());
  Slave slave(package);
  slave.setInteger("integrator.stepControl", 2);
  slave.setReal("integrator.minStepSize", 0.01);
  slave.setReal("integrator.relativeTolerance", 1e-13);
  slave.setReal("integrator.absoluteTolerance", 1e-13);
  slave.start();
  const std::vector<double> before = slave.outputs();
  ASSERT_EQ(fmi2DoStep(slave.component(), 0.0, 1.0, fmi2True), fmi2Error);
  EXPECT_FALSE(slave.log().back().text.empty());
  EXPECT_EQ(slave.outputs(), before);
  double time = -1.0;
  EXPECT_EQ(fmi2GetRealStatus(slave.component(), fmi2LastSuccessfulTime, &time), fmi2OK);
  EXPECT_EQ(time, 0.0);
  ASSERT_EQ(fmi2Reset(slave.component()), fmi2OK);
  slave.start();
  slave.step(0.1);
}

TEST(Behaviour, ImpossibleParametersAreAnErrorAndCanBeCorrected) {
  const Package package(doublePendulum());
  Slave slave(package);
  fmi2Component c = slave.component();
  slave.setReal("integrator.relativeTolerance", 0.0);
  ASSERT_EQ(fmi2EnterInitializationMode(c), fmi2OK);
  EXPECT_EQ(fmi2ExitInitializationMode(c), fmi2Error);
  slave.setReal("integrator.relativeTolerance", 1e-6);
  EXPECT_EQ(fmi2ExitInitializationMode(c), fmi2OK);
}

TEST(Behaviour, TheToleranceOfTheExperimentIsUsed) {
  const Package package(doublePendulum());
  const auto stepsWith = [&](double tolerance) {
    Slave slave(package);
    EXPECT_EQ(fmi2SetupExperiment(slave.component(), fmi2True, tolerance, 0.0, fmi2False, 0.0),
              fmi2OK);
    EXPECT_EQ(fmi2EnterInitializationMode(slave.component()), fmi2OK);
    EXPECT_EQ(fmi2ExitInitializationMode(slave.component()), fmi2OK);
    slave.step(1.0);
    EXPECT_EQ(slave.real("integrator.relativeTolerance"), 1e-6) << "the parameter stays what it is";
    return slave.integer("integrator.steps");
  };
  EXPECT_GT(stepsWith(1e-8), 1.3 * stepsWith(1e-4));
}

TEST(Behaviour, FlatNamesAndFewVariablesGiveTheSameMotion) {
  const Package all(doublePendulum());
  const Package flat(doublePendulum(), {.naming = Naming::flat});
  Slave a(all);
  Slave b(flat);
  a.start();
  b.start();
  a.step(0.3);
  b.step(0.3);
  EXPECT_EQ(a.real("lower.r[1]"), b.real("lower_r_1"));
  const fmi2ValueReference hidden = all.reference("lower.a[1]");
  double value = 0.0;
  EXPECT_EQ(fmi2GetReal(b.component(), &hidden, 1, &value), fmi2Error)
      << "not part of the interface";
}

TEST(Behaviour, InstancesOnThreadsDoNotDisturbEachOther) {
  const Package package(doublePendulum());
  const auto run = [&](int variant) {
    Slave slave(package);
    slave.setReal("torque", 0.1 * variant);
    slave.start();
    for (int n = 0; n < 20; ++n) slave.step(0.01 + 0.001 * (variant % 3));
    return slave.outputs();
  };
  constexpr std::size_t kInstances = 64;
  std::vector<std::vector<double>> expected(kInstances);
  for (std::size_t i = 0; i < 8; ++i) expected[i] = run(static_cast<int>(i));
  std::vector<std::vector<double>> found(kInstances);
  std::vector<std::thread> threads;
  for (std::size_t thread = 0; thread < 8; ++thread) {
    threads.emplace_back([&, thread] {
      for (std::size_t i = thread; i < kInstances; i += 8) found[i] = run(static_cast<int>(i % 8));
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (std::size_t i = 0; i < kInstances; ++i) EXPECT_EQ(found[i], expected[i % 8]) << i;
}

TEST(Behaviour, MemoryStaysConstant) {
  const Package package(doublePendulum());
  const auto cycle = [&] {
    Slave slave(package);
    slave.start();
    slave.step(0.001);
    static_cast<void>(slave.state());  // not freed by the master: the instance does it
    EXPECT_EQ(fmi2Reset(slave.component()), fmi2OK);
    slave.start();
  };
  // The allocator keeps some freed memory for itself: that takes a while to settle. A leak of a
  // single byte per cycle would show as 32 bytes.
  for (int n = 0; n < 300; ++n) cycle();
  const std::size_t before = mallinfo2().uordblks;
  for (int n = 0; n < 400; ++n) cycle();
  EXPECT_LE(mallinfo2().uordblks, before + 8000);
}

TEST(Behaviour, LoggingIsQuietUnlessAskedFor) {
  const Package package(doublePendulum());
  Slave quiet(package);
  quiet.start();
  quiet.step(0.1);
  EXPECT_TRUE(quiet.log().empty());
  Slave chatty(package);
  const std::array<fmi2String, 1> categories = {"logStepSize"};
  ASSERT_EQ(fmi2SetDebugLogging(chatty.component(), fmi2True, 1, categories.data()), fmi2OK);
  chatty.start();
  chatty.step(0.1);
  ASSERT_EQ(chatty.log().size(), 1U);
  EXPECT_EQ(chatty.log()[0].category, "logStepSize");
}

}  // namespace
}  // namespace liefmu::fmi
