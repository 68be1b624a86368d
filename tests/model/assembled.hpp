// A mechanism from model text, ready to be examined: all equations, assembly, kept equations.
#pragma once

#include "model/assembly.hpp"
#include "model/read_model.hpp"

#include <filesystem>
#include <string>

namespace liefmu {

inline Model readyMade(const std::string& name, Group group = Group::r3so3) {
  Model model = readModelFile(std::filesystem::path(LIEFMU_SOURCE_DIR) /
                              ("modelDescription/models/" + name + ".json"));
  if (model.group == Group::r3so3) model.group = group;
  return model;
}

inline Assembly assembled(const Model& model, double t = 0.0) {
  Multibody system(model);
  return assemble(system, t);
}

// What the assembly complains about; empty if it does not.
inline std::string complaint(const Model& model) {
  try {
    (void)assembled(model);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

inline Body rod(const std::string& name, const Vector3& position) {
  Body body{.name = name, .mass = 1.0, .position = position};
  body.inertia = Vector3(0.01, 0.1, 0.1).asDiagonal();
  return body;
}

inline Joint revolute(const std::string& name, Index first, Index second, const Vector3& onFirst,
                      const Vector3& onSecond, const Vector3& axis = Vector3::UnitZ()) {
  return {.name = name,
          .first = first,
          .second = second,
          .onFirst = axisFrame(onFirst, axis),
          .onSecond = axisFrame(onSecond, axis),
          .type = Revolute{}};
}

}  // namespace liefmu
