#include "variables.hpp"

#include "model/model.hpp"
#include "parameters.hpp"
#include "variable_dependencies.hpp"
#include "variable_names.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>

namespace liefmu {
namespace {

constexpr std::array<std::string_view, 4> kComponents = {"x", "y", "z", "w"};

// Builds the table in one pass over the model. Every variable that could be shown takes a value
// reference, so that references do not depend on what is shown.
class TableBuilder {
 public:
  TableBuilder(const Model& model, const InterfaceOptions& options)
      : model_(model), options_(options), dependencies_(model) {
    for (const std::string& name : model.outputs) {
      wanted_.emplace(name, false);
    }
  }

  VariableTable build() {
    addParameters();
    addInputs();
    addBodies();
    addJoints();
    addForces();
    addDistances();
    addEnergies();
    addStatistics();
    for (const auto& [name, found] : wanted_) {
      if (!found) {
        throw Error("/outputs: there is no variable '" + name +
                    "' (a name is for example 'BODY.r[1]', or 'BODY.r' for all components)");
      }
    }
    table_.enumerationTypes = parameterEnumerations();
    finishNames();
    return std::move(table_);
  }

 private:
  Variable& next() {
    candidate_ = Variable{};
    candidate_.valueReference = nextReference_++;
    return candidate_;
  }

  // Takes the candidate into the table if it is to be shown. `whole` is its name without index.
  void keep(const std::string& whole, bool byDefault) {
    const bool asked = mark(candidate_.name) || mark(whole);
    if (asked || byDefault || options_.exposeAll) {
      indexOf_[key(candidate_.source)] = table_.variables.size();
      table_.variables.push_back(std::move(candidate_));
    }
  }

  // True if the model file asks for the name.
  bool mark(const std::string& name) {
    const auto found = wanted_.find(name);
    if (found == wanted_.end()) return false;
    found->second = true;
    return true;
  }

  static std::array<int, 3> key(const Source& source) {
    return {static_cast<int>(source.quantity), source.element, source.component};
  }

  void addParameters() {
    Model copy = model_;  // the list binds to a model that may be written
    const std::vector<Parameter> parameters = parametersOf(copy);
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      const Parameter& parameter = parameters[i];
      Variable& variable = next();
      variable.name = parameter.name;
      variable.description = parameter.description;
      variable.type = parameter.type;
      variable.enumerationType = parameter.enumerationType;
      variable.causality = Causality::parameter;
      variable.variability = parameter.variability;
      variable.initial = Initial::exact;
      variable.unit = parameter.unit;
      variable.displayUnit = parameter.displayUnit;
      variable.start = parameter.value();
      variable.min = parameter.min;
      variable.max = parameter.max;
      variable.source = {Quantity::parameter, static_cast<int>(i), 0};
      keep(variable.name, parameter.shownByDefault);
    }
    calculatedParameter("model.totalMass", "Sum of the masses of all bodies", VariableType::real,
                        "kg", Quantity::totalMass);
    calculatedParameter("model.degreesOfFreedom", "Independent velocities of the mechanism",
                        VariableType::integer, "", Quantity::degreesOfFreedom);
  }

  void calculatedParameter(const char* name, const char* description, VariableType type,
                           const char* unit, Quantity quantity) {
    Variable& variable = next();
    variable.name = name;
    variable.description = description;
    variable.type = type;
    variable.unit = unit;
    variable.causality = Causality::calculatedParameter;
    variable.variability = Variability::fixed;
    variable.initial = Initial::calculated;
    variable.source = {quantity, 0, 0};
    keep(variable.name, true);
  }

  void addInputs() {
    for (std::size_t i = 0; i < model_.inputs.size(); ++i) {
      const InputSignal& input = model_.inputs[i];
      Variable& variable = next();
      variable.name = elementName(input.name);
      variable.description = input.description;
      variable.causality = Causality::input;
      variable.unit = input.unit.empty() ? "1" : input.unit;
      variable.start = input.start;
      variable.source = {Quantity::input, static_cast<int>(i), 0};
      checkUnit(input);
      inputIndex_.push_back(table_.variables.size());
      keep(variable.name, true);
    }
  }

