// From an SSP file to a system that can be simulated: its FMUs loaded, connected and parameterised.
#pragma once

#include "cosim/coupled_system.hpp"

#include <filesystem>
#include <memory>
#include <string>

namespace liefmu {

struct OpenedSystem {
  std::unique_ptr<CoupledSystem> system;
  std::string name;
  std::string description;
  TimeRange range;
  double stepSize = 0.0;  // the smallest of those that the FMUs ask for
};

// Throws Error, with the file's name in front.
OpenedSystem openSystem(const std::filesystem::path& file, const MasterOptions& options);

}  // namespace liefmu
