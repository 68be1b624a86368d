#include "model/read_model_elements.hpp"

#include <variant>

namespace liefmu {
namespace {

// What the coordinates of a joint are called in a model file, in their order.
std::vector<std::string> coordinateWords(const JointType& type) {
  if (std::holds_alternative<Revolute>(type)) return {"angle"};
  if (std::holds_alternative<Prismatic>(type)) return {"displacement"};
  if (std::holds_alternative<Cylindrical>(type)) return {"displacement", "angle"};
  if (std::holds_alternative<Universal>(type)) return {"firstAngle", "secondAngle"};
  if (std::holds_alternative<Planar>(type)) return {"x", "y", "angle"};
  if (std::holds_alternative<PointOnLine>(type)) return {"displacement"};
  return {};
}

// The keys "joint" and "coordinate"; the latter may be left out where there is only one.
template<class Element>
void readCoordinate(ObjectReader& object, const ModelContext& context, Element& element) {
  const auto joint = object.required(
      "joint", [&](const JsonValue& value) { return context.names.resolve(value, "joint"); });
  const bool given = object.has("coordinate");
  const std::string word = object.optional("coordinate", text);
  if (!joint) {
    return;
  }
  element.joint = *joint;
  const Joint& target = context.model.joints[static_cast<std::size_t>(*joint)];
  const std::vector<std::string> words = coordinateWords(target.type);
  if (words.empty()) {
    object.problemAt("joint", "joint '" + target.name +
                                  "' has no coordinate that a force could act on (name a revolute, "
                                  "prismatic, cylindrical, universal, planar or pointOnLine one)");
    return;
  }
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] == word) {
      element.coordinate = static_cast<Index>(i);
      return;
    }
  }
  if (given) {
    object.problemAt("coordinate", "joint '" + target.name + "' has no coordinate " +
                                       inQuotes(word) + suggestion(word, words, "coordinates"));
  } else if (words.size() > 1) {
    object.value().problem("key 'coordinate' is missing" + suggestion("", words, "coordinates"));
  }
}

template<class Element>
void readPair(ObjectReader& object, const ModelContext& context, Element& element) {
  const BodyPair bodies = bodyPair(object, context).value_or(BodyPair{});
  element.first = bodies.first;
  element.second = bodies.second;
}

template<class Element>
void readSingleBody(ObjectReader& object, const ModelContext& context, Element& element) {
  element.body =
      object
          .required("body",
                    [&](const JsonValue& value) { return context.names.resolve(value, "body"); })
          .value_or(0);
}

// A table replaces the stiffness.
template<class Element>
void readSpring(ObjectReader& object, Element& element) {
  element.damping = object.optional("damping", nonNegativeNumber);
  const bool hasTable = object.has("table");
  if (hasTable) {
    element.table = object.required("table", table);
  }
  const bool hasStiffness = object.has("stiffness");
  element.stiffness = object.optional("stiffness", nonNegativeNumber);
  if (hasTable && hasStiffness) {
    object.problemAt("table", "stands beside a stiffness (give one of them)");
  }
}

ForceType springDamper(ObjectReader& object, const ModelContext& context) {
  SpringDamper spring;
  readPair(object, context, spring);
  std::tie(spring.pointOnFirst, spring.pointOnSecond) = pointPair(object);
  readSpring(object, spring);
  spring.naturalLength = object.optional("naturalLength", nonNegativeNumber);
  return spring;
}

ForceType jointSpringDamper(ObjectReader& object, const ModelContext& context) {
  JointSpringDamper spring;
  readCoordinate(object, context, spring);
  readSpring(object, spring);
  spring.rest = object.optional("rest", number);
  return spring;
}

Vector3 nonNegativeVector(const JsonValue& value) {
  const auto entries = listOf(nonNegativeNumber, 3)(value);
  return {entries[0], entries[1], entries[2]};
}

ForceType bushing(ObjectReader& object, const ModelContext& context) {
  Bushing b;
  const std::optional<BodyPair> bodies = bodyPair(object, context);
  b.first = bodies.value_or(BodyPair{}).first;
  b.second = bodies.value_or(BodyPair{}).second;
  std::tie(b.onFirst, b.onSecond) = framePair(object, context, bodies);
  b.stiffness = object.optional("stiffness", nonNegativeVector);
  b.damping = object.optional("damping", nonNegativeVector);
  b.rotationalStiffness = object.optional("rotationalStiffness", nonNegativeVector);
  b.rotationalDamping = object.optional("rotationalDamping", nonNegativeVector);
  return b;
}

ForceType jointFriction(ObjectReader& object, const ModelContext& context) {
  JointFriction friction;
  readCoordinate(object, context, friction);
  friction.viscous = object.optional("viscous", nonNegativeNumber);
  friction.coulomb = object.optional("coulomb", nonNegativeNumber);
  friction.transitionRate =
      object.optional("transitionRate", positiveNumber, friction.transitionRate);
  return friction;
}

ForceType jointActuator(ObjectReader& object, const ModelContext& context) {
  JointActuator actuator;
  readCoordinate(object, context, actuator);
  actuator.effort =
      object.required("effort", [&](const JsonValue& value) { return signal(value, context); });
  return actuator;
}

Axes readAxesWord(ObjectReader& object) {
  return object.optional("axes", oneOf<Axes>({{"world", Axes::world}, {"body", Axes::body}}));
}

ForceType bodyForce(ObjectReader& object, const ModelContext& context) {
  BodyForce force;
  readSingleBody(object, context, force);
  force.point = object.optional("point", vector3);
  force.axes = readAxesWord(object);
  force.force = object.required(
      "force", [&](const JsonValue& value) { return signalVector(value, context); });
  return force;
}

ForceType bodyTorque(ObjectReader& object, const ModelContext& context) {
  BodyTorque torque;
  readSingleBody(object, context, torque);
  torque.axes = readAxesWord(object);
  torque.torque = object.required(
      "torque", [&](const JsonValue& value) { return signalVector(value, context); });
  return torque;
}

ForceType drag(ObjectReader& object, const ModelContext& context) {
  Drag d;
  readSingleBody(object, context, d);
  d.point = object.optional("point", vector3);
  d.linear = object.optional("linear", nonNegativeNumber);
  d.quadratic = object.optional("quadratic", nonNegativeNumber);
  return d;
}

using ForceReader = ForceType (*)(ObjectReader&, const ModelContext&);

}  // namespace

Force readForce(const JsonValue& value, const ModelContext& context) {
  ObjectReader object(value, "a force");
  Force force;
  force.name =
      context.names.declare(object, "force", static_cast<Index>(context.model.forces.size()));
  const auto read =
      object.required("type", oneOf<ForceReader>({{"springDamper", springDamper},
                                                  {"jointSpringDamper", jointSpringDamper},
                                                  {"bushing", bushing},
                                                  {"jointFriction", jointFriction},
                                                  {"jointActuator", jointActuator},
                                                  {"bodyForce", bodyForce},
                                                  {"bodyTorque", bodyTorque},
                                                  {"drag", drag}}));
  if (read == nullptr) {
    return force;  // which keys are right depends on the type
  }
  force.type = read(object, context);
  object.finish();
  return force;
}

}  // namespace liefmu
