// The pieces of the model reader: one function per kind of element. Internal to read_model*.cpp.
#pragma once

#include "model/json_reader.hpp"
#include "model/model.hpp"

#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace liefmu {

// The names of the elements read so far. Variable names start with the name of their element, so no
// two elements of any kind may share one.
class NameTable {
 public:
  // Reads the key "name" of element number `index` of the kind `noun`.
  std::string declare(ObjectReader& object, const std::string& noun, Index index);
  // Says that the element could not be read: references to it are no further problem.
  void spoil(const std::string& name);
  // Reads a reference to an element of the kind `noun`; a problem and nothing if there is none.
  [[nodiscard]] std::optional<Index> resolve(const JsonValue& value, const std::string& noun) const;

 private:
  struct Element {
    std::string noun;
    std::optional<Index> index;
  };
  std::map<std::string, Element> elements_;
};

// What an element's reader needs to know of the model read so far.
struct ModelContext {
  Model& model;
  NameTable& names;
};

// A quaternion [x, y, z, w], a rotation matrix as three rows, or {"axis": …, "angle": …}.
Eigen::Quaterniond orientation(const JsonValue& value);

// A number, or a function of time or of an input.
Signal signal(const JsonValue& value, const ModelContext& context);
// Rows of an argument and a value.
CubicSpline table(const JsonValue& value);
std::array<Signal, 3> signalVector(const JsonValue& value, const ModelContext& context);

// The key "bodies": the two bodies that a joint or force connects. Nothing if they are not known.
struct BodyPair {
  Index first = kGround;
  Index second = 0;
};
std::optional<BodyPair> bodyPair(ObjectReader& object, const ModelContext& context);
// The key "points": one in the frame of each body.
std::pair<Vector3, Vector3> pointPair(ObjectReader& object);

// How the second body stands relative to the first in the position that the file gives.
Eigen::Quaterniond relativeOrientation(const Model& model, BodyPair bodies);
// The keys "points" and "orientations". Without orientations the first frame is parallel to its
// body, and the second frame to the first one in the position that the file gives.
std::pair<Frame, Frame> framePair(ObjectReader& object, const ModelContext& context,
                                  std::optional<BodyPair> bodies);

Body readBody(const JsonValue& value, const ModelContext& context);
// Appends all joints: some refer to others, wherever these are in the list.
void readJoints(const JsonValue& value, const ModelContext& context);
Force readForce(const JsonValue& value, const ModelContext& context);

// For the group so3, after everything else has been read: every rigid body becomes a rotor about
// the point at which a spherical joint holds it to the ground, and the joint goes away. `bodies` is
// the list of bodies in the file.
void turnIntoRotors(const JsonValue& bodies, Model& model);

}  // namespace liefmu
