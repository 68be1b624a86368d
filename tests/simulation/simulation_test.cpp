#include "simulation.hpp"

#include "models.hpp"
#include "parameters.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace liefmu {
namespace {

constexpr int kAcceleration = 0;  // component x

// A mass on a rail between a wall and a hand: spring, damper, and the input force "push".
std::shared_ptr<const Model> oscillator() {
  Model model{.name = "oscillator", .gravity = Vector3::Zero()};
  Body mass{.name = "mass", .mass = 2.0, .position = {1.2, 0.0, 0.0}};
  mass.inertia = Matrix3::Identity();
  model.bodies.push_back(mass);
  model.inputs.push_back({.name = "push", .unit = "N"});
  Joint rail{.name = "rail", .second = 0, .type = Prismatic{}};
  rail.onFirst = axisFrame(Vector3::Zero(), Vector3::UnitX());
  rail.onSecond = rail.onFirst;
  model.joints.push_back(rail);
  model.forces.push_back(
      {.name = "spring",
       .type = SpringDamper{.stiffness = 8.0, .damping = 0.4, .naturalLength = 1.0}});
  model.forces.push_back({.name = "hand", .type = BodyForce{.force = {FromInput{0}}}});
  model.integrator.relativeTolerance = 1e-9;
  model.integrator.absoluteTolerance = 1e-9;
  return std::make_shared<const Model>(std::move(model));
}

const Source kPosition{Quantity::bodyPosition, 0, 0};
const Source kVelocity{Quantity::bodyVelocity, 0, 0};

int parameter(const Model& model, const std::string& name) {
  Model copy = model;
  const std::vector<Parameter> all = parametersOf(copy);
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i].name == name) return static_cast<int>(i);
  }
  throw Error("no parameter " + name);
}

TEST(Simulation, MovesAsTheEquationsSay) {
  Simulation simulation(oscillator());
  simulation.initialize({});
  ASSERT_TRUE(simulation.advance(3.0).ok());
  // x = 1 + 0.2 e^{−δt} (cos ωt + δ/ω sin ωt), δ = d/2m, ω² = k/m − δ²
  const double delta = 0.1;
  const double omega = std::sqrt(4.0 - delta * delta);
  const double x = 1.0 + 0.2 * std::exp(-delta * 3.0) *
                             (std::cos(3.0 * omega) + delta / omega * std::sin(3.0 * omega));
  EXPECT_NEAR(simulation.get(kPosition), x, 1e-7);
  EXPECT_EQ(simulation.time(), 3.0);
  EXPECT_EQ(simulation.get({Quantity::degreesOfFreedom, 0, 0}), 1.0);
}

TEST(Simulation, WorkBalanceCloses) {
  for (const bool jumps : {false, true}) {
    Simulation simulation(oscillator());
    simulation.trackWork();
    simulation.setParameter(parameter(*oscillator(), "integrator.relativeTolerance"), 1e-11);
    simulation.setParameter(parameter(*oscillator(), "integrator.absoluteTolerance"), 1e-11);
    simulation.setInput(0, 1.0);
    simulation.setInputDerivative(0, 1, -0.5);
    simulation.initialize({});
    const double before = simulation.get({Quantity::kineticEnergy, 0, 0});
    for (int n = 1; n <= 200; ++n) {
      if (jumps && n % 20 == 0) simulation.setInput(0, (n % 3) - 1.0);
      ASSERT_TRUE(simulation.advance(0.02 * n).ok());
    }
    const double spring = simulation.get({Quantity::forceWork, 0, 0});
    const double hand = simulation.get({Quantity::forceWork, 1, 0});
    const double gain = simulation.get({Quantity::kineticEnergy, 0, 0}) - before;
    EXPECT_GT(std::abs(hand), 0.04);
    EXPECT_NEAR(spring + hand, gain, 1e-8 * (std::abs(spring) + std::abs(hand))) << jumps;
  }
}

TEST(Simulation, WorkIsKnownOnlyIfItWasAskedFor) {
  Simulation simulation(oscillator());
  simulation.initialize({});
  EXPECT_THROW(static_cast<void>(simulation.get({Quantity::forceWork, 0, 0})), Error);
  EXPECT_THROW(simulation.trackWork(), Error);
}

TEST(Simulation, ParametersAreChecked) {
  const auto model = oscillator();
  Simulation simulation(model);
  const int mass = parameter(*model, "mass.mass");
  const int stiffness = parameter(*model, "spring.stiffness");
  const int order = parameter(*model, "integrator.order");
  EXPECT_THROW(simulation.setParameter(mass, -1.0), Error);
  EXPECT_THROW(simulation.setParameter(mass, std::numeric_limits<double>::quiet_NaN()), Error);
  EXPECT_THROW(simulation.setParameter(order, 2.5), Error);
  EXPECT_THROW(simulation.setParameter(order, 7.0), Error);
  EXPECT_THROW(simulation.setInput(0, std::numeric_limits<double>::infinity()), Error);
  EXPECT_THROW(simulation.setInput(1, 0.0), Error);
  simulation.setParameter(mass, 4.0);
  simulation.initialize({});
  simulation.setParameter(mass, 5.0);
  EXPECT_FALSE(simulation.initialized()) << "has to be initialised again";
  EXPECT_THROW(static_cast<void>(simulation.get(kPosition)), Error);
  simulation.initialize({});
  ASSERT_TRUE(simulation.advance(0.1).ok());
  EXPECT_THROW(simulation.setParameter(mass, 6.0), Error);
  EXPECT_THROW(simulation.initialize({}), Error);
  EXPECT_NO_THROW(simulation.setParameter(mass, 5.0)) << "no change";
  simulation.setParameter(stiffness, 0.0);
  EXPECT_EQ(simulation.get({Quantity::parameter, stiffness, 0}), 0.0);
}

