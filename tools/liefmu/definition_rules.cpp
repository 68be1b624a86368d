#include "liefmu/description_rules.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace liefmu::rules {
namespace {

using pugi::xml_node;

bool isIdentifier(std::string_view text) {
  const auto letter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  };
  const auto digit = [](char c) { return c >= '0' && c <= '9'; };
  return !text.empty() && letter(text.front()) &&
         std::all_of(text.begin(), text.end(), [&](char c) { return letter(c) || digit(c); });
}

void checkRoot(xml_node root, Definitions& definitions, Problems& problems) {
  for (const char* name : {"modelName", "guid"}) {
    if (root.attribute(name).empty() || *root.attribute(name).value() == '\0') {
      problems.add("fmiModelDescription has no {}", name);
    }
  }
  const xml_node coSimulation = root.child("CoSimulation");
  const std::string_view identifier = coSimulation.attribute("modelIdentifier").value();
  if (!isIdentifier(identifier)) {
    problems.add("modelIdentifier '{}' is not a C identifier", identifier);
  }
  const std::string_view naming = root.attribute("variableNamingConvention").as_string("flat");
  if (naming != "flat" && naming != "structured") {
    problems.add("variableNamingConvention '{}' is neither flat nor structured", naming);
  }
  definitions.structuredNames = naming == "structured";
  if (coSimulation.attribute("canSerializeFMUstate").as_bool() &&
      !coSimulation.attribute("canGetAndSetFMUstate").as_bool()) {
    problems.add("canSerializeFMUstate without canGetAndSetFMUstate");
  }
}

void checkOrder(xml_node root, Problems& problems) {
  constexpr std::array<std::string_view, 9> kOrder = {
      "ModelExchange",     "CoSimulation",   "UnitDefinitions",
      "TypeDefinitions",   "LogCategories",  "DefaultExperiment",
      "VendorAnnotations", "ModelVariables", "ModelStructure"};
  auto at = kOrder.begin();
  for (const xml_node child : root.children()) {
    if (child.type() != pugi::node_element) continue;
    const auto found = std::find(at, kOrder.end(), std::string_view(child.name()));
    if (found == kOrder.end()) {
      problems.add("the element {} is unknown, repeated, or not in the order of the schema",
                   child.name());
    } else {
      at = found + 1;
    }
  }
  for (const char* name : {"ModelVariables", "ModelStructure"}) {
    if (!root.child(name)) problems.add("the element {} is missing", name);
  }
}

void checkUnits(xml_node root, Definitions& definitions, Problems& problems) {
  for (const xml_node unit : root.child("UnitDefinitions").children("Unit")) {
    const std::string name = unit.attribute("name").value();
    if (!definitions.units.emplace(name, Names{}).second)
      problems.add("unit '{}' is defined twice", name);
    for (const xml_node display : unit.children("DisplayUnit")) {
      const std::string displayName = display.attribute("name").value();
      if (!definitions.units[name].insert(displayName).second) {
        problems.add("unit '{}': display unit '{}' is defined twice", name, displayName);
      }
      const auto factor = parse<double>(display.attribute("factor").as_string("1"));
      if (!factor || !std::isfinite(*factor) || *factor == 0.0) {
        problems.add("unit '{}': the factor of display unit '{}' is not a number other than 0",
                     name, displayName);
      }
    }
    for (const pugi::xml_attribute exponent : unit.child("BaseUnit").attributes()) {
      const std::string_view base = exponent.name();
      const bool whole = parse<int>(exponent.value()).has_value();
      if (base != "factor" && base != "offset" && !whole) {
        problems.add("unit '{}': the exponent of {} is not a whole number", name, base);
      }
    }
  }
}

void checkTypes(xml_node root, Definitions& definitions, Problems& problems) {
  for (const xml_node type : root.child("TypeDefinitions").children("SimpleType")) {
    const std::string name = type.attribute("name").value();
    const xml_node kind = type.first_child();
    if (!definitions.types.emplace(name, kind).second)
      problems.add("type '{}' is defined twice", name);
    if (std::string_view(kind.name()) != "Enumeration") continue;
    Names names;
    std::set<int> values;
    for (const xml_node item : kind.children("Item")) {
      const std::string itemName = item.attribute("name").value();
      const auto value = parse<int>(item.attribute("value").value());
      if (itemName.empty() || !names.insert(itemName).second) {
        problems.add("type '{}': the item name '{}' is empty or occurs twice", name, itemName);
      }
      if (!value || !values.insert(*value).second) {
        problems.add("type '{}': the value of item '{}' is not a whole number or occurs twice",
                     name, itemName);
      }
    }
    if (names.empty()) problems.add("type '{}' has no items", name);
  }
}

void checkLogCategories(xml_node root, Problems& problems) {
  Names names;
  for (const xml_node category : root.child("LogCategories").children("Category")) {
    const std::string name = category.attribute("name").value();
    if (name.empty() || !names.insert(name).second) {
      problems.add("the log category '{}' is empty or occurs twice", name);
    }
  }
}

void checkExperiment(xml_node root, Problems& problems) {
  const xml_node node = root.child("DefaultExperiment");
  std::map<std::string_view, double> values;
  for (const pugi::xml_attribute attribute : node.attributes()) {
    const auto value = parse<double>(attribute.value());
    if (!value || !std::isfinite(*value)) {
      problems.add("DefaultExperiment: {}=\"{}\" is not a number", attribute.name(),
                   attribute.value());
    } else {
      values[attribute.name()] = *value;
    }
  }
  if (values.count("stopTime") > 0 && values["stopTime"] <= values["startTime"]) {
    problems.add("DefaultExperiment: the stop time is not after the start time");
  }
  for (const char* name : {"tolerance", "stepSize"}) {
    if (values.count(name) > 0 && values[name] <= 0.0) {
      problems.add("DefaultExperiment: {} is not positive", name);
    }
  }
}

}  // namespace

Definitions checkDefinitions(xml_node root, Problems& problems) {
  Definitions definitions;
  checkRoot(root, definitions, problems);
  checkOrder(root, problems);
  checkUnits(root, definitions, problems);
  checkTypes(root, definitions, problems);
  checkLogCategories(root, problems);
  checkExperiment(root, problems);
  return definitions;
}

}  // namespace liefmu::rules
