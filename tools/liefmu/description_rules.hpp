// What the parts of the description check (description_check.hpp) share: the list of problems, the
// definitions that variables refer to, and a variable as the rules see it.
#pragma once

#include <fmt/format.h>
#include <pugixml.hpp>

#include <charconv>
#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace liefmu::rules {

using Words = std::set<std::string_view>;
using Names = std::set<std::string>;

class Problems {
 public:
  template<class... Arguments>
  void add(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    list_.push_back(fmt::format(format, std::forward<Arguments>(arguments)...));
  }
  [[nodiscard]] std::vector<std::string> take() { return std::move(list_); }

 private:
  std::vector<std::string> list_;
};

template<class Number>
std::optional<Number> parse(std::string_view text) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return {};
  return value;
}

struct Definitions {
  bool structuredNames = false;
  std::map<std::string, Names> units;           // with their display units
  std::map<std::string, pugi::xml_node> types;  // the element inside the SimpleType
};

// A variable as the rules see it, with the standard's defaults filled in.
struct Entry {
  std::string name;
  pugi::xml_node node;
  pugi::xml_node type;
  std::string_view causality;
  std::string_view variability;
  std::string_view initial;

  [[nodiscard]] std::string_view kind() const { return type.name(); }
  [[nodiscard]] bool isOutput() const { return causality == "output"; }
  [[nodiscard]] bool startsCalculated() const {
    return initial == "calculated" || initial == "approx";
  }
};

// Units, types, log categories, experiment, attributes of the FMU as a whole.
Definitions checkDefinitions(pugi::xml_node root, Problems& problems);

// Every variable by itself.
std::vector<Entry> checkVariables(pugi::xml_node root, const Definitions& definitions,
                                  Problems& problems);

// Outputs, initial unknowns and their dependencies.
void checkStructure(pugi::xml_node root, const std::vector<Entry>& entries, Problems& problems);

}  // namespace liefmu::rules
