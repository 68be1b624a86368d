#include "cosim/system_structure.hpp"

#include "types.hpp"

#include <fmt/format.h>
#include <pugixml.hpp>

#include <algorithm>
#include <charconv>
#include <string_view>
#include <system_error>

namespace liefmu {
namespace {

using pugi::xml_node;

constexpr const char* kDescription = "SystemStructure.ssd";

const std::string* find(const std::vector<ArchiveEntry>& entries, std::string_view path) {
  for (const ArchiveEntry& entry : entries) {
    if (entry.path == path) return &entry.bytes;
  }
  return nullptr;
}

// Names without the prefix of their namespace: tools choose different ones.
std::string_view localName(xml_node node) {
  const std::string_view name = node.name();
  const std::size_t colon = name.find(':');
  return colon == std::string_view::npos ? name : name.substr(colon + 1);
}

std::vector<xml_node> children(xml_node node, std::string_view name) {
  std::vector<xml_node> found;
  for (const xml_node child : node.children()) {
    if (localName(child) == name) found.push_back(child);
  }
  return found;
}

// An empty node if there is none.
xml_node child(xml_node node, std::string_view name) {
  const std::vector<xml_node> found = children(node, name);
  return found.empty() ? xml_node() : found.front();
}

std::string text(xml_node node, const char* attribute) {
  return node.attribute(attribute).value();
}

void load(pugi::xml_document& document, std::string_view bytes) {
  const pugi::xml_parse_result parsed = document.load_buffer(bytes.data(), bytes.size());
  if (!parsed) {
    const auto line = 1 + std::count(bytes.begin(), bytes.begin() + parsed.offset, '\n');
    throw Error(fmt::format("line {}: {}", line, parsed.description()));
  }
}

std::optional<double> number(xml_node node, const char* attribute) {
  const std::string value = text(node, attribute);
  if (value.empty()) return {};
  double result = 0.0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), result);
  if (error != std::errc() || end != value.data() + value.size()) {
    throw Error(fmt::format("{}: {}=\"{}\" is not a number", localName(node), attribute, value));
  }
  return result;
}

// The values of a ParameterSet, which stands in the description or is a file of its own.
void readParameterSet(xml_node set, const std::string& prefix,
                      std::vector<ParameterValue>& parameters) {
  for (const xml_node parameter : children(child(set, "Parameters"), "Parameter")) {
    const xml_node type =
        parameter.find_child([](xml_node node) { return node.attribute("value"); });
    const std::string name = prefix + text(parameter, "name");
    if (!type) throw Error(fmt::format("the parameter '{}' has no value", name));
    parameters.push_back({name, text(type, "value")});
  }
}

void readBinding(xml_node binding, const std::vector<ArchiveEntry>& ssp,
                 std::vector<ParameterValue>& parameters) {
  if (child(binding, "ParameterMapping")) {
    throw Error(
        "ParameterMapping is not supported (give the parameters the names that they have in the "
        "FMU)");
  }
  const std::string prefix = text(binding, "prefix");
  for (const xml_node values : children(binding, "ParameterValues")) {
    readParameterSet(child(values, "ParameterSet"), prefix, parameters);
  }
  const std::string source = text(binding, "source");
  if (source.empty()) return;
  const std::string* bytes = find(ssp, source);
  if (bytes == nullptr) throw Error(fmt::format("{} is not in the archive", source));
  try {
    pugi::xml_document document;
    load(document, *bytes);
    readParameterSet(document.document_element(), prefix, parameters);
  } catch (const Error& error) {
    throw Error(source + ": " + error.what());
  }
}

std::vector<ParameterValue> readBindings(xml_node node, const std::vector<ArchiveEntry>& ssp) {
  std::vector<ParameterValue> parameters;
  for (const xml_node binding : children(child(node, "ParameterBindings"), "ParameterBinding")) {
    readBinding(binding, ssp, parameters);
  }
  return parameters;
}

