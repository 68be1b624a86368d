// Multibody: the motion as the user sees it. Not used inside a step.

#include "model/multibody.hpp"
#include "model/multibody_detail.hpp"

namespace liefmu {

using namespace detail;

RelativeMotion Multibody::relative(const Pair& pair, const Vector& q, const Vector& v) const {
  BodyMotion base;
  BodyMotion other;
  if (pair.base != ground()) setMotion(at(pair.base), q, v, base);
  if (pair.other != ground()) setMotion(at(pair.other), q, v, other);
  return relativeMotion(pair, base, other);
}

BodyState Multibody::bodyState(Index body, const Vector& q, const Vector& v) const {
  BodyMotion m;
  setMotion(at(body), q, v, m);
  const Vector3& arm = bodies_[at(body)].centreOfMass;
  return {m.x + m.R * arm, orientationIn(q, at(body)), m.R * (m.U + m.Omega.cross(arm)), m.Omega};
}

BodyAcceleration Multibody::bodyAcceleration(Index body, const Vector& q, const Vector& v,
                                             const Vector& vdot) const {
  BodyMotion m;
  setMotion(at(body), q, v, m);
  const BodyData& data = bodies_[at(body)];
  const Vector3 angular = rotationOf(body, vdot);
  const Vector3& arm = data.centreOfMass;
  Vector3 linear = Vector3::Zero();
  if (worldAxes(data.motion)) {
    linear = vdot.segment<3>(data.begin);
  } else if (data.motion == Motion::se3) {
    linear = m.R * (vdot.segment<3>(data.begin) + m.Omega.cross(m.U));
  }
  linear += m.R * (angular.cross(arm) + m.Omega.cross(m.Omega.cross(arm)));
  return {linear, angular};
}

JointReaction Multibody::jointReaction(Index joint, double t, const Vector& q,
                                       const Vector& lambda) const {
  const JointData& data = joints_[at(joint)];
  const RelativeMotion m = relative(data.pair, q, Vector::Zero(topology_.velocitySize));
  Wrench onBase;
  for (std::size_t i = 0; i < data.rows.size(); ++i) {
    const double factor = lambda[data.begin + static_cast<Index>(i)];
    const RowGradient at0 = gradient(data.rows[i].function, m, {t, inputs_});
    onBase.force += factor * at0.position;
    onBase.torque += factor * at0.rotation;
  }
  const Matrix3 R = data.pair.base == ground()
                        ? Matrix3(Matrix3::Identity())
                        : orientationIn(q, at(data.pair.base)).toRotationMatrix();
  // The force acts at the point of the other body, d away from that of the base.
  if (data.baseIsSecond) {
    return {R * onBase.force, R * (onBase.torque + m.d.cross(onBase.force))};
  }
  return {-(R * onBase.force), -(R * onBase.torque)};
}

Index Multibody::coordinateCount(Index joint) const {
  return joints_[at(joint)].coordinateCount;
}

const JointCoordinate& Multibody::coordinate(Index joint, Index coordinate) const {
  return coordinates_[at(joints_[at(joint)].firstCoordinate + coordinate)].coordinate;
}

double Multibody::coordinateValue(Index joint, Index coordinate, const Vector& q) const {
  const CoordinateData& data = coordinates_[at(joints_[at(joint)].firstCoordinate + coordinate)];
  const RelativeMotion m = relative(data.pair, q, Vector::Zero(topology_.velocitySize));
  const double turns = data.quarterTurns >= 0 ? q[data.quarterTurns] : 0.0;
  return coordinateState(data.coordinate, m, turns).value;
}

double Multibody::coordinateRate(Index joint, Index coordinate, const Vector& q,
                                 const Vector& v) const {
  const CoordinateData& data = coordinates_[at(joints_[at(joint)].firstCoordinate + coordinate)];
  return coordinateState(data.coordinate, relative(data.pair, q, v), 0.0).rate;
}

double Multibody::distance(Index distance, const Vector& q) const {
  const PointDistance& data = model_.distances[at(distance)];
  const auto world = [&](Index body, const Vector3& point) -> Vector3 {
    if (body == kGround) return point;
    return positionIn(q, at(body)) +
           orientationIn(q, at(body)) * (bodies_[at(body)].origin + point);
  };
  return (world(data.second, data.pointOnSecond) - world(data.first, data.pointOnFirst)).norm();
}

double Multibody::kineticEnergy(const Vector& v) const {
  double energy = 0.0;
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    const auto [begin, size] = topology_.bodies[i];
    const BodyData& body = bodies_[i];
    // The same in world and in body axes.
    if (translates(body.motion)) {
      energy += 0.5 * body.mass * v.segment<3>(begin).squaredNorm();
    }
    if (rotates(body.motion)) {
      const Vector3 Omega = v.segment<3>(begin + size - 3);
      energy += 0.5 * Omega.dot(body.inertia * Omega);
    }
  }
  return energy;
}

double Multibody::potentialEnergy(const Vector& q) const {
  double energy = 0.0;
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    const Vector3 centre = positionIn(q, i) + orientationIn(q, i) * bodies_[i].centreOfMass;
    energy -= bodies_[i].mass * model_.gravity.dot(centre);
  }
  const Vector noVelocity = Vector::Zero(topology_.velocitySize);
  const InputData data{0.0, inputs_};  // potentials do not depend on time
  for (std::size_t i = 0; i < forces_.size(); ++i) {
    if (!forces_[i].betweenBodies) continue;
    const RelativeMotion m = relative(forces_[i].pair, q, noVelocity);
    energy += potential(model_.forces[i].type, context(forces_[i], m, data, q));
  }
  return energy;
}

double Multibody::forcePower(Index force, double t, const Vector& q, const Vector& v) const {
  const ForceData& data = forces_[at(force)];
  const ForceType& type = model_.forces[at(force)].type;
  const InputData inputs{t, inputs_};
  if (!data.betweenBodies) {
    BodyMotion m;
    setMotion(at(data.pair.other), q, v, m);
    const Wrench given = bodyWrench(type, data.pair.pointOnOther, inputs);
    return given.force.dot(m.U) + given.torque.dot(m.Omega);
  }
  const RelativeMotion m = relative(data.pair, q, v);
  const Wrench onBase = wrench(type, context(data, m, inputs, q));
  return -onBase.force.dot(m.rate) - onBase.torque.dot(m.omega);
}

}  // namespace liefmu
