#include "modelDescription/model_description.hpp"

#include "modelDescription/text.hpp"

#include <pugixml.hpp>

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <set>

namespace liefmu {
namespace {

using pugi::xml_node;

// Indices in the description count from 1.
std::string position(std::size_t index) {
  return std::to_string(index + 1);
}

void attribute(xml_node node, const char* name, std::string_view value) {
  node.append_attribute(name).set_value(std::string(value).c_str());
}

void optionalAttribute(xml_node node, const char* name, std::string_view value) {
  if (!value.empty()) attribute(node, name, value);
}

std::string_view nameOf(Causality causality) {
  switch (causality) {
    case Causality::parameter:
      return "parameter";
    case Causality::calculatedParameter:
      return "calculatedParameter";
    case Causality::input:
      return "input";
    case Causality::output:
      return "output";
    case Causality::local:
      break;
  }
  return "local";
}

std::string_view nameOf(Variability variability) {
  switch (variability) {
    case Variability::fixed:
      return "fixed";
    case Variability::tunable:
      return "tunable";
    case Variability::discrete:
      return "discrete";
    case Variability::continuous:
      break;
  }
  return "continuous";
}

const char* elementOf(VariableType type) {
  switch (type) {
    case VariableType::integer:
      return "Integer";
    case VariableType::boolean:
      return "Boolean";
    case VariableType::enumeration:
      return "Enumeration";
    case VariableType::real:
      break;
  }
  return "Real";
}

std::string timeStamp(std::int64_t secondsSince1970) {
  using namespace std::chrono;
  const sys_seconds moment{seconds(secondsSince1970)};
  const sys_days day = floor<days>(moment);
  const year_month_day date(day);
  const hh_mm_ss clock(moment - day);
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%04d-%02u-%02uT%02d:%02d:%02dZ",
                static_cast<int>(date.year()), static_cast<unsigned>(date.month()),
                static_cast<unsigned>(date.day()), static_cast<int>(clock.hours().count()),
                static_cast<int>(clock.minutes().count()),
                static_cast<int>(clock.seconds().count()));
  return text.data();
}

void writeCoSimulation(xml_node root, const FmuIdentity& identity) {
  xml_node node = root.append_child("CoSimulation");
  attribute(node, "modelIdentifier", identity.modelIdentifier);
  attribute(node, "needsExecutionTool", "false");
  attribute(node, "canHandleVariableCommunicationStepSize", "true");
  attribute(node, "canInterpolateInputs", "true");
  attribute(node, "maxOutputDerivativeOrder", "1");
  attribute(node, "canRunAsynchronuously", "false");
  attribute(node, "canBeInstantiatedOnlyOncePerProcess", "false");
  attribute(node, "canNotUseMemoryManagementFunctions", "true");
  attribute(node, "canGetAndSetFMUstate", "true");
  attribute(node, "canSerializeFMUstate", "true");
  attribute(node, "providesDirectionalDerivative", "false");
}

void writeExponent(xml_node node, const char* name, int exponent) {
  if (exponent != 0) attribute(node, name, std::to_string(exponent));
}

// The units that are in use, in the order of allUnits().
void writeUnits(xml_node root, const VariableTable& table) {
  std::set<std::string_view> used;
  for (const Variable& variable : table.variables) used.insert(variable.unit);
  xml_node units;
  for (const Unit& unit : allUnits()) {
    if (used.count(unit.name) == 0) continue;
    if (!units) units = root.append_child("UnitDefinitions");
    xml_node node = units.append_child("Unit");
    attribute(node, "name", unit.name);
    xml_node base = node.append_child("BaseUnit");
    writeExponent(base, "kg", unit.kg);
    writeExponent(base, "m", unit.m);
    writeExponent(base, "s", unit.s);
    writeExponent(base, "rad", unit.rad);
    for (const Unit::Display& display : unit.displayUnits) {
      xml_node child = node.append_child("DisplayUnit");
      attribute(child, "name", display.name);
      attribute(child, "factor", numberText(display.factor));
    }
  }
}

void writeTypes(xml_node root, const VariableTable& table) {
  if (table.enumerationTypes.empty()) return;
  xml_node types = root.append_child("TypeDefinitions");
  for (const EnumerationType& type : table.enumerationTypes) {
    xml_node node = types.append_child("SimpleType");
    attribute(node, "name", type.name);
    optionalAttribute(node, "description", type.description);
    xml_node items = node.append_child("Enumeration");
    for (const EnumerationType::Item& item : type.items) {
      xml_node child = items.append_child("Item");
      attribute(child, "name", item.name);
      attribute(child, "value", std::to_string(item.value));
      optionalAttribute(child, "description", item.description);
    }
  }
}

void writeLogCategories(xml_node root) {
  xml_node categories = root.append_child("LogCategories");
  for (const LogCategory& category : logCategories()) {
    xml_node node = categories.append_child("Category");
    attribute(node, "name", category.name);
    attribute(node, "description", category.description);
  }
}

void writeExperiment(xml_node root, const FmuIdentity& identity) {
  xml_node node = root.append_child("DefaultExperiment");
  attribute(node, "startTime", numberText(identity.startTime));
  attribute(node, "stopTime", numberText(identity.stopTime));
  attribute(node, "tolerance", numberText(identity.tolerance));
  attribute(node, "stepSize", numberText(identity.stepSize));
}

std::string valueText(const Variable& variable, double value) {
  switch (variable.type) {
    case VariableType::boolean:
      return value != 0.0 ? "true" : "false";
    case VariableType::integer:
    case VariableType::enumeration:
      return std::to_string(static_cast<long>(value));
    case VariableType::real:
      break;
  }
  return numberText(value);
}

void writeVariable(xml_node variables, const Variable& variable) {
  xml_node node = variables.append_child("ScalarVariable");
  attribute(node, "name", variable.name);
  attribute(node, "valueReference", std::to_string(variable.valueReference));
  optionalAttribute(node, "description", variable.description);
  attribute(node, "causality", nameOf(variable.causality));
  attribute(node, "variability", nameOf(variable.variability));
  if (variable.initial != Initial::absent) {
    attribute(node, "initial", variable.initial == Initial::exact ? "exact" : "calculated");
  }
  xml_node type = node.append_child(elementOf(variable.type));
  optionalAttribute(type, "declaredType", variable.enumerationType);
  optionalAttribute(type, "unit", variable.unit);
  optionalAttribute(type, "displayUnit", variable.displayUnit);
  const auto value = [&](const char* name, const std::optional<double>& x) {
    if (x) attribute(type, name, valueText(variable, *x));
  };
  value("min", variable.min);
  value("max", variable.max);
  value("nominal", variable.nominal);
  value("start", variable.start);
  if (variable.derivativeOf) attribute(type, "derivative", position(*variable.derivativeOf));
}

bool isOutput(const Variable& variable) {
  return variable.causality == Causality::output;
}

// FMI 2.0.5, section 2.2.8. A missing `dependencies` would mean "depends on everything", so outputs
// always have one.
void writeStructure(xml_node root, const VariableTable& table) {
  xml_node structure = root.append_child("ModelStructure");
  xml_node outputs;
  xml_node unknowns;
  for (std::size_t i = 0; i < table.variables.size(); ++i) {
    const Variable& variable = table.variables[i];
    if (!isOutput(variable)) continue;
    if (!outputs) outputs = structure.append_child("Outputs");
    xml_node node = outputs.append_child("Unknown");
    attribute(node, "index", position(i));
    std::string dependencies;
    for (const std::size_t input : variable.dependencies) {
      if (!dependencies.empty()) dependencies += ' ';
      dependencies += position(input);
    }
    attribute(node, "dependencies", dependencies);
  }
  for (std::size_t i = 0; i < table.variables.size(); ++i) {
    const Variable& variable = table.variables[i];
    const bool calculated =
        variable.initial == Initial::calculated &&
        (isOutput(variable) || variable.causality == Causality::calculatedParameter);
    if (!calculated) continue;
    if (!unknowns) unknowns = structure.append_child("InitialUnknowns");
    attribute(unknowns.append_child("Unknown"), "index", position(i));
  }
}

struct StringWriter : pugi::xml_writer {
  std::string text;
  void write(const void* data, std::size_t size) override {
    text.append(static_cast<const char*>(data), size);
  }
};

bool isLetter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool isDigit(char c) {
  return c >= '0' && c <= '9';
}

}  // namespace

