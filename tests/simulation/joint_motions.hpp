// For each joint type a mechanism that moves as a formula says. Gravity is 9.81 in −z unless the
// mechanism says otherwise.
#pragma once

#include <cmath>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

namespace liefmu {

struct JointMotion {
  std::string joint;
  std::string json;
  double time = 0.0;                                     // s
  std::vector<std::pair<std::string, double>> expected;  // variables at that time
};

inline constexpr double kFall = 9.81;  // m/s²

// Two bodies welded together fly through the air and turn about their common principal axis z.
inline JointMotion fixedMotion() {
  const double t = 1.5;
  const double angle = 3.0 * t;
  return {"fixed",
          R"({"name": "m", "bodies": [
            {"name": "a", "mass": 1, "inertia": [0.1, 0.2, 0.25], "position": [-0.4, 0, 0],
             "velocity": [1, -1.2, 4], "angularVelocity": [0, 0, 3]},
            {"name": "b", "mass": 2, "inertia": [0.2, 0.1, 0.15], "position": [0.2, 0, 0],
             "velocity": [1, 0.6, 4], "angularVelocity": [0, 0, 3]}],
           "joints": [{"name": "weld", "type": "fixed", "bodies": ["a", "b"],
                       "points": [[0.4, 0, 0], [-0.2, 0, 0]]}]})",
          t,
          {{"b.r[1]", t + 0.2 * std::cos(angle)},
           {"b.r[2]", 0.2 * std::sin(angle)},
           {"b.r[3]", 4.0 * t - kFall * t * t / 2.0},
           {"a.r[1]", t - 0.4 * std::cos(angle)},
           {"a.r[2]", -0.4 * std::sin(angle)},
           {"a.w[3]", 3.0},
           // the centripetal force on b
           {"weld.f[1]", -2.0 * 9.0 * 0.2 * std::cos(angle)},
           {"weld.f[2]", -2.0 * 9.0 * 0.2 * std::sin(angle)},
           {"weld.f[3]", 0.0}}};
}

// A pendulum on a ball joint circles about the vertical at 60° with
// ω² = m g l / ((m l² + J_x − J_z) cos θ), where z is its axis of symmetry.
inline JointMotion sphericalMotion() {
  const double t = 3.0;
  const double omega = std::sqrt(kFall * 0.8 / ((0.64 + 0.05 - 0.02) * 0.5));
  const double s = std::sqrt(0.75);
  const auto text = [](double x) { return std::to_string(x); };
  // ω along world z, in the body's axes: the body is turned by −60° about y
  const std::string velocity = "[0, " + text(omega * 0.8 * s) + ", 0]";
  const std::string angular = "[" + text(omega * s) + ", 0, " + text(omega * 0.5) + "]";
  return {"spherical",
          R"({"name": "m", "bodies": [
            {"name": "bob", "mass": 1, "inertia": [0.05, 0.05, 0.02],
             "position": [0.69282032302755092, 0, -0.4],
             "orientation": {"axis": [0, -1, 0], "angle": 1.0471975511965976},
             "velocity": )" +
              velocity + R"(, "angularVelocity": )" + angular + R"(}],
           "joints": [{"name": "ball", "type": "spherical", "bodies": ["ground", "bob"],
                       "points": [[0, 0, 0], [0, 0, 0.8]]}]})",
          t,
          {{"bob.r[1]", 0.8 * s * std::cos(omega * t)},
           {"bob.r[2]", 0.8 * s * std::sin(omega * t)},
           {"bob.r[3]", -0.4},
           {"ball.f[1]", -omega * omega * 0.8 * s * std::cos(omega * t)},
           {"ball.f[3]", kFall}}};
}

// A bar on a hinge whose reduced length is 1 m: the simple pendulum A01.
inline JointMotion revoluteMotion() {
  return {"revolute",
          R"({"name": "m", "gravity": [0, -9.81, 0], "bodies": [
            {"name": "bar", "mass": 1, "inertia": [0.1, 0.2, 0.25], "position": [-0.5, 0, 0]}],
           "joints": [{"name": "hinge", "type": "revolute", "bodies": ["ground", "bar"],
                       "points": [[0, 0, 0], [0.5, 0, 0]], "axes": [[0, 0, 1], [0, 0, 1]]}]})",
          10.0,
          {{"bar.r[1]", -0.5 * 0.275087462576116860},
           {"bar.r[2]", -0.5 * 0.961419205099125064},
           {"bar.r[3]", 0.0}}};
}

