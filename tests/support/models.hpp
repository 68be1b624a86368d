// Small mechanisms for tests, built in C++ so that a test of the numerics does not depend on the
// model reader.
#pragma once

#include "model/model.hpp"

#include <string>

namespace liefmu::models {

inline const Vector3 kFastTop{0.0, 150.0, -4.61538};
inline const Vector3 kSlowTop{0.0, 1.5, -0.0461538};

// The heavy top of ABC15, section 5: constrained in r3so3 and se3, a rotor in so3.
inline Model heavyTop(Group group, const Vector3& Omega = kFastTop) {
  const Vector3 X{0.0, 1.0, 0.0};
  const double mass = 15.0;
  Body top{.name = "top", .mass = mass, .angularVelocity = Omega};
  top.inertia = Vector3(0.234375, 0.46875, 0.234375).asDiagonal();
  Model model{.name = "heavy top", .group = group, .gravity = {0.0, 0.0, -9.81}};
  if (group == Group::so3) {
    top.kind = BodyKind::rotor;
    top.centreOfMass = X;
    top.inertia += mass * (X.squaredNorm() * Matrix3::Identity() - X * X.transpose());
  } else {
    top.position = X;
    top.velocity = Omega.cross(X);
    model.joints.push_back({.name = "tip",
                            .first = kGround,
                            .second = 0,
                            .onSecond = {.point = -X},
                            .type = Spherical{}});
  }
  model.bodies.push_back(top);
  return model;
}

inline Model freeRigidBody(Group group) {
  Body body{.name = "body", .mass = 1.0, .angularVelocity = {0.1, 2.0, 0.1}};
  body.inertia = Vector3(1.0, 2.0, 3.0).asDiagonal();
  if (group == Group::so3) body.kind = BodyKind::rotor;
  return {.name = "free rigid body", .group = group, .gravity = Vector3::Zero(), .bodies = {body}};
}

// A point mass on a massless rod: in the plane z = 0, gravity along −y, (|r|² − l²)/2 = 0.
inline Model pendulum(const Vector3& position, const Vector3& velocity = Vector3::Zero(),
                      double gravity = 9.81) {
  const Body mass{.name = "mass",
                  .kind = BodyKind::point,
                  .mass = 1.0,
                  .position = position,
                  .velocity = velocity};
  return {.name = "pendulum",
          .group = Group::r3,
          .gravity = {0.0, -gravity, 0.0},
          .bodies = {mass},
          .joints = {{.name = "rod", .type = Distance{.length = position.norm()}}}};
}

// N rods of length 1 and mass 1, hanging on each other by spherical joints, stretched out along x
// at the start.
inline Model chain(Group group, Index links) {
  Model model{.name = "chain", .group = group, .gravity = {0.0, 0.0, -9.81}};
  const Vector3 half{0.5, 0.0, 0.0};
  for (Index i = 0; i < links; ++i) {
    const std::string number = std::to_string(i + 1);
    Body link{.name = "link" + number,
              .mass = 1.0,
              .position = Vector3(static_cast<double>(i) + 0.5, 0.0, 0.0)};
    link.inertia = Vector3(1e-3, 1.0 / 12.0, 1.0 / 12.0).asDiagonal();
    model.bodies.push_back(link);
    Joint joint{.name = "joint" + number, .first = i - 1, .second = i, .type = Spherical{}};
    if (i > 0) joint.onFirst.point = half;
    joint.onSecond.point = -half;
    model.joints.push_back(joint);
  }
  return model;
}

}  // namespace liefmu::models
