#include "liefmu/fmu_description.hpp"

#include "types.hpp"

#include <pugixml.hpp>

#include <algorithm>
#include <charconv>
#include <iterator>
#include <optional>
#include <sstream>
#include <string>
#include <system_error>

namespace liefmu {
namespace {

using pugi::xml_node;

std::optional<double> number(xml_node node, const char* name) {
  const std::string_view text = node.attribute(name).value();
  if (text.empty()) return {};
  double value = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) {
    throw Error("modelDescription.xml: " + std::string(name) + "=\"" + std::string(text) +
                "\" is not a number");
  }
  return value;
}

template<class Enum>
struct Named {
  std::string_view name;
  Enum value;
};

template<class Enum, std::size_t n>
Enum choose(std::string_view text, const Named<Enum> (&choices)[n], Enum otherwise) {
  for (const auto& choice : choices) {
    if (choice.name == text) return choice.value;
  }
  return otherwise;
}

Causality causalityOf(std::string_view text) {
  return choose(text,
                {{"parameter", Causality::parameter},
                 {"calculatedParameter", Causality::calculatedParameter},
                 {"input", Causality::input},
                 {"output", Causality::output}},
                Causality::local);
}

Variability variabilityOf(std::string_view text) {
  return choose(text,
                {{"constant", Variability::fixed},
                 {"fixed", Variability::fixed},
                 {"tunable", Variability::tunable},
                 {"discrete", Variability::discrete}},
                Variability::continuous);
}

std::optional<VariableType> typeOf(std::string_view element) {
  return choose<std::optional<VariableType>>(element,
                                             {{"Real", VariableType::real},
                                              {"Integer", VariableType::integer},
                                              {"Boolean", VariableType::boolean},
                                              {"Enumeration", VariableType::enumeration}},
                                             std::nullopt);
}

std::optional<Variable> readVariable(xml_node node) {
  for (const xml_node child : node.children()) {
    const auto type = typeOf(child.name());
    if (!type) continue;
    Variable variable;
    variable.name = node.attribute("name").value();
    variable.description = node.attribute("description").value();
    variable.valueReference = node.attribute("valueReference").as_uint();
    variable.type = *type;
    variable.causality = causalityOf(node.attribute("causality").value());
    variable.variability = variabilityOf(node.attribute("variability").value());
    variable.initial =
        choose(node.attribute("initial").value(),
               {{"exact", Initial::exact}, {"calculated", Initial::calculated}}, Initial::absent);
    variable.enumerationType = child.attribute("declaredType").value();
    variable.unit = child.attribute("unit").value();
    variable.displayUnit = child.attribute("displayUnit").value();
    variable.min = number(child, "min");
    variable.max = number(child, "max");
    variable.nominal = number(child, "nominal");
    if (*type != VariableType::boolean) {
      variable.start = number(child, "start");
    } else if (child.attribute("start")) {
      variable.start = child.attribute("start").as_bool() ? 1.0 : 0.0;
    }
    return variable;
  }
  return {};
}

EnumerationType readEnumeration(xml_node type) {
  EnumerationType enumeration;
  enumeration.name = type.attribute("name").value();
  enumeration.description = type.attribute("description").value();
  for (const xml_node item : type.child("Enumeration").children("Item")) {
    enumeration.items.push_back({item.attribute("name").value(),
                                 item.attribute("description").value(),
                                 item.attribute("value").as_int()});
  }
  return enumeration;
}

// Indices into the list of all variables, counted from 1.
std::vector<std::size_t> indices(std::string_view text) {
  std::istringstream stream{std::string(text)};
  return {std::istream_iterator<std::size_t>(stream), {}};
}

// `places` are those of the elements of ModelVariables in the table, which leaves strings out. An
// output that does not say what it depends on depends on every input (FMI 2.0.5, section 2.2.8).
void readDependencies(xml_node structure, const std::vector<std::optional<std::size_t>>& places,
                      VariableTable& table) {
  const auto placeOf = [&](std::size_t index) -> std::optional<std::size_t> {
    return index >= 1 && index <= places.size() ? places[index - 1] : std::nullopt;
  };
  const auto isInput = [&](std::size_t place) {
    return table.variables[place].causality == Causality::input;
  };
  for (const xml_node unknown : structure.child("Outputs").children("Unknown")) {
    const auto output = placeOf(unknown.attribute("index").as_uint());
    if (!output) continue;
    std::vector<std::size_t>& dependencies = table.variables[*output].dependencies;
    if (const pugi::xml_attribute list = unknown.attribute("dependencies")) {
      for (const std::size_t index : indices(list.value())) {
        const auto place = placeOf(index);
        if (place && isInput(*place)) dependencies.push_back(*place);
      }
    } else {
      for (std::size_t i = 0; i < table.variables.size(); ++i) {
        if (isInput(i)) dependencies.push_back(i);
      }
    }
  }
}

FmuIdentity readIdentity(xml_node root, xml_node coSimulation) {
  FmuIdentity identity;
  identity.modelName = root.attribute("modelName").value();
  identity.modelIdentifier = coSimulation.attribute("modelIdentifier").value();
  identity.description = root.attribute("description").value();
  identity.guid = root.attribute("guid").value();
  identity.generationTool = root.attribute("generationTool").value();
  const std::string_view naming = root.attribute("variableNamingConvention").value();
  identity.naming = naming == "structured" ? Naming::structured : Naming::flat;
  const xml_node experiment = root.child("DefaultExperiment");
  identity.startTime = number(experiment, "startTime").value_or(0.0);
  identity.stopTime = number(experiment, "stopTime").value_or(identity.startTime + 1.0);
  identity.tolerance = number(experiment, "tolerance").value_or(0.0);
  const double length = identity.stopTime - identity.startTime;
  identity.stepSize = number(experiment, "stepSize").value_or(length / 500.0);
  return identity;
}

}  // namespace

