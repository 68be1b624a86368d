#include "model/read_model_elements.hpp"

#include <Eigen/Eigenvalues>

#include <algorithm>
#include <cmath>

namespace liefmu {
namespace {

// Relative; inertias are often given with few digits.
constexpr double kInertiaTolerance = 1e-6;

// 3 numbers: the diagonal; 6: xx, yy, zz, xy, xz, yz of the matrix.
Matrix3 inertiaMatrix(const JsonValue& value) {
  const std::vector<double> entries = numberList(value);
  Matrix3 J = Matrix3::Zero();
  if (entries.size() == 3) {
    J.diagonal() << entries[0], entries[1], entries[2];
  } else if (entries.size() == 6) {
    J << entries[0], entries[3], entries[4],  //
        entries[3], entries[1], entries[5],   //
        entries[4], entries[5], entries[2];
  } else if (value.json.is_array()) {
    value.problem("has " + counted(entries.size(), "element") +
                  " (must have 3: xx, yy, zz, or 6: xx, yy, zz, xy, xz, yz)");
  }
  return J;
}

// The principal moments A, B, C of any mass distribution are >= 0, and A + B >= C in any order.
void checkInertia(const ObjectReader& object, const Matrix3& J, const std::string& about) {
  const Vector3 moments = Eigen::SelfAdjointEigenSolver<Matrix3>(J).eigenvalues();  // ascending
  const double tolerance = kInertiaTolerance * moments.cwiseAbs().maxCoeff();
  const std::string description = "has principal moments " + rounded(moments[0]) + ", " +
                                  rounded(moments[1]) + ", " + rounded(moments[2]) + about;
  if (moments[0] < -tolerance) {
    object.problemAt("inertia", description + " (none may be negative)");
  } else if (moments[0] + moments[1] < moments[2] - tolerance) {
    object.problemAt("inertia",
                     description + " (no rigid body has one greater than the sum of the others)");
  }
}

void readMassAndInertia(ObjectReader& object, Body& body) {
  const bool massless = object.optional("massless", boolean);
  if (massless) {
    for (const std::string_view key : {"mass", "inertia"}) {
      if (object.has(key)) {
        object.problemAt(key, "belongs to a massless body (remove it, or \"massless\")");
      }
    }
    return;
  }
  if (body.kind == BodyKind::rotor) {
    // Of use for gravity and the view only: the inertia refers to the fixed point.
    body.mass = object.optional("mass", nonNegativeNumber);
  } else {
    body.mass = object.required("mass", [](const JsonValue& value) {
      if (value.json.is_number() && number(value) == 0.0) {
        value.problem("is 0 (must be greater than 0; a massless body has \"massless\": true)");
        return 1.0;
      }
      return positiveNumber(value);
    });
  }
  if (body.kind == BodyKind::point) {
    return;
  }
  const auto problemsBefore = object.value().problems.count();
  body.inertia = object.required("inertia", inertiaMatrix);
  if (object.value().problems.count() == problemsBefore) {
    checkInertia(object, body.inertia, "");
  }
}

// The inertia about a point is at least what the mass in its centre contributes.
void checkRotor(const ObjectReader& object, const Body& body) {
  const Vector3& c = body.centreOfMass;
  const Matrix3 aboutCentre =
      body.inertia - body.mass * (c.squaredNorm() * Matrix3::Identity() - c * c.transpose());
  checkInertia(object, aboutCentre, " about the centre of mass");
}

Shape readShape(const JsonValue& value) {
  ObjectReader object(value, "a shape");
  Shape shape;
  const auto kind = object.required(
      "shape", oneOf<std::optional<Shape::Kind>>({{"box", Shape::Kind::box},
                                                  {"cylinder", Shape::Kind::cylinder},
                                                  {"sphere", Shape::Kind::sphere},
                                                  {"line", Shape::Kind::line}}));
  if (!kind) {
    return shape;
  }
  shape.kind = *kind;
  if (shape.kind == Shape::Kind::line) {
    shape.position = object.required("from", vector3);
    shape.end = object.required("to", vector3);
  } else {
    shape.position = object.optional("position", vector3);
    shape.orientation = object.optional("orientation", orientation);
  }
  if (shape.kind == Shape::Kind::box) {
    shape.size = object.required("size", vector3);
  }
  if (shape.kind == Shape::Kind::sphere || shape.kind == Shape::Kind::cylinder) {
    shape.size.setConstant(object.required("radius", positiveNumber));
  }
  if (shape.kind == Shape::Kind::cylinder) {
    shape.size.z() = object.required("length", positiveNumber);
  }
  shape.colour = object.optional("colour", [](const JsonValue& colour) {
    const std::string word = text(colour);
    const bool good = word.size() == 7 && word.front() == '#' &&
                      word.find_first_not_of("0123456789abcdefABCDEF", 1) == std::string::npos;
    if (colour.json.is_string() && !good) {
      colour.problem(inQuotes(word) + " is no colour (write \"#rrggbb\")");
    }
    return word;
  });
  object.finish();
  return shape;
}

BodyKind readKind(ObjectReader& object, Group group) {
  const BodyKind kind = object.optional("type", oneOf<BodyKind>({{"rigid", BodyKind::rigid},
                                                                 {"point", BodyKind::point},
                                                                 {"rotor", BodyKind::rotor}}));
  if (group == Group::r3 && kind != BodyKind::point) {
    object.value().problem(
        "is no point (a model in the group r3 has points only: write \"type\": \"point\")");
  }
  return kind;
}

}  // namespace

Body readBody(const JsonValue& value, const ModelContext& context) {
  ObjectReader object(value, "a body");
  Body body;
  body.name =
      context.names.declare(object, "body", static_cast<Index>(context.model.bodies.size()));
  body.kind = readKind(object, context.model.group);
  const auto problemsBefore = value.problems.count();
  readMassAndInertia(object, body);
  body.position = object.optional("position", vector3);
  if (body.kind != BodyKind::rotor) {
    body.velocity = object.optional("velocity", vector3);
  }
  if (body.kind != BodyKind::point) {
    body.centreOfMass = object.optional("centreOfMass", vector3);
    body.orientation = object.optional("orientation", orientation);
    body.angularVelocity = object.optional("angularVelocity", vector3);
  }
  if (body.kind == BodyKind::rotor && value.problems.count() == problemsBefore) {
    checkRotor(object, body);
  }
  body.geometry = object.optional("geometry", listOf(readShape));
  object.finish();
  return body;
}

}  // namespace liefmu
