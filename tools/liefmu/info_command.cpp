#include "liefmu/commands.hpp"
#include "liefmu/elf_file.hpp"
#include "liefmu/fmu_instance.hpp"
#include "liefmu/variable_values.hpp"
#include "types.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <vector>

namespace liefmu {
namespace {

void printBinary(const ArchiveEntry& entry) {
  fmt::print("{}  {:.1f} MB", entry.path, static_cast<double>(entry.bytes.size()) / 1e6);
  if (entry.path.ends_with(".so")) {
    try {
      const SharedLibrary library = readSharedLibrary(entry.bytes);
      fmt::print(", needs {}{}", fmt::join(library.neededLibraries, ", "),
                 library.newestGlibc.empty() ? "" : ", glibc " + library.newestGlibc + " or later");
    } catch (const Error& error) {
      fmt::print(", {}", error.what());
    }
  }
  fmt::print("\n");
}

// The variables of one causality in columns: name, start value, unit, meaning.
void printVariables(const VariableTable& table, Causality causality, const char* one,
                    const char* several) {
  std::vector<std::array<std::string, 4>> rows;
  for (const Variable& variable : table.variables) {
    if (variable.causality != causality) continue;
    rows.push_back({variable.name,
                    variable.start ? valueText(table, variable, *variable.start) : "",
                    variable.unit == "1" ? "" : variable.unit, variable.description});
  }
  if (rows.empty()) return;
  std::array<std::size_t, 3> widths{};
  for (const auto& row : rows) {
    for (std::size_t i = 0; i < widths.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  fmt::print("\n{} {}\n", rows.size(), rows.size() == 1 ? one : several);
  for (const auto& row : rows) {
    std::string line = " ";
    for (std::size_t i = 0; i < widths.size(); ++i) {
      if (widths[i] > 0) line += fmt::format(" {:<{}}", row[i], widths[i]);
    }
    fmt::print("{}  {}\n", line, row[3]);
  }
}

void info(const std::string& file) {
  const Fmu fmu = openFmu(file);
  const FmuIdentity& identity = fmu.description.identity;
  const VariableTable& table = fmu.description.table;
  fmt::print("{}\n", identity.modelName);
  if (!identity.description.empty()) fmt::print("{}\n", identity.description);
  fmt::print("\nGUID        {}\n", identity.guid);
  fmt::print("made by     {}\n", identity.generationTool);
  fmt::print("experiment  {} s to {} s, communication step {} s, tolerance {}\n",
             identity.startTime, identity.stopTime, identity.stepSize, identity.tolerance);
  fmt::print("state       {}\n", fmu.description.canSerializeState
                                     ? "can be saved, restored and serialised"
                                 : fmu.description.canGetAndSetState ? "can be saved and restored"
                                                                     : "cannot be saved");
  for (const ArchiveEntry& entry : fmu.entries) {
    if (!entry.path.starts_with("binaries/")) continue;
    fmt::print("binary      ");
    printBinary(entry);
  }
  printVariables(table, Causality::input, "input", "inputs");
  printVariables(table, Causality::output, "output", "outputs");
  printVariables(table, Causality::parameter, "parameter", "parameters");
  printVariables(table, Causality::calculatedParameter, "calculated parameter",
                 "calculated parameters");
  printVariables(table, Causality::local, "other variable", "other variables");
}

}  // namespace

void addInfoCommand(CLI::App& app, int&) {
  CLI::App* command =
      app.add_subcommand("info", "Show what an FMU is, what it needs, and its variables");
  auto file = std::make_shared<std::string>();
  command->add_option("FILE.fmu", *file, "The FMU")->required()->type_name("");
  command->footer("Example:\n  liefmu info heavy_top.fmu");
  command->callback([file] { info(*file); });
}

}  // namespace liefmu
