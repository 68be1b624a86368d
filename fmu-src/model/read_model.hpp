// Reads a model file (modelDescription/MODEL_FILE.md) into a Model. A wrong file never loads half:
// all problems found are listed at once, each with its JSON pointer and what to do. Whether the
// mechanism can be assembled is found out later (assembly.hpp).
#pragma once

#include "model/model.hpp"

#include <filesystem>
#include <string>
#include <string_view>

namespace liefmu {

// Throws Error whose message has one line per problem: "FILE: /json/pointer: what is wrong (what to
// do)".
[[nodiscard]] Model readModel(std::string_view json, const std::string& fileName);
[[nodiscard]] Model readModelFile(const std::filesystem::path& file);

}  // namespace liefmu
