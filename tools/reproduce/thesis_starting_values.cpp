// Thesis figures 6.1 to 6.3: exact and corrected starting values.
#include "reproduce/thesis_comparison.hpp"
#include "reproduce/thesis_figures.hpp"

#include <fmt/format.h>

namespace liefmu::reproduce {
namespace {

std::vector<Curve> curvesOfAllOrders(Laboratory& lab, Family family, Group group, Start start,
                                     int first, int last) {
  std::vector<Curve> curves;
  for (int k = first; k <= last; ++k) {
    curves.push_back(topCurve(lab, fmt::format("k = {}{}", k, start == Start::corrected ? "*" : ""),
                              group, {.family = family, .order = k}, start, usualSteps()));
  }
  return curves;
}

std::vector<double> upTo(int first, int last, double shift) {
  std::vector<double> result;
  for (int k = first; k <= last; ++k) result.push_back(k + shift);
  return result;
}

std::vector<Curve> joined(std::vector<Curve> a, const std::vector<Curve>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

}  // namespace

Evidence startingValues(Laboratory& lab, Family family) {
  Evidence evidence;
  evidence.text =
      "Every order with values of the exact solution as starting values and with corrected ones "
      "(marked *). The "
      "loss of order is a matter of the first steps, so its order is read there; later the larger "
      "error of the "
      "motion itself hides it. Errors of λ near the rounding noise of the index-3 form, 5e-15 "
      "C_k/h², are drawn but "
      "not used. In SE(3) the order 1 is not yet visible at these step sizes.";
  const auto curves = [&](Group group, Start start, int first, int last) {
    return curvesOfAllOrders(lab, family, group, start, first, last);
  };
  evidence.findings.push_back(orderFinding("R³×SO(3), exact start: order k − 1 in λ",
                                           curves(Group::r3so3, Start::exact, 1, 6),
                                           quantity::firstLambda, upTo(1, 6, -1.0), 0.3));
  evidence.findings.push_back(orderFinding("R³×SO(3), corrected start: order k in λ",
                                           curves(Group::r3so3, Start::corrected, 1, 6),
                                           quantity::maxLambda, upTo(1, 6, 0.0), 0.3));
  evidence.findings.push_back(orderFinding("SE(3), exact start: order k in λ (k = 2…6)",
                                           curves(Group::se3, Start::exact, 2, 6),
                                           quantity::maxLambda, upTo(2, 6, 0.0), 0.3));
  for (const Group group : {Group::r3so3, Group::se3}) {
    for (const int first : {1, 4}) {
      evidence.plots.push_back(
          errorPlot(fmt::format("{}, k = {}…{}", groupName(group), first, first + 2),
                    joined(curves(group, Start::exact, first, first + 2),
                           curves(group, Start::corrected, first, first + 2)),
                    quantity::maxLambda, false));
    }
  }
  evidence.plots.push_back(errorPlot("R³×SO(3), the first ten steps, exact start",
                                     curves(Group::r3so3, Start::exact, 1, 6),
                                     quantity::firstLambda));
  return evidence;
}

Evidence configurationErrors(Laboratory& lab) {
  Evidence evidence;
  for (const Family family : {Family::muntheKaas, Family::bliedf}) {
    const std::vector<Curve> curves =
        curvesOfAllOrders(lab, family, Group::r3so3, Start::exact, 1, 6);
    evidence.findings.push_back(
        orderFinding(familyName(family) + ": the exact start does not touch q, order k", curves,
                     quantity::maxQ, upTo(1, 6, 0.0), 0.25));
    evidence.findings.push_back(orderFinding(familyName(family) + ": nor v, order k", curves,
                                             quantity::maxV, upTo(1, 6, 0.0), 0.25));
    evidence.plots.push_back(
        errorPlot(familyName(family) + ", exact start", curves, quantity::maxQ));
  }
  return evidence;
}

}  // namespace liefmu::reproduce
