// Every force element, in every combination of bodies, in both groups: derivatives against
// differences, action against reaction, power against the change of potential energy. An element
// added to ForceType fails to compile here until it gets a `place`.

#include "model/forces.hpp"

#include "finite_differences.hpp"
#include "integrate/block_operations.hpp"
#include "model/multibody.hpp"
#include "random_models.hpp"

#include <gtest/gtest.h>

#include <variant>

namespace liefmu {
namespace {

CubicSpline randomTable(Random& random) {
  return {{-2.0, -0.5, 0.2, 1.0, 3.0}, {random(), random(), random(), random(), random()}};
}

// Puts a random element between the bodies, or returns false if it has no place there.
bool place(SpringDamper& spring, Model& /*model*/, Index first, Index second, Random& random) {
  spring = {.first = first,
            .second = second,
            .pointOnFirst = random.vector3(),
            .pointOnSecond = random.vector3(),
            .stiffness = 3.0 + random(),
            .damping = 1.0 + random(),
            .naturalLength = 0.7};
  if (random() > 0.0) spring.table = randomTable(random);
  return true;
}

bool place(Bushing& bushing, Model& /*model*/, Index first, Index second, Random& random) {
  bushing = {.first = first,
             .second = second,
             .onFirst = randomFrame(random),
             .onSecond = randomFrame(random),
             .stiffness = random.vector3(),
             .damping = random.vector3(),
             .rotationalStiffness = random.vector3(),
             .rotationalDamping = random.vector3()};
  return true;
}

// A joint with several coordinates for the elements that act in one, and which of them.
template<class Type>
void placeInJoint(Type& element, Model& model, Index first, Index second, Random& random) {
  const JointType type = random() > 0.0 ? JointType{Planar{}} : JointType{Universal{}};
  model.joints.push_back({.name = "joint",
                          .first = first,
                          .second = second,
                          .onFirst = randomFrame(random),
                          .onSecond = randomFrame(random),
                          .type = type});
  element.joint = 0;
  element.coordinate =
      std::holds_alternative<Planar>(type) ? (random() > 0.0 ? 2 : 0) : (random() > 0.0 ? 1 : 0);
}

bool place(JointSpringDamper& spring, Model& model, Index first, Index second, Random& random) {
  placeInJoint(spring, model, first, second, random);
  spring.stiffness = 3.0 + random();
  spring.damping = random();
  spring.rest = random();
  if (random() > 0.0) spring.table = randomTable(random);
  return true;
}

bool place(JointFriction& friction, Model& model, Index first, Index second, Random& random) {
  placeInJoint(friction, model, first, second, random);
  friction.viscous = random();
  friction.coulomb = random();
  friction.transitionRate = 0.5;
  return true;
}

bool place(JointActuator& actuator, Model& model, Index first, Index second, Random& random) {
  placeInJoint(actuator, model, first, second, random);
  actuator.effort = FromInput{.input = 0, .scale = 3.0};
  return true;
}

bool place(BodyForce& force, Model& /*model*/, Index first, Index second, Random& random) {
  force = {.body = second,
           .point = random.vector3(),
           .axes = random() > 0.0 ? Axes::world : Axes::body,
           .force = {Constant{random()}, FromInput{.input = 0}, Constant{random()}}};
  return first == kGround;
}

bool place(BodyTorque& torque, Model& /*model*/, Index first, Index second, Random& random) {
  torque = {.body = second,
            .axes = random() > 0.0 ? Axes::world : Axes::body,
            .torque = {Constant{random()}, Constant{random()}, Sine{.amplitude = random()}}};
  return first == kGround;
}

bool place(Drag& drag, Model& /*model*/, Index first, Index second, Random& random) {
  drag = {.body = second, .point = random.vector3(), .linear = random(), .quadratic = random()};
  return first == kGround;
}

template<class Variant>
struct TypesOf;
template<class... Types>
struct TypesOf<std::variant<Types...>> {
  using type = ::testing::Types<Types...>;
};

template<class Type>
class AnyForce : public ::testing::Test {
 protected:
  // test(system, sample, first, second) several times for each place of the element
  template<class Test>
  void forEachPlace(unsigned seed, Test test) {
    Random random(seed);
    for (int repetition = 0; repetition < 4; ++repetition) {
      forEachPairOfBodies(random, [&](Model model, Index first, Index second) {
        Type element;
        if (!place(element, model, first, second, random)) return;
        model.forces.push_back({.name = "force", .type = element});
        Multibody system(model);
        setRandomInputs(system, random);
        test(system, randomSample(system, random), first, second);
      });
    }
  }
};
TYPED_TEST_SUITE(AnyForce, TypesOf<ForceType>::type);

TYPED_TEST(AnyForce, derivativesAgreeWithDifferences) {
  this->forEachPlace(1, [](Multibody& system, const Sample& sample, Index, Index) {
    checkDerivatives(system, sample);
  });
}

// The generalised forces of the element alone.
Vector forcesOfElement(const Multibody& system, const Sample& s) {
  Model without = system.model();
  without.forces.clear();
  Multibody reference(without, system.keptRows());
  Multibody copy = system;
  Dynamics with;
  with.resize(system.topology());
  Dynamics bare = with;
  copy.evaluate(s.t, s.q, s.v, with);
  reference.evaluate(s.t, s.q, s.v, bare);
  return bare.g - with.g;
}

TYPED_TEST(AnyForce, powerIsThatOfTheGeneralisedForces) {
  this->forEachPlace(2, [](Multibody& system, const Sample& s, Index, Index) {
    const double power = forcesOfElement(system, s).dot(s.v);
    EXPECT_NEAR(system.forcePower(0, s.t, s.q, s.v), power, 1e-12 * (1.0 + std::abs(power)));
  });
}

// Without velocity only the conservative part of an element is left. The potential of forces that
// are given over time is not counted: they work.
TYPED_TEST(AnyForce, potentialDescendsAlongTheForce) {
  if (std::is_same_v<TypeParam, BodyForce> || std::is_same_v<TypeParam, BodyTorque> ||
      std::is_same_v<TypeParam, JointActuator>) {
    return;
  }
  this->forEachPlace(3, [](Multibody& system, Sample s, Index, Index) {
    const Vector direction = s.v;
    s.v.setZero();
    constexpr double step = 1e-5;
    Model weightless = system.model();
    weightless.gravity.setZero();
    Multibody floating(weightless);
    Vector before;
    Vector after;
    floating.retract(s.q, -step * direction, before);
    floating.retract(s.q, step * direction, after);
    const double rate =
        (floating.potentialEnergy(after) - floating.potentialEnergy(before)) / (2.0 * step);
    const double power = forcesOfElement(system, s).dot(direction);
    EXPECT_NEAR(-rate, power, 1e-7 * std::max(1.0, std::abs(power)));
  });
}

TYPED_TEST(AnyForce, actionEqualsReaction) {
  this->forEachPlace(4, [](Multibody& system, const Sample& s, Index, Index) {
    if (!betweenRigidBodies(system)) return;
    expectActionEqualsReaction(system, s, forcesOfElement(system, s));
  });
}

}  // namespace
}  // namespace liefmu
