// What the elements of a model file share: names, orientations, signals, pairs of bodies.
#include "model/read_model_elements.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <variant>

namespace liefmu {
namespace {

constexpr double kRotationTolerance = 1e-6;

// First parts of variable names that belong to the model as a whole.
constexpr std::array<std::string_view, 7> kReservedNames{
    "ground", "time", "gravity", "integrator", "energy", "constraint", "model"};

Eigen::Quaterniond quaternion(const JsonValue& value) {
  const auto entries = listOf(number, 4)(value);
  const Eigen::Quaterniond q(entries[3], entries[0], entries[1], entries[2]);
  const double length = q.norm();
  if (std::abs(length - 1.0) > kRotationTolerance) {
    value.problem("is a quaternion of length " + formatted(length) +
                  " (must have length 1; the order is x, y, z, w)");
    return Eigen::Quaterniond::Identity();
  }
  return q.normalized();
}

Eigen::Quaterniond rotationMatrix(const JsonValue& value) {
  const auto rows = listOf(vector3, 3)(value);
  Matrix3 R;
  R << rows[0].transpose(), rows[1].transpose(), rows[2].transpose();
  const double deviation = (R * R.transpose() - Matrix3::Identity()).cwiseAbs().maxCoeff();
  if (deviation > kRotationTolerance || R.determinant() < 0.0) {
    value.problem("is no rotation (the rows must be perpendicular, right-handed unit vectors)");
    return Eigen::Quaterniond::Identity();
  }
  return Eigen::Quaterniond(R).normalized();
}

Eigen::Quaterniond axisAndAngle(const JsonValue& value) {
  ObjectReader object(value, "a rotation");
  const Vector3 axis = object.required("axis", unitVector);
  const double angle = object.required("angle", number);
  object.finish();
  return Eigen::Quaterniond(Eigen::AngleAxisd(angle, axis));
}

Signal polynomial(const JsonValue& value) {
  return Polynomial{numberList(value)};
}

Signal sine(const JsonValue& value) {
  ObjectReader object(value, "a sine");
  Sine s;
  s.amplitude = object.required("amplitude", number);
  s.frequency = object.required("frequency", nonNegativeNumber);
  s.phase = object.optional("phase", number);
  s.offset = object.optional("offset", number);
  object.finish();
  return s;
}

}  // namespace

std::string NameTable::declare(ObjectReader& object, const std::string& noun, Index index) {
  const std::string name = object.required("name", identifier);
  if (name.empty()) {
    return name;
  }
  if (std::find(kReservedNames.begin(), kReservedNames.end(), name) != kReservedNames.end()) {
    object.problemAt("name", "'" + name + "' is reserved (choose another name)");
  }
  const auto [element, isNew] = elements_.emplace(name, Element{noun, index});
  if (!isNew) {
    object.problemAt(
        "name",
        "'" + name + "' is already the name of " +
            (element->second.noun == "input" || element->second.noun == "output" ? "an " : "a ") +
            element->second.noun + " (choose another name)");
  }
  return name;
}

void NameTable::spoil(const std::string& name) {
  if (const auto element = elements_.find(name); element != elements_.end()) {
    element->second.index.reset();
  }
}

std::optional<Index> NameTable::resolve(const JsonValue& value, const std::string& noun) const {
  const std::string name = text(value);
  if (const auto found = elements_.find(name);
      found != elements_.end() && found->second.noun == noun) {
    return found->second.index;  // nothing if it could not be read: that has been reported
  }
  if (value.json.is_string()) {
    std::vector<std::string> known;
    for (const auto& [candidate, element] : elements_) {
      if (element.noun == noun) {
        known.push_back(candidate);
      }
    }
    value.problem("there is no " + noun + " " + inQuotes(name) +
                  suggestion(name, known, noun == "body" ? "bodies" : noun + "s"));
  }
  return std::nullopt;
}

Eigen::Quaterniond orientation(const JsonValue& value) {
  if (value.json.is_object()) {
    return axisAndAngle(value);
  }
  if (value.json.is_array() && value.json.size() == 4) {
    return quaternion(value);
  }
  if (value.json.is_array() && value.json.size() == 3) {
    return rotationMatrix(value);
  }
  value.problem(
      "is no orientation (write a quaternion [x, y, z, w], a rotation matrix as three rows, or "
      "{\"axis\": [0, 0, 1], \"angle\": 1.5})");
  return Eigen::Quaterniond::Identity();
}

Signal signal(const JsonValue& value, const ModelContext& context) {
  if (value.json.is_number()) {
    return Constant{number(value)};
  }
  if (!value.json.is_object() || value.json.size() == 0) {
    value.problem("is " + kindOf(value.json) +
                  " (write a number, {\"input\": NAME}, {\"polynomial\": …}, {\"sine\": …} or "
                  "{\"table\": …})");
    return Constant{};
  }
  ObjectReader object(value, "a signal");
  Signal result = Constant{};
  int sources = 0;
  const auto source = [&](std::string_view key, auto read) {
    if (object.has(key)) {
      result = object.required(key, read);
      ++sources;
    }
  };
  source("input", [&](const JsonValue& name) -> Signal {
    FromInput input;
    input.input = context.names.resolve(name, "input").value_or(0);
    input.scale = object.optional("scale", number, 1.0);
    input.offset = object.optional("offset", number);
    return input;
  });
  source("polynomial", polynomial);
  source("sine", sine);
  source("table", [](const JsonValue& list) -> Signal { return Table{table(list)}; });
  object.finish();
  if (sources > 1) {
    value.problem("has several sources (give one of input, polynomial, sine, table)");
  }
  return result;
}

std::array<Signal, 3> signalVector(const JsonValue& value, const ModelContext& context) {
  const auto entries =
      listOf([&](const JsonValue& entry) { return signal(entry, context); }, 3)(value);
  return {entries[0], entries[1], entries[2]};
}

CubicSpline table(const JsonValue& value) {
  const auto rows = listOf(listOf(number, 2))(value);
  if (!value.json.is_array()) {
    return {};
  }
  if (rows.size() < 2) {
    value.problem("has " + counted(rows.size(), "row") + " (a table needs at least 2)");
    return {};
  }
  std::vector<double> arguments;
  std::vector<double> values;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (i > 0 && rows[i][0] <= arguments.back()) {
      value.element(i).problem("is " + formatted(rows[i][0]) + " after " +
                               formatted(arguments.back()) + " (the first column must increase)");
      return {};
    }
    arguments.push_back(rows[i][0]);
    values.push_back(rows[i][1]);
  }
  return {arguments, values};
}

