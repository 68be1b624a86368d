#include "cosim/open_system.hpp"

#include "cosim/system_structure.hpp"
#include "liefmu/fmu_instance.hpp"
#include "liefmu/suggestion.hpp"
#include "liefmu/variable_values.hpp"
#include "types.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace liefmu {
namespace {

Fmu openElement(const std::vector<ArchiveEntry>& ssp, const SystemElement& element) {
  const auto entry = std::find_if(ssp.begin(), ssp.end(), [&](const ArchiveEntry& candidate) {
    return candidate.path == element.source;
  });
  if (entry == ssp.end()) {
    std::vector<std::string> paths;
    paths.reserve(ssp.size());
    for (const ArchiveEntry& candidate : ssp) paths.push_back(candidate.path);
    throw Error(fmt::format("the FMU '{}' of the element '{}' is not in the archive ({})",
                            element.source, element.name,
                            didYouMean(element.source, paths, "put it below resources/")));
  }
  return readFmu(entry->bytes, element.source);
}

std::size_t placeOf(const SystemStructure& structure, const std::string& element) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < structure.elements.size(); ++i) {
    if (structure.elements[i].name == element) return i;
    names.push_back(structure.elements[i].name);
  }
  throw Error(fmt::format(
      "there is no element '{}' ({})", element,
      didYouMean(element, names, fmt::format("the elements are {}", fmt::join(names, ", ")))));
}

std::size_t placeOf(const VariableTable& table, const std::string& name, Causality causality,
                    const char* role) {
  const Variable& variable = variableNamed(table, name);
  if (variable.causality != causality) throw Error(fmt::format("'{}' is not an {}", name, role));
  return static_cast<std::size_t>(&variable - table.variables.data());
}

// A whole number is a real number, too; nothing else is converted.
bool fits(VariableType output, VariableType input) {
  return output == input || (output == VariableType::integer && input == VariableType::real);
}

Wire wireOf(const SystemStructure& structure, const std::vector<Component>& components,
            const SystemConnection& connection) {
  Wire wire;
  wire.factor = connection.factor;
  wire.offset = connection.offset;
  wire.source = placeOf(structure, connection.startElement);
  wire.sink = placeOf(structure, connection.endElement);
  const VariableTable& from = components[wire.source].slave->variables();
  const VariableTable& to = components[wire.sink].slave->variables();
  wire.output = placeOf(from, connection.startConnector, Causality::output, "output");
  wire.input = placeOf(to, connection.endConnector, Causality::input, "input");
  if (!fits(from.variables[wire.output].type, to.variables[wire.input].type)) {
    throw Error("output and input have different types");
  }
  return wire;
}

std::vector<Wire> wiresOf(const SystemStructure& structure,
                          const std::vector<Component>& components) {
  std::vector<Wire> wires;
  for (const SystemConnection& connection : structure.connections) {
    try {
      const Wire wire = wireOf(structure, components, connection);
      if (std::any_of(wires.begin(), wires.end(), [&](const Wire& other) {
            return other.sink == wire.sink && other.input == wire.input;
          })) {
        throw Error("the input is connected already");
      }
      wires.push_back(wire);
    } catch (const Error& error) {
      throw Error(fmt::format("the connection {}.{} to {}.{}: {}", connection.startElement,
                              connection.startConnector, connection.endElement,
                              connection.endConnector, error.what()));
    }
  }
  return wires;
}

OpenedSystem open(const std::vector<ArchiveEntry>& ssp, const MasterOptions& options) {
  const SystemStructure structure = readSystemStructure(ssp);
  OpenedSystem opened{.name = structure.name, .description = structure.description};
  opened.range.start = structure.startTime.value_or(0.0);
  opened.range.stop = opened.range.start;
  opened.stepSize = std::numeric_limits<double>::infinity();
  std::vector<Component> components;
  for (const SystemElement& element : structure.elements) {
    const Fmu fmu = openElement(ssp, element);
    const FmuIdentity& identity = fmu.description.identity;
    opened.stepSize = std::min(opened.stepSize, identity.stepSize);
    opened.range.stop = std::max(opened.range.stop, identity.stopTime);
    components.push_back({element.name, std::make_unique<FmuInstance>(fmu, element.name)});
  }
  opened.range.stop = structure.stopTime.value_or(opened.range.stop);
  std::vector<Wire> wires = wiresOf(structure, components);
  opened.system = std::make_unique<CoupledSystem>(std::move(components), std::move(wires), options);
  for (const SystemElement& element : structure.elements) {
    for (const ParameterValue& parameter : element.parameters) {
      const std::string text = element.name + "." + parameter.name + "=" + parameter.value;
      const Setting setting = parseSetting(opened.system->variables(), text);
      opened.system->set(*setting.variable, setting.value);
    }
  }
  return opened;
}

}  // namespace

OpenedSystem openSystem(const std::filesystem::path& file, const MasterOptions& options) {
  const std::string bytes = readFile(file);
  try {
    return open(readArchive(bytes), options);
  } catch (const Error& error) {
    throw Error(file.string() + ": " + error.what());
  }
}

}  // namespace liefmu
