#include "liefmu/commands.hpp"
#include "liefmu/description_check.hpp"
#include "liefmu/fmu_check.hpp"
#include "types.hpp"

#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

namespace liefmu {
namespace {

std::vector<std::string> problemsOfBinary(const Fmu& fmu) {
  try {
    return binaryProblems(readSharedLibrary(*fmu.find(fmu.binaryPath())));
  } catch (const Error& error) {
    return {error.what()};
  }
}

bool check(const std::string& file) {
  const Fmu fmu = openFmu(file);
  bool good = true;
  const auto report = [&](const char* what, const char* where,
                          const std::vector<std::string>& problems) {
    for (const std::string& problem : problems) {
      fmt::print(stderr, "liefmu: {}: {}: {}\n", file, where, problem);
    }
    if (problems.empty()) fmt::print("{:<12} ok\n", what);
    good = good && problems.empty();
  };
  report("archive", "archive", archiveProblems(fmu));
  report("description", "modelDescription.xml",
         descriptionProblems(*fmu.find("modelDescription.xml")));
  if (fmu.find(fmu.binaryPath()) != nullptr) {  // otherwise it is the archive's problem
    report("binary", fmu.binaryPath().c_str(), problemsOfBinary(fmu));
    report("short run", "short run", runProblems(fmu));
  }
  return good;
}

}  // namespace

void addCheckCommand(CLI::App& app, int& exitCode) {
  CLI::App* command = app.add_subcommand(
      "check", "Check an FMU: structure, XML rules, binary, a short run with rollback");
  auto file = std::make_shared<std::string>();
  command->add_option("FILE.fmu", *file, "The FMU")->required()->type_name("");
  command->footer(
      "Prints what is wrong and exits with 1, or exits with 0.\n"
      "Example:\n"
      "  liefmu check heavy_top.fmu");
  command->callback([file, &exitCode] { exitCode = check(*file) ? 0 : 1; });
}

}  // namespace liefmu
