// On which inputs a quantity depends directly, that is, without time passing: what an importer has
// to know to find algebraic loops. Structural, not numerical.
#pragma once

#include "variables.hpp"

#include <cstddef>
#include <vector>

namespace liefmu {

class InputDependencies {
 public:
  explicit InputDependencies(const Model& model);

  // Indices into Model::inputs, ascending. Accelerations and reactions depend on the inputs that
  // act on bodies which joints connect with the body or joint in question; position and velocity on
  // none, because they are integrated.
  [[nodiscard]] const std::vector<std::size_t>& inputsOf(const Source& source) const;

 private:
  using Inputs = std::vector<std::size_t>;

  std::vector<Inputs> ofBody_;
  std::vector<Inputs> ofJoint_;
  Inputs motions_;  // inputs that prescribe a motion
  Inputs none_;
};

}  // namespace liefmu
