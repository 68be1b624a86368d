#include "model/read_model_elements.hpp"

#include <algorithm>
#include <variant>

namespace liefmu {
namespace {

// Less than this is parallel for a direction that ought to be perpendicular.
constexpr double kSmallestSine = 1e-3;

// Which keys say where the frames of a joint are.
enum class Placement : std::uint8_t {
  points,         // "points"
  frames,         // "points", "orientations"
  axes,           // "points", "axes", "references"
  universalAxes,  // "points", "axes"
  line,           // "points", "axis"
  drivenJoint,    // "joint": the frames of another joint
};

struct JointKind {
  std::string_view word;
  Placement placement;
  JointType type;
};

const std::vector<JointKind>& jointKinds() {
  static const std::vector<JointKind> kinds{
      {"fixed", Placement::frames, Fixed{}},
      {"spherical", Placement::points, Spherical{}},
      {"revolute", Placement::axes, Revolute{}},
      {"prismatic", Placement::axes, Prismatic{}},
      {"cylindrical", Placement::axes, Cylindrical{}},
      {"universal", Placement::universalAxes, Universal{}},
      {"planar", Placement::axes, Planar{}},
      {"pointOnLine", Placement::line, PointOnLine{}},
      {"distance", Placement::points, Distance{}},
      {"prescribedRotation", Placement::drivenJoint, PrescribedRotation{}},
      {"prescribedTranslation", Placement::drivenJoint, PrescribedTranslation{}},
      {"prescribedPoint", Placement::points, PrescribedPoint{}},
  };
  return kinds;
}

const JointKind* jointKind(const JsonValue& value) {
  const std::string word = text(value);
  std::vector<std::string> words;
  for (const JointKind& kind : jointKinds()) {
    if (kind.word == word) {
      return &kind;
    }
    words.emplace_back(kind.word);
  }
  if (value.json.is_string()) {
    value.problem("unknown joint type " + inQuotes(word) + suggestion(word, words, "types"));
  }
  return nullptr;
}

// Without references the angle is zero in the position that the file gives.
void readAxes(ObjectReader& object, const Eigen::Quaterniond& relative, Joint& joint) {
  const auto problemsBefore = object.value().problems.count();
  const auto axes = object.required("axes", listOf(unitVector, 2));
  const bool hasReferences = object.has("references");
  const auto references = object.optional("references", listOf(unitVector, 2));
  if (object.value().problems.count() != problemsBefore) {
    return;
  }
  joint.onFirst = axisFrame(joint.onFirst.point, axes[0]);
  const Vector3 xOnSecond = relative.conjugate() * (joint.onFirst.orientation * Vector3::UnitX());
  joint.onSecond = axisFrame(joint.onSecond.point, axes[1], xOnSecond);
  if (hasReferences) {
    for (std::size_t i = 0; i < 2; ++i) {
      if (references[i].cross(axes[i]).norm() < kSmallestSine) {
        object.problemAt("references",
                         "has a direction parallel to its axis (choose perpendicular ones)");
      }
    }
    joint.onFirst = axisFrame(joint.onFirst.point, axes[0], references[0]);
    joint.onSecond = axisFrame(joint.onSecond.point, axes[1], references[1]);
  }
}

// z of the first frame and x of the second; the rest so that both angles are zero in the position
// that the file gives, if the axes are perpendicular there.
void readUniversalAxes(ObjectReader& object, const Eigen::Quaterniond& relative, Joint& joint) {
  const auto problemsBefore = object.value().problems.count();
  const auto axes = object.required("axes", listOf(unitVector, 2));
  if (object.value().problems.count() != problemsBefore) {
    return;
  }
  const Vector3 zOnSecond = relative.conjugate() * axes[0];
  const Vector3 perpendicular = zOnSecond - zOnSecond.dot(axes[1]) * axes[1];
  if (perpendicular.norm() < kSmallestSine) {
    object.problemAt("axes", "are parallel in the position given (must be perpendicular)");
    return;
  }
  joint.onFirst = axisFrame(joint.onFirst.point, axes[0], relative * axes[1]);
  joint.onSecond = axisFrame(joint.onSecond.point, perpendicular.normalized(), axes[1]);
}

void readPlacement(ObjectReader& object, const ModelContext& context, Placement placement,
                   Joint& joint) {
  const std::optional<BodyPair> bodies = bodyPair(object, context);
  if (bodies) {
    joint.first = bodies->first;
    joint.second = bodies->second;
  }
  if (placement == Placement::frames) {
    std::tie(joint.onFirst, joint.onSecond) = framePair(object, context, bodies);
    return;
  }
  std::tie(joint.onFirst.point, joint.onSecond.point) = pointPair(object);
  const Eigen::Quaterniond relative =
      bodies ? relativeOrientation(context.model, *bodies) : Eigen::Quaterniond::Identity();
  if (placement == Placement::axes) {
    readAxes(object, relative, joint);
  } else if (placement == Placement::universalAxes) {
    readUniversalAxes(object, relative, joint);
  } else if (placement == Placement::line) {
    if (const Vector3 axis = object.required("axis", unitVector); !axis.isZero()) {
      joint.onFirst = axisFrame(joint.onFirst.point, axis);
    }
  }
}

// A mass point does not turn, so it cannot hold a direction.
void checkPointMasses(const ObjectReader& object, const ModelContext& context, Placement placement,
                      const Joint& joint) {
  if (placement == Placement::points) {
    return;
  }
  for (const Index index : {joint.first, joint.second}) {
    if (index == kGround || context.model.bodies.empty()) {
      continue;
    }
    const Body& body = context.model.bodies[static_cast<std::size_t>(index)];
    const bool onlyItsPointMatters = placement == Placement::line && index == joint.second;
    if (body.kind == BodyKind::point && !onlyItsPointMatters) {
      object.problemAt("bodies",
                       "body '" + body.name +
                           "' is a point, which has no directions (make it rigid, or use a "
                           "spherical, distance or pointOnLine joint)");
    }
  }
}

Vector3 positionInFile(const Model& model, Index body, const Vector3& point) {
  if (body == kGround) {
    return point;
  }
  const Body& b = model.bodies[static_cast<std::size_t>(body)];
  return b.position + b.orientation * point;
}

double lengthInFile(const Model& model, const Joint& joint) {
  return (positionInFile(model, joint.second, joint.onSecond.point) -
          positionInFile(model, joint.first, joint.onFirst.point))
      .norm();
}

// The keys that only one type has.
void readParameters(ObjectReader& object, const ModelContext& context, Joint& joint) {
  const auto driven = [&](const JsonValue& value) { return signal(value, context); };
  if (auto* distance = std::get_if<Distance>(&joint.type)) {
    distance->length = object.has("length") ? object.required("length", positiveNumber)
                                            : lengthInFile(context.model, joint);
    if (!(distance->length > 0.0)) {
      object.value().problem(
          "the points coincide (a distance joint needs a length greater than 0)");
    }
  } else if (auto* rotation = std::get_if<PrescribedRotation>(&joint.type)) {
    rotation->angle = object.required("angle", driven);
  } else if (auto* translation = std::get_if<PrescribedTranslation>(&joint.type)) {
    translation->displacement = object.required("displacement", driven);
  } else if (auto* point = std::get_if<PrescribedPoint>(&joint.type)) {
    point->displacement = object.required(
        "displacement", [&](const JsonValue& value) { return signalVector(value, context); });
  }
}

Joint readJoint(const JsonValue& value, const ModelContext& context) {
  ObjectReader object(value, "a joint");
  Joint joint;
  joint.name =
      context.names.declare(object, "joint", static_cast<Index>(context.model.joints.size()));
  const JointKind* kind = object.required("type", jointKind);
  if (kind == nullptr) {
    context.names.spoil(joint.name);
    return joint;  // which keys are right depends on the type
  }
  joint.type = kind->type;
  const auto problemsBefore = value.problems.count();
  if (kind->placement == Placement::drivenJoint) {
    object.required("joint", text);
  } else {
    readPlacement(object, context, kind->placement, joint);
  }
  if (value.problems.count() == problemsBefore) {
    checkPointMasses(object, context, kind->placement, joint);
  }
  readParameters(object, context, joint);
  object.finish();
  return joint;
}

bool isDrive(const Joint& joint) {
  return std::holds_alternative<PrescribedRotation>(joint.type) ||
         std::holds_alternative<PrescribedTranslation>(joint.type);
}

// A drive shares the frames of its joint, which may come later in the list.
void connectDrive(const JsonValue& value, const ModelContext& context, Joint& drive) {
  const JsonValue reference{value.json["joint"], childPointer(value.pointer, "joint"),
                            value.problems};
  const std::optional<Index> index = context.names.resolve(reference, "joint");
  if (!index) {
    return;
  }
  const Joint& driven = context.model.joints[static_cast<std::size_t>(*index)];
  const auto is = [&driven](auto... types) {
    return (std::holds_alternative<decltype(types)>(driven.type) || ...);
  };
  if (std::holds_alternative<PrescribedRotation>(drive.type)) {
    if (!is(Revolute{}, Cylindrical{}, Planar{})) {
      reference.problem("joint '" + driven.name +
                        "' has no angle to prescribe (name a revolute, cylindrical or planar one)");
    }
  } else if (!is(Prismatic{}, Cylindrical{}, PointOnLine{})) {
    reference.problem(
        "joint '" + driven.name +
        "' has no displacement to prescribe (name a prismatic, cylindrical or pointOnLine one)");
  }
  drive.first = driven.first;
  drive.second = driven.second;
  drive.onFirst = driven.onFirst;
  drive.onSecond = driven.onSecond;
}

}  // namespace

void readJoints(const JsonValue& value, const ModelContext& context) {
  std::vector<Joint>& joints = context.model.joints;
  listOf([&](const JsonValue& element) {
    joints.push_back(readJoint(element, context));
    return 0;
  })(value);
  for (std::size_t i = 0; i < joints.size(); ++i) {
    const JsonValue element = value.element(i);
    if (isDrive(joints[i]) && element.json.contains("joint")) {
      connectDrive(element, context, joints[i]);
    }
  }
}

}  // namespace liefmu
