// A drawing of a mechanism at its initial pose, for the page inside an FMU: bodies with their
// shapes (or as sticks between their joints), joints, springs, and where gravity points.
#pragma once

#include "model/model.hpp"

#include <string>

namespace liefmu {

// An <svg> element. Mechanisms in a plane are seen from the side, others obliquely, gravity
// downwards.
std::string sketchSvg(const Model& model);

}  // namespace liefmu