std::vector<LogCategory> logCategories() {
  return {{"logEvents", "restarts of the integration, for example when an input jumps"},
          {"logNonlinearSystems", "convergence of the nonlinear equations of a step"},
          {"logSingularLinearSystems", "linear systems without a unique solution"},
          {"logStatusWarning", "what a function returning fmi2Warning has to say"},
          {"logStatusDiscard", "what a function returning fmi2Discard has to say"},
          {"logStatusError", "what a function returning fmi2Error has to say"},
          {"logStatusFatal", "what a function returning fmi2Fatal has to say"},
          {"logStepSize", "step sizes and orders that the integrator chooses"},
          {"logAll", "all messages"}};
}

std::string modelIdentifier(std::string_view modelName) {
  std::string identifier;
  for (const char c : modelName) identifier += isLetter(c) || isDigit(c) ? c : '_';
  if (identifier.empty() || isDigit(identifier.front())) identifier.insert(0, "model_");
  return identifier;
}

std::string writeModelDescription(const FmuIdentity& identity, const VariableTable& table) {
  pugi::xml_document document;
  xml_node declaration = document.append_child(pugi::node_declaration);
  attribute(declaration, "version", "1.0");
  attribute(declaration, "encoding", "UTF-8");
  xml_node root = document.append_child("fmiModelDescription");
  attribute(root, "fmiVersion", "2.0");
  attribute(root, "modelName", identity.modelName);
  attribute(root, "guid", identity.guid);
  optionalAttribute(root, "description", identity.description);
  attribute(root, "generationTool", identity.generationTool);
  if (identity.generationTime) {
    attribute(root, "generationDateAndTime", timeStamp(*identity.generationTime));
  }
  attribute(root, "variableNamingConvention",
            identity.naming == Naming::flat ? "flat" : "structured");
  writeCoSimulation(root, identity);
  writeUnits(root, table);
  writeTypes(root, table);
  writeLogCategories(root);
  writeExperiment(root, identity);
  xml_node variables = root.append_child("ModelVariables");
  for (const Variable& variable : table.variables) writeVariable(variables, variable);
  writeStructure(root, table);
  StringWriter writer;
  document.save(writer, "  ", pugi::format_default, pugi::encoding_utf8);
  return writer.text;
}

}  // namespace liefmu
