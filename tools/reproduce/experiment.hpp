// A figure or table of a paper as an experiment: what the paper claims, and a function that repeats
// the computation and says what was found. The registry (experiments()) lists them all in the order
// of the page.
#pragma once

#include "report/report.hpp"
#include "reproduce/laboratory.hpp"

#include <functional>
#include <string>
#include <vector>

namespace liefmu::reproduce {

// One claim and its check. A claim that does not hold needs an explanation with evidence; one
// without is a defect of ours.
struct Finding {
  std::string claim;
  std::string found;
  bool holds = false;
  std::string explanation = {};

  [[nodiscard]] bool expected() const { return holds || !explanation.empty(); }
};

struct Evidence {
  std::string text = {};  // what a reader should know about how it was computed
  std::vector<Finding> findings = {};
  std::vector<report::Plot> plots = {};
  std::vector<report::Table> tables = {};
};

struct Experiment {
  std::string name;     // as on the command line: "thesis-6.1"
  std::string title;    // "Thesis figure 6.1: …"
  std::string claim;    // of the paper, in one line
  double weight = 1.0;  // share of the progress bar
  std::function<Evidence(Laboratory&)> run;
};

[[nodiscard]] const std::vector<Experiment>& experiments();

// The parts of the registry.
void addThesisConstantSteps(std::vector<Experiment>& list);      // figures 6.1 to 6.22
void addThesisVariableSteps(std::vector<Experiment>& list);      // table 4.1, figures 6.23 to 6.33
void addBliedfPaper(std::vector<Experiment>& list);              // WA
void addErrorAnalysisPaper(std::vector<Experiment>& list);       // ABC15
void addVelocityProjectionPaper(std::vector<Experiment>& list);  // ACB15
void addCoordinateProjectionPaper(std::vector<Experiment>& list);  // Eich93

// Misprints that were found on the way: paper, place, what is printed, what is right.
[[nodiscard]] report::Table errata();

}  // namespace liefmu::reproduce