  static void checkUnit(const InputSignal& input) {
    const std::vector<Unit>& known = allUnits();
    if (input.unit.empty() || std::any_of(known.begin(), known.end(), [&](const Unit& unit) {
          return unit.name == input.unit;
        })) {
      return;
    }
    std::string names;
    for (const Unit& unit : known) {
      names += (names.empty() ? "" : ", ") + std::string(unit.name);
    }
    throw Error("input '" + input.name + "' has the unknown unit '" + input.unit + "' (known are " +
                names + ")");
  }

  // One real output. `whole` is the name without index, `derivativeOf` the quantity whose time
  // derivative it is.
  void output(const std::string& whole, const std::string& name, std::string description,
              std::string_view unit, const Source& source, bool byDefault,
              std::optional<Quantity> derivativeOf = {}) {
    Variable& variable = next();
    variable.name = name;
    variable.description = std::move(description);
    variable.causality = Causality::output;
    variable.initial = Initial::calculated;
    variable.unit = unit;
    variable.displayUnit = unit == "rad" ? "deg" : unit == "rad/s" ? "deg/s" : "";
    variable.source = source;
    for (const std::size_t input : dependencies_.inputsOf(source)) {
      variable.dependencies.push_back(inputIndex_[input]);
    }
    if (derivativeOf) {
      const auto found = indexOf_.find(key({*derivativeOf, source.element, source.component}));
      if (found != indexOf_.end()) {
        variable.derivativeOf = found->second;
      }
    }
    keep(whole, byDefault);
  }

  void vectorOutput(const std::string& name, const std::string& description, std::string_view unit,
                    Quantity quantity, std::size_t element, std::size_t size, bool byDefault,
                    std::optional<Quantity> derivativeOf = {}) {
    for (std::size_t i = 0; i < size; ++i) {
      output(name, indexedName(name, static_cast<int>(i)),
             description + ", " + std::string(kComponents[i]), unit,
             {quantity, static_cast<int>(element), static_cast<int>(i)}, byDefault, derivativeOf);
    }
  }

  // Without a list in the model file, the outputs that everybody expects.
  [[nodiscard]] bool common() const { return model_.outputs.empty(); }

  void addBodies() {
    for (std::size_t i = 0; i < model_.bodies.size(); ++i) {
      const Body& body = model_.bodies[i];
      const std::string name = elementName(body.name);
      const std::string of = " of " + body.name;
      vectorOutput(name + ".r", "Position of the centre of mass" + of + ", world frame", "m",
                   Quantity::bodyPosition, i, 3, common());
      vectorOutput(name + ".Q", "Orientation" + of + ", quaternion body to world", "1",
                   Quantity::bodyOrientation, i, 4, common());
      vectorOutput(name + ".v", "Velocity of the centre of mass" + of + ", world frame", "m/s",
                   Quantity::bodyVelocity, i, 3, common(), Quantity::bodyPosition);
      vectorOutput(name + ".w", "Angular velocity" + of + ", body frame", "rad/s",
                   Quantity::bodyAngularVelocity, i, 3, common());
      vectorOutput(name + ".a", "Acceleration of the centre of mass" + of + ", world frame", "m/s2",
                   Quantity::bodyAcceleration, i, 3, false, Quantity::bodyVelocity);
      vectorOutput(name + ".z", "Angular acceleration" + of + ", body frame", "rad/s2",
                   Quantity::bodyAngularAcceleration, i, 3, false, Quantity::bodyAngularVelocity);
    }
  }

