// The command: finds out what is wanted and turns failures into messages and exit codes: 1 for
// errors, 2 for wrong usage.
#include "liefmu/commands.hpp"
#include "liefmu/suggestion.hpp"
#include "types.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <exception>
#include <iostream>
#include <new>
#include <string>
#include <string_view>
#include <vector>

namespace {

constexpr std::array kCommands = {
    liefmu::addListCommand,     liefmu::addBuildCommand,         liefmu::addRunCommand,
    liefmu::addCosimCommand,    liefmu::addCheckCommand,         liefmu::addInfoCommand,
    liefmu::addConvergeCommand, liefmu::addWorkPrecisionCommand, liefmu::addReproduceCommand};

constexpr int kFailure = 1;
constexpr int kWrongUsage = 2;

// One line per problem, each with our name in front.
void printError(std::string_view message) {
  while (!message.empty()) {
    const std::size_t end = std::min(message.find('\n'), message.size());
    fmt::print(stderr, "liefmu: {}\n", message.substr(0, end));
    message.remove_prefix(std::min(end + 1, message.size()));
  }
}

// CLI11 takes a misspelled command for a stray argument.
std::string unknownCommand(const CLI::App& app, int argc, char** argv) {
  if (argc < 2 || argv[1][0] == '-') return {};
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands({})) {
    if (command->get_name() == argv[1]) return {};
    names.push_back(command->get_name());
  }
  return fmt::format("there is no command '{}' ({})", argv[1],
                     liefmu::didYouMean(argv[1], names, "'liefmu --help' lists the commands"));
}

int parse(CLI::App& app, int argc, char** argv) {
  try {
    app.parse(argc, argv);
    return 0;
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error);  // --help, --version
    const auto chosen = app.get_subcommands();
    const std::string command = chosen.empty() ? "" : chosen.front()->get_name() + " ";
    printError(fmt::format("{} ('liefmu {}--help' shows what is possible)", error.what(), command));
    return kWrongUsage;
  }
}

// A full disk must not look like success.
void finishOutput() {
  std::cout.flush();
  const bool written = std::fflush(stdout) == 0 && std::ferror(stdout) == 0 && std::cout.good();
  if (!written) throw liefmu::Error("the standard output cannot be written");
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("liefmu turns multibody models into FMI 2.0 co-simulation FMUs and runs both.");
  app.set_version_flag("--version", "liefmu " LIEFMU_VERSION);
  app.require_subcommand(1);
  app.footer(
      "Example:\n"
      "  liefmu build heavy_top -o heavy_top.fmu\n"
      "  liefmu run heavy_top.fmu --stop 1 -o motion.csv --report motion.html\n"
      "'liefmu COMMAND --help' tells more.");
  int exitCode = 0;
  for (const auto add : kCommands) add(app, exitCode);
  try {
    if (const std::string message = unknownCommand(app, argc, argv); !message.empty()) {
      printError(message);
      return kWrongUsage;
    }
    const int usage = parse(app, argc, argv);
    if (usage == 0) finishOutput();
    return usage != 0 ? usage : exitCode;
  } catch (const std::bad_alloc&) {
    printError("not enough memory");
    return kFailure;
  } catch (const std::exception& error) {
    printError(error.what());
    return kFailure;
  }
}
