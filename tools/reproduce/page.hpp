// Runs experiments and writes what they found: index.html with everything, and every curve and
// table as CSV.
#pragma once

#include "reproduce/experiment.hpp"

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace liefmu::reproduce {

struct Reproduction {
  const Experiment* experiment = nullptr;
  Evidence evidence;
};

struct Summary {
  int claims = 0;
  int hold = 0;
  int explained = 0;                 // do not hold, with an explanation
  std::vector<std::string> defects;  // do not hold, without one
};

// The experiments with these names in the order of the registry; all if there is none. Throws Error
// for a name that does not exist.
[[nodiscard]] std::vector<const Experiment*> chosenExperiments(
    const std::vector<std::string>& names);

// `progress` gets the share that is done, 0…1, and may throw to stop.
[[nodiscard]] std::vector<Reproduction> reproduceAll(const std::vector<const Experiment*>& chosen,
                                                     const std::function<void(double)>& progress);

[[nodiscard]] Summary summarize(const std::vector<Reproduction>& results);

// Creates the folder if needed.
void writePage(const std::filesystem::path& folder, const std::vector<Reproduction>& results,
               double seconds);

}  // namespace liefmu::reproduce
