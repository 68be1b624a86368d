// Multibody: from the model to the lists that the equations are made of.

#include "model/multibody.hpp"
#include "model/multibody_detail.hpp"
#include "types.hpp"

#include <Eigen/Eigenvalues>

#include <algorithm>
#include <cmath>
#include <utility>

namespace liefmu {

using namespace detail;

Multibody::Multibody(Model model, std::vector<bool> keptRows)
    : model_(std::move(model)), keptRows_(std::move(keptRows)) {
  addBodies();
  addJoints();
  addForces();
  for (const InputSignal& input : model_.inputs) inputs_.push_back({.value = input.start});
  motions_.resize(bodies_.size() + 1);
  wrenches_.resize(bodies_.size() + 1);
  stiffness_.resize(couplings_.size());
  damping_.resize(couplings_.size());
  partialStiffness_.resize(couplings_.size());
  partialDamping_.resize(couplings_.size());
}

void Multibody::addBodies() {
  for (const Body& body : model_.bodies) {
    BodyData data;
    data.begin = topology_.velocitySize;
    data.mass = body.mass;
    data.inertia = body.inertia;
    switch (body.kind) {
      case BodyKind::rigid:
        data.motion = model_.group == Group::se3 ? Motion::se3 : Motion::r3so3;
        data.origin = -body.centreOfMass;
        break;
      case BodyKind::point:
        data.motion = Motion::r3;
        data.origin = -body.centreOfMass;
        break;
      case BodyKind::rotor:
        data.motion = Motion::so3;
        data.centreOfMass = body.centreOfMass;
        break;
    }
    // Positive definite beyond rounding.
    bool definite = !translates(data.motion) || body.mass > 0.0;
    if (rotates(data.motion)) {
      const double smallest = body.inertia.selfadjointView<Eigen::Lower>().eigenvalues().minCoeff();
      definite = definite && smallest > 1e-14 * body.inertia.cwiseAbs().maxCoeff();
    }
    const Index size = rigid(data.motion) ? 6 : 3;
    const auto index = static_cast<Index>(bodies_.size());
    topology_.bodies.push_back({data.begin, size});
    topology_.couplings.push_back({index, index});
    topology_.singularMass.push_back(!definite);
    if (data.motion != Motion::r3) topology_.rotations.push_back(data.begin + size - 3);
    if (data.motion == Motion::r3so3) topology_.turningBodies.push_back(index);
    topology_.velocitySize += size;
    couplings_.emplace_back();
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

Index Multibody::checkedCoordinate(Index joint, Index coordinate, const std::string& what) const {
  if (joint < 0 || joint >= static_cast<Index>(joints_.size())) {
    throw Error(what + " refers to joint number " + std::to_string(joint) +
                ", which does not exist");
  }
  const Index count = coordinateCount(joint);
  if (coordinate < 0 || coordinate >= count) {
    throw Error(what + " refers to coordinate " + std::to_string(coordinate) + " of joint '" +
                model_.joints[at(joint)].name + "', which has " + std::to_string(count) +
                " (use a joint with such a coordinate, for example a revolute joint)");
  }
  return joints_[at(joint)].firstCoordinate + coordinate;
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
    const Matrix3 axesOfFirst = joint.onFirst.orientation.normalized().toRotationMatrix();
    const Matrix3 axesOfSecond = joint.onSecond.orientation.normalized().toRotationMatrix();
    addRows(joint, equations(joint.type, axesOfFirst, axesOfSecond), equation);

    JointData& data = joints_.back();
    data.firstCoordinate = static_cast<Index>(coordinates_.size());
    const Pair seenFromFirst{first, second, fromReference(first, joint.onFirst.point),
                             fromReference(second, joint.onSecond.point)};
    for (const JointCoordinate& coordinate : coordinates(joint.type, axesOfFirst, axesOfSecond)) {
      CoordinateData entry{seenFromFirst, coordinate};
      if (std::holds_alternative<Angle>(coordinate.function)) {
        entry.quarterTurns = topology_.configurationSize++;
        angles_.push_back(static_cast<Index>(coordinates_.size()));
      }
      coordinates_.push_back(entry);
      ++data.coordinateCount;
    }
  }
  if (keptRows_.size() != equation) {
    throw Error("the list of kept equations is longer than the list of equations");
  }
}

void Multibody::addRows(const Joint& joint, JointEquations equations, std::size_t& equation) {
  const Index first = joint.first == kGround ? ground() : joint.first;
  const Index second = joint.second == kGround ? ground() : joint.second;
  JointData data;
  data.baseIsSecond = equations.baseIsSecond;
  data.pair = {second, first, fromReference(second, joint.onSecond.point),
               fromReference(first, joint.onFirst.point)};
  if (!data.baseIsSecond) {
    std::swap(data.pair.base, data.pair.other);
    std::swap(data.pair.pointOnBase, data.pair.pointOnOther);
  }
  bool elastic = false;
  for (ConstraintRow& row : equations.rows) {
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
  data.pointOnGround = data.threePoints && data.rows.size() == 3 && data.pair.other == ground() &&
                       rigid(bodies_[at(data.pair.base)].motion);

  const auto index = static_cast<Index>(joints_.size());
  const auto size = static_cast<Index>(data.rows.size());
  data.begin = topology_.constraintSize;
  topology_.joints.push_back({data.begin, size});
  topology_.constraintSize += size;
  if (size > 0) {
    data.couplings = addCouplings(data.pair, elastic, false);
    for (const Index body : {first, second}) {
      if (body == ground()) continue;
      const auto incidence = static_cast<Index>(topology_.incidences.size());
      (body == data.pair.base ? data.baseIncidence : data.otherIncidence) = incidence;
      topology_.incidences.push_back({index, body});
    }
  }
  joints_.push_back(std::move(data));
}

void Multibody::addForces() {
  for (const Force& force : model_.forces) {
    const std::string what = "force '" + force.name + "'";
    ForceData data;
    // Which bodies and points, per kind of element.
    const auto between = [&](Index base, Index other, const Vector3& onBase,
                             const Vector3& onOther) {
      data.pair.base = checkedBody(base, what);
      data.pair.other = checkedBody(other, what);
      data.pair.pointOnBase = fromReference(data.pair.base, onBase);
      data.pair.pointOnOther = fromReference(data.pair.other, onOther);
    };
    const auto inJoint = [&](const auto& element) {
      data.coordinate = checkedCoordinate(element.joint, element.coordinate, what);
      data.pair = coordinates_[at(data.coordinate)].pair;
    };
    const auto place = [&](const auto& element) {
      using Type = std::decay_t<decltype(element)>;
      if constexpr (std::is_same_v<Type, SpringDamper>) {
        between(element.second, element.first, element.pointOnSecond, element.pointOnFirst);
      } else if constexpr (std::is_same_v<Type, Bushing>) {
        between(element.second, element.first, element.onSecond.point, element.onFirst.point);
        data.axesOfBase = element.onSecond.orientation.normalized().toRotationMatrix();
        data.axesOfOther = element.onFirst.orientation.normalized().toRotationMatrix();
      } else if constexpr (std::is_same_v<Type, BodyForce>) {
        between(kGround, element.body, Vector3::Zero(), element.point);
        data.betweenBodies = element.axes == Axes::world;
      } else if constexpr (std::is_same_v<Type, BodyTorque>) {
        between(kGround, element.body, Vector3::Zero(), Vector3::Zero());
        data.betweenBodies = element.axes == Axes::world;
      } else if constexpr (std::is_same_v<Type, Drag>) {
        between(kGround, element.body, Vector3::Zero(), element.point);
      } else {
        inJoint(element);
      }
    };
    std::visit(place, force.type);
    if (data.pair.base == data.pair.other) {
      throw Error(what + " connects a body with itself (name two different bodies)");
    }
    if (data.betweenBodies) {
      data.couplings = addCouplings(data.pair, isElastic(force.type), isDamped(force.type));
    }
    forces_.push_back(data);
  }
}

Index Multibody::addCoupling(Index row, Index column, bool elastic, bool damped) {
  if (row == ground() || column == ground()) return -1;
  // Diagonal blocks are where their body is; the others are found by searching backwards, because
  // neighbours are added soon after each other.
  Index index = row;
  if (row != column) {
    const auto same = [&](const Topology::Coupling& c) {
      return c.row == row && c.column == column;
    };
    const auto found = std::find_if(topology_.couplings.rbegin(), topology_.couplings.rend(), same);
    if (found == topology_.couplings.rend()) {
      topology_.couplings.push_back({row, column});
      couplings_.emplace_back();
      index = static_cast<Index>(couplings_.size()) - 1;
    } else {
      index = topology_.couplings.rend() - found - 1;
    }
  }
  CouplingData& data = couplings_[at(index)];
  data.elastic = data.elastic || elastic;
  data.damped = data.damped || damped;
  return index;
}

Multibody::PairCouplings Multibody::addCouplings(const Pair& pair, bool elastic, bool damped) {
  const PairCouplings result{addCoupling(pair.base, pair.base, elastic, damped),
                             addCoupling(pair.base, pair.other, elastic, damped),
                             addCoupling(pair.other, pair.base, elastic, damped),
                             addCoupling(pair.other, pair.other, elastic, damped)};
  // A force that is constant in the base turns in the axes of the other body.
  for (const Index coupling : {result.otherBase, result.otherOther}) {
    if (coupling >= 0) couplings_[at(coupling)].turning = true;
  }
  return result;
}

Vector Multibody::initialConfiguration() const {
  Vector q = Vector::Zero(topology_.configurationSize);
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    const Body& body = model_.bodies[i];
    const Eigen::Quaterniond orientation = body.orientation.normalized();
    const auto begin = kPoseSize * static_cast<Index>(i);
    q.segment<3>(begin) = body.position - orientation * bodies_[i].origin;
    q.segment<4>(begin + 3) = orientation.coeffs();
  }
  countTurns(q, Vector::Zero(topology_.velocitySize), q);
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
    if (translates(data.motion)) {
      v.segment<3>(data.begin) = worldAxes(data.motion) ? u : Vector3(orientation.conjugate() * u);
    }
    if (rotates(data.motion)) v.segment<3>(data.begin + topology_.bodies[i].size - 3) = Omega;
  }
  return v;
}

void Multibody::setInput(Index input, const InputTaylor& value) {
  inputs_[at(input)] = value;
}

std::string Multibody::describeVelocity(Index component) const {
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    const Index local = component - bodies_[i].begin;
    if (local >= topology_.bodies[i].size) continue;
    const bool translation = translates(bodies_[i].motion) && local < 3;
    return "body '" + model_.bodies[i].name + (translation ? "' (translation " : "' (rotation ") +
           "xyz"[local % 3] + ")";
  }
  throw Error("there is no velocity component " + std::to_string(component));
}

std::string Multibody::describeConstraint(Index row) const {
  for (std::size_t i = 0; i < joints_.size(); ++i) {
    const Index local = row - joints_[i].begin;
    if (local >= topology_.joints[i].size) continue;
    return "joint '" + model_.joints[i].name + "' (" +
           std::string(joints_[i].rows[at(local)].label) + ")";
  }
  throw Error("there is no constraint equation " + std::to_string(row));
}

}  // namespace liefmu
