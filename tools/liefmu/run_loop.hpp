// The run: start values, initialisation, communication steps, recording. One loop for models and
// FMUs alike.
#pragma once

#include "liefmu/csv.hpp"
#include "liefmu/simulatable.hpp"
#include "liefmu/variable_values.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace liefmu {

struct RunPlan {
  TimeRange range;
  double stepSize = 1e-2;  // the communication step, and the grid of the recording
  std::vector<Setting> settings;
  std::optional<TimeTable> input;       // values of inputs over time
  std::vector<const Variable*> inputs;  // the variables of its columns
  std::vector<const Variable*> recorded;
};

struct RunResult {
  TimeTable recording;
  std::vector<std::pair<std::string, double>> statistics;  // what the integrator counted
  std::vector<std::string> notes;
  std::size_t communicationSteps = 0;
  double wallTime = 0.0;  // s
  std::string failure;  // empty if the run came to its end; else the recording is what came before
};

// start, start + step, …, stop; the last step may be shorter. Throws Error if there are too many.
std::vector<double> communicationPoints(double start, double stop, double step);

// Binds the columns of an input file to inputs. Throws Error for a column that is none.
std::vector<const Variable*> inputColumns(const VariableTable& table, const TimeTable& input,
                                          const std::string& source);

// `progress` is told the fraction done after every step; returning false ends the run. Throws Error
// if it cannot be started.
RunResult run(Simulatable& simulatable, const RunPlan& plan,
              const std::function<bool(double)>& progress = {});

}  // namespace liefmu