SystemElement readElement(xml_node node, const std::vector<ArchiveEntry>& ssp) {
  const std::string name = text(node, "name");
  if (localName(node) != "Component") {
    throw Error(fmt::format("the element '{}' is a {} (only components are supported)", name,
                            localName(node)));
  }
  const std::string type = text(node, "type");
  if (!type.empty() && type != "application/x-fmu-sharedlibrary") {
    throw Error(
        fmt::format("the element '{}' has the type {} (only FMUs are supported)", name, type));
  }
  try {
    return {name, text(node, "source"), readBindings(node, ssp)};
  } catch (const Error& error) {
    throw Error(fmt::format("the element '{}': {}", name, error.what()));
  }
}

SystemConnection readConnection(xml_node node) {
  SystemConnection connection{text(node, "startElement"), text(node, "startConnector"),
                              text(node, "endElement"), text(node, "endConnector")};
  if (connection.startElement.empty() || connection.endElement.empty()) {
    throw Error(fmt::format(
        "the connection from '{}' to '{}' ends at the system itself (only connections between "
        "elements are supported)",
        connection.startConnector, connection.endConnector));
  }
  for (const xml_node transformation : node.children()) {
    const std::string_view kind = localName(transformation);
    if (kind == "LinearTransformation") {
      connection.factor = number(transformation, "factor").value_or(1.0);
      connection.offset = number(transformation, "offset").value_or(0.0);
    } else if (kind.ends_with("Transformation")) {
      throw Error(fmt::format("a connection has a {} (only linear ones are supported)", kind));
    }
  }
  return connection;
}

// Parameters that are bound to the system are called ELEMENT.NAME.
void distribute(std::vector<ParameterValue> parameters, std::vector<SystemElement>& elements) {
  for (ParameterValue& parameter : parameters) {
    const auto owner =
        std::find_if(elements.begin(), elements.end(), [&](const SystemElement& element) {
          return parameter.name.starts_with(element.name + ".");
        });
    if (owner == elements.end()) {
      throw Error(fmt::format("the parameter '{}' belongs to no element (call it ELEMENT.NAME)",
                              parameter.name));
    }
    parameter.name.erase(0, owner->name.size() + 1);
    owner->parameters.push_back(std::move(parameter));
  }
}

SystemStructure readStructure(xml_node root, const std::vector<ArchiveEntry>& ssp) {
  if (localName(root) != "SystemStructureDescription") {
    throw Error("has no element SystemStructureDescription");
  }
  if (text(root, "version") != "1.0") {
    throw Error(
        fmt::format("SSP version '{}' is not supported (only 1.0 is)", text(root, "version")));
  }
  const xml_node system = child(root, "System");
  SystemStructure structure;
  structure.name = text(root, "name");
  structure.description = text(root, "description");
  for (const xml_node node : child(system, "Elements").children()) {
    if (node.type() == pugi::node_element) structure.elements.push_back(readElement(node, ssp));
  }
  if (structure.elements.empty()) throw Error("the system has no elements");
  for (const xml_node node : children(child(system, "Connections"), "Connection")) {
    structure.connections.push_back(readConnection(node));
  }
  distribute(readBindings(system, ssp), structure.elements);
  const xml_node experiment = child(root, "DefaultExperiment");
  structure.startTime = number(experiment, "startTime");
  structure.stopTime = number(experiment, "stopTime");
  return structure;
}

}  // namespace

SystemStructure readSystemStructure(const std::vector<ArchiveEntry>& ssp) {
  const std::string* bytes = find(ssp, kDescription);
  if (bytes == nullptr) throw Error(fmt::format("has no {} (is it an SSP file?)", kDescription));
  try {
    pugi::xml_document document;
    load(document, *bytes);
    return readStructure(document.document_element(), ssp);
  } catch (const Error& error) {
    throw Error(fmt::format("{}: {}", kDescription, error.what()));
  }
}

}  // namespace liefmu
