// The one table of an FMU's variables. modelDescription.xml, the FMI functions and the command line
// are all generated from it, so a variable is added here and nowhere else: its name, type, unit,
// start value, and where its value lives. How a value is computed does not belong here
// (simulation.hpp), nor how the table is written down (modelDescription/).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace liefmu {

struct Model;

enum class VariableType : std::uint8_t { real, integer, boolean, enumeration };
enum class Causality : std::uint8_t { parameter, calculatedParameter, input, output, local };
enum class Variability : std::uint8_t { fixed, tunable, discrete, continuous };
enum class Initial : std::uint8_t { absent, exact, calculated };

// What a variable shows. `element` counts within a kind of thing (bodies, joints, forces, inputs,
// parameters), `component` counts within the quantity; both start at 0.
enum class Quantity : std::uint8_t {
  parameter,         // element: index into the parameter list of the model (parameters.hpp)
  totalMass,         // kg
  degreesOfFreedom,  // of velocity: unknowns minus independent constraints
  input,             // element: index into the model's inputs

  bodyPosition,             // 3: centre of mass, world frame
  bodyOrientation,          // 4: unit quaternion x, y, z, w, body to world
  bodyVelocity,             // 3: of the centre of mass, world frame
  bodyAngularVelocity,      // 3: body frame
  bodyAcceleration,         // 3: of the centre of mass, world frame
  bodyAngularAcceleration,  // 3: body frame

  jointForce,       // 3: reaction on the second body, world frame
  jointTorque,      // 3: reaction on the second body, world frame
  jointCoordinate,  // angle or displacement
  jointRate,        // its time derivative

  forceWork,  // J: work done on the bodies by a force element since the start

  declaredOutput,  // element: index into the outputs that the model file defines by itself
                   // (distances and the like)

  kineticEnergy,
  potentialEnergy,
  totalEnergy,
  positionResidual,  // ‖Φ‖
  velocityResidual,  // ‖dΦ/dt‖

  steps,
  rejectedSteps,
  convergenceFailures,
  newtonIterations,
  factorizations,
  restarts,
  currentStepSize,
  currentOrder,
};

struct Source {
  Quantity quantity = Quantity::parameter;
  int element = 0;
  int component = 0;

  bool operator==(const Source&) const = default;
};

struct Variable {
  std::string name;
  std::string description;
  std::uint32_t valueReference = 0;
  VariableType type = VariableType::real;
  std::string enumerationType;  // name of an EnumerationType, for type enumeration only
  Causality causality = Causality::local;
  Variability variability = Variability::continuous;
  Initial initial = Initial::absent;
  std::string unit;         // name of a Unit; empty for all but reals
  std::string displayUnit;  // name of a display unit of `unit`, or empty
  std::optional<double>
      start;  // given exactly for parameters and inputs; integers, 0/1 and item values as double
  std::optional<double> min;
  std::optional<double> max;
  std::optional<double> nominal;
  Source source;
  // Indices into VariableTable::variables, ascending: the inputs on which an output depends
  // directly, that is, without time passing. Empty for positions and velocities.
  std::vector<std::size_t> dependencies;
  // Index of the variable whose time derivative this one is, if that one is in the table too.
  std::optional<std::size_t> derivativeOf;
};

struct EnumerationType {
  struct Item {
    std::string name;
    std::string description;
    int value = 0;
  };
  std::string name;
  std::string description;
  std::vector<Item> items;
};

// A unit as a product of powers of SI base units (all our units have factor 1), with units for
// display: value in display unit = factor · value in unit.
struct Unit {
  struct Display {
    std::string_view name;
    double factor = 1.0;
  };
  std::string_view name;
  int kg = 0;
  int m = 0;
  int s = 0;
  int rad = 0;
  std::vector<Display> displayUnits;
};

// Every unit a variable may have, in a fixed order.
[[nodiscard]] const std::vector<Unit>& allUnits();

enum class Naming : std::uint8_t { structured, flat };

// What an FMU shows and how it calls it; chosen on export and stored in the FMU beside the model.
struct InterfaceOptions {
  bool exposeAll = false;  // everything that can be shown, not only what the model file asks for
  Naming naming = Naming::structured;  // structured: "top.r[1]"; flat: "top_r_1" (for importers
                                       // that dislike dots)
};

struct VariableTable {
  std::vector<Variable> variables;  // ascending value references
  std::vector<EnumerationType> enumerationTypes;

  // nullptr if there is none.
  [[nodiscard]] const Variable* find(std::string_view name) const;
  [[nodiscard]] const Variable* find(std::uint32_t valueReference) const;
  [[nodiscard]] const EnumerationType* findEnumeration(std::string_view name) const;
};

// The value references depend on the model alone, not on the options. Throws Error if two variables
// get the same name.
[[nodiscard]] VariableTable makeVariables(const Model& model, const InterfaceOptions& options = {});

}  // namespace liefmu
