#include "model/joints.hpp"

#include <cmath>
#include <numbers>

namespace liefmu {

namespace {

constexpr std::array<std::string_view, 3> kPointLabels{"point x", "point y", "point z"};
constexpr std::array<std::string_view, 3> kTiltLabels{"rotation x", "rotation y", "rotation z"};

// The axes of the joint's frames, each in the axes of its body.
struct JointAxes {
  const Matrix3& first;
  const Matrix3& second;

  // Column i of the first and column j of the second frame are perpendicular; base: second.
  [[nodiscard]] ConstraintRow perpendicular(Index i, Index j, std::string_view label) const {
    return {Orientation{second.col(j) * first.col(i).transpose()}, label};
  }
  // Component `axis` of the relative rotation vanishes: the skew part of the relative rotation
  // matrix, which is sin θ times the rotation axis; base: second.
  [[nodiscard]] ConstraintRow noRotation(std::size_t axis) const {
    const auto j = static_cast<Index>((axis + 1) % 3);
    const auto k = static_cast<Index>((axis + 2) % 3);
    return {Orientation{0.5 * (second.col(k) * first.col(j).transpose() -
                               second.col(j) * first.col(k).transpose())},
            kTiltLabels[axis]};
  }
  // Angle of the second frame about the z axis of the first. Where the z axes differ, it is the
  // angle that fits the x and y axes best. Base: first.
  [[nodiscard]] Angle aboutZ() const {
    return {
        0.5 * (first.col(1) * second.col(0).transpose() - first.col(0) * second.col(1).transpose()),
        0.5 *
            (first.col(0) * second.col(0).transpose() + first.col(1) * second.col(1).transpose())};
  }
};

ConstraintRow pointRow(const Matrix3& axes, std::size_t axis) {
  return {AlongAxis{axes.col(static_cast<Index>(axis))}, kPointLabels[axis]};
}

std::vector<ConstraintRow> pointRows(const Matrix3& axes) {
  return {pointRow(axes, 0), pointRow(axes, 1), pointRow(axes, 2)};
}

void append(std::vector<ConstraintRow>& rows, std::initializer_list<ConstraintRow> more) {
  rows.insert(rows.end(), more);
}

// Where no direction is special, the equations are written in the body's own axes.
JointEquations equationsOf(const Spherical& /*joint*/, const JointAxes& /*axes*/) {
  return {.rows = pointRows(Matrix3::Identity())};
}

JointEquations equationsOf(const Fixed& /*joint*/, const JointAxes& axes) {
  JointEquations result{.rows = pointRows(Matrix3::Identity())};
  append(result.rows, {axes.noRotation(0), axes.noRotation(1), axes.noRotation(2)});
  return result;
}

JointEquations equationsOf(const Revolute& /*joint*/, const JointAxes& axes) {
  JointEquations result{.rows = pointRows(axes.second)};
  append(result.rows,
         {axes.perpendicular(2, 0, "axis against x"), axes.perpendicular(2, 1, "axis against y")});
  return result;
}

JointEquations equationsOf(const Prismatic& /*joint*/, const JointAxes& axes) {
  return {.rows = {pointRow(axes.second, 0), pointRow(axes.second, 1), axes.noRotation(0),
                   axes.noRotation(1), axes.noRotation(2)}};
}

JointEquations equationsOf(const Cylindrical& /*joint*/, const JointAxes& axes) {
  return {.rows = {pointRow(axes.second, 0), pointRow(axes.second, 1),
                   axes.perpendicular(2, 0, "axis against x"),
                   axes.perpendicular(2, 1, "axis against y")}};
}

JointEquations equationsOf(const Universal& /*joint*/, const JointAxes& axes) {
  JointEquations result{.rows = pointRows(Matrix3::Identity())};
  append(result.rows, {axes.perpendicular(2, 0, "axes perpendicular")});
  return result;
}

JointEquations equationsOf(const Planar& /*joint*/, const JointAxes& axes) {
  return {.rows = {pointRow(axes.second, 2), axes.perpendicular(2, 0, "normal against x"),
                   axes.perpendicular(2, 1, "normal against y")}};
}

JointEquations equationsOf(const PointOnLine& /*joint*/, const JointAxes& axes) {
  return {.baseIsSecond = false, .rows = {pointRow(axes.first, 0), pointRow(axes.first, 1)}};
}

JointEquations equationsOf(const Distance& joint, const JointAxes& /*axes*/) {
  return {.rows = {{AtDistance{joint.length}, "distance"}}};
}

JointEquations equationsOf(const PrescribedRotation& joint, const JointAxes& axes) {
  auto [S, C] = axes.aboutZ();
  return {.baseIsSecond = false, .rows = {{PrescribedAngle{S, C, joint.angle}, "angle"}}};
}

JointEquations equationsOf(const PrescribedTranslation& joint, const JointAxes& axes) {
  return {.baseIsSecond = false,
          .rows = {{AlongAxis{axes.first.col(2), joint.displacement}, "displacement"}}};
}

JointEquations equationsOf(const PrescribedPoint& joint, const JointAxes& axes) {
  JointEquations result{.baseIsSecond = false, .rows = {}};
  for (std::size_t i = 0; i < 3; ++i) {
    const Vector3 axis = axes.first.col(static_cast<Index>(i));
    append(result.rows, {{AlongAxis{axis, joint.displacement.at(i)}, kPointLabels.at(i)}});
  }
  return result;
}

using Coordinates = std::vector<JointCoordinate>;

// Joints without coordinates that one would drive or measure.
template<class Type>
Coordinates coordinatesOf(const Type& /*joint*/, const JointAxes& /*axes*/) {
  return {};
}

Coordinates coordinatesOf(const Revolute& /*joint*/, const JointAxes& axes) {
  return {{axes.aboutZ(), "angle"}};
}

Coordinates coordinatesOf(const Prismatic& /*joint*/, const JointAxes& axes) {
  return {{Displacement{axes.first.col(2)}, "displacement"}};
}

Coordinates coordinatesOf(const Cylindrical& /*joint*/, const JointAxes& axes) {
  return {{Displacement{axes.first.col(2)}, "displacement"}, {axes.aboutZ(), "angle"}};
}

// The second frame is the first one turned by Rz(θ₁) Rx(θ₂).
Coordinates coordinatesOf(const Universal& /*joint*/, const JointAxes& axes) {
  const auto& [first, second] = axes;
  return {
      {Angle{first.col(1) * second.col(0).transpose(), first.col(0) * second.col(0).transpose()},
       "angle 1"},
      {Angle{first.col(2) * second.col(1).transpose(), first.col(2) * second.col(2).transpose()},
       "angle 2"}};
}

Coordinates coordinatesOf(const Planar& /*joint*/, const JointAxes& axes) {
  return {{Displacement{axes.first.col(0)}, "displacement x"},
          {Displacement{axes.first.col(1)}, "displacement y"},
          {axes.aboutZ(), "angle"}};
}

Coordinates coordinatesOf(const PointOnLine& /*joint*/, const JointAxes& axes) {
  return {{Displacement{axes.first.col(2)}, "displacement"}};
}

Coordinates coordinatesOf(const PrescribedRotation& /*joint*/, const JointAxes& axes) {
  return {{axes.aboutZ(), "angle"}};
}

Coordinates coordinatesOf(const PrescribedTranslation& /*joint*/, const JointAxes& axes) {
  return {{Displacement{axes.first.col(2)}, "displacement"}};
}

}  // namespace

namespace {

struct SineCosine {
  double s;
  double c;
};

SineCosine sineCosine(const Angle& angle, const Matrix3& E) {
  return {angle.S.cwiseProduct(E).sum(), angle.C.cwiseProduct(E).sum()};
}

constexpr double kTurn = 2.0 * std::numbers::pi;

}  // namespace

double nearestQuarterTurns(const Angle& angle, const Matrix3& E, double guess) {
  const auto [s, c] = sineCosine(angle, E);
  double quarter = 0.0;
  if (std::abs(s) > std::abs(c)) {
    quarter = s > 0.0 ? 1.0 : 3.0;
  } else {
    quarter = c >= 0.0 ? 0.0 : 2.0;
  }
  return quarter + 4.0 * std::round((guess - quarter) / 4.0);
}

CoordinateState coordinateState(const JointCoordinate& coordinate, const RelativeMotion& motion,
                                double quarterTurns) {
  CoordinateState state;
  if (const auto* displacement = std::get_if<Displacement>(&coordinate.function)) {
    state.value = displacement->axis.dot(motion.d);
    state.position = displacement->axis;
    state.rate = state.position.dot(motion.rate);
    return state;
  }
  const auto& angle = std::get<Angle>(coordinate.function);
  const auto [s, c] = sineCosine(angle, motion.E);
  const double wrapped = std::atan2(s, c);
  state.value = wrapped + kTurn * std::round(0.25 * quarterTurns - wrapped / kTurn);
  // dθ = (c ds − s dc)/(s² + c²); off the joint's axis s² + c² ≠ 1.
  const double squared = s * s + c * c;
  state.rotation = orientationGradient((c / squared) * angle.S - (s / squared) * angle.C, motion.E);
  state.rate = state.rotation.dot(motion.omega);
  return state;
}

Matrix3 coordinateHessian(const JointCoordinate& coordinate, const RelativeMotion& motion) {
  const auto* angle = std::get_if<Angle>(&coordinate.function);
  if (angle == nullptr) return Matrix3::Zero();
  const auto [s, c] = sineCosine(*angle, motion.E);
  const double squared = s * s + c * c;
  const Vector3 ds = orientationGradient(angle->S, motion.E);
  const Vector3 dc = orientationGradient(angle->C, motion.E);
  // The derivatives of c/(s²+c²) and −s/(s²+c²).
  const double mixed = (s * s - c * c) / (squared * squared);
  const double twice = 2.0 * s * c / (squared * squared);
  return orientationHessian((c / squared) * angle->S - (s / squared) * angle->C, motion.E) +
         ds * (mixed * dc - twice * ds).transpose() + dc * (mixed * ds + twice * dc).transpose();
}

Frame axisFrame(const Vector3& point, const Vector3& axis, const Vector3& reference) {
  const Vector3 z = axis.normalized();
  Vector3 x = reference - z.dot(reference) * z;
  if (x.norm() <= 1e-6 * reference.norm()) {
    // The unit vector that is farthest from the axis.
    Index smallest = 0;
    z.cwiseAbs().minCoeff(&smallest);
    const Vector3 unit = Vector3::Unit(smallest);
    x = unit - z.dot(unit) * z;
  }
  x.normalize();
  Matrix3 axes;
  axes << x, z.cross(x), z;
  return {point, Eigen::Quaterniond(axes).normalized()};
}

JointEquations equations(const JointType& type, const Matrix3& first, const Matrix3& second) {
  const JointAxes axes{first, second};
  return std::visit([&](const auto& joint) { return equationsOf(joint, axes); }, type);
}

std::vector<JointCoordinate> coordinates(const JointType& type, const Matrix3& first,
                                         const Matrix3& second) {
  const JointAxes axes{first, second};
  return std::visit([&](const auto& joint) { return coordinatesOf(joint, axes); }, type);
}

}  // namespace liefmu
