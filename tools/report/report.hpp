// The web report: plain data in, one self-contained HTML page out. What belongs here: the data of a
// page, without any knowledge of models, methods or FMUs, so that a run, a convergence study and
// the reproduction of a paper's figures can all use it. Drawing is in plot.hpp, numbers on axes in
// axis.hpp. The page loads nothing from anywhere and is complete without its script, which only
// adds the read-out under the pointer and the switching of curves.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace liefmu::report {

struct Series {
  std::string name;
  std::vector<double> x;
  std::vector<double> y;             // as long as x; not finite: a gap in the curve
  bool markers = false;              // a dot at every point, for a few measured points
  std::optional<double> slope = {};  // draws a triangle of this slope (both axes logarithmic)
};

struct Plot {
  std::string title;
  std::string xLabel;  // with the unit: "time in s"
  std::string yLabel;
  bool logX = false;
  bool logY = false;
  std::vector<Series> series = {};
  std::string file = {};  // its data, linked if there is one
};

struct Table {
  std::string title;
  std::vector<std::string> columns;
  std::vector<std::vector<std::string>> rows = {};  // numbers are aligned to the right
  std::string file = {};                            // its data, linked if there is one
};

struct Verdict {
  std::string claim;
  std::string found;
  bool pass = false;
  std::string explanation = {};  // why it does not pass, if that is known

  [[nodiscard]] bool explained() const { return !pass && !explanation.empty(); }
};

// Texts are plain: a blank line separates paragraphs, `…` is set in typewriter type.
struct Section {
  std::string title;
  std::string text = {};
  std::vector<Verdict> verdicts = {};
  std::vector<Plot> plots = {};
  std::vector<Table> tables = {};
  std::string anchor = {};  // for links to the section; its number if empty
  std::string group = {};   // sections of one group follow each other under this heading
};

using Facts = std::vector<std::pair<std::string, std::string>>;  // label, value

struct ReportData {
  std::string title;
  std::string description = {};
  Facts meta = {};        // what was computed: model, method, tolerance, …
  Facts statistics = {};  // what it cost: steps, iterations, time, …
  std::vector<Section> sections = {};
};

// Throws std::invalid_argument for a series whose x and y differ in length.
std::string htmlReport(const ReportData& data);

}  // namespace liefmu::report
