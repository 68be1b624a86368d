// The commands of liefmu. Each adds itself to the command line with its options and help and does
// its work when it is chosen; adding one is a file, a line here and a line in main.cpp.
#pragma once

#include <CLI/CLI.hpp>

namespace liefmu {

// `exitCode` is what the process returns if nothing is thrown; Error makes it 1.
void addListCommand(CLI::App& app, int& exitCode);
void addBuildCommand(CLI::App& app, int& exitCode);
void addRunCommand(CLI::App& app, int& exitCode);
void addCosimCommand(CLI::App& app, int& exitCode);
void addCheckCommand(CLI::App& app, int& exitCode);
void addInfoCommand(CLI::App& app, int& exitCode);
void addConvergeCommand(CLI::App& app, int& exitCode);
void addWorkPrecisionCommand(CLI::App& app, int& exitCode);
void addReproduceCommand(CLI::App& app, int& exitCode);

}  // namespace liefmu
