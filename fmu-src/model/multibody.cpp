#include "model/multibody.hpp"

#include "lie/rigid.hpp"
#include "lie/so3.hpp"

#include <Eigen/Eigenvalues>

#include <algorithm>
#include <array>
#include <utility>

namespace liefmu {

namespace {

constexpr Index kPoseSize = 7;  // numbers per body in q

std::size_t at(Index index) {
  return static_cast<std::size_t>(index);
}

Vector3 positionIn(const Vector& q, std::size_t body) {
  return q.segment<3>(kPoseSize * static_cast<Index>(body));
}

Eigen::Quaterniond orientationIn(const Vector& q, std::size_t body) {
  return Eigen::Quaterniond(Vector4(q.segment<4>(kPoseSize * static_cast<Index>(body) + 3)));
}

void writePose(const Vector3& x, const Eigen::Quaterniond& orientation, std::size_t body,
               Vector& q) {
  q.segment<3>(kPoseSize * static_cast<Index>(body)) = x;
  q.segment<4>(kPoseSize * static_cast<Index>(body) + 3) = orientation.coeffs();
}

// M ã: every row of M crossed with a.
Matrix3 timesCross(const Matrix3& M, const Vector3& a) {
  Matrix3 result;
  result.col(0) = M.col(1) * a.z() - M.col(2) * a.y();
  result.col(1) = M.col(2) * a.x() - M.col(0) * a.z();
  result.col(2) = M.col(0) * a.y() - M.col(1) * a.x();
  return result;
}

// ã M
Matrix3 crossTimes(const Vector3& a, const Matrix3& M) {
  Matrix3 result;
  result.row(0) = a.y() * M.row(2) - a.z() * M.row(1);
  result.row(1) = a.z() * M.row(0) - a.x() * M.row(2);
  result.row(2) = a.x() * M.row(1) - a.y() * M.row(0);
  return result;
}

// ã b̃ = b aᵀ − (a·b) I
Matrix3 doubleCross(const Vector3& a, const Vector3& b) {
  Matrix3 result = b * a.transpose();
  result.diagonal().array() -= a.dot(b);
  return result;
}

}  // namespace

// ---- set-up -------------------------------------------------------------------------------------

Multibody::Multibody(Model model, std::vector<bool> keptRows)
    : model_(std::move(model)), keptRows_(std::move(keptRows)) {
  addBodies();
  addJoints();
  for (const InputSignal& input : model_.inputs) inputs_.push_back({.value = input.start});
  motions_.resize(bodies_.size() + 1);
  wrenches_.resize(bodies_.size() + 1);
  stiffness_.resize(couplings_.size(), Matrix6::Zero());
  damping_.resize(couplings_.size(), Matrix6::Zero());
}

void Multibody::addBodies() {
  for (const Body& body : model_.bodies) {
    BodyData data;
    data.begin = topology_.velocitySize;
    data.mass = body.mass;
    data.inertia = body.inertia;
    Index size = 6;
    Block mass;
    switch (body.kind) {
      case BodyKind::rigid:
        data.motion = model_.group == Group::se3 ? Motion::se3 : Motion::r3so3;
        data.origin = -body.centreOfMass;
        mass.setZero(6, 6);
        mass.topLeftCorner<3, 3>().diagonal().setConstant(body.mass);
        mass.bottomRightCorner<3, 3>() = body.inertia;
        break;
      case BodyKind::point:
        data.motion = Motion::r3;
        data.origin = -body.centreOfMass;
        size = 3;
        mass = Matrix3(body.mass * Matrix3::Identity());
        break;
      case BodyKind::rotor:
        data.motion = Motion::so3;
        data.centreOfMass = body.centreOfMass;
        size = 3;
        mass = body.inertia;
        break;
    }
    const auto index = static_cast<Index>(bodies_.size());
    topology_.bodies.push_back({data.begin, size});
    topology_.couplings.push_back({index, index});
    // Positive definite beyond rounding, relative to the largest entry of each 3×3 part.
    bool definite = data.motion == Motion::so3 || body.mass > 0.0;
    if (rotates(data.motion)) {
      const double smallest = body.inertia.selfadjointView<Eigen::Lower>().eigenvalues().minCoeff();
      definite = definite && smallest > 1e-14 * body.inertia.cwiseAbs().maxCoeff();
    }
    topology_.singularMass.push_back(!definite);
    topology_.velocitySize += size;
    couplings_.emplace_back();
    massBlocks_.push_back(mass);
    bodies_.push_back(data);
  }
  topology_.configurationSize = kPoseSize * static_cast<Index>(bodies_.size());
}

Index Multibody::checkedBody(Index body, const std::string& what) const {
  if (body < kGround || body >= ground()) {
    throw Error(what + " refers to body number " + std::to_string(body) + ", which does not exist");
  }
  return body == kGround ? ground() : body;
}

Vector3 Multibody::fromReference(Index body, const Vector3& point) const {
  return body == ground() ? point : Vector3(bodies_[at(body)].origin + point);
}

void Multibody::addJoints() {
  std::size_t equation = 0;
  for (const Joint& joint : model_.joints) {
    const std::string what = "joint '" + joint.name + "'";
    const Index first = checkedBody(joint.first, what);
    const Index second = checkedBody(joint.second, what);
    if (first == second) {
      throw Error(what + " connects a body with itself (name two different bodies)");
    }
    const Matrix3 axesOfFirst = joint.onFirst.orientation.toRotationMatrix();
    const Matrix3 axesOfSecond = joint.onSecond.orientation.toRotationMatrix();
    JointEquations all = equations(joint.type, axesOfFirst, axesOfSecond);

    JointData data;
    data.baseIsSecond = all.baseIsSecond;
    data.pair = {second, first, fromReference(second, joint.onSecond.point),
                 fromReference(first, joint.onFirst.point)};
    if (!data.baseIsSecond) {
      std::swap(data.pair.base, data.pair.other);
      std::swap(data.pair.pointOnBase, data.pair.pointOnOther);
    }
    bool elastic = false;
    for (ConstraintRow& row : all.rows) {
      if (equation >= keptRows_.size()) keptRows_.push_back(true);
      if (!keptRows_[equation++]) continue;
      elastic = elastic || std::holds_alternative<AtDistance>(row.function);
      data.rows.push_back(std::move(row));
    }
    data.threePoints = data.rows.size() >= 3;
    for (std::size_t i = 0; i < 3 && data.threePoints; ++i) {
      const auto* row = std::get_if<AlongAxis>(&data.rows[i].function);
      data.threePoints =
          row != nullptr && !row->prescribed && row->axis == Vector3::Unit(static_cast<Index>(i));
    }

    const auto index = static_cast<Index>(joints_.size());
    const auto size = static_cast<Index>(data.rows.size());
    data.begin = topology_.constraintSize;
    topology_.joints.push_back({data.begin, size});
    topology_.constraintSize += size;
    if (size > 0) {
      data.couplings = addCouplings(data.pair, elastic, false);
      // The first body's block comes first.
      for (const Index body : {first, second}) {
        if (body == ground()) continue;
        const auto incidence = static_cast<Index>(topology_.incidences.size());
        (body == data.pair.base ? data.baseIncidence : data.otherIncidence) = incidence;
        topology_.incidences.push_back({index, body});
      }
    }
    joints_.push_back(std::move(data));
  }
  if (keptRows_.size() != equation) {
    throw Error("the list of kept equations is longer than the list of equations");
  }
}

Index Multibody::addCoupling(Index row, Index column, bool elastic, bool damped) {
  if (row == ground() || column == ground()) return -1;
  const auto found =
      std::find_if(topology_.couplings.begin(), topology_.couplings.end(),
                   [&](const Topology::Coupling& c) { return c.row == row && c.column == column; });
  const Index index = found - topology_.couplings.begin();
  if (found == topology_.couplings.end()) {
    topology_.couplings.push_back({row, column});
    couplings_.emplace_back();
  }
  CouplingData& data = couplings_[at(index)];
  data.elastic = data.elastic || elastic;
  data.damped = data.damped || damped;
  return index;
}

Multibody::PairCouplings Multibody::addCouplings(const Pair& pair, bool elastic, bool damped) {
  return {addCoupling(pair.base, pair.base, elastic, damped),
          addCoupling(pair.base, pair.other, elastic, damped),
          addCoupling(pair.other, pair.base, elastic, damped),
          addCoupling(pair.other, pair.other, elastic, damped)};
}

Vector Multibody::initialConfiguration() const {
  Vector q = Vector::Zero(topology_.configurationSize);
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    const Body& body = model_.bodies[i];
    const Eigen::Quaterniond orientation = body.orientation.normalized();
    writePose(body.position - orientation * bodies_[i].origin, orientation, i, q);
  }
  return q;
}

