// The orders of every method that is not in the FMUs, in all variables and groups it is made for,
// and of BLieDF with every published correction term: `liefmu reproduce correction-6.7` studies one
// of them.
#include "reproduce/correction_sets.hpp"
#include "reproduce/costs.hpp"
#include "reproduce/experiment.hpp"
#include "reproduce/thesis_comparison.hpp"

#include <fmt/format.h>

namespace liefmu::reproduce {
namespace {

constexpr double kTolerance = 0.3;

// Order 1 shows for very small steps only, order 6 for the larger ones, before rounding.
const std::vector<int>& stepsFor(int order) {
  static const std::vector<int> tiny = {10000, 20000, 40000, 100000};
  return order == 1 ? tiny : usualSteps();
}

std::vector<Curve> familyCurves(Laboratory& lab, Family family, int last, Group group) {
  std::vector<Curve> curves;
  for (int p = 1; p <= last; ++p) {
    curves.push_back(topCurve(lab, fmt::format("p = {}", p), group, comparedMethod(family, p),
                              Start::corrected, stepsFor(p)));
  }
  return curves;
}

void addOrders(const std::string& where, const std::vector<Curve>& curves,
               const std::vector<double>& expected, bool constrained, Evidence& evidence) {
  std::vector<std::pair<std::string, Quantity>> quantities = {{"q", quantity::maxQ},
                                                              {"v", quantity::maxV}};
  if (constrained) quantities.emplace_back("λ", quantity::maxLambda);
  for (const auto& [name, what] : quantities) {
    evidence.findings.push_back(
        orderFinding(where + ": order p in " + name, curves, what, expected, kTolerance));
    evidence.plots.push_back(errorPlot(where + ", " + name, curves, what));
  }
}

Evidence familyOrders(Laboratory& lab, Family family, int last, const std::vector<Group>& groups) {
  Evidence evidence;
  for (const Group group : groups) {
    std::vector<double> expected;
    for (int p = 1; p <= last; ++p) expected.push_back(p);
    const bool constrained = group != Group::so3;
    addOrders(constrained ? groupName(group) + ", index 3" : groupName(group),
              familyCurves(lab, family, last, group), expected, constrained, evidence);
  }
  return evidence;
}

Evidence correctionOrders(Laboratory& lab, const CorrectionSet& set) {
  Evidence evidence;
  evidence.text = set.implicit
                      ? "An implicit set: the term contains the new velocity and increment and is "
                        "part of the Newton iteration."
                      : "An explicit set: the term is computed from past steps, once per step.";
  std::vector<Curve> all;
  for (const Group group : {Group::r3so3, Group::se3}) {
    const Curve curve = topCurve(
        lab, groupName(group), group,
        {.family = Family::bliedf, .order = set.order, .correction = std::string(set.name)},
        Start::corrected, usualSteps());
    all.push_back(curve);
  }
  const auto order = static_cast<double>(set.order);
  addOrders("index 3", all, {order, order}, true, evidence);
  evidence.tables.push_back(costTable("Per time step", all));
  return evidence;
}

}  // namespace

void addMethodOrders(std::vector<Experiment>& list) {
  list.push_back({"orders-munthe-kaas", "Orders of the Munthe-Kaas BDF methods, k = 1…6",
                  "Order k in q, v and λ, unconstrained and in index-3 form.", 6.0,
                  [](Laboratory& lab) {
                    return familyOrders(lab, Family::muntheKaas, 6, {Group::so3, Group::r3so3});
                  }});
  list.push_back({"orders-crouch-grossman", "Orders of the Crouch-Grossman methods, p = 1…4",
                  "Order p in q and v.", 1.0, [](Laboratory& lab) {
                    return familyOrders(lab, Family::crouchGrossman, 4, {Group::so3});
                  }});
  list.push_back({"orders-commutator-free", "Orders of the commutator-free methods, p = 1…4",
                  "Order p in q and v.", 1.0, [](Laboratory& lab) {
                    return familyOrders(lab, Family::commutatorFree, 4, {Group::so3});
                  }});
  for (const std::string_view name : correctionSetNames()) {
    const CorrectionSet& set = correctionSet(name);
    list.push_back({fmt::format("correction-{}", name),
                    fmt::format("BLieDF, k = {}, with the correction term ({}), {}", set.order,
                                name, set.implicit ? "implicit" : "explicit"),
                    fmt::format("Order {} in q, v and λ.", set.order), 0.5,
                    [&set](Laboratory& lab) { return correctionOrders(lab, set); }});
  }
}

}  // namespace liefmu::reproduce
