#include "variable_names.hpp"

#include <algorithm>

namespace liefmu {
namespace {

bool isLetter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool isDigit(char c) {
  return c >= '0' && c <= '9';
}
bool isWordCharacter(char c) {
  return isLetter(c) || isDigit(c);
}

}  // namespace

std::string elementName(std::string_view name) {
  if (!name.empty() && isLetter(name.front()) &&
      std::all_of(name.begin(), name.end(), isWordCharacter)) {
    return std::string(name);
  }
  std::string quoted = "'";
  for (const char c : name) {
    if (c == '\'' || c == '\\') {
      quoted.push_back('\\');
    }
    quoted.push_back(c);
  }
  quoted.push_back('\'');
  return quoted;
}

std::string indexedName(std::string_view name, int component) {
  return std::string(name) + "[" + std::to_string(component + 1) + "]";
}

std::string flatName(std::string_view structured) {
  std::string flat;
  for (const char c : structured) {
    if (isWordCharacter(c)) {
      flat.push_back(c);
    } else if (c != ']' && c != '\'') {
      flat.push_back('_');
    }
  }
  return !flat.empty() && isDigit(flat.front()) ? "_" + flat : flat;
}

}  // namespace liefmu
