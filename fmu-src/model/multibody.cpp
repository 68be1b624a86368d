// Multibody: the equations at one (t, q, v).

#include "model/multibody.hpp"

#include "model/multibody_detail.hpp"

namespace liefmu {

using namespace detail;

void Multibody::setMotion(std::size_t body, const Vector& q, const Vector& v,
                          BodyMotion& motion) const {
  const BodyData& data = bodies_[body];
  motion.x = positionIn(q, body);
  motion.R = orientationIn(q, body).toRotationMatrix();
  switch (data.motion) {
    case Motion::r3so3:
      motion.U = motion.R.transpose().lazyProduct(v.segment<3>(data.begin));
      motion.Omega = v.segment<3>(data.begin + 3);
      break;
    case Motion::se3:
      motion.U = v.segment<3>(data.begin);
      motion.Omega = v.segment<3>(data.begin + 3);
      break;
    case Motion::r3:
      motion.U = motion.R.transpose().lazyProduct(v.segment<3>(data.begin));
      break;
    case Motion::so3:
      motion.Omega = v.segment<3>(data.begin);
      break;
  }
}

void Multibody::updateMotion(const Vector& q, const Vector& v) {
  for (std::size_t i = 0; i < bodies_.size(); ++i) setMotion(i, q, v, motions_[i]);
}

RelativeMotion Multibody::relative(const Pair& pair) const {
  const BodyMotion& base = motions_[at(pair.base)];
  return pair.other == ground() ? relativeMotionOfGround(pair, base)
                                : relativeMotion(pair, base, motions_[at(pair.other)]);
}

ForceContext Multibody::context(const ForceData& force, const RelativeMotion& motion,
                                const InputData& data, const Vector& q) const {
  ForceContext result{motion, data, force.axesOfBase, force.axesOfOther};
  if (force.coordinate >= 0) {
    const CoordinateData& coordinate = coordinates_[at(force.coordinate)];
    result.coordinate = &coordinate.coordinate;
    if (coordinate.quarterTurns >= 0) result.quarterTurns = q[coordinate.quarterTurns];
  }
  return result;
}

// One row (ξ, φ) of a constraint block. The translational part is given in both axes, because the
// callers have both.
void Multibody::writeRow(Index body, const Vector3& linearPart, const Vector3& linearWorld,
                         const Vector3& angularPart, Index row, Block& block) const {
  const Motion motion = bodies_[at(body)].motion;
  const Index stride = block.rows();
  double* entry = block.data() + row;
  const auto write = [&](const Vector3& part) {
    for (const double number : {part.x(), part.y(), part.z()}) {
      *entry = number;
      entry += stride;
    }
  };
  if (translates(motion)) write(worldAxes(motion) ? linearWorld : linearPart);
  if (rotates(motion)) write(angularPart);
}

// The three rows Φ = d: B = [−I, ỹ] for the base and [E, −E s̃] for the other body, in body axes.
void Multibody::writePointBlocks(const JointData& joint, const RelativeMotion& motion,
                                 Dynamics& dynamics) const {
  const Pair& pair = joint.pair;
  const Matrix3& R = motions_[at(pair.base)].R;
  if (joint.baseIncidence >= 0) {
    const Motion group = bodies_[at(pair.base)].motion;
    Block& B = dynamics.B[at(joint.baseIncidence)];
    if (worldAxes(group)) {
      B.topLeftCorner<3, 3>() = -R.transpose();
    } else if (translates(group)) {
      B.topLeftCorner<3, 3>() = -Matrix3::Identity();
    }
    if (rotates(group)) B.topRightCorner<3, 3>() = crossMatrix(motion.y);
  }
  if (joint.otherIncidence >= 0) {
    const Motion group = bodies_[at(pair.other)].motion;
    Block& B = dynamics.B[at(joint.otherIncidence)];
    if (worldAxes(group)) {
      B.topLeftCorner<3, 3>() = R.transpose();
    } else if (translates(group)) {
      B.topLeftCorner<3, 3>() = motion.E;
    }
    if (rotates(group)) B.topRightCorner<3, 3>() = timesCross(motion.E, -pair.pointOnOther);
  }
}

// A spherical joint with the ground: the general way without what is zero.
void Multibody::evaluatePointOnGround(const JointData& joint, Dynamics& dynamics) const {
  const Pair& pair = joint.pair;
  const BodyMotion& base = motions_[at(pair.base)];
  const Vector3 y = base.R.transpose().lazyProduct(pair.pointOnOther - base.x);
  Eigen::Map<Vector3>{dynamics.Phi.data() + joint.begin} = y - pair.pointOnBase;
  Eigen::Map<Vector3>{dynamics.velocityConstraint.data() + joint.begin} =
      y.cross(base.Omega) - base.U;
  auto B = fixed<3, 6>(dynamics.B[at(joint.baseIncidence)]);
  if (worldAxes(bodies_[at(pair.base)].motion)) {
    B.leftCols<3>() = -base.R.transpose();
  } else {
    B.leftCols<3>() = -Matrix3::Identity();
  }
  B.rightCols<3>() << 0.0, -y.z(), y.y(), y.z(), 0.0, -y.x(), -y.y(), y.x(), 0.0;
}

void Multibody::evaluateJoint(const JointData& joint, const InputData& data,
                              Dynamics& dynamics) const {
  const Pair& pair = joint.pair;
  const RelativeMotion m = relative(pair);
  std::size_t i = 0;
  if (joint.threePoints) {
    i = 3;
    dynamics.Phi.segment<3>(joint.begin) = m.d;
    dynamics.velocityConstraint.segment<3>(joint.begin) = m.rate;
    writePointBlocks(joint, m, dynamics);
  }
  for (; i < joint.rows.size(); ++i) {
    const auto row = static_cast<Index>(i);
    const RowGradient at0 = gradient(joint.rows[i].function, m, data);
    dynamics.Phi[joint.begin + row] = at0.Phi;
    dynamics.velocityConstraint[joint.begin + row] =
        at0.position.dot(m.rate) + at0.rotation.dot(m.omega) + at0.PhiTime;
    const Vector3 world = motions_[at(pair.base)].R.lazyProduct(at0.position);
    if (joint.baseIncidence >= 0) {
      writeRow(pair.base, -at0.position, -world, at0.position.cross(m.y) - at0.rotation, row,
               dynamics.B[at(joint.baseIncidence)]);
    }
    if (joint.otherIncidence >= 0) {
      const Vector3 position = m.E.transpose().lazyProduct(at0.position);
      const Vector3 rotation = m.E.transpose().lazyProduct(at0.rotation);
      writeRow(pair.other, position, world, pair.pointOnOther.cross(position) + rotation, row,
               dynamics.B[at(joint.otherIncidence)]);
    }
  }
}

// The wrench of a pair in the body-fixed balances of both bodies, moved to the left side.
void Multibody::addWrench(const Pair& pair, const RelativeMotion& motion, const Wrench& wrench) {
  Wrench& base = wrenches_[at(pair.base)];
  base.force -= wrench.force;
  base.torque -= motion.y.cross(wrench.force) + wrench.torque;
  if (pair.other != ground()) {
    Wrench& other = wrenches_[at(pair.other)];
    const Vector3 force = motion.E.transpose().lazyProduct(wrench.force);
    const Vector3 torque = motion.E.transpose().lazyProduct(wrench.torque);
    other.force += force;
    other.torque += pair.pointOnOther.cross(force) + torque;
  }
}

void Multibody::evaluateForces(const InputData& data, const Vector& q) {
  for (Wrench& sum : wrenches_) sum = {};
  for (std::size_t i = 0; i < forces_.size(); ++i) {
    const ForceData& force = forces_[i];
    const ForceType& type = model_.forces[i].type;
    if (force.betweenBodies) {
      const RelativeMotion m = relative(force.pair);
      addWrench(force.pair, m, wrench(type, context(force, m, data, q)));
    } else {
      const Wrench given = bodyWrench(type, force.pair.pointOnOther, data);
      wrenches_[at(force.pair.other)].force -= given.force;
      wrenches_[at(force.pair.other)].torque -= given.torque;
    }
  }
}

namespace {

// Only what is not always zero: Dynamics::resize has set the rest.
void writeRigidMass(double mass, const Matrix3& inertia, Block& M) {
  auto block = fixed<6, 6>(M);
  block.topLeftCorner<3, 3>().diagonal().setConstant(mass);
  block.bottomRightCorner<3, 3>() = inertia;
}

}  // namespace

void Multibody::evaluate(double t, const Vector& q, const Vector& v, Dynamics& dynamics) {
  updateMotion(q, v);
  const InputData data{t, inputs_};
  for (const JointData& joint : joints_) {
    if (joint.pointOnGround) {
      evaluatePointOnGround(joint, dynamics);
    } else {
      evaluateJoint(joint, data, dynamics);
    }
  }
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    const BodyData& body = bodies_[i];
    const BodyMotion& m = motions_[i];
    double* g = dynamics.g.data() + body.begin;
    Eigen::Map<Vector3> first{g};
    const Vector3 spin = m.Omega.cross(body.inertia.lazyProduct(m.Omega));
    switch (body.motion) {
      case Motion::r3so3:
        first = -body.mass * model_.gravity;
        Eigen::Map<Vector3>{g + 3} = spin;
        writeRigidMass(body.mass, body.inertia, dynamics.M[i]);
        break;
      case Motion::se3: {
        const Vector3 gravity = m.R.transpose().lazyProduct(model_.gravity);
        first = body.mass * (m.Omega.cross(m.U) - gravity);
        Eigen::Map<Vector3>{g + 3} = spin;
        writeRigidMass(body.mass, body.inertia, dynamics.M[i]);
        break;
      }
      case Motion::r3:
        first = -body.mass * model_.gravity;
        fixed<3, 3>(dynamics.M[i]).diagonal().setConstant(body.mass);
        break;
      case Motion::so3: {
        const Vector3 gravity = m.R.transpose().lazyProduct(model_.gravity);
        first = spin - body.mass * body.centreOfMass.cross(gravity);
        fixed<3, 3>(dynamics.M[i]) = body.inertia;
        break;
      }
    }
  }
  if (forces_.empty()) return;
  evaluateForces(data, q);
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    const auto [begin, size] = topology_.bodies[i];
    const Motion motion = bodies_[i].motion;
    const Wrench& sum = wrenches_[i];
    if (worldAxes(motion)) {
      dynamics.g.segment<3>(begin) += motions_[i].R.lazyProduct(sum.force);
    } else if (motion == Motion::se3) {
      dynamics.g.segment<3>(begin) += sum.force;
    }
    if (rotates(motion)) dynamics.g.segment<3>(begin + size - 3) += sum.torque;
  }
}

