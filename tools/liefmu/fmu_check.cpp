#include "liefmu/fmu_check.hpp"

#include "liefmu/run_loop.hpp"
#include "liefmu/variable_values.hpp"
#include "types.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <set>
#include <string_view>

namespace liefmu {
namespace {

// FMI 2.0.5, sections 2.1 and 4.2.
constexpr std::array<std::string_view, 34> kFunctions = {"fmi2CancelStep",
                                                         "fmi2DeSerializeFMUstate",
                                                         "fmi2DoStep",
                                                         "fmi2EnterInitializationMode",
                                                         "fmi2ExitInitializationMode",
                                                         "fmi2FreeFMUstate",
                                                         "fmi2FreeInstance",
                                                         "fmi2GetBoolean",
                                                         "fmi2GetBooleanStatus",
                                                         "fmi2GetDirectionalDerivative",
                                                         "fmi2GetFMUstate",
                                                         "fmi2GetInteger",
                                                         "fmi2GetIntegerStatus",
                                                         "fmi2GetReal",
                                                         "fmi2GetRealOutputDerivatives",
                                                         "fmi2GetRealStatus",
                                                         "fmi2GetStatus",
                                                         "fmi2GetString",
                                                         "fmi2GetStringStatus",
                                                         "fmi2GetTypesPlatform",
                                                         "fmi2GetVersion",
                                                         "fmi2Instantiate",
                                                         "fmi2Reset",
                                                         "fmi2SerializeFMUstate",
                                                         "fmi2SerializedFMUstateSize",
                                                         "fmi2SetBoolean",
                                                         "fmi2SetDebugLogging",
                                                         "fmi2SetFMUstate",
                                                         "fmi2SetInteger",
                                                         "fmi2SetReal",
                                                         "fmi2SetRealInputDerivatives",
                                                         "fmi2SetString",
                                                         "fmi2SetupExperiment",
                                                         "fmi2Terminate"};

// What every Linux has.
constexpr std::array<std::string_view, 5> kSystemLibraries = {
    "libc.so.6", "libm.so.6", "libdl.so.2", "libpthread.so.0", "ld-linux-x86-64.so.2"};

constexpr int kSteps = 20;  // of the short run; the state is saved in the middle

bool sameBits(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

// The values of all variables, from one communication point on.
using Trajectory = std::vector<std::vector<double>>;

class ShortRun {
 public:
  explicit ShortRun(const Fmu& fmu) : table_(fmu.description.table) {
    const FmuIdentity& identity = fmu.description.identity;
    range_ = {.start = identity.startTime, .stop = identity.stopTime, .tolerance = {}};
    const double length = identity.stopTime - identity.startTime;
    step_ = std::min(identity.stepSize, length / kSteps);
    for (const Variable& variable : table_.variables) all_.push_back(&variable);
  }

  [[nodiscard]] const std::vector<const Variable*>& variables() const { return all_; }

  void prepare(FmuInstance& instance) const { instance.selectForReading(all_); }
  [[nodiscard]] const TimeRange& range() const { return range_; }

  [[nodiscard]] std::vector<double> values(FmuInstance& instance) const {
    std::vector<double> row(all_.size());
    instance.read(row);
    return row;
  }

  Trajectory advance(FmuInstance& instance, int from, int to) const {
    Trajectory trajectory;
    for (int i = from; i < to; ++i) {
      const double time = range_.start + i * step_;
      instance.step(time, range_.start + (i + 1) * step_ - time);
      trajectory.push_back(values(instance));
    }
    return trajectory;
  }

  // The first difference as a sentence; empty if there is none.
  [[nodiscard]] std::string difference(const Trajectory& expected, const Trajectory& found,
                                       std::string_view after) const {
    for (std::size_t row = 0; row < expected.size(); ++row) {
      for (std::size_t i = 0; i < all_.size(); ++i) {
        if (!sameBits(expected[row][i], found[row][i])) {
          return fmt::format("{} the results differ: '{}' is {:.17g} instead of {:.17g}", after,
                             all_[i]->name, found[row][i], expected[row][i]);
        }
      }
    }
    return {};
  }

 private:
  const VariableTable& table_;
  TimeRange range_;
  double step_ = 0.0;
  std::vector<const Variable*> all_;
};

void checkStartValues(const ShortRun& shortRun, FmuInstance& instance,
                      std::vector<std::string>& problems) {
  std::vector<const Variable*> started;
  for (const Variable* variable : shortRun.variables()) {
    if (variable->start) started.push_back(variable);
  }
  instance.selectForReading(started);
  std::vector<double> found(started.size());
  instance.read(found);
  for (std::size_t i = 0; i < started.size(); ++i) {
    if (!sameBits(found[i], *started[i]->start)) {
      problems.push_back(fmt::format("'{}' starts with {:.17g}, but the description says {:.17g}",
                                     started[i]->name, found[i], *started[i]->start));
    }
  }
}

void checkFinite(const ShortRun& shortRun, const Trajectory& trajectory,
                 std::vector<std::string>& problems) {
  std::set<const Variable*> reported;
  for (const auto& row : trajectory) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      const Variable* variable = shortRun.variables()[i];
      if (!std::isfinite(row[i]) && reported.insert(variable).second) {
        problems.push_back(fmt::format("'{}' is not finite", variable->name));
      }
    }
  }
}

void checkRun(const Fmu& fmu, std::vector<std::string>& problems) {
  const ShortRun shortRun(fmu);
  const auto compare = [&](const Trajectory& expected, const Trajectory& found,
                           std::string_view after) {
    const std::string difference = shortRun.difference(expected, found, after);
    if (!difference.empty()) problems.push_back(difference);
  };

  FmuInstance instance(fmu);
  instance.enterInitialization(shortRun.range());
  checkStartValues(shortRun, instance, problems);
  shortRun.prepare(instance);
  instance.exitInitialization();
  const Trajectory initial = {shortRun.values(instance)};
  checkFinite(shortRun, initial, problems);
  const Trajectory firstHalf = shortRun.advance(instance, 0, kSteps / 2);
  FmuInstance::State middle;
  if (fmu.description.canGetAndSetState) middle = instance.saveState();
  const Trajectory secondHalf = shortRun.advance(instance, kSteps / 2, kSteps);
  checkFinite(shortRun, firstHalf, problems);
  checkFinite(shortRun, secondHalf, problems);
  if (middle) {
    instance.restoreState(middle);
    compare(secondHalf, shortRun.advance(instance, kSteps / 2, kSteps),
            "after going back to a saved state");
  }
  if (middle && fmu.description.canSerializeState) {
    FmuInstance other(fmu);
    shortRun.prepare(other);
    other.initialize(shortRun.range());
    other.restoreState(other.deserialize(instance.serialize(middle)));
    compare(secondHalf, shortRun.advance(other, kSteps / 2, kSteps),
            "after passing the state to another instance");
  }
  middle.reset();
  instance.finish();
  instance.reset();
  instance.initialize(shortRun.range());
  compare(initial, {shortRun.values(instance)}, "after a reset");
  compare(firstHalf, shortRun.advance(instance, 0, kSteps / 2), "after a reset");
}

void checkForeignGuid(const Fmu& fmu, std::vector<std::string>& problems) {
  Fmu foreign = fmu;
  foreign.description.identity.guid = "{not the GUID of this FMU}";
  try {
    const FmuInstance instance(foreign);
    problems.emplace_back("fmi2Instantiate accepts a wrong GUID");
  } catch (const Error&) {
    // as it should be
  }
}

}  // namespace

