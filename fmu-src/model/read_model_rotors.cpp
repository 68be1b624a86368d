#include "model/read_model_elements.hpp"

#include <algorithm>
#include <optional>
#include <variant>
#include <vector>

namespace liefmu {
namespace {

bool concerns(const Joint& joint, Index body) {
  return joint.first == body || joint.second == body;
}

bool holdsToGround(const Joint& joint, Index body) {
  return joint.first == kGround && joint.second == body &&
         std::holds_alternative<Spherical>(joint.type);
}

// Without gravity, forces and joints a body at rest turns about its centre of mass.
bool restsOnItsOwn(const Model& model, Index body) {
  const Body& b = model.bodies[static_cast<std::size_t>(body)];
  const Vector3 velocityOfCentre =
      b.velocity + b.orientation * b.angularVelocity.cross(b.centreOfMass);
  return model.gravity.isZero() && model.forces.empty() && velocityOfCentre.isZero() &&
         std::none_of(model.joints.begin(), model.joints.end(),
                      [&](const Joint& joint) { return concerns(joint, body); });
}

// Everything that is fixed to the body at a point now counts from the new origin.
void moveOrigin(Model& model, Index body, const Vector3& origin) {
  const auto move = [&](Index other, Vector3& point) {
    if (other == body) {
      point -= origin;
    }
  };
  for (Joint& joint : model.joints) {
    move(joint.first, joint.onFirst.point);
    move(joint.second, joint.onSecond.point);
  }
  for (PointDistance& distance : model.distances) {
    move(distance.first, distance.pointOnFirst);
    move(distance.second, distance.pointOnSecond);
  }
  for (Force& force : model.forces) {
    if (auto* spring = std::get_if<SpringDamper>(&force.type)) {
      move(spring->first, spring->pointOnFirst);
      move(spring->second, spring->pointOnSecond);
    } else if (auto* bushing = std::get_if<Bushing>(&force.type)) {
      move(bushing->first, bushing->onFirst.point);
      move(bushing->second, bushing->onSecond.point);
    } else if (auto* bodyForce = std::get_if<BodyForce>(&force.type)) {
      move(bodyForce->body, bodyForce->point);
    } else if (auto* drag = std::get_if<Drag>(&force.type)) {
      move(drag->body, drag->point);
    }
  }
  for (Shape& shape : model.bodies[static_cast<std::size_t>(body)].geometry) {
    shape.position -= origin;
    shape.end -= origin;
  }
}

void turnAbout(Model& model, Index index, const Vector3& origin, const Vector3& fixedPoint) {
  Body& body = model.bodies[static_cast<std::size_t>(index)];
  body.kind = BodyKind::rotor;
  body.centreOfMass -= origin;
  const Vector3& c = body.centreOfMass;
  body.inertia += body.mass * (c.squaredNorm() * Matrix3::Identity() - c * c.transpose());
  body.position = fixedPoint;
  body.velocity.setZero();
  moveOrigin(model, index, origin);
}

void removeJoint(Model& model, Index index) {
  model.joints.erase(model.joints.begin() + index);
  for (Force& force : model.forces) {
    std::visit(
        [index](auto& element) {
          if constexpr (requires { element.joint; }) {
            element.joint -= element.joint > index ? 1 : 0;
          }
        },
        force.type);
  }
}

}  // namespace

void turnIntoRotors(const JsonValue& bodies, Model& model) {
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    const auto index = static_cast<Index>(i);
    const Body& body = model.bodies[i];
    if (body.kind != BodyKind::rigid) {
      if (body.kind == BodyKind::point) {
        bodies.element(i).problem("is a point (a model in the group so3 has rotors only)");
      }
      continue;
    }
    const auto joint =
        std::find_if(model.joints.begin(), model.joints.end(),
                     [&](const Joint& candidate) { return holdsToGround(candidate, index); });
    if (joint != model.joints.end()) {
      const Frame onBody = joint->onSecond;
      const Frame onGround = joint->onFirst;
      removeJoint(model, joint - model.joints.begin());
      turnAbout(model, index, onBody.point, onGround.point);
    } else if (restsOnItsOwn(model, index)) {
      turnAbout(model, index, body.centreOfMass,
                body.position + body.orientation * body.centreOfMass);
    } else {
      bodies.element(i).problem(
          "does not turn about a fixed point (in the group so3 a spherical joint must hold it to "
          "the ground; use r3so3 or se3)");
    }
  }
}

}  // namespace liefmu