  void addJoints() {
    for (std::size_t i = 0; i < model_.joints.size(); ++i) {
      const Joint& joint = model_.joints[i];
      const std::string name = elementName(joint.name);
      const std::string of = " of " + joint.name;
      vectorOutput(name + ".f", "Reaction force" + of + " on the second body, world frame", "N",
                   Quantity::jointForce, i, 3, common());
      vectorOutput(name + ".t", "Reaction torque" + of + " on the second body, world frame", "N.m",
                   Quantity::jointTorque, i, 3, common());
      addCoordinates(name, of, static_cast<int>(i));
    }
  }

  void addCoordinates(const std::string& joint, const std::string& of, int element) {
    const auto all = coordinates(model_.joints[static_cast<std::size_t>(element)].type,
                                 Matrix3::Identity(), Matrix3::Identity());
    const auto isAngle = [&](std::size_t j) {
      return std::holds_alternative<Angle>(all[j].function);
    };
    for (std::size_t j = 0; j < all.size(); ++j) {
      const Source source{Quantity::jointCoordinate, element, static_cast<int>(j)};
      output(joint + ".q", indexedName(joint + ".q", source.component),
             (isAngle(j) ? "Angle" : "Displacement") + of, isAngle(j) ? "rad" : "m", source,
             common());
    }
    for (std::size_t j = 0; j < all.size(); ++j) {
      const Source source{Quantity::jointRate, element, static_cast<int>(j)};
      output(joint + ".qd", indexedName(joint + ".qd", source.component),
             (isAngle(j) ? "Angular rate" : "Speed") + of, isAngle(j) ? "rad/s" : "m/s", source,
             common(), Quantity::jointCoordinate);
    }
  }

  void addForces() {
    for (std::size_t i = 0; i < model_.forces.size(); ++i) {
      const std::string name = elementName(model_.forces[i].name) + ".work";
      output(name, name, "Work done on the bodies by " + model_.forces[i].name, "J",
             {Quantity::forceWork, static_cast<int>(i), 0}, false);
    }
  }

  void addDistances() {
    for (std::size_t i = 0; i < model_.distances.size(); ++i) {
      const std::string name = elementName(model_.distances[i].name);
      output(name, name, "Distance " + model_.distances[i].name, "m",
             {Quantity::declaredOutput, static_cast<int>(i), 0}, true);
    }
  }

  void addEnergies() {
    const auto add = [&](const char* name, const char* description, const char* unit,
                         Quantity quantity) {
      output(name, name, description, unit, {quantity, 0, 0}, common());
    };
    add("energy.kinetic", "Kinetic energy", "J", Quantity::kineticEnergy);
    add("energy.potential", "Potential energy of gravity and springs", "J",
        Quantity::potentialEnergy);
    add("energy.total", "Sum of kinetic and potential energy", "J", Quantity::totalEnergy);
    add("constraint.position", "Norm of the position constraints", "1", Quantity::positionResidual);
    add("constraint.velocity", "Norm of the time derivative of the position constraints", "1",
        Quantity::velocityResidual);
  }

  void addStatistics() {
    const auto add = [&](const char* name, const char* description, VariableType type,
                         const char* unit, Quantity quantity) {
      Variable& variable = next();
      variable.name = name;
      variable.description = description;
      variable.type = type;
      variable.unit = unit;
      variable.causality = Causality::output;
      variable.variability = Variability::discrete;
      variable.initial = Initial::calculated;
      variable.source = {quantity, 0, 0};
      keep(variable.name, true);
    };
    const auto counter = [&](const char* name, const char* description, Quantity quantity) {
      add(name, description, VariableType::integer, "", quantity);
    };
    counter("integrator.steps", "Internal steps", Quantity::steps);
    counter("integrator.rejectedSteps", "Steps repeated because of their error",
            Quantity::rejectedSteps);
    counter("integrator.convergenceFailures", "Steps repeated because the iteration failed",
            Quantity::convergenceFailures);
    counter("integrator.newtonIterations", "Iterations of the nonlinear solver",
            Quantity::newtonIterations);
    counter("integrator.factorizations", "Factorisations of the iteration matrix",
            Quantity::factorizations);
    counter("integrator.restarts", "Re-initialisations after jumps of inputs", Quantity::restarts);
    add("integrator.currentStepSize", "Size of the latest internal step", VariableType::real, "s",
        Quantity::currentStepSize);
    counter("integrator.currentOrder", "Order of the latest internal step", Quantity::currentOrder);
  }