std::vector<std::string> archiveProblems(const Fmu& fmu) {
  std::vector<std::string> problems;
  if (fmu.entries.front().path != "modelDescription.xml") {
    problems.emplace_back("modelDescription.xml is not the first file");
  }
  const bool anyBinary =
      std::any_of(fmu.entries.begin(), fmu.entries.end(),
                  [](const ArchiveEntry& entry) { return entry.path.starts_with("binaries/"); });
  if (!anyBinary && fmu.find(fmu.binaryPath()) == nullptr) {
    problems.emplace_back("there is no binary");
  } else if (fmu.find(fmu.binaryPath()) == nullptr) {
    problems.push_back(fmt::format("{} is missing", fmu.binaryPath()));
  }
  // What our own FMUs need to work and to be understood.
  if (fmu.description.identity.generationTool.starts_with("liefmu")) {
    for (const char* path :
         {"resources/model.json", "resources/interface.json", "documentation/index.html"}) {
      if (fmu.find(path) == nullptr) problems.push_back(fmt::format("{} is missing", path));
    }
  }
  return problems;
}

std::vector<std::string> binaryProblems(const SharedLibrary& library) {
  std::vector<std::string> problems;
  for (const std::string& needed : library.neededLibraries) {
    if (std::find(kSystemLibraries.begin(), kSystemLibraries.end(), needed) ==
        kSystemLibraries.end()) {
      problems.push_back(fmt::format("needs {}, which is not on every Linux", needed));
    }
  }
  const std::set<std::string_view> exported(library.exportedSymbols.begin(),
                                            library.exportedSymbols.end());
  for (const std::string_view function : kFunctions) {
    if (exported.count(function) == 0) {
      problems.push_back(fmt::format("does not export {}", function));
    }
  }
  for (const std::string_view symbol : exported) {
    if (std::find(kFunctions.begin(), kFunctions.end(), symbol) == kFunctions.end()) {
      problems.push_back(fmt::format("exports {}, which is not an FMI function", symbol));
    }
  }
  return problems;
}

std::vector<std::string> runProblems(const Fmu& fmu) {
  std::vector<std::string> problems;
  try {
    checkForeignGuid(fmu, problems);
    checkRun(fmu, problems);
  } catch (const Error& error) {
    problems.emplace_back(error.what());
  }
  return problems;
}

}  // namespace liefmu
