// The rules of FMI 2.0.5 (sections 2.2, 4.3) for modelDescription.xml, also those that no schema
// and no importer checks: start values within their limits, complete and ordered model structure,
// units that exist. What the description claims about the binary is checked in run_check.hpp.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace liefmu {

// What is wrong, one sentence each; empty if nothing is.
std::vector<std::string> descriptionProblems(std::string_view xml);

}  // namespace liefmu
