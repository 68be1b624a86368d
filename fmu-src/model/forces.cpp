#include "model/forces.hpp"

#include "lie/so3.hpp"

#include <cmath>

namespace liefmu {

namespace {

Vector3 valueOf(const std::array<Signal, 3>& signals, const InputData& data) {
  return {evaluate(signals[0], data.t, data.inputs).value,
          evaluate(signals[1], data.t, data.inputs).value,
          evaluate(signals[2], data.t, data.inputs).value};
}

// ---- spring and damper between points -----------------------------------------------------------

// Two points on top of each other have no direction; then there is no force.
constexpr double kNoLength = 1e-12;  // m

struct SpringState {
  double length;
  Vector3 direction;
  double tension;
  double slope;  // ∂tension/∂length
};

SpringState stateOf(const SpringDamper& spring, const RelativeMotion& m) {
  SpringState state{m.d.norm(), Vector3::Zero(), 0.0, 0.0};
  if (state.length < kNoLength) return state;
  state.direction = m.d / state.length;
  const double elongation = state.length - spring.naturalLength;
  if (spring.table) {
    const TimeValue at = spring.table->at(elongation);
    state.tension = at.value;
    state.slope = at.rate;
  } else {
    state.tension = spring.stiffness * elongation;
    state.slope = spring.stiffness;
  }
  state.tension += spring.damping * state.direction.dot(m.rate);
  return state;
}

Wrench wrenchOf(const SpringDamper& spring, const ForceContext& context) {
  const SpringState state = stateOf(spring, context.motion);
  return {state.tension * state.direction, Vector3::Zero()};
}

void addDerivativesOf(const SpringDamper& spring, const ForceContext& context,
                      WrenchDerivative& byPose, WrenchDerivative& byRate) {
  const RelativeMotion& m = context.motion;
  const SpringState state = stateOf(spring, m);
  if (state.length < kNoLength) {
    // The limit for a spring without natural length, where the force is stiffness·d.
    if (spring.naturalLength == 0.0 && !spring.table) {
      byPose.forceByPosition.diagonal().array() += spring.stiffness;
    }
    return;
  }
  const Vector3& n = state.direction;
  const Matrix3 along = n * n.transpose();
  const Matrix3 across = (Matrix3::Identity() - along) / state.length;  // ∂n/∂d
  byPose.forceByPosition += state.slope * along + state.tension * across +
                            n * (spring.damping * (across * m.rate)).transpose();
  byRate.forceByPosition += spring.damping * along;
}

double potentialOf(const SpringDamper& spring, const ForceContext& context) {
  const double elongation = context.motion.d.norm() - spring.naturalLength;
  return spring.table ? spring.table->integral(elongation)
                      : 0.5 * spring.stiffness * elongation * elongation;
}

// ---- elements in a joint coordinate -------------------------------------------------------------

// The generalised force against the coordinate, and its derivatives.
struct Effort {
  double value;
  double byCoordinate;
  double byRate;
};

Effort effortOf(const JointSpringDamper& spring, const CoordinateState& c, const InputData& /*d*/) {
  const double deflection = c.value - spring.rest;
  if (spring.table) {
    const TimeValue at = spring.table->at(deflection);
    return {at.value + spring.damping * c.rate, at.rate, spring.damping};
  }
  return {spring.stiffness * deflection + spring.damping * c.rate, spring.stiffness,
          spring.damping};
}

Effort effortOf(const JointFriction& friction, const CoordinateState& c, const InputData& /*d*/) {
  const double smoothSign = std::tanh(c.rate / friction.transitionRate);
  return {friction.viscous * c.rate + friction.coulomb * smoothSign, 0.0,
          friction.viscous +
              friction.coulomb * (1.0 - smoothSign * smoothSign) / friction.transitionRate};
}

Effort effortOf(const JointActuator& actuator, const CoordinateState& /*c*/,
                const InputData& data) {
  return {-evaluate(actuator.effort, data.t, data.inputs).value, 0.0, 0.0};
}

template<class Type>
concept InJoint = requires(const Type& force, const CoordinateState& state, const InputData& data) {
  effortOf(force, state, data);
};

template<InJoint Type>
Wrench wrenchOf(const Type& force, const ForceContext& context) {
  const CoordinateState state =
      coordinateState(*context.coordinate, context.motion, context.quarterTurns);
  const double effort = effortOf(force, state, context.data).value;
  return {effort * state.position, effort * state.rotation};
}

template<InJoint Type>
void addDerivativesOf(const Type& force, const ForceContext& context, WrenchDerivative& byPose,
                      WrenchDerivative& byRate) {
  const RelativeMotion& m = context.motion;
  const CoordinateState state = coordinateState(*context.coordinate, m, context.quarterTurns);
  const Effort effort = effortOf(force, state, context.data);
  const auto& [value, rate, position, rotation] = state;
  const Matrix3 hessian = coordinateHessian(*context.coordinate, m);
  byPose.forceByPosition += effort.byCoordinate * position * position.transpose();
  byPose.torqueByRotation += effort.value * hessian +
                             effort.byCoordinate * rotation * rotation.transpose() +
                             effort.byRate * rotation * (hessian.transpose() * m.omega).transpose();
  byRate.forceByPosition += effort.byRate * position * position.transpose();
  byRate.torqueByRotation += effort.byRate * rotation * rotation.transpose();
}

double potentialOf(const JointSpringDamper& spring, const ForceContext& context) {
  const CoordinateState state =
      coordinateState(*context.coordinate, context.motion, context.quarterTurns);
  const double deflection = state.value - spring.rest;
  return spring.table ? spring.table->integral(deflection)
                      : 0.5 * spring.stiffness * deflection * deflection;
}

// ---- bushing ------------------------------------------------------------------------------------

// The rotation of the first frame as seen from the second: φ = 2p with the vector part p of the
// unit quaternion, so that δφ = (p₀ I − p̃) α = N α.
struct BushingRotation {
  double p0;
  Vector3 p;
  Matrix3 N;