// On a rail that rises by 30°, between gravity and a spring: x = x₀ + A cos ωt about the rest.
inline JointMotion prismaticMotion() {
  const double t = 2.0;
  const double omega = std::sqrt(50.0 / 2.0);
  const double rest = -2.0 * kFall * 0.5 / 50.0;
  const double x = rest + (0.3 - rest) * std::cos(omega * t);
  return {"prismatic",
          R"({"name": "m", "bodies": [
            {"name": "car", "mass": 2, "inertia": [0.1, 0.2, 0.25],
             "position": [0.25980762113533160, 0, 0.15]}],
           "joints": [{"name": "rail", "type": "prismatic", "bodies": ["ground", "car"],
                       "points": [[0, 0, 0], [0, 0, 0]],
                       "axes": [[0.86602540378443865, 0, 0.5], [0.86602540378443865, 0, 0.5]]}],
           "forces": [{"name": "spring", "type": "jointSpringDamper", "joint": "rail",
                       "stiffness": 50}]})",
          t,
          {{"rail.q[1]", x},
           {"car.r[3]", 0.5 * x},
           {"car.w[2]", 0.0},
           // the rail carries the weight across it
           {"rail.f[1]", -2.0 * kFall * 0.5 * std::sqrt(0.75)},
           {"rail.f[3]", 2.0 * kFall * 0.75}}};
}

// A body falls along a vertical axis about which it turns, its centre beside the axis.
inline JointMotion cylindricalMotion() {
  const double t = 1.2;
  const double angle = 5.0 * t;
  return {"cylindrical",
          R"({"name": "m", "bodies": [
            {"name": "b", "mass": 2, "inertia": [0.1, 0.2, 0.25, 0, 0.05, 0], "position": [0.3, 0, 0],
             "velocity": [0, 1.5, 0], "angularVelocity": [0, 0, 5]}],
           "joints": [{"name": "axis", "type": "cylindrical", "bodies": ["ground", "b"],
                       "points": [[0, 0, 0], [-0.3, 0, 0]], "axes": [[0, 0, 1], [0, 0, 1]]}]})",
          t,
          {{"axis.q[1]", -kFall * t * t / 2.0},
           {"axis.q[2]", angle},
           {"b.r[1]", 0.3 * std::cos(angle)},
           {"axis.f[1]", -2.0 * 25.0 * 0.3 * std::cos(angle)},
           {"axis.f[3]", 0.0}}};
}

// A cardan shaft bent by 30°, driven at 4 rad/s: tan φ₂ = cos 30° tan φ₁.
inline JointMotion universalMotion() {
  const double t = 1.0;
  const double c = std::sqrt(0.75);
  const double phi1 = 4.0 * t;
  const double phi2 = std::atan2(c * std::sin(phi1), std::cos(phi1)) + 2.0 * std::numbers::pi;
  const double rate2 =
      4.0 * c / (std::cos(phi1) * std::cos(phi1) + 0.75 * std::sin(phi1) * std::sin(phi1));
  return {"universal",
          R"({"name": "m", "bodies": [
            {"name": "one", "mass": 1, "inertia": [0.1, 0.2, 0.25], "angularVelocity": [0, 0, 4]},
            {"name": "two", "mass": 1, "inertia": [0.1, 0.2, 0.25]}],
           "joints": [
            {"name": "input", "type": "revolute", "bodies": ["ground", "one"],
             "points": [[0, 0, 0], [0, 0, 0]], "axes": [[0, 0, 1], [0, 0, 1]]},
            {"name": "cross", "type": "universal", "bodies": ["one", "two"],
             "points": [[0, 0, 0], [0, 0, 0]],
             "axes": [[0, 1, 0], [0.86602540378443865, 0, -0.5]]},
            {"name": "output", "type": "revolute", "bodies": ["ground", "two"],
             "points": [[0, 0, 0], [0, 0, 0]],
             "axes": [[0.5, 0, 0.86602540378443865], [0.5, 0, 0.86602540378443865]]},
            {"name": "drive", "type": "prescribedRotation", "joint": "input",
             "angle": {"polynomial": [0, 4]}}]})",
          t,
          {{"output.q[1]", phi2}, {"output.qd[1]", rate2}}};
}

