// Table 4.1 and figures 6.1 to 6.33 of the thesis, in their order: what each shows and claims.
#include "reproduce/thesis_figures.hpp"

#include <fmt/format.h>

namespace liefmu::reproduce {
namespace {

using Run = std::function<Evidence(Laboratory&)>;

// Seconds on one core, roughly: the progress bar needs no more.
Experiment figure(const std::string& number, const std::string& what, const std::string& claim,
                  double seconds, Run run) {
  return {"thesis-" + number, "Thesis figure " + number + ": " + what, claim, seconds,
          std::move(run)};
}

Experiment accuracyUnconstrained(const std::string& number, int p) {
  return figure(number, fmt::format("unconstrained top, order {}", p),
                "Crouch-Grossman and commutator-free methods are the most accurate ones in SO(3).",
                1.5, [p](Laboratory& lab) { return unconstrained(lab, p); });
}

Experiment accuracyConstrained(const std::string& number, int p) {
  return figure(
      number, fmt::format("constrained top, order {}", p),
      fmt::format("Both BDF methods converge with order {}; Munthe-Kaas BDF is more accurate.", p),
      0.5, [p](Laboratory& lab) { return constrained(lab, p); });
}

Experiment workOfOrder(const std::string& number, int p) {
  return figure(number, fmt::format("work and precision, order {}", p),
                "BLieDF gains on the more accurate methods because it needs fewer brackets.", 0.5,
                [p](Laboratory& lab) { return efficiency(lab, p); });
}

Experiment everyStep(const std::string& number, int approximation) {
  return figure(
      number, fmt::format("generalized-α, approximation {}, a change in every step", approximation),
      "Order 2 in q and v for every ρ∞.", 6.0,
      [approximation](Laboratory& lab) { return changesEveryStep(lab, approximation); });
}

const ParameterSets kSets3{3, "3.40a", "6.7", "6.8"};
const ParameterSets kSets4{4, "3.40b", "6.9", "6.10"};

}  // namespace

void addThesis(std::vector<Experiment>& list) {
  const std::vector<Experiment> figures = {
      {"thesis-table-4.1", "Thesis table 4.1: step ratios for generalized-α",
       "Within these bounds of σ the error propagation of the index-3 form contracts in every "
       "step.",
       1.0, ratioTable},

      figure("6.1", "starting values of Munthe-Kaas BDF",
             "Exact starting values cost one order in λ in R³×SO(3), corrected ones do not; SE(3) "
             "is not affected.",
             4.0, [](Laboratory& lab) { return startingValues(lab, Family::muntheKaas); }),
      figure("6.2", "starting values of BLieDF",
             "The same for BLieDF with the correction terms (3.40), (3.42), (3.43).", 4.0,
             [](Laboratory& lab) { return startingValues(lab, Family::bliedf); }),
      figure("6.3", "the configuration with exact starting values",
             "The loss of order in λ touches neither q nor v.", 0.1, configurationErrors),

      figure("6.4", "all methods of order 1",
             "For p = 1 all methods coincide and converge with order 1.", 8.0, firstOrder),
      accuracyUnconstrained("6.5", 2),
      figure("6.6", "work and precision, order 2",
             "In SO(3) generalized-α is the most efficient method, in R³×SO(3) BDF.", 0.5,
             efficiencySecondOrder),
      figure("6.7", "constrained top, order 2",
             "BDF and generalized-α converge with order 2; BDF is ahead in q, generalized-α in λ.",
             0.5, [](Laboratory& lab) { return constrained(lab, 2); }),
      accuracyUnconstrained("6.8", 3),
      workOfOrder("6.9", 3),
      accuracyConstrained("6.10", 3),
      accuracyUnconstrained("6.11", 4),
      workOfOrder("6.12", 4),
      accuracyConstrained("6.13", 4),
      accuracyConstrained("6.14", 5),
      workOfOrder("6.15", 5),
      accuracyConstrained("6.16", 6),
      workOfOrder("6.17", 6),

      figure("6.18", "BLieDF without its correction term",
             "Without the correction term every order drops to 2.", 1.0, withoutCorrection),
      figure("6.19", "parameter sets, k = 3",
             "Every set has order 3; the tuned sets are more accurate, (6.8) most.", 1.0,
             [](Laboratory& lab) { return parameterSets(lab, kSets3); }),
      figure("6.20", "work of the parameter sets, k = 3",
             "Explicit correction terms are more efficient than implicit ones.", 1.0,
             [](Laboratory& lab) { return parameterEfficiency(lab, kSets3); }),
      figure("6.21", "parameter sets, k = 4",
             "Every set has order 4; (3.40b) is the least accurate, the tuned sets are alike.", 1.0,
             [](Laboratory& lab) { return parameterSets(lab, kSets4); }),
      figure("6.22", "work of the parameter sets, k = 4",
             "The explicit correction term is more efficient, though the sets are closer than for "
             "k = 3.",
             1.0, [](Laboratory& lab) { return parameterEfficiency(lab, kSets4); }),

      everyStep("6.23", 1),
      everyStep("6.24", 2),
      everyStep("6.25", 3),
      everyStep("6.26", 4),
      figure("6.27", "work of the four approximations",
             "Approximation 1 is the most efficient, because it needs values of past steps only.",
             4.0, approximationsCompared),
      figure("6.28", "larger changes after 10 and 30 steps",
             "Ratios in [0.5, 2] work if the step is kept for a while; N = 10 is not enough for "
             "ρ∞ = 0.8.",
             4.0, largeChanges),
      figure("6.29", "still larger changes after 50 steps",
             "Ratios in [0.2, 5] work with N = 50: order 2 in q and λ.", 2.0, largerChanges),

      figure("6.30", "BLieDF, one change of the step size, q",
             "Order k in q with and without adjusted velocities.", 2.0,
             [](Laboratory& lab) { return oneChange(lab, false); }),
      figure("6.31", "BLieDF, one change of the step size, λ",
             "Without adjusted velocities λ loses an order in R³×SO(3), but not in SE(3).", 2.0,
             [](Laboratory& lab) { return oneChange(lab, true); }),
      figure("6.32", "BLieDF, a change in every step",
             "Order k in q and λ for ratios near 1 (here [0.95, 1.05]).", 2.0, changesOften),
      figure("6.33", "BLieDF, larger changes after 10 steps",
             "Order k in q and λ for ratios in [0.5, 2] that are kept for 10 steps.", 2.0,
             changesHeld),
  };
  list.insert(list.end(), figures.begin(), figures.end());
}

}  // namespace liefmu::reproduce
