// The options that choose a method, the same for every study of methods.
#pragma once

#include "types.hpp"

#include <CLI/CLI.hpp>

#include <string>

namespace liefmu {

struct MethodOptions {
  std::string method = "BLieDF";
  int order = 4;
  std::string formulation = "stabilizedIndex2";
  double rhoInfinity = 0.8;
};

void addMethodOptions(CLI::App& command, MethodOptions& options);
IntegratorSettings settingsFrom(const MethodOptions& options);
// "BLieDF of order 4, index3"
std::string describe(const MethodOptions& options);

}  // namespace liefmu
