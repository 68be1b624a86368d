// What an FMU carries in its resources folder besides the binary: the model file, and beside it
// what was chosen on export. Reading it gives everything an instance needs to know.
#pragma once

#include "variables.hpp"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

namespace liefmu {

inline constexpr std::string_view kModelFile = "model.json";
inline constexpr std::string_view kInterfaceFile = "interface.json";

struct PackagedModel {
  std::shared_ptr<const Model> model;
  VariableTable variables;
  std::string guid;
  std::uint64_t hash =
      0;  // of the model file and the version of this binary: saved states belong to both
};

// Throws Error if a file is missing or wrong.
[[nodiscard]] PackagedModel readPackagedModel(const std::filesystem::path& resources);

}  // namespace liefmu
