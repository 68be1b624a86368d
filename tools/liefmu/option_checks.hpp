// Checks of values on the command line; a value that fails is wrong usage (exit code 2).
#pragma once

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace liefmu {

CLI::Validator positiveFinite();
CLI::Validator finiteNumber();

// Throws CLI::ValidationError in the name of `option` if its file is one of the others, which would
// be lost: what is read, or another result.
void requireOwnFile(const std::string& option, const std::string& file,
                    const std::vector<std::string>& others);

// Option --group, the same for every command that has it.
CLI::Option* addGroupOption(CLI::App& command, std::string& group);

}  // namespace liefmu
