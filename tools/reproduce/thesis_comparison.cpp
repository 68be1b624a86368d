#include "reproduce/thesis_comparison.hpp"

#include <stdexcept>

namespace liefmu::reproduce {
namespace {

std::vector<Curve> comparisonCurves(Laboratory& lab, Group group,
                                    const std::vector<Family>& families, int order) {
  std::vector<Curve> curves;
  for (const Family family : families) {
    curves.push_back(topCurve(lab, familyName(family), group, comparedMethod(family, order),
                              Start::corrected, usualSteps()));
  }
  return curves;
}

}  // namespace

std::string familyName(Family family) {
  switch (family) {
    case Family::muntheKaas:
      return "Munthe-Kaas BDF";
    case Family::bliedf:
    case Family::variableBliedf:
      return "BLieDF";
    case Family::crouchGrossman:
      return "Crouch-Grossman";
    case Family::commutatorFree:
      return "commutator-free";
    case Family::generalizedAlpha:
      return "generalized-α";
  }
  return {};
}

std::string groupName(Group group) {
  switch (group) {
    case Group::so3:
      return "SO(3)";
    case Group::se3:
      return "SE(3)";
    default:
      return "R³×SO(3)";
  }
}

MethodSpec comparedMethod(Family family, int order) {
  return {.family = family, .order = order, .rhoInfinity = kComparisonRho};
}

std::vector<Curve> unconstrainedCurves(Laboratory& lab, int p) {
  std::vector<Family> families = {Family::bliedf, Family::muntheKaas};
  if (p <= 4)
    families = {Family::crouchGrossman, Family::commutatorFree, Family::bliedf, Family::muntheKaas};
  if (p == 2) families.push_back(Family::generalizedAlpha);
  return comparisonCurves(lab, Group::so3, families, p);
}

std::vector<Curve> constrainedCurves(Laboratory& lab, int p) {
  std::vector<Family> families = {Family::bliedf, Family::muntheKaas};
  if (p == 2) families.push_back(Family::generalizedAlpha);
  return comparisonCurves(lab, Group::r3so3, families, p);
}

const Curve& named(const std::vector<Curve>& curves, Family family) {
  for (const Curve& curve : curves) {
    if (curve.name == familyName(family)) return curve;
  }
  throw std::out_of_range("no curve of " + familyName(family));
}

}  // namespace liefmu::reproduce
