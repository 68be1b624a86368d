#include "reproduce/benchmarks.hpp"

#include <cmath>

namespace liefmu::reproduce {

Model heavyTop(Group group) {
  const Vector3 X{0.0, 1.0, 0.0};
  const Vector3 Omega{0.0, 150.0, -4.61538};
  Body top{.name = "top", .mass = 15.0, .angularVelocity = Omega};
  top.inertia = Vector3(0.234375, 0.46875, 0.234375).asDiagonal();
  Model model{.name = "heavy top", .group = group, .gravity = {0.0, 0.0, -9.81}};
  if (group == Group::so3) {
    top.kind = BodyKind::rotor;
    top.centreOfMass = X;
    top.inertia += top.mass * (X.squaredNorm() * Matrix3::Identity() - X * X.transpose());
  } else {
    top.position = X;
    top.velocity = Omega.cross(X);
    model.joints.push_back({.name = "tip", .onSecond = {.point = -X}, .type = Spherical{}});
  }
  model.bodies.push_back(top);
  return model;
}

Model pendulum(const Vector3& position, const Vector3& velocity, double gravity) {
  return {.name = "pendulum",
          .group = Group::r3,
          .gravity = {0.0, -gravity, 0.0},
          .bodies = {{.name = "mass",
                      .kind = BodyKind::point,
                      .mass = 1.0,
                      .position = position,
                      .velocity = velocity}},
          .joints = {{.name = "rod", .type = Distance{.length = position.norm()}}}};
}

Model transientPendulum(double x0) {
  constexpr double kGravity = 9.81;
  const double y0 = -std::sqrt(1.0 - x0 * x0);
  const double speed = std::sqrt(1.0 - 2.0 * kGravity * (1.0 + y0));
  return pendulum({x0, y0, 0.0}, {-speed * y0, speed * x0, 0.0}, kGravity);
}

Model masslessRod() {
  Body rod{
      .name = "rod", .mass = 1.0, .position = {0.6, 0.0, -0.8}, .angularVelocity = {0.5, 0.8, 0.0}};
  rod.velocity = rod.angularVelocity.cross(rod.position);
  return {.name = "massless rod",
          .group = Group::r3so3,
          .gravity = {0.0, 0.0, -9.81},
          .bodies = {rod},
          .joints = {{.name = "joint",
                      .onFirst = axisFrame(Vector3::Zero(), Vector3::UnitY()),
                      .onSecond = {.point = -rod.position},
                      .type = Universal{}}}};
}

}  // namespace liefmu::reproduce