Vector Multibody::initialVelocity() const {
  Vector v = Vector::Zero(topology_.velocitySize);
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    const Body& body = model_.bodies[i];
    const BodyData& data = bodies_[i];
    const Eigen::Quaterniond orientation = body.orientation.normalized();
    const Vector3 Omega = rotates(data.motion) ? body.angularVelocity : Vector3::Zero();
    const Vector3 u = body.velocity - orientation * Omega.cross(data.origin);
    switch (data.motion) {
      case Motion::r3so3:
        v.segment<6>(data.begin) << u, Omega;
        break;
      case Motion::se3:
        v.segment<6>(data.begin) << orientation.conjugate() * u, Omega;
        break;
      case Motion::r3:
        v.segment<3>(data.begin) = u;
        break;
      case Motion::so3:
        v.segment<3>(data.begin) = Omega;
        break;
    }
  }
  return v;
}

void Multibody::setInput(Index input, const InputTaylor& value) {
  inputs_[at(input)] = value;
}

// ---- the group ----------------------------------------------------------------------------------

void Multibody::retract(const Vector& q, const Vector& w, Vector& qNext) {
  qNext.resize(topology_.configurationSize);
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    const BodyData& body = bodies_[i];
    const Vector3 x = positionIn(q, i);
    const SO3 R(orientationIn(q, i));
    switch (body.motion) {
      case Motion::r3so3: {
        const Vector3 angle = w.segment<3>(body.begin + 3);
        writePose(x + w.segment<3>(body.begin), (R * SO3::exp(angle)).quaternion(), i, qNext);
        break;
      }
      case Motion::se3: {
        const SE3 next = SE3{x, R} * SE3::exp(w.segment<6>(body.begin));
        writePose(next.x, next.R.quaternion(), i, qNext);
        break;
      }
      case Motion::r3:
        writePose(x + w.segment<3>(body.begin), R.quaternion(), i, qNext);
        break;
      case Motion::so3: {
        const Vector3 angle = w.segment<3>(body.begin);
        writePose(x, (R * SO3::exp(angle)).quaternion(), i, qNext);
        break;
      }
    }
  }
}

