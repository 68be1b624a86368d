#include "liefmu/variable_values.hpp"

#include "liefmu/suggestion.hpp"
#include "types.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <set>
#include <system_error>

namespace liefmu {
namespace {

std::optional<double> number(std::string_view text) {
  double value = 0.0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || stop != end || !std::isfinite(value)) return {};
  return value;
}

double enumerationValue(const EnumerationType& type, const Variable& variable,
                        std::string_view text) {
  std::vector<std::string> names;
  for (const EnumerationType::Item& item : type.items) {
    if (item.name == text || std::to_string(item.value) == text) return item.value;
    names.push_back(item.name);
  }
  throw Error(
      fmt::format("{}: there is no choice '{}' ({})", variable.name, text,
                  didYouMean(text, names, fmt::format("choose {}", fmt::join(names, ", ")))));
}

double parseValue(const VariableTable& table, const Variable& variable, std::string_view text) {
  if (variable.type == VariableType::boolean) {
    if (text == "true" || text == "1") return 1.0;
    if (text == "false" || text == "0") return 0.0;
    throw Error(fmt::format("{}: '{}' is neither true nor false", variable.name, text));
  }
  if (const EnumerationType* type = table.findEnumeration(variable.enumerationType)) {
    return enumerationValue(*type, variable, text);
  }
  const std::optional<double> value = number(text);
  if (!value) throw Error(fmt::format("{}: '{}' is not a finite number", variable.name, text));
  if (variable.type == VariableType::integer &&
      (std::round(*value) != *value || std::abs(*value) > std::numeric_limits<int>::max())) {
    throw Error(fmt::format("{}: '{}' is not a whole number", variable.name, text));
  }
  if (variable.min && *value < *variable.min) {
    throw Error(fmt::format("{}: {} is less than {}", variable.name, text, *variable.min));
  }
  if (variable.max && *value > *variable.max) {
    throw Error(fmt::format("{}: {} is more than {}", variable.name, text, *variable.max));
  }
  return *value;
}

// '*' stands for any characters, also none.
bool matches(std::string_view pattern, std::string_view name) {
  const std::size_t star = pattern.find('*');
  if (star == std::string_view::npos) return pattern == name;
  if (name.substr(0, star) != pattern.substr(0, star)) return false;
  const std::string_view rest = pattern.substr(star + 1);
  for (std::size_t i = star; i <= name.size(); ++i) {
    if (matches(rest, name.substr(i))) return true;
  }
  return false;
}

}  // namespace

const Variable& variableNamed(const VariableTable& table, std::string_view name) {
  if (const Variable* found = table.find(name)) return *found;
  // Vectors as a whole; their components only for somebody who writes components.
  std::vector<std::string> names;
  std::string_view previous;
  for (const Variable& variable : table.variables) {
    const std::string_view vector = vectorName(variable.name);
    const bool component = vector != variable.name;
    if (component && vector == name) {
      throw Error(
          fmt::format("{}: is a vector (choose a component, for example {})", name, variable.name));
    }
    if (component && vector != previous) names.emplace_back(vector);
    previous = vector;
    if (!component || name.ends_with(']')) names.push_back(variable.name);
  }
  throw Error(fmt::format("there is no variable '{}' ({})", name,
                          didYouMean(name, names, "'liefmu info' lists the variables of an FMU")));
}

Setting parseSetting(const VariableTable& table, std::string_view text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos) {
    throw Error(fmt::format("--set {}: no value given (write --set NAME=VALUE)", text));
  }
  const Variable& variable = variableNamed(table, text.substr(0, equals));
  if (variable.causality != Causality::parameter && variable.causality != Causality::input) {
    throw Error(fmt::format("{}: is computed and cannot be set (parameters and inputs can)",
                            variable.name));
  }
  return {&variable, parseValue(table, variable, text.substr(equals + 1))};
}

std::vector<const Variable*> selectVariables(const VariableTable& table,
                                             const std::vector<std::string>& names) {
  std::vector<const Variable*> selected;
  std::set<const Variable*> seen;
  for (const std::string& name : names) {
    bool found = false;
    for (const Variable& variable : table.variables) {
      if (!matches(name, variable.name) && vectorName(variable.name) != name) continue;
      found = true;
      if (seen.insert(&variable).second) selected.push_back(&variable);
    }
    if (!found) variableNamed(table, name);  // throws, with a suggestion
  }
  return selected;
}

std::string valueText(const VariableTable& table, const Variable& variable, double value) {
  if (variable.type == VariableType::boolean) return value != 0.0 ? "true" : "false";
  if (const EnumerationType* type = table.findEnumeration(variable.enumerationType)) {
    for (const EnumerationType::Item& item : type->items) {
      if (item.value == static_cast<int>(value)) return item.name;
    }
  }
  return fmt::format("{}", value);
}

std::string_view vectorName(std::string_view name) {
  return name.ends_with(']') ? name.substr(0, name.rfind('[')) : name;
}

}  // namespace liefmu
