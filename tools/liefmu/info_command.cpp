#include "liefmu/commands.hpp"
#include "liefmu/elf_file.hpp"
#include "liefmu/fmu_instance.hpp"
#include "liefmu/variable_values.hpp"
#include "types.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>

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

void printVariables(const VariableTable& table, Causality causality, const char* title) {
  std::size_t count = 0;
  std::size_t width = 0;
  for (const Variable& variable : table.variables) {
    if (variable.causality != causality) continue;
    ++count;
    width = std::max(width, variable.name.size());
  }
  if (count == 0) return;
  fmt::print("\n{} {}\n", count, title);
  for (const Variable& variable : table.variables) {
    if (variable.causality != causality) continue;
    const std::string start =
        variable.start ? " = " + valueText(table, variable, *variable.start) : "";
    const std::string unit =
        variable.unit.empty() || variable.unit == "1" ? "" : " [" + variable.unit + "]";
    fmt::print("  {:<{}}{}{}  {}\n", variable.name, width, start, unit, variable.description);
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
  printVariables(table, Causality::input, "inputs");
  printVariables(table, Causality::output, "outputs");
  printVariables(table, Causality::parameter, "parameters");
  printVariables(table, Causality::calculatedParameter, "calculated parameters");
  printVariables(table, Causality::local, "other variables");
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