FmuDescription readDescription(std::string_view xml) {
  pugi::xml_document document;
  const pugi::xml_parse_result parsed = document.load_buffer(xml.data(), xml.size());
  if (!parsed) {
    const auto line = 1 + std::count(xml.begin(), xml.begin() + parsed.offset, '\n');
    throw Error("modelDescription.xml: line " + std::to_string(line) + ": " + parsed.description());
  }
  const xml_node root = document.child("fmiModelDescription");
  if (!root) throw Error("modelDescription.xml: has no element fmiModelDescription");
  const std::string version = root.attribute("fmiVersion").value();
  if (version != "2.0") {
    throw Error("modelDescription.xml: FMI version '" + version +
                "' is not supported (only 2.0 is)");
  }
  const xml_node coSimulation = root.child("CoSimulation");
  if (!coSimulation) {
    throw Error("modelDescription.xml: not a co-simulation FMU (only those can be run here)");
  }

  FmuDescription description;
  description.identity = readIdentity(root, coSimulation);
  description.canGetAndSetState = coSimulation.attribute("canGetAndSetFMUstate").as_bool();
  description.canSerializeState = coSimulation.attribute("canSerializeFMUstate").as_bool();
  description.canInterpolateInputs = coSimulation.attribute("canInterpolateInputs").as_bool();
  description.canHandleVariableSteps =
      coSimulation.attribute("canHandleVariableCommunicationStepSize").as_bool();
  for (const xml_node type : root.child("TypeDefinitions").children("SimpleType")) {
    if (type.child("Enumeration")) {
      description.table.enumerationTypes.push_back(readEnumeration(type));
    }
  }
  std::vector<std::optional<std::size_t>> places;
  for (const xml_node node : root.child("ModelVariables").children("ScalarVariable")) {
    places.emplace_back();
    if (auto variable = readVariable(node)) {
      places.back() = description.table.variables.size();
      description.table.variables.push_back(std::move(*variable));
    }
  }
  readDependencies(root.child("ModelStructure"), places, description.table);
  return description;
}

}  // namespace liefmu
