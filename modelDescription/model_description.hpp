// modelDescription.xml, written from the one variable table. The rules are those of FMI 2.0.5,
// section 2.2 and 4.3; what a variable is called and what it shows is decided in variables.hpp.
#pragma once

#include "variables.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace liefmu {

// What the description says about the FMU as a whole.
struct FmuIdentity {
  std::string modelName;
  std::string modelIdentifier;  // a C identifier; the binary carries this name
  std::string description;
  std::string guid;
  std::string generationTool;
  std::optional<std::int64_t>
      generationTime;  // seconds since 1970, UTC; absent: the FMU is the same every day
  Naming naming = Naming::structured;
  double startTime = 0.0;
  double stopTime = 1.0;
  double tolerance = 1e-6;
  double stepSize = 1e-2;
};

// The C identifier for a model of this name: "double pendulum" becomes "double_pendulum".
std::string modelIdentifier(std::string_view modelName);

std::string writeModelDescription(const FmuIdentity& identity, const VariableTable& table);

// The categories that fmi2SetDebugLogging knows, as the description lists them.
struct LogCategory {
  std::string_view name;
  std::string_view description;
};
std::vector<LogCategory> logCategories();

}  // namespace liefmu