void Multibody::increment(const Vector& q0, const Vector& q1, Vector& w) {
  w.resize(topology_.velocitySize);
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    const BodyData& body = bodies_[i];
    const Vector3 x0 = positionIn(q0, i);
    const Vector3 x1 = positionIn(q1, i);
    const SO3 R0(orientationIn(q0, i));
    const SO3 R1(orientationIn(q1, i));
    switch (body.motion) {
      case Motion::r3so3:
        w.segment<3>(body.begin) = x1 - x0;
        w.segment<3>(body.begin + 3) = (R0.inverse() * R1).log();
        break;
      case Motion::se3: {
        // Not inverse() * …: the difference of the positions is exact.
        const SE3 relative{R0.rotateBack(x1 - x0), R0.inverse() * R1};
        w.segment<6>(body.begin) = relative.log();
        break;
      }
      case Motion::r3:
        w.segment<3>(body.begin) = x1 - x0;
        break;
      case Motion::so3:
        w.segment<3>(body.begin) = (R0.inverse() * R1).log();
        break;
    }
  }
}

void Multibody::bracket(const Vector& a, const Vector& b, Vector& result) {
  result.resize(topology_.velocitySize);
  for (const BodyData& body : bodies_) {
    switch (body.motion) {
      case Motion::r3so3:
        result.segment<3>(body.begin).setZero();
        result.segment<3>(body.begin + 3) =
            SO3::bracket(a.segment<3>(body.begin + 3), b.segment<3>(body.begin + 3));
        break;
      case Motion::se3:
        result.segment<6>(body.begin) =
            SE3::bracket(a.segment<6>(body.begin), b.segment<6>(body.begin));
        break;
      case Motion::r3:
        result.segment<3>(body.begin).setZero();
        break;
      case Motion::so3:
        result.segment<3>(body.begin) =
            SO3::bracket(a.segment<3>(body.begin), b.segment<3>(body.begin));
        break;
    }
  }
}

