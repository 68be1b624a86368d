// From what a user writes to variables and values: NAME=VALUE, lists of names, patterns.
#pragma once

#include "variables.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace liefmu {

// The variable of this name; throws Error with the nearest names if there is none.
const Variable& variableNamed(const VariableTable& table, std::string_view name);

struct Setting {
  const Variable* variable;
  double value;
};

// NAME=VALUE for a parameter or an input; enumerations by item name (or number), Booleans as true
// and false. Throws Error if the value does not fit the variable.
Setting parseSetting(const VariableTable& table, std::string_view text);

// Variables by name ("top.r[1]"), by the name of a vector ("top.r"), or by pattern ("top.*"), in
// the order asked for and each once. Throws Error if a name finds nothing.
std::vector<const Variable*> selectVariables(const VariableTable& table,
                                             const std::vector<std::string>& names);

// A value as a user reads it: item names for enumerations, true and false for Booleans.
std::string valueText(const VariableTable& table, const Variable& variable, double value);

// The name without index: "top.r" for "top.r[1]".
std::string_view vectorName(std::string_view name);

}  // namespace liefmu
