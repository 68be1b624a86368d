#include "motion_quantities.hpp"

namespace liefmu {
namespace {

// Φ and dΦ/dt in one vector of residuals each.
double residualNorm(Multibody& system, const MotionState& state, bool velocity) {
  Dynamics dynamics;
  dynamics.resize(system.topology());
  system.evaluate(state.t, state.q, state.v, dynamics);
  return velocity ? dynamics.velocityConstraint.norm() : dynamics.Phi.norm();
}

}  // namespace

bool isMotionQuantity(Quantity quantity) {
  switch (quantity) {
    case Quantity::bodyPosition:
    case Quantity::bodyOrientation:
    case Quantity::bodyVelocity:
    case Quantity::bodyAngularVelocity:
    case Quantity::bodyAcceleration:
    case Quantity::bodyAngularAcceleration:
    case Quantity::jointForce:
    case Quantity::jointTorque:
    case Quantity::jointCoordinate:
    case Quantity::jointRate:
    case Quantity::declaredOutput:
    case Quantity::kineticEnergy:
    case Quantity::potentialEnergy:
    case Quantity::totalEnergy:
    case Quantity::positionResidual:
    case Quantity::velocityResidual:
      return true;
    default:
      return false;
  }
}

double motionQuantity(Multibody& system, const MotionState& state, const Source& source) {
  const Index element = source.element;
  const Index component = source.component;
  const auto body = [&] { return system.bodyState(element, state.q, state.v); };
  const auto acceleration = [&] {
    return system.bodyAcceleration(element, state.q, state.v, state.vdot);
  };
  const auto reaction = [&] {
    return system.jointReaction(element, state.t, state.q, state.lambda);
  };
  switch (source.quantity) {
    case Quantity::bodyPosition:
      return body().position[component];
    case Quantity::bodyOrientation:
      return body().orientation.coeffs()[component];
    case Quantity::bodyVelocity:
      return body().velocity[component];
    case Quantity::bodyAngularVelocity:
      return body().angularVelocity[component];
    case Quantity::bodyAcceleration:
      return acceleration().linear[component];
    case Quantity::bodyAngularAcceleration:
      return acceleration().angular[component];
    case Quantity::jointForce:
      return reaction().force[component];
    case Quantity::jointTorque:
      return reaction().torque[component];
    case Quantity::jointCoordinate:
      return system.coordinateValue(element, component, state.q);
    case Quantity::jointRate:
      return system.coordinateRate(element, component, state.q, state.v);
    case Quantity::declaredOutput:
      return system.distance(element, state.q);
    case Quantity::kineticEnergy:
      return system.kineticEnergy(state.v);
    case Quantity::potentialEnergy:
      return system.potentialEnergy(state.q);
    case Quantity::totalEnergy:
      return system.kineticEnergy(state.v) + system.potentialEnergy(state.q);
    case Quantity::positionResidual:
      return residualNorm(system, state, false);
    case Quantity::velocityResidual:
      return residualNorm(system, state, true);
    default:
      throw Error("not a quantity of the motion");
  }
}

}  // namespace liefmu