std::optional<BodyPair> bodyPair(ObjectReader& object, const ModelContext& context) {
  const auto bodyOrGround = [&](const JsonValue& value) -> std::optional<Index> {
    return value.json == "ground" ? kGround : context.names.resolve(value, "body");
  };
  const auto bodies = object.required("bodies", listOf(bodyOrGround, 2));
  if (bodies.size() != 2 || !bodies[0] || !bodies[1]) {
    return std::nullopt;
  }
  if (bodies[0] == bodies[1]) {
    object.problemAt("bodies", "names the same body twice (a connection needs two)");
    return std::nullopt;
  }
  if (bodies[1] == kGround) {
    object.problemAt("bodies", "has the ground second (write the ground first)");
    return std::nullopt;
  }
  return BodyPair{*bodies[0], *bodies[1]};
}

std::pair<Vector3, Vector3> pointPair(ObjectReader& object) {
  const auto points = object.required("points", listOf(vector3, 2));
  return points.size() == 2 ? std::pair(points[0], points[1])
                            : std::pair<Vector3, Vector3>(Vector3::Zero(), Vector3::Zero());
}

Eigen::Quaterniond relativeOrientation(const Model& model, BodyPair bodies) {
  const auto orientationOf = [&model](Index body) {
    return body == kGround ? Eigen::Quaterniond::Identity()
                           : model.bodies[static_cast<std::size_t>(body)].orientation;
  };
  return orientationOf(bodies.first).conjugate() * orientationOf(bodies.second);
}

std::pair<Frame, Frame> framePair(ObjectReader& object, const ModelContext& context,
                                  std::optional<BodyPair> bodies) {
  Frame onFirst;
  Frame onSecond;
  std::tie(onFirst.point, onSecond.point) = pointPair(object);
  if (object.has("orientations")) {
    const auto orientations = object.required("orientations", listOf(orientation, 2));
    onFirst.orientation = orientations[0];
    onSecond.orientation = orientations[1];
  } else if (bodies) {
    onSecond.orientation = relativeOrientation(context.model, *bodies).conjugate();
  }
  return {onFirst, onSecond};
}

}  // namespace liefmu
