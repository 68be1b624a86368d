// Random bodies and states for the tests of joints and forces.
#pragma once

#include "finite_differences.hpp"
#include "model/multibody.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string>

namespace liefmu {

inline Frame randomFrame(Random& random) {
  return {random.vector3(), random.rotation()};
}

inline Body randomBody(BodyKind kind, const std::string& name, Random& random) {
  const Matrix3 factor = Matrix3::NullaryExpr([&] { return random(); });
  return {.name = name,
          .kind = kind,
          .mass = 1.5 + random(),
          .inertia = factor * factor.transpose() + Matrix3::Identity(),
          .centreOfMass = random.vector3(),
          .position = random.vector3(),
          .orientation = random.rotation(),
          .velocity = random.vector3(),
          .angularVelocity = random.vector3()};
}

// Calls test(model, first, second) for all kinds of bodies, the ground, and both groups.
template<class Test>
void forEachPairOfBodies(Random& random, Test test) {
  const std::array<BodyKind, 3> kinds{BodyKind::rigid, BodyKind::point, BodyKind::rotor};
  const std::array<const char*, 4> names{"rigid", "point", "rotor", "ground"};
  for (const Group group : {Group::r3so3, Group::se3}) {
    for (std::size_t i = 0; i <= kinds.size(); ++i) {
      for (std::size_t j = 0; j <= kinds.size(); ++j) {
        if (i == kinds.size() && j == kinds.size()) continue;
        SCOPED_TRACE(std::string(group == Group::se3 ? "SE(3), " : "R3xSO(3), ") + names.at(i) +
                     " and " + names.at(j));
        Model model{.group = group, .gravity = random.vector3(), .inputs = {{.name = "u"}}};
        Index first = kGround;
        Index second = kGround;
        if (i < kinds.size()) {
          first = static_cast<Index>(model.bodies.size());
          model.bodies.push_back(randomBody(kinds.at(i), "first", random));
        }
        if (j < kinds.size()) {
          second = static_cast<Index>(model.bodies.size());
          model.bodies.push_back(randomBody(kinds.at(j), "second", random));
        }
        test(model, first, second);
      }
    }
  }
}

// The generalised forces on two rigid bodies cancel: as forces, and as moments about the origin.
inline void expectActionEqualsReaction(const Multibody& system, const Sample& s,
                                       const Vector& forces) {
  const bool bodyAxes = system.model().group == Group::se3;
  Vector3 force = Vector3::Zero();
  Vector3 moment = Vector3::Zero();
  for (Index i = 0; i < 2; ++i) {
    const BodyState state = system.bodyState(i, s.q, s.v);
    const Vector3 linearPart = forces.segment<3>(6 * i);
    const Vector3 onBody = bodyAxes ? Vector3(state.orientation * linearPart) : linearPart;
    force += onBody;
    moment += state.position.cross(onBody) + state.orientation * forces.segment<3>(6 * i + 3);
  }
  EXPECT_LE(force.norm(), 2e-14 * (1.0 + forces.norm()));
  EXPECT_LE(moment.norm(), 2e-14 * (1.0 + forces.norm()));
}

// Is it an element between two rigid bodies? Point masses take no moment, rotors are held by their
// fixed points, and the ground has no equations.
inline bool betweenRigidBodies(const Multibody& system) {
  const std::vector<Body>& bodies = system.model().bodies;
  return bodies.size() == 2 && bodies[0].kind == BodyKind::rigid &&
         bodies[1].kind == BodyKind::rigid;
}

inline void setRandomInputs(Multibody& system, Random& random) {
  for (Index i = 0; i < static_cast<Index>(system.inputs().size()); ++i) {
    system.setInput(i, {random(), random(), random(), random()});
  }
}

inline Sample randomSample(const Multibody& system, Random& random) {
  const Topology& topology = system.topology();
  return {random(), system.initialConfiguration(), random.vector(topology.velocitySize),
          random.vector(topology.velocitySize), random.vector(topology.constraintSize)};
}

}  // namespace liefmu
