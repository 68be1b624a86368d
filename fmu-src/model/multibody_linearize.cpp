// Multibody: the derivatives of the equations. Joints and forces contribute in body-fixed
// perturbations (ξ, φ); at the end the blocks are mapped to the groups of their bodies.

#include "model/multibody.hpp"
#include "model/multibody_detail.hpp"

namespace liefmu {

using namespace detail;

namespace {

// A derivative with respect to (ρ, α), written as one with respect to (ξ, φ) of the two bodies.
struct Columns {
  const RelativeMotion& motion;
  const Vector3& pointOnOther;

  // Rows `row` to row + 2 of the block.
  void addForBase(const Matrix3& byPosition, const Matrix3& byRotation, Index row,
                  Matrix6& block) const {
    block.block<3, 3>(row, 0) -= byPosition;
    block.block<3, 3>(row, 3) += timesCross(byPosition, motion.y) - byRotation;
  }
  void addForOther(const Matrix3& byPosition, const Matrix3& byRotation, Index row,
                   Matrix6& block) const {
    const Matrix3 linearPart = byPosition.lazyProduct(motion.E);
    block.block<3, 3>(row, 0) += linearPart;
    block.block<3, 3>(row, 3) +=
        byRotation.lazyProduct(motion.E) - timesCross(linearPart, pointOnOther);
  }
};

}  // namespace

// The derivative of what addWrench adds. Besides the change of the wrench itself (`derivative`;
// null if it is constant in the base's axes) the lever y changes by ρ and E by α̃E.
void Multibody::addStiffness(const Pair& pair, const PairCouplings& couplings,
                             const RelativeMotion& motion, const Wrench& wrench,
                             const WrenchDerivative* derivative) {
  const Columns columns{motion, pair.pointOnOther};
  if (couplings.baseBase >= 0) {
    Matrix3 byPosition = crossMatrix(wrench.force);
    Matrix6& own = stiffness_[at(couplings.baseBase)];
    if (derivative == nullptr) {
      own.bottomLeftCorner<3, 3>() -= byPosition;
      own.bottomRightCorner<3, 3>() += doubleCross(wrench.force, motion.y);
      if (couplings.baseOther >= 0) {
        columns.addForOther(byPosition, Matrix3::Zero(), 3, stiffness_[at(couplings.baseOther)]);
      }
    } else {
      const Matrix3 forceByPosition = -derivative->forceByPosition;
      const Matrix3 forceByRotation = -derivative->forceByRotation;
      byPosition += crossTimes(motion.y, forceByPosition) - derivative->torqueByPosition;
      const Matrix3 byRotation =
          crossTimes(motion.y, forceByRotation) - derivative->torqueByRotation;
      columns.addForBase(forceByPosition, forceByRotation, 0, own);
      columns.addForBase(byPosition, byRotation, 3, own);
      if (couplings.baseOther >= 0) {
        Matrix6& cross = stiffness_[at(couplings.baseOther)];
        columns.addForOther(forceByPosition, forceByRotation, 0, cross);
        columns.addForOther(byPosition, byRotation, 3, cross);
      }
    }
  }
  if (couplings.otherOther >= 0) {
    const Matrix3 toOther = motion.E.transpose();
    Matrix3 linearByPosition = Matrix3::Zero();
    Matrix3 linearByRotation = timesCross(toOther, wrench.force);
    Matrix3 byPosition = Matrix3::Zero();
    Matrix3 byRotation = timesCross(toOther, wrench.torque);
    if (derivative != nullptr) {
      linearByPosition = toOther.lazyProduct(derivative->forceByPosition);
      linearByRotation += toOther.lazyProduct(derivative->forceByRotation);
      byPosition = crossTimes(pair.pointOnOther, linearByPosition) +
                   toOther.lazyProduct(derivative->torqueByPosition);
      byRotation += toOther.lazyProduct(derivative->torqueByRotation);
    }
    byRotation += crossTimes(pair.pointOnOther, linearByRotation);
    Matrix6& own = stiffness_[at(couplings.otherOther)];
    columns.addForOther(linearByPosition, linearByRotation, 0, own);
    columns.addForOther(byPosition, byRotation, 3, own);
    if (couplings.otherBase >= 0) {
      Matrix6& cross = stiffness_[at(couplings.otherBase)];
      columns.addForBase(linearByPosition, linearByRotation, 0, cross);
      columns.addForBase(byPosition, byRotation, 3, cross);
    }
  }
}

// The same for velocities: neither lever nor axes depend on them.
void Multibody::addDamping(const Pair& pair, const PairCouplings& couplings,
                           const RelativeMotion& motion, const WrenchDerivative& derivative) {
  const Columns columns{motion, pair.pointOnOther};
  if (couplings.baseBase >= 0) {
    const Matrix3 forceByPosition = -derivative.forceByPosition;
    const Matrix3 forceByRotation = -derivative.forceByRotation;
    const Matrix3 byPosition = crossTimes(motion.y, forceByPosition) - derivative.torqueByPosition;
    const Matrix3 byRotation = crossTimes(motion.y, forceByRotation) - derivative.torqueByRotation;
    columns.addForBase(forceByPosition, forceByRotation, 0, damping_[at(couplings.baseBase)]);
    columns.addForBase(byPosition, byRotation, 3, damping_[at(couplings.baseBase)]);
    if (couplings.baseOther >= 0) {
      columns.addForOther(forceByPosition, forceByRotation, 0, damping_[at(couplings.baseOther)]);
      columns.addForOther(byPosition, byRotation, 3, damping_[at(couplings.baseOther)]);
    }
  }
  if (couplings.otherOther >= 0) {
    const Matrix3 toOther = motion.E.transpose();
    const Matrix3 forceByPosition = toOther.lazyProduct(derivative.forceByPosition);
    const Matrix3 forceByRotation = toOther.lazyProduct(derivative.forceByRotation);
    const Matrix3 byPosition = crossTimes(pair.pointOnOther, forceByPosition) +
                               toOther.lazyProduct(derivative.torqueByPosition);
    const Matrix3 byRotation = crossTimes(pair.pointOnOther, forceByRotation) +
                               toOther.lazyProduct(derivative.torqueByRotation);
    columns.addForOther(forceByPosition, forceByRotation, 0, damping_[at(couplings.otherOther)]);
    columns.addForOther(byPosition, byRotation, 3, damping_[at(couplings.otherOther)]);
    if (couplings.otherBase >= 0) {
      columns.addForBase(forceByPosition, forceByRotation, 0, damping_[at(couplings.otherBase)]);
      columns.addForBase(byPosition, byRotation, 3, damping_[at(couplings.otherBase)]);
    }
  }
}

void Multibody::linearizeForces(const InputData& data, const Vector& q) {
  for (std::size_t i = 0; i < forces_.size(); ++i) {
    const ForceData& force = forces_[i];
    const ForceType& type = model_.forces[i].type;
    if (!force.betweenBodies) continue;  // constant in body axes; evaluateForces has added it
    const RelativeMotion m = relative(force.pair);
    const ForceContext seen = context(force, m, data, q);
    WrenchDerivative byPose;
    WrenchDerivative byRate;
    addDerivatives(type, seen, byPose, byRate);
    if (isDamped(type)) {
      // δẏ = −Ω̃_b ρ − ṽ_p α and δω = −(E Ω_a)~ α at constant body-fixed velocities.
      byPose.forceByPosition -= timesCross(byRate.forceByPosition, m.omegaOfBase);
      byPose.forceByRotation -= timesCross(byRate.forceByPosition, m.velocityOfPoint) +
                                timesCross(byRate.forceByRotation, m.omegaOfOther);
      byPose.torqueByPosition -= timesCross(byRate.torqueByPosition, m.omegaOfBase);
      byPose.torqueByRotation -= timesCross(byRate.torqueByPosition, m.velocityOfPoint) +
                                 timesCross(byRate.torqueByRotation, m.omegaOfOther);
      addDamping(force.pair, force.couplings, m, byRate);
    }
    addStiffness(force.pair, force.couplings, m, wrench(type, seen), &byPose);
  }
}

// The three rows Φ = d: D_q ẏ = α × velocityOfPoint + ρ × Ω_b, and in world axes U = Rᵀu depends on
// the orientation, δU = U × φ.
void Multibody::writePointCurvature(const JointData& joint, const RelativeMotion& motion,
                                    Linearization& linearization) const {
  const Pair& pair = joint.pair;
  const auto write = [&](Index body, const Matrix3& linearPart, const Matrix3& angularPart,
                         Block& Zv) {
    if (Zv.rows() == 3 && Zv.cols() == 6) {
      auto block = fixed<3, 6>(Zv);
      block.leftCols<3>() = linearPart;
      block.rightCols<3>() = angularPart;
    } else {
      if (translates(bodies_[at(body)].motion)) Zv.topLeftCorner<3, 3>() = linearPart;
      if (rotates(bodies_[at(body)].motion)) Zv.topRightCorner<3, 3>() = angularPart;
    }
  };
  const BodyMotion& base = motions_[at(pair.base)];
  if (joint.baseIncidence >= 0) {
    Block& Zv = linearization.Zv[at(joint.baseIncidence)];
    const Matrix3 lever = doubleCross(base.Omega, motion.y);
    if (worldAxes(bodies_[at(pair.base)].motion)) {
      write(pair.base, crossTimes(base.Omega, base.R.transpose()),
            crossMatrix(motion.velocityOfPoint - base.U) - lever, Zv);
    } else {
      write(pair.base, crossMatrix(base.Omega), crossMatrix(motion.velocityOfPoint) - lever, Zv);
    }
  }
  if (joint.otherIncidence >= 0) {
    Block& Zv = linearization.Zv[at(joint.otherIncidence)];
    const Matrix3 turned = crossTimes(base.Omega, motion.E);
    Matrix3 angularPart =
        timesCross(turned, pair.pointOnOther) - crossTimes(motion.velocityOfPoint, motion.E);
    if (worldAxes(bodies_[at(pair.other)].motion)) {
      angularPart += timesCross(motion.E, motions_[at(pair.other)].U);
      write(pair.other, -crossTimes(base.Omega, base.R.transpose()), angularPart, Zv);
    } else {
      write(pair.other, -turned, angularPart, Zv);
    }
  }
}

void Multibody::writeRowCurvature(const JointData& joint, std::size_t row,
                                  const RelativeMotion& motion, const InputData& data,
                                  Linearization& linearization) const {
  const Pair& pair = joint.pair;
  const BodyMotion& base = motions_[at(pair.base)];
  const RowFunction& function = joint.rows[row].function;
  const auto index = static_cast<Index>(row);
  const RowCurvature second = liefmu::curvature(function, motion, data);
  const Vector3 world = base.R.lazyProduct(second.position);
  const Vector3 axis = gradient(function, motion, data).position;
  if (joint.baseIncidence >= 0) {
    Vector3 angularPart = second.position.cross(motion.y) - second.rotation;
    if (worldAxes(bodies_[at(pair.base)].motion)) angularPart -= axis.cross(base.U);
    writeRow(pair.base, -second.position, -world, angularPart, index,
             linearization.Zv[at(joint.baseIncidence)]);
  }
  if (joint.otherIncidence >= 0) {
    const Matrix3 toOther = motion.E.transpose();
    const Vector3 position = toOther.lazyProduct(second.position);
    Vector3 angularPart = pair.pointOnOther.cross(position) + toOther.lazyProduct(second.rotation);
    if (worldAxes(bodies_[at(pair.other)].motion)) {
      angularPart += Vector3(toOther.lazyProduct(axis)).cross(motions_[at(pair.other)].U);
    }
    writeRow(pair.other, position, world, angularPart, index,
             linearization.Zv[at(joint.otherIncidence)]);
  }
}

void Multibody::linearizeJoint(const JointData& joint, const InputData& data, const Vector& lambda,
                               Linearization& linearization) {
  const RelativeMotion m = relative(joint.pair);
  Wrench wrench;
  std::size_t i = 0;
  if (joint.threePoints) {
    i = 3;
    wrench.force = lambda.segment<3>(joint.begin);
    writePointCurvature(joint, m, linearization);
  }
  if (i == joint.rows.size()) {
    addWrench(joint.pair, m, wrench);
    addStiffness(joint.pair, joint.couplings, m, wrench, nullptr);
    return;
  }
  WrenchDerivative derivative;
  for (; i < joint.rows.size(); ++i) {
    const double factor = lambda[joint.begin + static_cast<Index>(i)];
    const RowGradient at0 = gradient(joint.rows[i].function, m, data);
    wrench.force += factor * at0.position;
    wrench.torque += factor * at0.rotation;
    addSecondDerivative(joint.rows[i].function, m, data, factor, derivative);
    writeRowCurvature(joint, i, m, data, linearization);
  }
  addWrench(joint.pair, m, wrench);
  addStiffness(joint.pair, joint.couplings, m, wrench, &derivative);
}

// From body axes to the axes in which the bodies' velocities are.
void Multibody::rotateToGroups(std::size_t coupling, bool withLinear, Matrix6& block) const {
  const auto [row, column] = topology_.couplings[coupling];
  if (worldAxes(bodies_[at(row)].motion)) {
    const Matrix3& R = motions_[at(row)].R;
    if (withLinear) {
      block.topLeftCorner<3, 3>() = R.lazyProduct(Matrix3(block.topLeftCorner<3, 3>()));
    }
    block.topRightCorner<3, 3>() = R.lazyProduct(Matrix3(block.topRightCorner<3, 3>()));
  }
  if (worldAxes(bodies_[at(column)].motion)) {
    const Matrix3& R = motions_[at(column)].R;
    if (withLinear) {
      block.topLeftCorner<3, 3>() = Matrix3(block.topLeftCorner<3, 3>()).lazyProduct(R.transpose());
    }
    block.bottomLeftCorner<3, 3>() =
        Matrix3(block.bottomLeftCorner<3, 3>()).lazyProduct(R.transpose());
  }
}

// The part of a 6×6 block that belongs to the velocities that the two bodies have.
void Multibody::writeCoupling(std::size_t coupling, const Matrix6& from, Block& to) const {
  const auto [row, column] = topology_.couplings[coupling];
  const Motion rowMotion = bodies_[at(row)].motion;
  const Motion columnMotion = bodies_[at(column)].motion;
  if (rigid(rowMotion) && rigid(columnMotion)) {
    fixed<6, 6>(to) = from;
    return;
  }
  to = from.block(translates(rowMotion) ? 0 : 3, translates(columnMotion) ? 0 : 3, to.rows(),
                  to.cols());
}

void Multibody::finishCoupling(std::size_t coupling, Linearization& linearization) {
  const auto [row, column] = topology_.couplings[coupling];
  const auto [elastic, damped] = couplings_[coupling];
  const BodyData& body = bodies_[at(row)];
  Matrix6& K = stiffness_[coupling];
  Matrix6& D = damping_[coupling];
  if (damped && worldAxes(bodies_[at(column)].motion)) {
    // At constant u the body-fixed velocity changes with the orientation, δU = U × φ.
    const Vector3& U = motions_[at(column)].U;
    K.topRightCorner<3, 3>() += timesCross(D.topLeftCorner<3, 3>(), U);
    K.bottomRightCorner<3, 3>() += timesCross(D.bottomLeftCorner<3, 3>(), U);
  }
  if (row == column && worldAxes(body.motion)) {
    // The balance of forces is R times the body-fixed one, and R changes by R φ̃.
    K.topRightCorner<3, 3>() -= crossMatrix(wrenches_[at(row)].force);
  }
  rotateToGroups(coupling, elastic || damped, K);
  if (damped) {
    rotateToGroups(coupling, true, D);
  } else {
    D.setZero();
  }
  if (row == column) {
    const BodyMotion& m = motions_[at(row)];
    // ∂(Ω × JΩ)/∂Ω
    D.bottomRightCorner<3, 3>() +=
        crossTimes(m.Omega, body.inertia) - crossMatrix(body.inertia.lazyProduct(m.Omega));
    if (body.motion == Motion::se3) {
      D.topLeftCorner<3, 3>() += crossMatrix(body.mass * m.Omega);
      D.topRightCorner<3, 3>() -= crossMatrix(body.mass * m.U);
      K.topRightCorner<3, 3>() -=
          crossMatrix(body.mass * m.R.transpose().lazyProduct(model_.gravity));
    } else if (body.motion == Motion::so3) {
      K.bottomRightCorner<3, 3>() -=
          body.mass * doubleCross(body.centreOfMass, m.R.transpose() * model_.gravity);
    }
  }
  writeCoupling(coupling, K, linearization.K[coupling]);
  writeCoupling(coupling, D, linearization.D[coupling]);
}

void Multibody::linearize(double t, const Vector& q, const Vector& v, const Vector& /*vdot*/,
                          const Vector& lambda, Linearization& linearization) {
  // M is constant in all groups, because the reference points are centres of mass: v̇ has no part.
  updateMotion(q, v);
  const InputData data{t, inputs_};
  evaluateForces(data, q);
  for (std::size_t c = 0; c < couplings_.size(); ++c) {
    stiffness_[c].setZero();
    if (couplings_[c].damped) damping_[c].setZero();
  }
  linearizeForces(data, q);
  for (const JointData& joint : joints_) linearizeJoint(joint, data, lambda, linearization);
  for (std::size_t c = 0; c < couplings_.size(); ++c) finishCoupling(c, linearization);
}

}  // namespace liefmu