  void finishNames() {
    std::set<std::string_view> names;
    for (Variable& variable : table_.variables) {
      if (options_.naming == Naming::flat) {
        variable.name = flatName(variable.name);
      }
      if (!names.insert(variable.name).second) {
        throw Error("two variables are called '" + variable.name +
                    "' (rename one of the elements they belong to)");
      }
    }
  }

  const Model& model_;
  const InterfaceOptions& options_;
  InputDependencies dependencies_;
  VariableTable table_;
  Variable candidate_;
  std::uint32_t nextReference_ = 0;
  std::map<std::string, bool> wanted_;                 // outputs of the model file: found?
  std::map<std::array<int, 3>, std::size_t> indexOf_;  // source → index in the table
  std::vector<std::size_t> inputIndex_;                // input → index in the table
};

}  // namespace

const std::vector<Unit>& allUnits() {
  constexpr double kDegreesPerRadian = 57.295779513082320877;
  constexpr double kRpmPerRadianPerSecond = 9.5492965855137201461;
  static const std::vector<Unit> units = {
      {"1", 0, 0, 0, 0, {}},
      {"s", 0, 0, 1, 0, {{"ms", 1e3}}},
      {"Hz", 0, 0, -1, 0, {}},
      {"m", 0, 1, 0, 0, {{"mm", 1e3}}},
      {"m/s", 0, 1, -1, 0, {{"mm/s", 1e3}}},
      {"m/s2", 0, 1, -2, 0, {}},
      {"rad", 0, 0, 0, 1, {{"deg", kDegreesPerRadian}}},
      {"rad/s", 0, 0, -1, 1, {{"deg/s", kDegreesPerRadian}, {"rpm", kRpmPerRadianPerSecond}}},
      {"rad/s2", 0, 0, -2, 1, {{"deg/s2", kDegreesPerRadian}}},
      {"kg", 1, 0, 0, 0, {}},
      {"kg.m2", 1, 2, 0, 0, {}},
      {"N", 1, 1, -2, 0, {}},
      {"N.m", 1, 2, -2, 0, {}},
      {"N/m", 1, 0, -2, 0, {}},
      {"N.s/m", 1, 0, -1, 0, {}},
      {"N.s2/m2", 1, -1, 0, 0, {}},
      {"N.m/rad", 1, 2, -2, -1, {}},
      {"N.m.s/rad", 1, 2, -1, -1, {}},
      {"J", 1, 2, -2, 0, {}},
  };
  return units;
}

const Variable* VariableTable::find(std::string_view name) const {
  const auto found = std::find_if(variables.begin(), variables.end(),
                                  [&](const Variable& variable) { return variable.name == name; });
  return found == variables.end() ? nullptr : &*found;
}

const Variable* VariableTable::find(std::uint32_t valueReference) const {
  const auto found = std::lower_bound(variables.begin(), variables.end(), valueReference,
                                      [](const Variable& variable, std::uint32_t reference) {
                                        return variable.valueReference < reference;
                                      });
  return found == variables.end() || found->valueReference != valueReference ? nullptr : &*found;
}

const EnumerationType* VariableTable::findEnumeration(std::string_view name) const {
  const auto found =
      std::find_if(enumerationTypes.begin(), enumerationTypes.end(),
                   [&](const EnumerationType& enumeration) { return enumeration.name == name; });
  return found == enumerationTypes.end() ? nullptr : &*found;
}

VariableTable makeVariables(const Model& model, const InterfaceOptions& options) {
  return TableBuilder(model, options).build();
}

}  // namespace liefmu
