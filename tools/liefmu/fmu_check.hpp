// Checks of a whole FMU. Each gives a list of what is wrong, one sentence each, empty if nothing
// is.
#pragma once

#include "liefmu/elf_file.hpp"
#include "liefmu/fmu_instance.hpp"

#include <string>
#include <vector>

namespace liefmu {

// Files that have to be there, and where.
std::vector<std::string> archiveProblems(const Fmu& fmu);

// Runs on any Linux, shows the FMI functions and nothing else.
std::vector<std::string> binaryProblems(const SharedLibrary& library);

// A short run through the FMI functions: start values are those of the description; results are
// finite and stay the same, bit by bit, after going back in time, after passing the state to
// another instance, and after a reset.
std::vector<std::string> runProblems(const Fmu& fmu);

}  // namespace liefmu
