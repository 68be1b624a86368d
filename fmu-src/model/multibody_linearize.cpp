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
                  double* target) const {
    Eigen::Map<Matrix6> block(target);
    block.block<3, 3>(row, 0) -= byPosition;
    block.block<3, 3>(row, 3) += timesCross(byPosition, motion.y) - byRotation;
  }
  void addForOther(const Matrix3& byPosition, const Matrix3& byRotation, Index row,
                   double* target) const {
    Eigen::Map<Matrix6> block(target);
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
    double* own = stiffness_[at(couplings.baseBase)];
    if (derivative == nullptr) {
      Block6 block(own);
      addCross(block.bottomLeftCorner<3, 3>(), -wrench.force);
      block.bottomRightCorner<3, 3>() += doubleCross(wrench.force, motion.y);
      if (couplings.baseOther >= 0) {
        columns.addForOther(crossMatrix(wrench.force), Matrix3::Zero(), 3,
                            stiffness_[at(couplings.baseOther)]);
      }
    } else {
      Matrix3 byPosition = crossMatrix(wrench.force);
      const Matrix3 forceByPosition = -derivative->forceByPosition;
      const Matrix3 forceByRotation = -derivative->forceByRotation;
      byPosition += crossTimes(motion.y, forceByPosition) - derivative->torqueByPosition;
      const Matrix3 byRotation =
          crossTimes(motion.y, forceByRotation) - derivative->torqueByRotation;
      columns.addForBase(forceByPosition, forceByRotation, 0, own);
      columns.addForBase(byPosition, byRotation, 3, own);
      if (couplings.baseOther >= 0) {
        double* cross = stiffness_[at(couplings.baseOther)];
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
    double* own = stiffness_[at(couplings.otherOther)];
    columns.addForOther(linearByPosition, linearByRotation, 0, own);
    columns.addForOther(byPosition, byRotation, 3, own);
    if (couplings.otherBase >= 0) {
      double* cross = stiffness_[at(couplings.otherBase)];
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
  const BodyMotion& base = motions_[at(pair.base)];
  if (joint.baseIncidence >= 0) {
    Block& Zv = linearization.Zv[at(joint.baseIncidence)];
    const Motion group = bodies_[at(pair.base)].motion;
    Vector3 velocity = motion.velocityOfPoint;
    if (worldAxes(group)) {
      Zv.topLeftCorner<3, 3>() = crossTimes(base.Omega, base.R.transpose());
      velocity -= base.U;
    } else if (translates(group)) {
      Zv.topLeftCorner<3, 3>() = crossMatrix(base.Omega);
    }
    if (rotates(group)) {
      auto angularPart = Zv.topRightCorner<3, 3>();
      angularPart = doubleCross(-base.Omega, motion.y);
      addCross(angularPart, velocity);
    }
  }
  if (joint.otherIncidence >= 0) {
    Block& Zv = linearization.Zv[at(joint.otherIncidence)];
    const Motion group = bodies_[at(pair.other)].motion;
    const Matrix3 turned = crossTimes(base.Omega, motion.E);
    Matrix3 angularPart =
        timesCross(turned, pair.pointOnOther) - crossTimes(motion.velocityOfPoint, motion.E);
    if (worldAxes(group)) {
      Zv.topLeftCorner<3, 3>() = -crossTimes(base.Omega, base.R.transpose());
      angularPart += timesCross(motion.E, motions_[at(pair.other)].U);
    } else if (translates(group)) {
      Zv.topLeftCorner<3, 3>() = -turned;
    }
    if (rotates(group)) Zv.topRightCorner<3, 3>() = angularPart;
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

// A spherical joint with the ground: the general way without what is zero.
void Multibody::linearizePointOnGround(const JointData& joint, const Vector& lambda,
                                       Linearization& linearization) {
  const Pair& pair = joint.pair;
  const BodyMotion& base = motions_[at(pair.base)];
  const Vector3 y = base.R.transpose().lazyProduct(pair.pointOnOther - base.x);
  const Vector3 force = lambda.segment<3>(joint.begin);
  wrenches_[at(pair.base)].force -= force;
  Block6 K(stiffness_[at(joint.couplings.baseBase)]);
  addCross(K.bottomLeftCorner<3, 3>(), -force);
  K.bottomRightCorner<3, 3>() += doubleCross(force, y);
  auto Zv = fixed<3, 6>(linearization.Zv[at(joint.baseIncidence)]);
  Zv.rightCols<3>() = doubleCross(-base.Omega, y);
  if (worldAxes(bodies_[at(pair.base)].motion)) {
    Zv.leftCols<3>() = crossTimes(base.Omega, base.R.transpose());
    addCross(Zv.rightCols<3>(), -base.U);
  } else {
    Zv.leftCols<3>() = crossMatrix(base.Omega);
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
void Multibody::rotateToGroups(std::size_t coupling, Block6 block) const {
  const auto [row, column] = topology_.couplings[coupling];
  const auto [elastic, turning, damped] = couplings_[coupling];
  const Matrix3& rowR = motions_[at(row)].R;
  const Matrix3& columnR = motions_[at(column)].R;
  const bool rotateRows = worldAxes(bodies_[at(row)].motion);
  const bool rotateColumns = worldAxes(bodies_[at(column)].motion);
  if (elastic || damped) {
    Matrix3 linearPart = block.topLeftCorner<3, 3>();
    if (rotateRows) linearPart = rowR.lazyProduct(linearPart).eval();
    if (rotateColumns) linearPart = linearPart.lazyProduct(columnR.transpose()).eval();
    block.topLeftCorner<3, 3>() = linearPart;
  }
  if (rotateRows && (elastic || turning || damped)) {
    const Matrix3 rows = block.topRightCorner<3, 3>();
    block.topRightCorner<3, 3>() = rowR.lazyProduct(rows);
  }
  if (rotateColumns) {
    const Matrix3 columns = block.bottomLeftCorner<3, 3>();
    block.bottomLeftCorner<3, 3>() = columns.lazyProduct(columnR.transpose());
  }
}

bool Multibody::betweenRigidBodies(std::size_t coupling) const {
  const auto [row, column] = topology_.couplings[coupling];
  return rigid(bodies_[at(row)].motion) && rigid(bodies_[at(column)].motion);
}

// The part of a 6×6 block that belongs to the velocities that the two bodies have.
void Multibody::writeCoupling(std::size_t coupling, const Matrix6& from, Block& to) const {
  const auto [row, column] = topology_.couplings[coupling];
  to = from.block(translates(bodies_[at(row)].motion) ? 0 : 3,
                  translates(bodies_[at(column)].motion) ? 0 : 3, to.rows(), to.cols());
}

void Multibody::finishCoupling(std::size_t coupling, Linearization& linearization) {
  const auto [row, column] = topology_.couplings[coupling];
  const auto [elastic, turning, damped] = couplings_[coupling];
  Block6 K(stiffness_[coupling]);
  Block6 D(damping_[coupling]);
  if (damped && worldAxes(bodies_[at(column)].motion)) {
    // At constant u the body-fixed velocity changes with the orientation, δU = U × φ.
    const Vector3& U = motions_[at(column)].U;
    K.topRightCorner<3, 3>() += timesCross(D.topLeftCorner<3, 3>(), U);
    K.bottomRightCorner<3, 3>() += timesCross(D.bottomLeftCorner<3, 3>(), U);
  }
  rotateToGroups(coupling, K);
  if (damped) rotateToGroups(coupling, D);
  if (row == column && worldAxes(bodies_[at(row)].motion)) {
    // The balance of forces is R times the body-fixed one, and R changes by R φ̃.
    K.topRightCorner<3, 3>() -= timesCross(motions_[at(row)].R, wrenches_[at(row)].force);
  }
  if (row == column) addInertia(at(row), K, D);
  if (!betweenRigidBodies(coupling)) {
    writeCoupling(coupling, partialStiffness_[coupling], linearization.K[coupling]);
    writeCoupling(coupling, partialDamping_[coupling], linearization.D[coupling]);
  }
}

void Multibody::addInertia(std::size_t index, Block6 K, Block6 D) const {
  const BodyData& body = bodies_[index];
  const BodyMotion& m = motions_[index];
  // ∂(Ω × JΩ)/∂Ω
  auto spin = D.bottomRightCorner<3, 3>();
  spin += crossTimes(m.Omega, body.inertia);
  addCross(spin, -body.inertia.lazyProduct(m.Omega));
  if (body.motion == Motion::se3) {
    addCross(D.topLeftCorner<3, 3>(), body.mass * m.Omega);
    addCross(D.topRightCorner<3, 3>(), -body.mass * m.U);
    addCross(K.topRightCorner<3, 3>(), m.R.transpose().lazyProduct(-body.mass * model_.gravity));
  } else if (body.motion == Motion::so3) {
    K.bottomRightCorner<3, 3>() -=
        body.mass * doubleCross(body.centreOfMass, m.R.transpose() * model_.gravity);
  }
}

void Multibody::linearize(double t, const Vector& q, const Vector& v, const Vector& /*vdot*/,
                          const Vector& lambda, Linearization& linearization) {
  // M is constant in all groups, because the reference points are centres of mass: v̇ has no part.
  updateMotion(q, v);
  const InputData data{t, inputs_};
  evaluateForces(data, q);
  for (std::size_t c = 0; c < couplings_.size(); ++c) {
    const bool direct = betweenRigidBodies(c);
    stiffness_[c] = direct ? linearization.K[c].data() : partialStiffness_[c].data();
    damping_[c] = direct ? linearization.D[c].data() : partialDamping_[c].data();
    Block6(stiffness_[c]).setZero();
    Block6(damping_[c]).setZero();
  }
  linearizeForces(data, q);
  for (const JointData& joint : joints_) {
    if (joint.pointOnGround) {
      linearizePointOnGround(joint, lambda, linearization);
    } else {
      linearizeJoint(joint, data, lambda, linearization);
    }
  }
  for (std::size_t c = 0; c < couplings_.size(); ++c) finishCoupling(c, linearization);
}

}  // namespace liefmu