void Multibody::hat(const Vector& a, std::vector<Block>& blocks) {
  blocks.resize(bodies_.size());
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    const Index begin = bodies_[i].begin;
    switch (bodies_[i].motion) {
      case Motion::r3so3:
        blocks[i] = R3xSO3::hat(a.segment<6>(begin));
        break;
      case Motion::se3:
        blocks[i] = SE3::hat(a.segment<6>(begin));
        break;
      case Motion::r3:
        blocks[i] = Matrix3(Matrix3::Zero());
        break;
      case Motion::so3:
        blocks[i] = SO3::hat(a.segment<3>(begin));
        break;
    }
  }
}

void Multibody::tangentOperator(const Vector& w, std::vector<Block>& blocks) {
  blocks.resize(bodies_.size());
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    const Index begin = bodies_[i].begin;
    switch (bodies_[i].motion) {
      case Motion::r3so3:
        blocks[i] = R3xSO3::T(w.segment<6>(begin));
        break;
      case Motion::se3:
        blocks[i] = SE3::T(w.segment<6>(begin));
        break;
      case Motion::r3:
        blocks[i] = Matrix3(Matrix3::Identity());
        break;
      case Motion::so3:
        blocks[i] = SO3::T(w.segment<3>(begin));
        break;
    }
  }
}

void Multibody::inverseTangentOperator(const Vector& w, std::vector<Block>& blocks) {
  blocks.resize(bodies_.size());
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    const Index begin = bodies_[i].begin;
    switch (bodies_[i].motion) {
      case Motion::r3so3:
        blocks[i] = R3xSO3::Tinv(w.segment<6>(begin));
        break;
      case Motion::se3:
        blocks[i] = SE3::Tinv(w.segment<6>(begin));
        break;
      case Motion::r3:
        blocks[i] = Matrix3(Matrix3::Identity());
        break;
      case Motion::so3:
        blocks[i] = SO3::Tinv(w.segment<3>(begin));
        break;
    }
  }
}

// ---- the equations ------------------------------------------------------------------------------

void Multibody::updateMotion(const Vector& q, const Vector& v) {
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    const BodyData& body = bodies_[i];
    BodyMotion& m = motions_[i];
    m.x = positionIn(q, i);
    m.orientation = orientationIn(q, i);
    m.R = m.orientation.toRotationMatrix();
    switch (body.motion) {
      case Motion::r3so3:
        m.U = m.R.transpose().lazyProduct(v.segment<3>(body.begin));
        m.Omega = v.segment<3>(body.begin + 3);
        break;
      case Motion::se3:
        m.U = v.segment<3>(body.begin);
        m.Omega = v.segment<3>(body.begin + 3);
        break;
      case Motion::r3:
        m.U = m.R.transpose().lazyProduct(v.segment<3>(body.begin));
        break;
      case Motion::so3:
        m.Omega = v.segment<3>(body.begin);
        break;
    }
  }
}

RelativeMotion Multibody::relative(const Pair& pair) const {
  const BodyMotion& base = motions_[at(pair.base)];
  return pair.other == ground() ? relativeMotionOfGround(pair, base)
                                : relativeMotion(pair, base, motions_[at(pair.other)]);
}

// One row (ξ, φ) of a constraint block. The translational part is given in both axes, because the
// callers have both.
void Multibody::writeRow(Index body, const Vector3& linearPart, const Vector3& linearWorld,
                         const Vector3& angularPart, Index row, Block& block) const {
  switch (bodies_[at(body)].motion) {
    case Motion::r3so3:
      block.row(row).head<3>() = linearWorld;
      block.row(row).tail<3>() = angularPart;
      break;
    case Motion::se3:
      block.row(row).head<3>() = linearPart;
      block.row(row).tail<3>() = angularPart;
      break;
    case Motion::r3:
      block.row(row).head<3>() = linearWorld;
      break;
    case Motion::so3:
      block.row(row).head<3>() = angularPart;
      break;
  }
}

