#include "liefmu/description_check.hpp"

#include "liefmu/description_rules.hpp"

#include <fmt/format.h>
#include <pugixml.hpp>

namespace liefmu {

std::vector<std::string> descriptionProblems(std::string_view xml) {
  pugi::xml_document document;
  const pugi::xml_parse_result parsed = document.load_buffer(xml.data(), xml.size());
  if (!parsed) return {fmt::format("is not XML: {}", parsed.description())};
  const pugi::xml_node root = document.child("fmiModelDescription");
  if (!root) return {"has no element fmiModelDescription"};
  if (std::string_view(root.attribute("fmiVersion").value()) != "2.0") {
    return {"fmiVersion is not 2.0"};
  }
  if (!root.child("CoSimulation")) return {"is not the description of a co-simulation FMU"};
  rules::Problems problems;
  const rules::Definitions definitions = rules::checkDefinitions(root, problems);
  const std::vector<rules::Entry> entries = rules::checkVariables(root, definitions, problems);
  rules::checkStructure(root, entries, problems);
  return problems.take();
}

}  // namespace liefmu
