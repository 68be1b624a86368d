// Checks of values on the command line; a value that fails is wrong usage (exit code 2).
#pragma once

#include <CLI/CLI.hpp>

namespace liefmu {

CLI::Validator positiveFinite();
CLI::Validator finiteNumber();

// Option --group, the same for every command that has it.
CLI::Option* addGroupOption(CLI::App& command, std::string& group);

}  // namespace liefmu