void Multibody::evaluateJoint(const JointData& joint, const InputData& data,
                              Dynamics& dynamics) const {
  const Pair& pair = joint.pair;
  const RelativeMotion m = relative(pair);
  const Matrix3& R = motions_[at(pair.base)].R;
  std::size_t i = 0;
  if (joint.threePoints) {
    // B = [−I, ỹ] for the base and [E, −E s̃] for the other body, in body axes.
    i = 3;
    dynamics.Phi.segment<3>(joint.begin) = m.d;
    dynamics.velocityConstraint.segment<3>(joint.begin) = m.rate;
    if (joint.baseIncidence >= 0) {
      Block& B = dynamics.B[at(joint.baseIncidence)];
      const Motion motion = bodies_[at(pair.base)].motion;
      if (motion == Motion::se3) {
        B.topLeftCorner<3, 3>() = -Matrix3::Identity();
      } else if (motion != Motion::so3) {
        B.topLeftCorner<3, 3>() = -R.transpose();
      }
      if (rotates(motion)) B.topRightCorner<3, 3>() = crossMatrix(m.y);
    }
    if (joint.otherIncidence >= 0) {
      Block& B = dynamics.B[at(joint.otherIncidence)];
      const Motion motion = bodies_[at(pair.other)].motion;
      if (motion == Motion::se3) {
        B.topLeftCorner<3, 3>() = m.E;
      } else if (motion != Motion::so3) {
        B.topLeftCorner<3, 3>() = R.transpose();
      }
      if (rotates(motion)) B.topRightCorner<3, 3>() = timesCross(m.E, -pair.pointOnOther);
    }
  }
  for (; i < joint.rows.size(); ++i) {
    const auto row = static_cast<Index>(i);
    const RowGradient at0 = gradient(joint.rows[i].function, m, data);
    dynamics.Phi[joint.begin + row] = at0.Phi;
    dynamics.velocityConstraint[joint.begin + row] =
        at0.position.dot(m.rate) + at0.rotation.dot(m.omega) + at0.PhiTime;
    const Vector3 world = R.lazyProduct(at0.position);
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

void Multibody::evaluate(double t, const Vector& q, const Vector& v, Dynamics& dynamics) {
  updateMotion(q, v);
  const InputData data{t, inputs_};
  for (const JointData& joint : joints_) evaluateJoint(joint, data, dynamics);
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    const BodyData& body = bodies_[i];
    const BodyMotion& m = motions_[i];
    dynamics.M[i] = massBlocks_[i];
    const Vector3 spin = m.Omega.cross(body.inertia.lazyProduct(m.Omega));
    switch (body.motion) {
      case Motion::r3so3:
        dynamics.g.segment<3>(body.begin) = -body.mass * model_.gravity;
        dynamics.g.segment<3>(body.begin + 3) = spin;
        break;
      case Motion::se3:
        dynamics.g.segment<3>(body.begin) =
            body.mass * (m.Omega.cross(m.U) - m.R.transpose().lazyProduct(model_.gravity));
        dynamics.g.segment<3>(body.begin + 3) = spin;
        break;
      case Motion::r3:
        dynamics.g.segment<3>(body.begin) = -body.mass * model_.gravity;
        break;
      case Motion::so3:
        dynamics.g.segment<3>(body.begin) =
            spin - body.mass * body.centreOfMass.cross(m.R.transpose() * model_.gravity);
        break;
    }
  }
}

void Multibody::curvature(double t, const Vector& q, const Vector& v, Vector& result) {
  result.resize(topology_.constraintSize);
  updateMotion(q, v);
  const InputData data{t, inputs_};
  for (const JointData& joint : joints_) {
    const Pair& pair = joint.pair;
    const RelativeMotion m = relative(pair);
    // Where the velocity is in world axes, U̇ = Rᵀu̇ + U×Ω: the second term is not in B v̇.
    Vector3 turning = Vector3::Zero();
    const auto turningOf = [this](Index body) -> Vector3 {
      const bool turns = body != ground() && bodies_[at(body)].motion == Motion::r3so3;
      return turns ? motions_[at(body)].U.cross(motions_[at(body)].Omega) : Vector3::Zero();
    };
    turning = m.E * turningOf(pair.other) - turningOf(pair.base);
    for (std::size_t i = 0; i < joint.rows.size(); ++i) {
      const RowFunction& row = joint.rows[i].function;
      const RowCurvature second = liefmu::curvature(row, m, data);
      result[joint.begin + static_cast<Index>(i)] = second.position.dot(m.rate) +
                                                    second.rotation.dot(m.omega) + second.time +
                                                    gradient(row, m, data).position.dot(turning);
    }
  }
}

// ---- derivatives --------------------------------------------------------------------------------

// The wrench of a pair in the body-fixed balances of both bodies: −f at the base, +f at the other.
void Multibody::addWrench(const Pair& pair, const RelativeMotion& m, const Wrench& wrench) {
  Wrench& base = wrenches_[at(pair.base)];
  base.force -= wrench.force;
  base.torque -= m.y.cross(wrench.force) + wrench.torque;
  if (pair.other != ground()) {
    Wrench& other = wrenches_[at(pair.other)];
    const Vector3 force = m.E.transpose() * wrench.force;
    other.force += force;
    other.torque += pair.pointOnOther.cross(force) + m.E.transpose() * wrench.torque;
  }
}

namespace {

// A derivative with respect to (ρ, α), written as one with respect to (ξ, φ) of the two bodies.
struct Columns {
  const RelativeMotion& m;
  const Vector3& pointOnOther;

  template<class Target>
  void addForBase(const Matrix3& byPosition, const Matrix3& byRotation, Target&& rows) const {
    rows.template leftCols<3>() -= byPosition;
    rows.template rightCols<3>() += timesCross(byPosition, m.y) - byRotation;
  }
  template<class Target>
  void addForOther(const Matrix3& byPosition, const Matrix3& byRotation, Target&& rows) const {
    const Matrix3 linearPart = byPosition.lazyProduct(m.E);
    rows.template leftCols<3>() += linearPart;
    rows.template rightCols<3>() +=
        byRotation.lazyProduct(m.E) - timesCross(linearPart, pointOnOther);
  }
};

}  // namespace

// The derivative of what addWrench adds. Besides the change of the wrench itself (`derivative`;
// null if it is constant in the base's axes) the lever y changes by ρ and E by α̃E.
void Multibody::addStiffness(const Pair& pair, const PairCouplings& at0, const RelativeMotion& m,
                             const Wrench& wrench, const WrenchDerivative* derivative) {
  const Columns columns{m, pair.pointOnOther};
  Matrix3 byPosition = crossMatrix(wrench.force);
  Matrix3 byRotation = Matrix3::Zero();
  if (pair.base != ground()) {
    if (derivative != nullptr) {
      const Matrix3 forceByPosition = -derivative->forceByPosition;
      const Matrix3 forceByRotation = -derivative->forceByRotation;
      byPosition += crossTimes(m.y, forceByPosition) - derivative->torqueByPosition;
      byRotation = crossTimes(m.y, forceByRotation) - derivative->torqueByRotation;
      columns.addForBase(forceByPosition, forceByRotation,
                         stiffness_[at(at0.baseBase)].topRows<3>());
      if (at0.baseOther >= 0) {
        columns.addForOther(forceByPosition, forceByRotation,
                            stiffness_[at(at0.baseOther)].topRows<3>());
      }
    }
    columns.addForBase(byPosition, byRotation, stiffness_[at(at0.baseBase)].bottomRows<3>());
    if (at0.baseOther >= 0) {
      columns.addForOther(byPosition, byRotation, stiffness_[at(at0.baseOther)].bottomRows<3>());
    }
  }
  if (pair.other != ground()) {
    Matrix3 forceByPosition = Matrix3::Zero();
    Matrix3 forceByRotation = crossMatrix(wrench.force);
    Matrix3 torqueByPosition = Matrix3::Zero();
    Matrix3 torqueByRotation = crossMatrix(wrench.torque);
    if (derivative != nullptr) {
      forceByPosition = derivative->forceByPosition;
      forceByRotation += derivative->forceByRotation;
      torqueByPosition = derivative->torqueByPosition;
      torqueByRotation += derivative->torqueByRotation;
    }
    const Matrix3 linearByPosition = m.E.transpose().lazyProduct(forceByPosition);
    const Matrix3 linearByRotation = m.E.transpose().lazyProduct(forceByRotation);
    byPosition = crossTimes(pair.pointOnOther, linearByPosition) +
                 m.E.transpose().lazyProduct(torqueByPosition);
    byRotation = crossTimes(pair.pointOnOther, linearByRotation) +
                 m.E.transpose().lazyProduct(torqueByRotation);
    const auto add = [&](Matrix6& otherRows, bool forOther) {
      if (forOther) {
        columns.addForOther(linearByPosition, linearByRotation, otherRows.topRows<3>());
        columns.addForOther(byPosition, byRotation, otherRows.bottomRows<3>());
      } else {
        columns.addForBase(linearByPosition, linearByRotation, otherRows.topRows<3>());
        columns.addForBase(byPosition, byRotation, otherRows.bottomRows<3>());
      }
    };
    add(stiffness_[at(at0.otherOther)], true);
    if (at0.otherBase >= 0) add(stiffness_[at(at0.otherBase)], false);
  }
}

void Multibody::linearizeJoint(const JointData& joint, const InputData& data, const Vector& lambda,
                               Linearization& linearization) {
  const Pair& pair = joint.pair;
  const RelativeMotion m = relative(pair);
  const BodyMotion& base = motions_[at(pair.base)];
  Wrench wrench;
  WrenchDerivative derivative;
  std::size_t i = 0;
  if (joint.threePoints) {
    i = 3;
    wrench.force = lambda.segment<3>(joint.begin);
  }
  for (; i < joint.rows.size(); ++i) {
    const double factor = lambda[joint.begin + static_cast<Index>(i)];
    const RowGradient at0 = gradient(joint.rows[i].function, m, data);
    wrench.force += factor * at0.position;
    wrench.torque += factor * at0.rotation;
    addSecondDerivative(joint.rows[i].function, m, data, factor, derivative);
  }
  addWrench(pair, m, wrench);
  const bool constant = joint.threePoints && joint.rows.size() == 3;
  addStiffness(pair, joint.couplings, m, wrench, constant ? nullptr : &derivative);

  for (std::size_t k = 0; k < joint.rows.size(); ++k) {
    const auto row = static_cast<Index>(k);
    const RowFunction& function = joint.rows[k].function;
    const RowCurvature second = liefmu::curvature(function, m, data);
    const Vector3 world = base.R.lazyProduct(second.position);
    const Vector3 axis = gradient(function, m, data).position;
    // In world axes U = Rᵀu depends on the orientation, δU = U × φ.
    if (joint.baseIncidence >= 0) {
      Vector3 angular = second.position.cross(m.y) - second.rotation;
      if (worldAxes(bodies_[at(pair.base)].motion)) angular -= axis.cross(base.U);
      writeRow(pair.base, -second.position, -world, angular, row,
               linearization.Zv[at(joint.baseIncidence)]);
    }
    if (joint.otherIncidence >= 0) {
      const Matrix3 toOther = m.E.transpose();
      const Vector3 position = toOther.lazyProduct(second.position);
      Vector3 angular = pair.pointOnOther.cross(position) + toOther.lazyProduct(second.rotation);
      if (worldAxes(bodies_[at(pair.other)].motion)) {
        angular += toOther.lazyProduct(axis).cross(motions_[at(pair.other)].U);
      }
      writeRow(pair.other, position, world, angular, row,
               linearization.Zv[at(joint.otherIncidence)]);
    }
  }
}

// Maps the blocks of joints and forces to the groups of their bodies and adds inertia and gravity.
void Multibody::finishCoupling(std::size_t coupling, const Vector& /*vdot*/,
                               Linearization& linearization) {
  const auto [row, column] = topology_.couplings[coupling];
  const BodyData& rowBody = bodies_[at(row)];
  const BodyData& columnBody = bodies_[at(column)];
  const BodyMotion& rowMotion = motions_[at(row)];
  const BodyMotion& columnMotion = motions_[at(column)];
  Matrix6& K6 = stiffness_[coupling];
  Block& K = linearization.K[coupling];
  Block& D = linearization.D[coupling];

  if (couplings_[coupling].damped) {
    Matrix6& D6 = damping_[coupling];
    if (worldAxes(columnBody.motion)) {
      // δU = U × φ at constant u
      K6.rightCols<3>().topRows<3>() += timesCross(D6.topLeftCorner<3, 3>(), columnMotion.U);
      K6.rightCols<3>().bottomRows<3>() += timesCross(D6.bottomLeftCorner<3, 3>(), columnMotion.U);
    }
  }
  if (row == column && rowBody.motion == Motion::r3so3) {
    // The balance of forces is R times the body-fixed one.
    K6.topRightCorner<3, 3>() -= crossMatrix(wrenches_[at(row)].force);
  }
  const auto map = [&](const Matrix6& from, bool withLinear, Block& to) {
    const bool rotateRows = worldAxes(rowBody.motion);
    const bool rotateColumns = worldAxes(columnBody.motion);
    const Index angularRow = translates(rowBody.motion) ? 3 : 0;
    const Index angularColumn = translates(columnBody.motion) ? 3 : 0;
    if (translates(rowBody.motion) && translates(columnBody.motion)) {
      Matrix3 block = Matrix3::Zero();
      if (withLinear) {
        block = from.topLeftCorner<3, 3>();
        if (rotateRows) block = rowMotion.R.lazyProduct(block).eval();
        if (rotateColumns) block = block.lazyProduct(columnMotion.R.transpose()).eval();
      }
      to.topLeftCorner<3, 3>() = block;
    }
    if (translates(rowBody.motion) && rotates(columnBody.motion)) {
      if (rotateRows) {
        to.block<3, 3>(0, angularColumn) = rowMotion.R.lazyProduct(from.topRightCorner<3, 3>());
      } else {
        to.block<3, 3>(0, angularColumn) = from.topRightCorner<3, 3>();
      }
    }
    if (rotates(rowBody.motion) && translates(columnBody.motion)) {
      if (rotateColumns) {
        to.block<3, 3>(angularRow, 0) =
            from.bottomLeftCorner<3, 3>().lazyProduct(columnMotion.R.transpose());
      } else {
        to.block<3, 3>(angularRow, 0) = from.bottomLeftCorner<3, 3>();
      }
    }
    if (rotates(rowBody.motion) && rotates(columnBody.motion)) {
      to.block<3, 3>(angularRow, angularColumn) = from.bottomRightCorner<3, 3>();
    }
  };
  map(K6, couplings_[coupling].elastic || couplings_[coupling].damped, K);
  if (couplings_[coupling].damped) {
    map(damping_[coupling], true, D);
  } else {
    D.setZero();
  }
  if (row != column) return;

  const Vector3& Omega = rowMotion.Omega;
  const Vector3 gravity = rowMotion.R.transpose().lazyProduct(model_.gravity);
  if (rotates(rowBody.motion)) {
    const Index angular = translates(rowBody.motion) ? 3 : 0;
    // ∂(Ω × JΩ)/∂Ω
    D.block<3, 3>(angular, angular) +=
        crossTimes(Omega, rowBody.inertia) - crossMatrix(rowBody.inertia.lazyProduct(Omega));
  }
  if (rowBody.motion == Motion::se3) {
    D.topLeftCorner<3, 3>() += rowBody.mass * crossMatrix(Omega);
    D.topRightCorner<3, 3>() -= rowBody.mass * crossMatrix(rowMotion.U);
    K.topRightCorner<3, 3>() -= rowBody.mass * crossMatrix(gravity);
  } else if (rowBody.motion == Motion::so3) {
    K -= rowBody.mass * doubleCross(rowBody.centreOfMass, gravity);
  }
}

void Multibody::linearize(double t, const Vector& q, const Vector& v, const Vector& vdot,
                          const Vector& lambda, Linearization& linearization) {
  updateMotion(q, v);
  const InputData data{t, inputs_};
  for (Wrench& wrench : wrenches_) wrench = {};
  for (std::size_t c = 0; c < couplings_.size(); ++c) {
    stiffness_[c].setZero();
    if (couplings_[c].damped) damping_[c].setZero();
  }
  for (const JointData& joint : joints_) linearizeJoint(joint, data, lambda, linearization);
  for (std::size_t c = 0; c < couplings_.size(); ++c) finishCoupling(c, vdot, linearization);
}

// ---- magnitudes and messages --------------------------------------------------------------------

void Multibody::magnitudes(const Vector& q, const Vector& v, Vector& position, Vector& velocity) {
  position.resize(topology_.velocitySize);
  velocity.resize(topology_.velocitySize);
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    const BodyData& body = bodies_[i];
    Index angular = body.begin;
    if (translates(body.motion)) {
      position.segment<3>(body.begin).setConstant(positionIn(q, i).norm());
      velocity.segment<3>(body.begin).setConstant(v.segment<3>(body.begin).norm());
      angular += 3;
    }
    if (rotates(body.motion)) {
      position.segment<3>(angular).setOnes();
      velocity.segment<3>(angular).setConstant(v.segment<3>(angular).norm());
    }
  }
}

std::string Multibody::describeVelocity(Index component) const {
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    const Index local = component - bodies_[i].begin;
    if (local >= topology_.bodies[i].size) continue;
    const bool translation = translates(bodies_[i].motion) && local < 3;
    return "body '" + model_.bodies[i].name + (translation ? "' (translation " : "' (rotation ") +
           "xyz"[local % 3] + ")";
  }
  return "no velocity";
}

std::string Multibody::describeConstraint(Index row) const {
  for (std::size_t i = 0; i < joints_.size(); ++i) {
    const Index local = row - joints_[i].begin;
    if (local >= topology_.joints[i].size) continue;
    return "joint '" + model_.joints[i].name + "' (" +
           std::string(joints_[i].rows[at(local)].label) + ")";
  }
  return "no constraint";
}

}  // namespace liefmu
