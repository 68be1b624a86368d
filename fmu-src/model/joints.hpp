// The joints: what each of them is, which equations it has and which coordinates it leaves free.
// An equation or coordinate is always a function of the relative pose of two frames, one on each
// body, and is built from few kinds of rows (constraint_rows.hpp), so a joint is a struct and a
// list of rows. How rows become blocks of B, Z and K is not known here.
#pragma once

#include "linear_algebra.hpp"
#include "model/constraint_rows.hpp"
#include "model/inputs.hpp"

#include <array>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace liefmu {

inline constexpr Index kGround = -1;  // as a body index: the world

// A frame fixed to a body: origin and orientation in the body's frame (for the ground: the world).
struct Frame {
  Vector3 point = Vector3::Zero();
  Eigen::Quaterniond orientation = Eigen::Quaterniond::Identity();
};

// A frame whose z axis is `axis` and whose x axis is as close to `reference` as possible; any
// perpendicular direction if `reference` is zero or parallel to the axis. Precondition: axis ≠ 0.
[[nodiscard]] Frame axisFrame(const Vector3& point, const Vector3& axis,
                              const Vector3& reference = Vector3::Zero());

// "First" and "second" are the two frames of the joint. Coordinates say where the second frame is
// as seen from the first one; all are zero where the frames coincide.

// The frames coincide.
struct Fixed {};
// The origins coincide.
struct Spherical {};
// The origins and the z axes coincide. Coordinate: angle about z.
struct Revolute {};
// Displacement along z only. Coordinate: displacement.
struct Prismatic {};
// The z axes coincide. Coordinates: displacement along z, angle about z.
struct Cylindrical {};
// The origins coincide; the z axis of the first frame is perpendicular to the x axis of the second.
// Coordinates: angle about the z axis of the first, angle about the x axis of the second frame.
struct Universal {};
// The x,y planes coincide. Coordinates: displacements along x and y of the first, angle about z.
struct Planar {};
// The origin of the second frame lies on the z axis of the first. Coordinate: displacement.
struct PointOnLine {};
// The distance of the origins is `length` > 0: Φ = (|r|² − length²)/2.
struct Distance {
  double length = 1.0;
};
// The angle about z is given. Meant to be added to a joint whose frames it shares and which keeps
// the z axes parallel. The motion may make any number of turns.
struct PrescribedRotation {
  Signal angle;  // rad
};
// The displacement of the second origin along z of the first frame is given.
struct PrescribedTranslation {
  Signal displacement;  // m
};
// The origin of the second frame moves along a given path in the first frame.
struct PrescribedPoint {
  std::array<Signal, 3> displacement;  // m
};

using JointType =
    std::variant<Fixed, Spherical, Revolute, Prismatic, Cylindrical, Universal, Planar, PointOnLine,
                 Distance, PrescribedRotation, PrescribedTranslation, PrescribedPoint>;

struct Joint {
  std::string name;
  Index first = kGround;  // body index
  Index second = 0;       // body index; reactions are reported for this body
  Frame onFirst;
  Frame onSecond;
  JointType type;
};

// The equations of a joint. The base of the relative motion is the second body, so that B is
// constant in SE(3) where the first body is the ground, or the first body if the joint says so.
struct JointEquations {
  bool baseIsSecond = true;
  std::vector<ConstraintRow> rows;
};

// A coordinate as a function of the motion of the second body relative to the first (the base).
struct Displacement {
  Vector3 axis;  // axis·d
};
struct Angle {
  Matrix3 S;  // sin θ ∝ ⟨S, E⟩
  Matrix3 C;  // cos θ ∝ ⟨C, E⟩
};
struct JointCoordinate {
  std::variant<Displacement, Angle> function;
  std::string_view label;  // "angle", "displacement x"
};

// A coordinate at one pose, and how it depends on the pose (see relative_motion.hpp).
struct CoordinateState {
  double value = 0.0;
  double rate = 0.0;
  Vector3 position = Vector3::Zero();  // gradient: position·ρ + rotation·α
  Vector3 rotation = Vector3::Zero();
};
// An angle is the one nearest to that many quarter turns.
[[nodiscard]] CoordinateState coordinateState(const JointCoordinate& coordinate,
                                              const RelativeMotion& motion, double quarterTurns);
// The derivative of CoordinateState::rotation with respect to α; the other one is constant.
[[nodiscard]] Matrix3 coordinateHessian(const JointCoordinate& coordinate,
                                        const RelativeMotion& motion);
// The number of quarter turns nearest to the angle, and to `guess` among those full turns apart.
[[nodiscard]] double nearestQuarterTurns(const Angle& angle, const Matrix3& E, double guess);

// `first` and `second` are the orientations of the joint's frames in their bodies.
[[nodiscard]] JointEquations equations(const JointType& type, const Matrix3& first,
                                       const Matrix3& second);
[[nodiscard]] std::vector<JointCoordinate> coordinates(const JointType& type, const Matrix3& first,
                                                       const Matrix3& second);

}  // namespace liefmu
