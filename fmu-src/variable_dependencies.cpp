#include "variable_dependencies.hpp"

#include "model/model.hpp"

#include <algorithm>
#include <numeric>
#include <set>

namespace liefmu {
namespace {

// Bodies that joints connect move together: an input that acts on one of them accelerates all.
class Components {
 public:
  explicit Components(std::size_t bodies) : parent_(bodies) {
    std::iota(parent_.begin(), parent_.end(), std::size_t{0});
  }

  std::size_t find(Index body) {
    auto root = static_cast<std::size_t>(body);
    while (parent_[root] != root) {
      root = parent_[root] = parent_[parent_[root]];
    }
    return root;
  }

  void join(Index first, Index second) {
    if (first != kGround && second != kGround) {
      parent_[find(first)] = find(second);
    }
  }

 private:
  std::vector<std::size_t> parent_;
};

void collect(const Signal& signal, std::set<std::size_t>& inputs) {
  if (const auto* reference = std::get_if<FromInput>(&signal)) {
    inputs.insert(static_cast<std::size_t>(reference->input));
  }
}

std::set<std::size_t> inputsOfJoint(const Joint& joint) {
  std::set<std::size_t> inputs;
  if (const auto* rotation = std::get_if<PrescribedRotation>(&joint.type)) {
    collect(rotation->angle, inputs);
  } else if (const auto* translation = std::get_if<PrescribedTranslation>(&joint.type)) {
    collect(translation->displacement, inputs);
  } else if (const auto* point = std::get_if<PrescribedPoint>(&joint.type)) {
    for (const Signal& signal : point->displacement) collect(signal, inputs);
  }
  return inputs;
}

struct DrivenBodies {
  std::set<std::size_t> inputs;
  Index first = kGround;
  Index second = kGround;
};

DrivenBodies drivenBy(const Model& model, const Force& force) {
  DrivenBodies driven;
  if (const auto* actuator = std::get_if<JointActuator>(&force.type)) {
    const Joint& joint = model.joints[static_cast<std::size_t>(actuator->joint)];
    collect(actuator->effort, driven.inputs);
    driven.first = joint.first;
    driven.second = joint.second;
  } else if (const auto* bodyForce = std::get_if<BodyForce>(&force.type)) {
    for (const Signal& signal : bodyForce->force) collect(signal, driven.inputs);
    driven.second = bodyForce->body;
  } else if (const auto* torque = std::get_if<BodyTorque>(&force.type)) {
    for (const Signal& signal : torque->torque) collect(signal, driven.inputs);
    driven.second = torque->body;
  }
  return driven;
}

}  // namespace

InputDependencies::InputDependencies(const Model& model) {
  Components components(model.bodies.size());
  for (const Joint& joint : model.joints) {
    components.join(joint.first, joint.second);
  }
  std::vector<std::set<std::size_t>> ofComponent(model.bodies.size());
  std::set<std::size_t> motions;
  const auto act = [&](const std::set<std::size_t>& inputs, Index body) {
    if (body != kGround) {
      ofComponent[components.find(body)].insert(inputs.begin(), inputs.end());
    }
  };
  for (const Joint& joint : model.joints) {
    const std::set<std::size_t> inputs = inputsOfJoint(joint);
    motions.insert(inputs.begin(), inputs.end());
    act(inputs, joint.first);
    act(inputs, joint.second);
  }
  for (const Force& force : model.forces) {
    const DrivenBodies driven = drivenBy(model, force);
    act(driven.inputs, driven.first);
    act(driven.inputs, driven.second);
  }
  const auto inputsAt = [&](Index body) {
    const std::set<std::size_t>& inputs = ofComponent[components.find(body)];
    return Inputs(inputs.begin(), inputs.end());
  };
  for (std::size_t body = 0; body < model.bodies.size(); ++body) {
    ofBody_.push_back(inputsAt(static_cast<Index>(body)));
  }
  for (const Joint& joint : model.joints) {
    const Index body = joint.second != kGround ? joint.second : joint.first;
    ofJoint_.push_back(body != kGround ? inputsAt(body) : Inputs{});
  }
  motions_.assign(motions.begin(), motions.end());
}

const std::vector<std::size_t>& InputDependencies::inputsOf(const Source& source) const {
  const auto element = static_cast<std::size_t>(source.element);
  switch (source.quantity) {
    case Quantity::bodyAcceleration:
    case Quantity::bodyAngularAcceleration:
      return ofBody_.at(element);
    case Quantity::jointForce:
    case Quantity::jointTorque:
      return ofJoint_.at(element);
    case Quantity::positionResidual:
    case Quantity::velocityResidual:
      return motions_;
    default:
      return none_;
  }
}

}  // namespace liefmu
