// The numbers of a model that may be changed without a new model file: one list, in a fixed order,
// that gives each of them its name, unit and limits and binds it to its place in the model. The
// variable table shows this list; a simulation reads and writes through it.
#pragma once

#include "types.hpp"
#include "variables.hpp"

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace liefmu {

// Two entries of a symmetric matrix that are one number.
struct SymmetricEntry {
  double* first = nullptr;
  double* second = nullptr;
};

using ParameterPlace = std::variant<double*, SymmetricEntry, int*, bool*, Method*, Formulation*,
                                    StepControl*, NonlinearSolver*>;

struct Parameter {
  std::string name;  // structured
  std::string description;
  VariableType type = VariableType::real;
  std::string enumerationType;
  Variability variability = Variability::fixed;
  std::string unit;
  std::string displayUnit;
  std::optional<double> min;
  std::optional<double> max;
  bool shownByDefault = true;
  ParameterPlace place;

  [[nodiscard]] double value() const;
  // Precondition: within min and max, and a whole number for all types but real.
  void assign(double value) const;
};

// The order depends on the structure of the model alone. The list is valid as long as the model is
// neither moved nor changed in structure.
[[nodiscard]] std::vector<Parameter> parametersOf(Model& model);

// The types of the enumeration parameters.
[[nodiscard]] std::vector<EnumerationType> parameterEnumerations();

}  // namespace liefmu
