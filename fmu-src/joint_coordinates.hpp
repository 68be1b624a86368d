// What the coordinates of a joint are, for names and units: joints.hpp defines them.
#pragma once

#include "model/joints.hpp"

#include <type_traits>
#include <variant>
#include <vector>

namespace liefmu {

enum class CoordinateKind : std::uint8_t { displacement, angle };

[[nodiscard]] inline std::vector<CoordinateKind> coordinateKinds(const JointType& type) {
  using enum CoordinateKind;
  return std::visit(
      []<class T>(const T&) -> std::vector<CoordinateKind> {
        if constexpr (std::is_same_v<T, Revolute>) {
          return {angle};
        } else if constexpr (std::is_same_v<T, Prismatic> || std::is_same_v<T, PointOnLine>) {
          return {displacement};
        } else if constexpr (std::is_same_v<T, Cylindrical>) {
          return {displacement, angle};
        } else if constexpr (std::is_same_v<T, Universal>) {
          return {angle, angle};
        } else if constexpr (std::is_same_v<T, Planar>) {
          return {displacement, displacement, angle};
        } else {
          return {};
        }
      },
      type);
}

}  // namespace liefmu