void Multibody::curvature(double t, const Vector& q, const Vector& v, Vector& result) {
  result.resize(topology_.constraintSize);
  updateMotion(q, v);
  const InputData data{t, inputs_};
  // Where the velocity is in world axes, U̇ = Rᵀu̇ + U×Ω: the second term is not in B v̇.
  const auto turningOf = [this](Index body) -> Vector3 {
    const bool turns = body != ground() && bodies_[at(body)].motion == Motion::r3so3;
    return turns ? motions_[at(body)].U.cross(motions_[at(body)].Omega) : Vector3::Zero();
  };
  for (const JointData& joint : joints_) {
    const RelativeMotion m = relative(joint.pair);
    Vector3 turning = -turningOf(joint.pair.base);
    if (joint.otherIncidence >= 0) turning += m.E.lazyProduct(turningOf(joint.pair.other));
    std::size_t i = 0;
    if (joint.threePoints) {
      i = 3;
      result.segment<3>(joint.begin) =
          m.omega.cross(m.velocityOfPoint) + m.rate.cross(m.omegaOfBase) + turning;
    }
    for (; i < joint.rows.size(); ++i) {
      const RowFunction& row = joint.rows[i].function;
      const RowCurvature second = liefmu::curvature(row, m, data);
      result[joint.begin + static_cast<Index>(i)] = second.position.dot(m.rate) +
                                                    second.rotation.dot(m.omega) + second.time +
                                                    gradient(row, m, data).position.dot(turning);
    }
  }
}

}  // namespace liefmu