TEST(Simulation, FailedInitialisationChangesNothing) {
  const auto model = oscillator();
  Simulation simulation(model);
  simulation.initialize({});
  EXPECT_THROW(simulation.initialize({.startTime = 0.0, .tolerance = -1.0}), Error)
      << "a negative tolerance";
  EXPECT_TRUE(simulation.initialized());
  EXPECT_TRUE(simulation.advance(0.1).ok());
}

TEST(Simulation, NonsenseTimesAreRefused) {
  Simulation simulation(oscillator());
  EXPECT_THROW(static_cast<void>(simulation.advance(0.1)), Error) << "not initialised";
  simulation.initialize({.startTime = 1.0});
  EXPECT_FALSE(simulation.advance(0.5).ok());
  EXPECT_FALSE(simulation.advance(std::numeric_limits<double>::quiet_NaN()).ok());
  EXPECT_TRUE(simulation.advance(1.0).ok()) << "nothing to do";
  EXPECT_TRUE(simulation.advance(1.5).ok());
}

TEST(Simulation, StartsAtAnyTime) {
  Simulation early(oscillator());
  Simulation late(oscillator());
  for (Simulation* simulation : {&early, &late}) {
    simulation->setInput(0, 0.3);
    simulation->setInputDerivative(0, 1, 0.7);  // at the start, whenever that is
  }
  early.initialize({});
  late.initialize({.startTime = 100.0});
  ASSERT_TRUE(early.advance(1.0).ok());
  ASSERT_TRUE(late.advance(101.0).ok());
  EXPECT_NEAR(early.get(kPosition), late.get(kPosition), 1e-8);
}

TEST(Simulation, BadBytesChangeNothing) {
  Simulation simulation(oscillator());
  simulation.trackWork();
  simulation.initialize({});
  ASSERT_TRUE(simulation.advance(0.3).ok());
  ByteBuffer bytes;
  simulation.save(bytes);
  ASSERT_TRUE(simulation.advance(0.6).ok());
  ByteBuffer present;
  simulation.save(present);
  const auto unchanged = [&] {
    ByteBuffer now;
    simulation.save(now);
    return now == present;
  };
  for (std::size_t size = 0; size < bytes.size(); size += 7) {
    EXPECT_THROW(simulation.load(bytes.span().first(size)), Error) << size;
    ASSERT_TRUE(unchanged()) << size;
  }
  ByteBuffer longer(bytes.span());
  longer.append("", 1);
  EXPECT_THROW(simulation.load(longer.span()), Error);
  EXPECT_TRUE(unchanged());
  simulation.load(bytes.span());
  EXPECT_EQ(simulation.time(), 0.3);
  ASSERT_TRUE(simulation.advance(0.6).ok());
  EXPECT_TRUE(unchanged()) << "the same motion again";
}

TEST(Simulation, AStateWithOtherParametersRebuildsTheMechanism) {
  const auto model = oscillator();
  Simulation heavy(model);
  heavy.setParameter(parameter(*model, "mass.mass"), 20.0);
  heavy.setParameter(parameter(*model, "integrator.method"), 1.0);
  heavy.initialize({.tolerance = 1e-5});
  ASSERT_TRUE(heavy.advance(0.5).ok());
  ByteBuffer bytes;
  heavy.save(bytes);
  Simulation other(model);
  other.initialize({});
  ASSERT_TRUE(other.advance(0.2).ok());
  other.load(bytes.span());
  for (Simulation* simulation : {&heavy, &other}) {
    ASSERT_TRUE(simulation->advance(1.0).ok());
  }
  EXPECT_EQ(heavy.get(kPosition), other.get(kPosition));
  EXPECT_EQ(heavy.get(kVelocity), other.get(kVelocity));
  EXPECT_EQ(heavy.statistics().steps, other.statistics().steps);
}

TEST(Simulation, FeedThroughIsExact) {
  Simulation simulation(oscillator());
  simulation.initialize({});
  ASSERT_TRUE(simulation.advance(0.5).ok());
  const Source acceleration{Quantity::bodyAcceleration, 0, kAcceleration};
  const double before = simulation.get(acceleration);
  simulation.setInput(0, 3.0);
  EXPECT_NEAR(simulation.get(acceleration), before + 1.5, 1e-6);
  EXPECT_NEAR(simulation.timeDerivative(kVelocity), simulation.get(acceleration), 0.0);
}

}  // namespace
}  // namespace liefmu
