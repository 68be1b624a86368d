// How variables are called (FMI 2.0.5, section 2.2.9): structured names, and flat ones for
// importers that dislike dots and brackets.
#pragma once

#include <string>
#include <string_view>

namespace liefmu {

// The name of a body, joint, force or input as part of a structured name: as it is if it is an
// identifier, else quoted.
[[nodiscard]] std::string elementName(std::string_view name);

// "r", 0 → "r[1]".
[[nodiscard]] std::string indexedName(std::string_view name, int component);

// "top.r[1]" → "top_r_1".
[[nodiscard]] std::string flatName(std::string_view structured);

}  // namespace liefmu
