#include "reproduce/page.hpp"

#include "types.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <fstream>
#include <string_view>
#include <utility>

namespace liefmu::reproduce {
namespace {

void writeFile(const std::filesystem::path& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  if (!file) throw Error(path.string() + ": cannot be written");
}

std::string quoted(const std::string& text) {
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"') result += '"';
    result += c;
  }
  return result + "\"";
}

std::string plotCsv(const report::Plot& plot) {
  std::string text = fmt::format("curve,{},{}\n", quoted(plot.xLabel), quoted(plot.yLabel));
  for (const report::Series& series : plot.series) {
    for (std::size_t i = 0; i < series.x.size(); ++i) {
      text += fmt::format("{},{:.17g},{:.17g}\n", quoted(series.name), series.x[i], series.y[i]);
    }
  }
  return text;
}

std::string tableCsv(const report::Table& table) {
  std::string text;
  const auto addRow = [&text](const std::vector<std::string>& cells) {
    for (std::size_t i = 0; i < cells.size(); ++i) text += (i > 0 ? "," : "") + quoted(cells[i]);
    text += '\n';
  };
  addRow(table.columns);
  for (const auto& row : table.rows) addRow(row);
  return text;
}

// The papers, by the beginnings of the experiments' names.
std::string paperOf(const std::string& name) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 7> kPapers = {{
      {"abc15", "ABC15: Arnold, Brüls, Cardona, Numer. Math. 129 (2015)"},
      {"acb15", "ACB15: Arnold, Cardona, Brüls, report 02/2015"},
      {"wa", "WA: Wieloch, Arnold, BLieDF2nd"},
      {"thesis", "Thesis: Wieloch, dissertation, Halle 2022"},
      {"eich93", "Eich93: Eich, SIAM J. Numer. Anal. 30 (1993)"},
      {"orders", "The methods themselves"},
      {"correction", "The methods themselves"},
  }};
  for (const auto& [prefix, title] : kPapers) {
    if (name.starts_with(prefix)) return std::string(title);
  }
  return {};
}

report::Section section(const Reproduction& result) {
  const Experiment& experiment = *result.experiment;
  const Evidence& evidence = result.evidence;
  report::Section section{experiment.title};
  section.anchor = experiment.name;
  section.group = paperOf(experiment.name);
  section.text = experiment.claim;
  if (!evidence.text.empty()) section.text += "\n\n" + evidence.text;
  for (const Finding& finding : evidence.findings) {
    section.verdicts.push_back({finding.claim, finding.found, finding.holds, finding.explanation});
  }
  section.plots = evidence.plots;
  section.tables = evidence.tables;
  return section;
}

// Writes the data of all plots and tables of a section and links it there.
void writeData(const std::filesystem::path& folder, const std::string& name,
               report::Section& section) {
  int number = 0;
  for (report::Plot& plot : section.plots) {
    plot.file = fmt::format("{}-plot-{}.csv", name, ++number);
    writeFile(folder / plot.file, plotCsv(plot));
  }
  number = 0;
  for (report::Table& table : section.tables) {
    table.file = fmt::format("{}-table-{}.csv", name, ++number);
    writeFile(folder / table.file, tableCsv(table));
  }
}

}  // namespace

std::vector<const Experiment*> chosenExperiments(const std::vector<std::string>& names) {
  std::vector<const Experiment*> chosen;
  for (const std::string& name : names) {
    const auto found = std::find_if(experiments().begin(), experiments().end(),
                                    [&](const Experiment& e) { return e.name == name; });
    if (found == experiments().end()) {
      throw Error("there is no experiment '" + name + "' ('liefmu reproduce --list' shows all)");
    }
  }
  for (const Experiment& experiment : experiments()) {
    if (names.empty() || std::find(names.begin(), names.end(), experiment.name) != names.end()) {
      chosen.push_back(&experiment);
    }
  }
  return chosen;
}

std::vector<Reproduction> reproduceAll(const std::vector<const Experiment*>& chosen,
                                       const std::function<void(double)>& progress) {
  using Clock = std::chrono::steady_clock;
  double total = 0.0;
  for (const Experiment* experiment : chosen) total += experiment->seconds;
  Laboratory lab;
  double done = 0.0;
  double weight = 0.0;
  Clock::time_point begin;
  // Within an experiment the bar moves with the time, at most to its end.
  lab.onSteps = [&](std::int64_t) {
    const double elapsed = std::chrono::duration<double>(Clock::now() - begin).count();
    progress((done + std::min(elapsed, weight)) / total);
  };
  std::vector<Reproduction> results;
  for (const Experiment* experiment : chosen) {
    begin = Clock::now();
    weight = experiment->seconds;
    results.push_back({experiment, experiment->run(lab)});
    done += experiment->seconds;
    progress(done / total);
  }
  return results;
}

Summary summarize(const std::vector<Reproduction>& results) {
  Summary summary;
  for (const Reproduction& result : results) {
    for (const Finding& finding : result.evidence.findings) {
      ++summary.claims;
      if (finding.holds) {
        ++summary.hold;
      } else if (!finding.explanation.empty()) {
        ++summary.explained;
      } else {
        summary.defects.push_back(result.experiment->name + ": " + finding.claim + ": " +
                                  finding.found);
      }
    }
  }
  return summary;
}

void writePage(const std::filesystem::path& folder, const std::vector<Reproduction>& results,
               double seconds) {
  std::filesystem::create_directories(folder);
  report::ReportData data;
  data.title = "The papers, reproduced";
  data.description =
      "Every numerical figure and table of the papers behind liefmu, computed anew: what the paper "
      "claims, what was found, and the curves. A claim that does not hold says why, with evidence "
      "computed in the same run. The misprints found on the way are listed at the end. Move over a "
      "plot to read values; a click in its legend hides a curve.";
  data.meta = {{"figures and tables", fmt::format("{}", results.size())},
               {"computed in", fmt::format("{:.0f} s", seconds)}};
  data.statistics = {{"reference solutions", "extrapolation of order 8 with projection"},
                     {"errors", "Euclidean norms; q as positions and rotation matrices"}};
  for (const Reproduction& result : results) {
    report::Section shown = section(result);
    writeData(folder, result.experiment->name, shown);
    data.sections.push_back(shown);
  }
  report::Section misprints{"Misprints of the papers"};
  misprints.text =
      "Found while checking formulas symbolically, by finite differences and by convergence runs. "
      "Only recognised text of the papers was at hand, so a wrong symbol may also be one of the "
      "recognition.";
  misprints.tables = {errata()};
  misprints.anchor = "misprints";
  misprints.group = "Misprints";
  writeData(folder, "misprints", misprints);
  data.sections.push_back(misprints);
  writeFile(folder / "index.html", report::htmlReport(data));
}

}  // namespace liefmu::reproduce
