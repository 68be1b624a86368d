// Every joint type, in every combination of bodies, in both groups: derivatives against
// differences. A joint added to JointType fails to compile here until it gets a `randomize`.

#include "finite_differences.hpp"
#include "model/multibody.hpp"
#include "random_models.hpp"

#include <gtest/gtest.h>

#include <variant>

namespace liefmu {
namespace {

Signal randomSignal(Random& random) {
  return Sine{.offset = random(), .amplitude = random(), .frequency = 0.3, .phase = random()};
}

template<class Type>
void randomize(Type& /*joint*/, Random& /*random*/) requires(std::is_empty_v<Type>) {}
void randomize(Distance& joint, Random& random) {
  joint.length = 1.5 + random();
}
void randomize(PrescribedRotation& joint, Random& random) {
  joint.angle = randomSignal(random);
}
void randomize(PrescribedTranslation& joint, Random& random) {
  joint.displacement = Polynomial{{random(), random(), random(), random()}};
}
void randomize(PrescribedPoint& joint, Random& random) {
  joint.displacement = {randomSignal(random), FromInput{.input = 0, .scale = 2.0, .offset = 0.5},
                        Table{CubicSpline({-1.0, 0.0, 0.5, 1.0}, {0.0, 0.3, -0.2, 0.1})}};
}

template<class Variant>
struct TypesOf;
template<class... Types>
struct TypesOf<std::variant<Types...>> {
  using type = ::testing::Types<Types...>;
};

template<class Type>
class AnyJoint : public ::testing::Test {};
TYPED_TEST_SUITE(AnyJoint, TypesOf<JointType>::type);

template<class Type, class Test>
void forEachPlace(unsigned seed, Test test) {
  Random random(seed);
  forEachPairOfBodies(random, [&](Model model, Index first, Index second) {
    Type type;
    randomize(type, random);
    model.joints.push_back({.name = "joint",
                            .first = first,
                            .second = second,
                            .onFirst = randomFrame(random),
                            .onSecond = randomFrame(random),
                            .type = type});
    Multibody system(model);
    setRandomInputs(system, random);
    test(system, randomSample(system, random));
  });
}

TYPED_TEST(AnyJoint, derivativesAgreeWithDifferences) {
  forEachPlace<TypeParam>(
      1, [](Multibody& system, const Sample& sample) { checkDerivatives(system, sample); });
}

TYPED_TEST(AnyJoint, actionEqualsReaction) {
  forEachPlace<TypeParam>(2, [](Multibody& system, const Sample& s) {
    if (!betweenRigidBodies(system)) return;
    Dynamics dynamics;
    dynamics.resize(system.topology());
    system.evaluate(s.t, s.q, s.v, dynamics);
    expectActionEqualsReaction(system, s,
                               dense(system.topology(), dynamics.B, true).transpose() * s.lambda);
  });
}

}  // namespace
}  // namespace liefmu