// Gliding on a plane that rises by 30° along x, spinning: the parabola of a throw.
inline JointMotion planarMotion() {
  const double t = 1.5;
  const double along = 2.0 * t - kFall * 0.5 * t * t / 2.0;
  return {"planar",
          R"({"name": "m", "bodies": [
            {"name": "puck", "mass": 2, "inertia": [0.1, 0.2, 0.25],
             "orientation": {"axis": [0, -1, 0], "angle": 0.52359877559829882},
             "velocity": [1.7320508075688772, 1, 1], "angularVelocity": [0, 0, 6]}],
           "joints": [{"name": "table", "type": "planar", "bodies": ["ground", "puck"],
                       "points": [[0, 0, 0], [0, 0, 0]],
                       "axes": [[-0.5, 0, 0.86602540378443865], [0, 0, 1]],
                       "references": [[0.86602540378443865, 0, 0.5], [1, 0, 0]]}]})",
          t,
          {{"table.q[1]", along},
           {"table.q[2]", t},
           {"table.q[3]", 6.0 * t},
           {"puck.r[1]", along * std::sqrt(0.75)},
           {"puck.r[3]", along * 0.5},
           {"table.f[1]", -2.0 * kFall * 0.5 * std::sqrt(0.75)},
           {"table.f[3]", 2.0 * kFall * 0.75}}};
}

// A bead on a rod that turns steadily in the horizontal plane: r = r₀ cosh ωt, and a body that
// spins at the end of the line.
inline JointMotion pointOnLineMotion() {
  const double t = 1.5;
  const double angle = 2.0 * t;
  const double r = 0.2 * std::cosh(angle);
  const double rate = 0.4 * std::sinh(angle);
  return {"pointOnLine",
          R"({"name": "m", "gravity": [0, 0, 0], "bodies": [
            {"name": "rod", "mass": 1, "inertia": [0.01, 0.2, 0.2], "angularVelocity": [0, 0, 2]},
            {"name": "bead", "mass": 0.5, "inertia": [0.01, 0.01, 0.02], "position": [0.2, 0, 0],
             "velocity": [0, 0.4, 0], "angularVelocity": [0, 0, 7]}],
           "joints": [
            {"name": "bearing", "type": "revolute", "bodies": ["ground", "rod"],
             "points": [[0, 0, 0], [0, 0, 0]], "axes": [[0, 0, 1], [0, 0, 1]]},
            {"name": "wire", "type": "pointOnLine", "bodies": ["rod", "bead"],
             "points": [[0, 0, 0], [0, 0, 0]], "axis": [1, 0, 0]},
            {"name": "drive", "type": "prescribedRotation", "joint": "bearing",
             "angle": {"polynomial": [0, 2]}}]})",
          t,
          {{"wire.q[1]", r},
           {"bead.r[1]", r * std::cos(angle)},
           {"bead.r[2]", r * std::sin(angle)},
           {"bead.w[3]", 7.0},
           // Coriolis force
           {"wire.f[1]", -0.5 * 2.0 * 2.0 * rate * std::sin(angle)},
           {"wire.f[2]", 0.5 * 2.0 * 2.0 * rate * std::cos(angle)}}};
}

// The simple pendulum A01 as a body on a massless rod at its centre: its spin is not disturbed.
inline JointMotion distanceMotion() {
  return {"distance",
          R"({"name": "m", "gravity": [0, -9.81, 0], "bodies": [
            {"name": "bob", "mass": 3, "inertia": [0.1, 0.2, 0.25], "position": [-1, 0, 0],
             "angularVelocity": [0, 0, 2]}],
           "joints": [{"name": "rod", "type": "distance", "bodies": ["ground", "bob"],
                       "points": [[0, 0, 0], [0, 0, 0]]}]})",
          10.0,
          {{"bob.r[1]", -0.275087462576116860},
           {"bob.r[2]", -0.961419205099125064},
           {"bob.w[3]", 2.0}}};
}

