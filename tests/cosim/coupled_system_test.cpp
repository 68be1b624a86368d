// The master against a system whose motion is known: two masses of 1 kg, each on a spring and a
// damper, with a spring of stiffness 1 between them that is cut for co-simulation: each component
// gets the position of the other one.
#include "cosim/coupled_system.hpp"

#include "linear_slave.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

namespace liefmu {
namespace {

constexpr double kStiffness = 4.0;
constexpr double kCoupling = 1.0;
constexpr double kDamping = 0.1;
constexpr double kEnd = 4.0;

// Of x¨ + d·v + c·x = 0, from x = 1, v = 0.
double decay(double c, double t) {
  const double omega = std::sqrt(c - 0.25 * kDamping * kDamping);
  return std::exp(-0.5 * kDamping * t) *
         (std::cos(omega * t) + 0.5 * kDamping / omega * std::sin(omega * t));
}

// From x₁ = 1, x₂ = 0: the sum and the difference of the positions move independently.
std::array<double, 2> exact(double t) {
  const double sum = decay(kStiffness, t);
  const double difference = decay(kStiffness + 2.0 * kCoupling, t);
  return {0.5 * (sum + difference), 0.5 * (sum - difference)};
}

struct Pair {
  LinearSlave* first;
  LinearSlave* second;
  std::unique_ptr<CoupledSystem> system;
};

Pair makePair(const MasterOptions& options, bool interpolates = true,
              const std::function<void(LinearSlave&)>& change = {}) {
  auto first = std::make_unique<LinearSlave>(kStiffness + kCoupling, kDamping, 1.0, interpolates);
  auto second = std::make_unique<LinearSlave>(kStiffness + kCoupling, kDamping, 0.0, interpolates);
  if (change) change(*second);
  Pair pair{first.get(), second.get(), nullptr};
  std::vector<Component> components;
  components.push_back({"first", std::move(first)});
  components.push_back({"second", std::move(second)});
  const std::vector<Wire> wires = {
      {.source = 0, .output = 1, .sink = 1, .input = 0, .factor = kCoupling},
      {.source = 1, .output = 1, .sink = 0, .input = 0, .factor = kCoupling}};
  pair.system = std::make_unique<CoupledSystem>(std::move(components), wires, options);
  const VariableTable& table = pair.system->variables();
  pair.system->selectForReading({table.find("first.x"), table.find("second.x"),
                                 table.find("master.steps"), table.find("master.rejectedSteps")});
  pair.system->initialize({});
  return pair;
}

using Row = std::array<double, 4>;

Row values(const Pair& pair) {
  Row row{};
  pair.system->read(row);
  return row;
}

void run(const Pair& pair, double H) {
  const int steps = static_cast<int>(std::round(kEnd / H));
  for (int i = 0; i < steps; ++i) pair.system->step(i * H, H);
}

double error(const Row& row) {
  const auto expected = exact(kEnd);
  return std::hypot(row[0] - expected[0], row[1] - expected[1]);
}

TEST(CoupledSystem, BothSchemesConvergeWithFirstOrder) {
  for (const Scheme scheme : {Scheme::jacobi, Scheme::gaussSeidel}) {
    for (const bool interpolates : {false, true}) {
      double previous = 0.0;
      for (const double H : {0.02, 0.01, 0.005}) {
        const Pair pair = makePair({.scheme = scheme}, interpolates);
        run(pair, H);
        const double e = error(values(pair));
        EXPECT_LT(e, H);
        if (previous > 0.0) {
          EXPECT_NEAR(previous / e, 2.0, 0.15) << H;
        }
        previous = e;
      }
    }
  }
}

TEST(CoupledSystem, InterpolationHelpsTheSecondComponent) {
  // Without a wire back, Gauss-Seidel with straight lines has an error of second order.
  const auto errorWith = [](double H) {
    std::vector<Component> components;
    components.push_back({"second", std::make_unique<LinearSlave>(2.0, 0.0, 0.0, true)});
    components.push_back({"first", std::make_unique<LinearSlave>(1.0, 0.0, 1.0, true)});
    CoupledSystem system(std::move(components), {{.source = 1, .output = 1, .sink = 0, .input = 0}},
                         {.scheme = Scheme::gaussSeidel});
    system.selectForReading({system.variables().find("second.x")});
    system.initialize({});
    const int steps = static_cast<int>(std::round(kEnd / H));
    for (int i = 0; i < steps; ++i) system.step(i * H, H);
    double x = 0.0;
    system.read({&x, 1});
    return std::abs(x - (std::cos(kEnd) - std::cos(std::sqrt(2.0) * kEnd)));
  };
  EXPECT_NEAR(errorWith(0.04) / errorWith(0.02), 4.0, 0.1);
}

TEST(CoupledSystem, StepControlKeepsTheToleranceAndIsProportionalToIt) {
  for (const Scheme scheme : {Scheme::jacobi, Scheme::gaussSeidel}) {
    double previousSteps = 0.0;
    for (const double tolerance : {1e-4, 1e-5, 1e-6}) {
      const Pair pair = makePair({.scheme = scheme, .stepTolerance = tolerance});
      run(pair, 1.0);  // far too long without control
      const Row row = values(pair);
      // At most the allowed error of each step, added up.
      EXPECT_LT(error(row), tolerance * row[2]);
      // A step's error is proportional to its square.
      if (previousSteps > 0.0) {
        EXPECT_NEAR(row[2] / previousSteps, std::sqrt(10.0), 0.5);
      }
      previousSteps = row[2];
    }
  }
}

TEST(CoupledSystem, RejectedStepsLeaveNoTrace) {
  for (const Scheme scheme : {Scheme::jacobi, Scheme::gaussSeidel}) {
    const Pair pair = makePair({.scheme = scheme, .stepTolerance = 1e-5});
    run(pair, 1.0);
    const Row row = values(pair);
    EXPECT_GT(row[3], 0.0) << "the first step is much too long";
    EXPECT_EQ(pair.first->steps, 3.0 * (row[2] + row[3]));
    EXPECT_EQ(pair.first->restores, row[2] + 2.0 * row[3]);

    // The accepted steps, made by a master that never goes back.
    const Pair twin = makePair({.scheme = scheme});
    EXPECT_EQ(pair.first->history().size(), 2.0 * row[2]) << "two halves each";
    for (const auto& [time, h] : pair.first->history()) twin.system->step(time, h);
    EXPECT_EQ(values(twin)[0], row[0]);
    EXPECT_EQ(values(twin)[1], row[1]);
  }
}

TEST(CoupledSystem, AStepThatAComponentRefusesIsRepeatedSmaller) {
  const Pair pair =
      makePair({.stepTolerance = 1.0}, true, [](LinearSlave& slave) { slave.longestStep = 0.03; });
  run(pair, 0.5);
  EXPECT_GT(values(pair)[3], 0.0);
  EXPECT_LT(error(values(pair)), 0.1);

  const Pair stubborn =
      makePair({.stepTolerance = 1.0}, true, [](LinearSlave& slave) { slave.longestStep = 0.0; });
  try {
    stubborn.system->step(0.0, 0.5);
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "second: too long");
  }
  EXPECT_EQ(values(stubborn)[0], 1.0) << "back at the beginning";
}

TEST(CoupledSystem, StepControlNeedsSavedStates) {
  const auto cannotSave = [](LinearSlave& slave) { slave.rewindable = false; };
  EXPECT_NO_THROW(makePair({}, true, cannotSave));
  try {
    makePair({.stepTolerance = 1e-3}, true, cannotSave);
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("second cannot save its state"), std::string::npos);
  }
}

}  // namespace
}  // namespace liefmu
