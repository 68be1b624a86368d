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

// One claim and its check. A claim that does not hold needs an explanation; one without is a defect
// of ours.
struct Finding {
  std::string claim;
  std::string found;
  bool holds = false;
  std::string explanation = {};

  // Says why a claim does not hold. An explanation rests on evidence that was computed in the same
  // run: without it the claim stays open. Nothing happens if the claim holds.
  void explain(bool evidence, const std::string& why) {
    if (!holds && evidence) explanation = why;
  }
};

struct Evidence {
  std::string text = {};  // what a reader should know about how it was computed
  std::vector<Finding> findings = {};
  std::vector<report::Plot> plots = {};
  std::vector<report::Table> tables = {};
};

struct Experiment {
  std::string name;      // as on the command line: "thesis-6.1"
  std::string title;     // "Thesis figure 6.1: …"
  std::string claim;     // of the paper, in one line
  double seconds = 1.0;  // roughly, on one core: its share of the progress bar
  std::function<Evidence(Laboratory&)> run;
};

[[nodiscard]] const std::vector<Experiment>& experiments();

// The parts of the registry.
void addErrorAnalysisPaper(std::vector<Experiment>& list);         // ABC15
void addVelocityProjectionPaper(std::vector<Experiment>& list);    // ACB15
void addBliedfPaper(std::vector<Experiment>& list);                // WA
void addThesis(std::vector<Experiment>& list);                     // thesis
void addMethodOrders(std::vector<Experiment>& list);               // the orders of every method
void addCoordinateProjectionPaper(std::vector<Experiment>& list);  // Eich93

// Misprints that were found on the way: paper, place, what is printed, what is right.
[[nodiscard]] report::Table errata();

}  // namespace liefmu::reproduce