  explicit BushingRotation(const ForceContext& context) {
    const Matrix3 A = context.axesOfBase.transpose() * context.motion.E * context.axesOfOther;
    const Eigen::Quaterniond quaternion = SO3::fromMatrix(A).quaternion();
    const double sign = quaternion.w() < 0.0 ? -1.0 : 1.0;
    p0 = sign * quaternion.w();
    p = sign * quaternion.vec();
    N = p0 * Matrix3::Identity() - crossMatrix(p);
  }
};

Wrench wrenchOf(const Bushing& bushing, const ForceContext& context) {
  const Matrix3& axes = context.axesOfBase;
  const BushingRotation rotation(context);
  const Vector3 force = bushing.stiffness.cwiseProduct(axes.transpose() * context.motion.d) +
                        bushing.damping.cwiseProduct(axes.transpose() * context.motion.rate);
  const Vector3 torque =
      rotation.N.transpose() * (2.0 * bushing.rotationalStiffness.cwiseProduct(rotation.p)) +
      bushing.rotationalDamping.cwiseProduct(axes.transpose() * context.motion.omega);
  return {axes * force, axes * torque};
}

void addDerivativesOf(const Bushing& bushing, const ForceContext& context, WrenchDerivative& byPose,
                      WrenchDerivative& byRate) {
  const Matrix3& axes = context.axesOfBase;
  const BushingRotation rotation(context);
  const Vector3 moment = 2.0 * bushing.rotationalStiffness.cwiseProduct(rotation.p);
  // δ(Nᵀ K φ) with δp₀ = −½ p·α and δp = ½ N α.
  const Matrix3 torqueByRotation =
      rotation.N.transpose() * bushing.rotationalStiffness.asDiagonal() * rotation.N -
      0.5 * (moment * rotation.p.transpose() + crossMatrix(moment) * rotation.N);
  byPose.forceByPosition += axes * bushing.stiffness.asDiagonal() * axes.transpose();
  byPose.torqueByRotation += axes * torqueByRotation * axes.transpose();
  byRate.forceByPosition += axes * bushing.damping.asDiagonal() * axes.transpose();
  byRate.torqueByRotation += axes * bushing.rotationalDamping.asDiagonal() * axes.transpose();
}

double potentialOf(const Bushing& bushing, const ForceContext& context) {
  const Vector3 shift = context.axesOfBase.transpose() * context.motion.d;
  const Vector3 turn = 2.0 * BushingRotation(context).p;
  return 0.5 * (shift.dot(bushing.stiffness.cwiseProduct(shift)) +
                turn.dot(bushing.rotationalStiffness.cwiseProduct(turn)));
}

// ---- forces on one body: the ground is the base and takes the reaction --------------------------

Wrench wrenchOf(const BodyForce& force, const ForceContext& context) {
  return {-valueOf(force.force, context.data), Vector3::Zero()};
}

Wrench wrenchOf(const BodyTorque& torque, const ForceContext& context) {
  return {Vector3::Zero(), -valueOf(torque.torque, context.data)};
}

Wrench wrenchOf(const Drag& drag, const ForceContext& context) {
  const Vector3& velocity = context.motion.rate;
  return {(drag.linear + drag.quadratic * velocity.norm()) * velocity, Vector3::Zero()};
}

void addDerivativesOf(const Drag& drag, const ForceContext& context, WrenchDerivative& /*byPose*/,
                      WrenchDerivative& byRate) {
  const Vector3& velocity = context.motion.rate;
  const double speed = velocity.norm();
  byRate.forceByPosition.diagonal().array() += drag.linear + drag.quadratic * speed;
  if (speed > 0.0) {
    byRate.forceByPosition += (drag.quadratic / speed) * velocity * velocity.transpose();
  }
}

// ---- defaults -----------------------------------------------------------------------------------

// Forces given over time have no derivatives.
template<class Type>
void addDerivativesOf(const Type& /*force*/, const ForceContext& /*context*/,
                      WrenchDerivative& /*byPose*/,
                      WrenchDerivative& /*byRate*/) requires(!InJoint<Type>) {}

// Elements that do not store energy.
template<class Type>
double potentialOf(const Type& /*force*/, const ForceContext& /*context*/) {
  return 0.0;
}

}  // namespace

bool isElastic(const ForceType& force) {
  return !std::holds_alternative<BodyForce>(force) && !std::holds_alternative<BodyTorque>(force) &&
         !std::holds_alternative<Drag>(force);
}

bool isDamped(const ForceType& force) {
  return isElastic(force) ? !std::holds_alternative<JointActuator>(force)
                          : std::holds_alternative<Drag>(force);
}

Wrench wrench(const ForceType& force, const ForceContext& context) {
  return std::visit([&](const auto& element) { return wrenchOf(element, context); }, force);
}

void addDerivatives(const ForceType& force, const ForceContext& context, WrenchDerivative& byPose,
                    WrenchDerivative& byRate) {
  std::visit([&](const auto& element) { addDerivativesOf(element, context, byPose, byRate); },
             force);
}

double potential(const ForceType& force, const ForceContext& context) {
  return std::visit([&](const auto& element) { return potentialOf(element, context); }, force);
}

Wrench bodyWrench(const ForceType& force, const Vector3& lever, const InputData& data) {
  if (const auto* element = std::get_if<BodyForce>(&force)) {
    const Vector3 value = valueOf(element->force, data);
    return {value, lever.cross(value)};
  }
  if (const auto* element = std::get_if<BodyTorque>(&force)) {
    return {Vector3::Zero(), valueOf(element->torque, data)};
  }
  return {};
}

}  // namespace liefmu