// A flywheel that is turned to and fro: the drive's torque is J φ̈.
inline JointMotion prescribedRotationMotion() {
  const double t = 1.3;
  const double omega = 2.0 * std::numbers::pi * 0.5;
  const double angle = 4.0 * std::sin(omega * t);
  return {"prescribedRotation",
          R"({"name": "m", "bodies": [
            {"name": "wheel", "mass": 2, "inertia": [0.1, 0.1, 0.2]}],
           "joints": [
            {"name": "bearing", "type": "revolute", "bodies": ["ground", "wheel"],
             "points": [[0, 0, 0], [0, 0, 0]], "axes": [[0, 0, 1], [0, 0, 1]]},
            {"name": "drive", "type": "prescribedRotation", "joint": "bearing",
             "angle": {"sine": {"amplitude": 4, "frequency": 0.5}}}]})",
          t,
          {{"bearing.q[1]", angle},
           {"bearing.qd[1]", 4.0 * omega * std::cos(omega * t)},
           {"drive.t[3]", -0.2 * omega * omega * angle}}};
}

// A lift: it carries its load with m (g + z̈).
inline JointMotion prescribedTranslationMotion() {
  const double t = 1.3;
  const double omega = 2.0 * std::numbers::pi * 0.5;
  const double z = 0.2 * std::sin(omega * t);
  return {"prescribedTranslation",
          R"({"name": "m", "bodies": [
            {"name": "lift", "mass": 2, "inertia": [0.1, 0.1, 0.2]}],
           "joints": [
            {"name": "shaft", "type": "prismatic", "bodies": ["ground", "lift"],
             "points": [[0, 0, 0], [0, 0, 0]], "axes": [[0, 0, 1], [0, 0, 1]]},
            {"name": "drive", "type": "prescribedTranslation", "joint": "shaft",
             "displacement": {"sine": {"amplitude": 0.2, "frequency": 0.5}}}]})",
          t,
          {{"lift.r[3]", z},
           {"lift.v[3]", 0.2 * omega * std::cos(omega * t)},
           {"drive.f[3]", 2.0 * (kFall - omega * omega * z)}}};
}

// A spinning body whose centre is led round a circle.
inline JointMotion prescribedPointMotion() {
  const double t = 1.3;
  const double omega = 2.0 * std::numbers::pi;
  return {"prescribedPoint",
          R"({"name": "m", "bodies": [
            {"name": "b", "mass": 2, "inertia": [0.1, 0.1, 0.2], "angularVelocity": [0, 0, 3]}],
           "joints": [
            {"name": "hand", "type": "prescribedPoint", "bodies": ["ground", "b"],
             "points": [[0, 0, 0], [0, 0, 0]],
             "displacement": [{"sine": {"amplitude": 0.2, "frequency": 1}},
                              {"sine": {"amplitude": 0.2, "frequency": 1,
                                        "phase": 1.5707963267948966}}, 0.5]}]})",
          t,
          {{"b.r[1]", 0.2 * std::sin(omega * t)},
           {"b.r[2]", 0.2 * std::cos(omega * t)},
           {"b.r[3]", 0.5},
           {"b.w[3]", 3.0},
           {"hand.f[1]", -2.0 * omega * omega * 0.2 * std::sin(omega * t)},
           {"hand.f[2]", -2.0 * omega * omega * 0.2 * std::cos(omega * t)},
           {"hand.f[3]", 2.0 * kFall}}};
}

inline std::vector<JointMotion> jointMotions() {
  return {fixedMotion(),
          sphericalMotion(),
          revoluteMotion(),
          prismaticMotion(),
          cylindricalMotion(),
          universalMotion(),
          planarMotion(),
          pointOnLineMotion(),
          distanceMotion(),
          prescribedRotationMotion(),
          prescribedTranslationMotion(),
          prescribedPointMotion()};
}

}  // namespace liefmu
