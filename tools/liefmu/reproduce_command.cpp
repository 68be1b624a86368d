#include "liefmu/commands.hpp"
#include "liefmu/progress_bar.hpp"
#include "reproduce/page.hpp"
#include "types.hpp"

#include <fmt/format.h>

#include <chrono>
#include <filesystem>
#include <memory>
#include <string>
#include <system_error>
#include <vector>

namespace liefmu {
namespace {

struct ReproduceOptions {
  std::vector<std::string> names;
  std::string folder = "reproduction";
  bool list = false;
  bool quiet = false;
};

void listExperiments() {
  std::size_t width = 0;
  for (const auto& experiment : reproduce::experiments()) {
    width = std::max(width, experiment.name.size());
  }
  for (const auto& experiment : reproduce::experiments()) {
    fmt::print("{:{}}  {}\n", experiment.name, width, experiment.title);
  }
}

int reproduceFigures(const ReproduceOptions& options) {
  using Clock = std::chrono::steady_clock;
  const auto chosen = reproduce::chosenExperiments(options.names);
  std::error_code error;  // known before the long computation rather than after it
  std::filesystem::create_directories(options.folder, error);
  if (error) throw Error(options.folder + ": no folder can be made: " + error.message());
  const Clock::time_point begin = Clock::now();
  std::vector<reproduce::Reproduction> results;
  {
    ProgressBar bar(!options.quiet);
    catchInterrupts();
    results = reproduce::reproduceAll(chosen, [&bar](double share) {
      if (interrupted()) throw Error("interrupted; nothing was written");
      bar.update(share);
    });
  }
  const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  reproduce::writePage(options.folder, results, seconds);
  const reproduce::Summary summary = reproduce::summarize(results);
  if (!options.quiet) {
    for (const auto& result : results) {
      int hold = 0;
      for (const auto& finding : result.evidence.findings) hold += finding.holds ? 1 : 0;
      fmt::print("{:20} {}/{} claims hold\n", result.experiment->name, hold,
                 result.evidence.findings.size());
    }
    fmt::print("{} of {} claims hold, {} do not and are explained; {}/index.html\n", summary.hold,
               summary.claims, summary.explained, options.folder);
  }
  for (const std::string& defect : summary.defects) fmt::print(stderr, "liefmu: {}\n", defect);
  return summary.defects.empty() ? 0 : 1;
}

}  // namespace

void addReproduceCommand(CLI::App& app, int& exitCode) {
  CLI::App* command = app.add_subcommand(
      "reproduce",
      "Compute the figures and tables of the source papers anew, with a verdict for every claim");
  auto options = std::make_shared<ReproduceOptions>();
  command->add_option("NAME", options->names, "Figures or tables, as --list names them; none: all");
  command->add_option("-o,--output", options->folder, "Folder for index.html and the data as CSV")
      ->capture_default_str()
      ->type_name("DIR");
  command->add_flag("--list", options->list, "Show the names and do nothing else");
  command->add_flag("-q,--quiet", options->quiet, "Print errors only");
  command->footer("Example:\n  liefmu reproduce thesis-6.1 abc15-1 -o figures");
  command->callback([options, &exitCode] {
    if (options->list) {
      listExperiments();
    } else {
      exitCode = reproduceFigures(*options);
    }
  });
}

}  // namespace liefmu
