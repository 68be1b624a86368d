// A run from the command line, whatever it is that runs: its options, the plan made of them, and
// what is left behind in the end. What is to be run is opened by the commands.
#pragma once

#include "liefmu/run_report.hpp"
#include "liefmu/simulatable.hpp"

#include <CLI/CLI.hpp>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace liefmu {

struct RunOptions {
  std::string subject;
  std::optional<double> stop;
  std::optional<double> step;
  std::optional<double> tolerance;
  std::vector<std::string> settings;
  std::string input;
  std::vector<std::string> record;
  std::string output;
  std::string report;
  bool json = false;
  bool quiet = false;
};

// What is to be run, and the experiment it comes with.
struct Opened {
  std::unique_ptr<Simulatable> simulatable;
  RunSubject subject;
  TimeRange range;
  double stepSize = 0.0;
};

// Options for time, values, recording and output; the subject is the command's own business.
void addRunOptions(CLI::App& command, RunOptions& options);

// Opens, runs and writes the results. Throws Error, with the name of the subject in front.
void runAndReport(const RunOptions& options, const std::function<Opened()>& open);

}  // namespace liefmu
