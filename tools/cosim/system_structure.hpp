// SystemStructure.ssd of SSP 1.0 as far as a flat system of FMUs needs it: which FMUs, with which
// parameters, connected how. What cannot be obeyed (nested systems, buses, parameter mappings) is
// refused with a message rather than passed over.
#pragma once

#include "modelDescription/fmu_archive.hpp"

#include <optional>
#include <string>
#include <vector>

namespace liefmu {

struct ParameterValue {
  std::string name;
  std::string value;  // as it is written
};

struct SystemElement {
  std::string name;
  std::string source;  // path of the FMU inside the archive
  std::vector<ParameterValue> parameters;
};

// An output of one element and the input of another that gets factor · output + offset.
struct SystemConnection {
  std::string startElement;
  std::string startConnector;
  std::string endElement;
  std::string endConnector;
  double factor = 1.0;
  double offset = 0.0;
};

struct SystemStructure {
  std::string name;
  std::string description;
  std::vector<SystemElement> elements;
  std::vector<SystemConnection> connections;
  std::optional<double> startTime;
  std::optional<double> stopTime;
};

// `ssp` is the archive: the description, and the parameter files it refers to. Throws Error.
SystemStructure readSystemStructure(const std::vector<ArchiveEntry>& ssp);

}  // namespace liefmu
