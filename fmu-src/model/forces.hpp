// The force elements: what each of them is and which force it exerts. Most act between two bodies
// (or a body and the ground) and depend on the relative pose and velocity only, so action equals
// reaction by construction. Gravity belongs to the model as a whole.
#pragma once

#include "linear_algebra.hpp"
#include "model/constraint_rows.hpp"
#include "model/inputs.hpp"
#include "model/joints.hpp"
#include "model/relative_motion.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>

namespace liefmu {

// Pulls two points together with stiffness·(l − naturalLength) + damping·l̇, where l is their
// distance. A table replaces the linear spring: force (N) over elongation l − naturalLength (m).
struct SpringDamper {
  Index first = kGround;
  Index second = 0;
  Vector3 pointOnFirst = Vector3::Zero();
  Vector3 pointOnSecond = Vector3::Zero();
  double stiffness = 0.0;  // N/m
  double damping = 0.0;    // N s/m
  double naturalLength = 0.0;
  std::optional<CubicSpline> table;
};

// Spring and damper in one coordinate of a joint: a torsion spring in a revolute joint, where the
// angle counts full turns, or a linear one in a prismatic joint.
struct JointSpringDamper {
  Index joint = 0;                   // into Model::joints
  Index coordinate = 0;              // of that joint
  double stiffness = 0.0;            // N m/rad or N/m
  double damping = 0.0;              // N m s/rad or N s/m
  double rest = 0.0;                 // rad or m: coordinate without force
  std::optional<CubicSpline> table;  // instead of the stiffness: torque or force over deflection
};

// Elastic connection of two frames with stiffness and damping along the axes of the second frame.
// The rotation is measured as 2 sin(θ/2)·axis, which is the rotation vector for small angles and
// has a potential for large ones.
struct Bushing {
  Index first = kGround;
  Index second = 0;
  Frame onFirst;
  Frame onSecond;
  Vector3 stiffness = Vector3::Zero();            // N/m
  Vector3 damping = Vector3::Zero();              // N s/m
  Vector3 rotationalStiffness = Vector3::Zero();  // N m/rad
  Vector3 rotationalDamping = Vector3::Zero();    // N m s/rad
};

// Resists the rate of a joint coordinate with viscous·rate + coulomb·tanh(rate/transitionRate).
// The Coulomb part does not depend on the joint's reaction force.
struct JointFriction {
  Index joint = 0;
  Index coordinate = 0;
  double viscous = 0.0;          // N m s/rad or N s/m
  double coulomb = 0.0;          // N m or N
  double transitionRate = 1e-2;  // rad/s or m/s, > 0
};

// Torque or force that drives a joint coordinate: acts on the second body in the direction of
// growing coordinate and on the first body in the opposite direction.
struct JointActuator {
  Index joint = 0;
  Index coordinate = 0;
  Signal effort;  // N m or N
};

enum class Axes : std::uint8_t { world, body };

struct BodyForce {
  Index body = 0;
  Vector3 point = Vector3::Zero();  // where it acts, body frame
  Axes axes = Axes::world;
  std::array<Signal, 3> force;  // N
};

struct BodyTorque {
  Index body = 0;
  Axes axes = Axes::world;
  std::array<Signal, 3> torque;  // N m
};

// −(linear + quadratic·|w|) w, where w is the velocity of a point relative to the resting medium.
struct Drag {
  Index body = 0;
  Vector3 point = Vector3::Zero();
  double linear = 0.0;     // N s/m
  double quadratic = 0.0;  // N s²/m²
};

using ForceType = std::variant<SpringDamper, JointSpringDamper, Bushing, JointFriction,
                               JointActuator, BodyForce, BodyTorque, Drag>;

struct Force {
  std::string name;
  ForceType type;
};

// What an element sees of the motion. For elements in a joint the base is the joint's first body,
// for bushings the second body, and for forces in world axes and drag the ground.
struct ForceContext {
  const RelativeMotion& motion;
  const InputData& data;
  const Matrix3& axesOfBase;  // the element's frames, in the axes of their bodies
  const Matrix3& axesOfOther;
  const JointCoordinate* coordinate = nullptr;  // for elements in a joint
  double quarterTurns = 0.0;
};

// Does the wrench depend on positions or velocities, or is it fixed in the base?
[[nodiscard]] bool isElastic(const ForceType& force);
[[nodiscard]] bool isDamped(const ForceType& force);

// The elements between two bodies, a body and the ground included. `wrench` is that on the base
// (see relative_motion.hpp); its derivatives with respect to the pose and the relative velocity.
[[nodiscard]] Wrench wrench(const ForceType& force, const ForceContext& context);
void addDerivatives(const ForceType& force, const ForceContext& context, WrenchDerivative& byPose,
                    WrenchDerivative& byRate);
[[nodiscard]] double potential(const ForceType& force, const ForceContext& context);

// The elements that are fixed to one body, that is forces and torques in body axes: force and
// torque about the body's reference point. `lever` is the point where the force acts.
[[nodiscard]] Wrench bodyWrench(const ForceType& force, const Vector3& lever,
                                const InputData& data);

}  // namespace liefmu
