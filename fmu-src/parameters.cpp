#include "parameters.hpp"

#include "model/model.hpp"
#include "variable_names.hpp"

#include <array>
#include <string_view>
#include <type_traits>
#include <utility>

namespace liefmu {
namespace {

constexpr std::array<std::string_view, 3> kAxes = {"x", "y", "z"};

// Rows and columns of inertia[1..6].
constexpr std::array<std::pair<Index, Index>, 6> kInertiaEntries = {
    {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}}};
constexpr std::array<std::string_view, 6> kInertiaNames = {"xx", "yy", "zz", "xy", "xz", "yz"};

class ParameterList {
 public:
  std::vector<Parameter> take() { return std::move(list_); }

  Parameter& add(std::string name, std::string description, ParameterPlace place) {
    Parameter& parameter = list_.emplace_back();
    parameter.name = std::move(name);
    parameter.description = std::move(description);
    parameter.place = place;
    return parameter;
  }

  Parameter& fixed(std::string name, std::string description, std::string_view unit,
                   ParameterPlace place) {
    Parameter& parameter = add(std::move(name), std::move(description), place);
    parameter.unit = unit;
    return parameter;
  }

  Parameter& tunable(std::string name, std::string description, std::string_view unit,
                     ParameterPlace place) {
    Parameter& parameter = fixed(std::move(name), std::move(description), unit, place);
    parameter.variability = Variability::tunable;
    return parameter;
  }

  void hidden(const std::string& name, const std::string& description, std::string_view unit,
              double* values, int count) {
    for (int i = 0; i < count; ++i) {
      fixed(indexedName(name, i), description, unit, values + i).shownByDefault = false;
    }
  }

 private:
  std::vector<Parameter> list_;
};

void addIntegrator(ParameterList& list, IntegratorSettings& settings) {
  const auto enumeration = [&](const char* name, const char* description, const char* type,
                               ParameterPlace place) {
    Parameter& parameter = list.add(name, description, place);
    parameter.type = VariableType::enumeration;
    parameter.enumerationType = type;
  };
  const auto flag = [&](const char* name, const char* description, bool* place) {
    list.add(name, description, place).type = VariableType::boolean;
  };
  const auto real = [&](const char* name, const char* description, const char* unit,
                        double* place) -> Parameter& {
    Parameter& parameter = list.fixed(name, description, unit, place);
    parameter.min = 0.0;
    return parameter;
  };

  enumeration("integrator.method", "Integration method", "Method", &settings.method);
  Parameter& order = list.add(
      "integrator.order", "Order of BLieDF; with variable steps the highest one", &settings.order);
  order.type = VariableType::integer;
  order.min = 1;
  order.max = 6;
  enumeration("integrator.formulation", "Formulation of the constrained equations", "Formulation",
              &settings.formulation);
  enumeration("integrator.stepControl", "Choice of the internal step size", "StepControl",
              &settings.stepControl);
  enumeration("integrator.nonlinearSolver", "Solver of the nonlinear system of a step",
              "NonlinearSolver", &settings.nonlinearSolver);
  real("integrator.stepSize", "Fixed step size, or first step; 0: automatic", "s",
       &settings.stepSize);
  real("integrator.maxStepSize", "Largest internal step; 0: no limit", "s", &settings.maxStepSize);
  real("integrator.minStepSize", "Smallest internal step; 0: limited by rounding only", "s",
       &settings.minStepSize);
  real("integrator.relativeTolerance", "Relative tolerance of the step control", "1",
       &settings.relativeTolerance);
  real("integrator.absoluteTolerance",
       "Absolute tolerance of the step control, for m, rad, m/s and rad/s", "1",
       &settings.absoluteTolerance);
  real("integrator.rhoInfinity", "Generalized-alpha: spectral radius at infinity", "1",
       &settings.rhoInfinity)
      .max = 1.0;
  flag("integrator.correctedStart", "Index 3: starting values that keep the order of the reactions",
       &settings.correctedStart);
  flag("integrator.commutatorCorrection", "BLieDF: the correction term that keeps the order",
       &settings.commutatorCorrection);
}

void addBody(ParameterList& list, Body& body) {
  const std::string name = elementName(body.name);
  list.fixed(name + ".mass", "Mass of " + body.name, "kg", &body.mass).min = 0.0;
  if (body.kind != BodyKind::point) {
    for (std::size_t i = 0; i < kInertiaEntries.size(); ++i) {
      const auto [row, column] = kInertiaEntries[i];
      const std::string component(kInertiaNames[i]);
      Parameter& parameter =
          list.fixed(indexedName(name + ".inertia", static_cast<int>(i)),
                     "Moment of inertia " + component + " of " + body.name + ", body axes", "kg.m2",
                     row == column ? ParameterPlace(&body.inertia(row, row))
                                   : ParameterPlace(SymmetricEntry{&body.inertia(row, column),
                                                                   &body.inertia(column, row)}));
      if (row == column) {
        parameter.min = 0.0;
      }
    }
  }
  list.hidden(name + ".centreOfMass", "Centre of mass of " + body.name + ", body frame", "m",
              body.centreOfMass.data(), 3);
  list.hidden(name + ".start.position", "Initial position guess of the frame of " + body.name, "m",
              body.position.data(), 3);
  if (body.kind != BodyKind::point) {
    list.hidden(name + ".start.orientation",
                "Initial orientation guess of " + body.name + ", quaternion x, y, z, w", "1",
                body.orientation.coeffs().data(), 4);
  }
  if (body.kind != BodyKind::rotor) {
    list.hidden(name + ".start.velocity",
                "Initial velocity guess of the frame of " + body.name + ", world frame", "m/s",
                body.velocity.data(), 3);
  }
  if (body.kind != BodyKind::point) {
    list.hidden(name + ".start.angularVelocity",
                "Initial angular velocity guess of " + body.name + ", body frame", "rad/s",
                body.angularVelocity.data(), 3);
  }
}

// The numbers of a time function. Those of a force may change at any time; a prescribed motion may
// not jump, so its numbers are fixed.
void addSignal(ParameterList& list, const std::string& name, const std::string& description,
               std::string_view unit, Signal& signal, Variability variability) {
  const auto add = [&](const std::string& part, std::string_view partUnit, double* place) {
    list.fixed(name + part, description, partUnit, place).variability = variability;
  };
  if (auto* constant = std::get_if<Constant>(&signal)) {
    add("", unit, &constant->value);
  } else if (auto* sine = std::get_if<Sine>(&signal)) {
    add(".offset", unit, &sine->offset);
    add(".amplitude", unit, &sine->amplitude);
    add(".frequency", "Hz", &sine->frequency);
    add(".phase", "rad", &sine->phase);
  }
}

void addSignals(ParameterList& list, const std::string& name, const std::string& description,
                std::string_view unit, std::array<Signal, 3>& signals, Variability variability) {
  for (std::size_t i = 0; i < signals.size(); ++i) {
    addSignal(list, indexedName(name, static_cast<int>(i)),
              description + " along " + std::string(kAxes[i]), unit, signals[i], variability);
  }
}

void addJoint(ParameterList& list, Joint& joint) {
  const std::string name = elementName(joint.name);
  list.hidden(name + ".pointOnFirst", "Point of joint " + joint.name + " on the first body", "m",
              joint.onFirst.point.data(), 3);
  list.hidden(name + ".pointOnSecond", "Point of joint " + joint.name + " on the second body", "m",
              joint.onSecond.point.data(), 3);
  if (auto* distance = std::get_if<Distance>(&joint.type)) {
    list.fixed(name + ".length", "Length of " + joint.name, "m", &distance->length).min = 0.0;
  } else if (auto* rotation = std::get_if<PrescribedRotation>(&joint.type)) {
    addSignal(list, name + ".angle", "Prescribed angle of " + joint.name, "rad", rotation->angle,
              Variability::fixed);
  } else if (auto* translation = std::get_if<PrescribedTranslation>(&joint.type)) {
    addSignal(list, name + ".displacement", "Prescribed displacement of " + joint.name, "m",
              translation->displacement, Variability::fixed);
  } else if (auto* point = std::get_if<PrescribedPoint>(&joint.type)) {
    addSignals(list, name + ".displacement", "Prescribed displacement of " + joint.name, "m",
               point->displacement, Variability::fixed);
  }
}

class ForceParameters {
 public:
  ForceParameters(ParameterList& list, const Model& model, const std::string& forceName)
      : list_(list), model_(model), name_(elementName(forceName)), of_(" of " + forceName) {}

  void operator()(SpringDamper& spring) {
    if (!spring.table) {
      nonNegative("stiffness", "Stiffness", "N/m", &spring.stiffness);
    }
    nonNegative("damping", "Damping", "N.s/m", &spring.damping);
    nonNegative("naturalLength", "Natural length", "m", &spring.naturalLength);
  }
  void operator()(JointSpringDamper& spring) {
    const bool angle = isAngleOf(spring.joint, spring.coordinate);
    if (!spring.table) {
      nonNegative("stiffness", "Stiffness", angle ? "N.m/rad" : "N/m", &spring.stiffness);
    }
    nonNegative("damping", "Damping", angle ? "N.m.s/rad" : "N.s/m", &spring.damping);
    list_.tunable(name_ + ".rest", "Coordinate without force" + of_, angle ? "rad" : "m",
                  &spring.rest);
  }
  void operator()(Bushing& bushing) {
    nonNegative3("stiffness", "Stiffness", "N/m", bushing.stiffness);
    nonNegative3("damping", "Damping", "N.s/m", bushing.damping);
    nonNegative3("rotationalStiffness", "Rotational stiffness", "N.m/rad",
                 bushing.rotationalStiffness);
    nonNegative3("rotationalDamping", "Rotational damping", "N.m.s/rad", bushing.rotationalDamping);
  }
  void operator()(JointFriction& friction) {
    const bool angle = isAngleOf(friction.joint, friction.coordinate);
    nonNegative("viscous", "Viscous friction", angle ? "N.m.s/rad" : "N.s/m", &friction.viscous);
    nonNegative("coulomb", "Coulomb friction", angle ? "N.m" : "N", &friction.coulomb);
    list_
        .fixed(name_ + ".transitionRate", "Rate at which Coulomb friction is nearly full" + of_,
               angle ? "rad/s" : "m/s", &friction.transitionRate)
        .min = 0.0;
  }
  void operator()(JointActuator& actuator) {
    const bool angle = isAngleOf(actuator.joint, actuator.coordinate);
    addSignal(list_, name_ + ".effort", (angle ? "Torque" : "Force") + of_, angle ? "N.m" : "N",
              actuator.effort, Variability::tunable);
  }
  void operator()(BodyForce& force) {
    addSignals(list_, name_ + ".force", "Force" + of_, "N", force.force, Variability::tunable);
  }
  void operator()(BodyTorque& torque) {
    addSignals(list_, name_ + ".torque", "Torque" + of_, "N.m", torque.torque,
               Variability::tunable);
  }
  void operator()(Drag& drag) {
    nonNegative("linear", "Linear drag", "N.s/m", &drag.linear);
    nonNegative("quadratic", "Quadratic drag", "N.s2/m2", &drag.quadratic);
  }

 private:
  [[nodiscard]] bool isAngleOf(Index joint, Index coordinate) const {
    const Joint& of = model_.joints[static_cast<std::size_t>(joint)];
    const auto all = coordinates(of.type, Matrix3::Identity(), Matrix3::Identity());
    return std::holds_alternative<Angle>(all.at(static_cast<std::size_t>(coordinate)).function);
  }
  void nonNegative(const std::string& name, const std::string& description, std::string_view unit,
                   double* place) {
    list_.tunable(name_ + "." + name, description + of_, unit, place).min = 0.0;
  }
  void nonNegative3(const std::string& name, const std::string& description, std::string_view unit,
                    Vector3& values) {
    for (int i = 0; i < 3; ++i) {
      nonNegative(indexedName(name, i),
                  description + " along " + std::string(kAxes[static_cast<std::size_t>(i)]), unit,
                  values.data() + i);
    }
  }

  ParameterList& list_;
  const Model& model_;
  std::string name_;
  std::string of_;
};

}  // namespace

double Parameter::value() const {
  return std::visit(
      []<class T>(T at) {
        if constexpr (std::is_same_v<T, SymmetricEntry>) {
          return *at.first;
        } else {
          return static_cast<double>(*at);
        }
      },
      place);
}

void Parameter::assign(double value) const {
  std::visit(
      [&]<class T>(T at) {
        if constexpr (std::is_same_v<T, SymmetricEntry>) {
          *at.first = value;
          *at.second = value;
        } else if constexpr (std::is_same_v<T, bool*>) {
          *at = value != 0.0;
        } else {
          *at = static_cast<std::remove_pointer_t<T>>(value);
        }
      },
      place);
}

std::vector<Parameter> parametersOf(Model& model) {
  ParameterList list;
  addIntegrator(list, model.integrator);
  for (int i = 0; i < 3; ++i) {
    list.tunable(indexedName("gravity", i),
                 "Gravity along " + std::string(kAxes[static_cast<std::size_t>(i)]), "m/s2",
                 model.gravity.data() + i);
  }
  for (Body& body : model.bodies) {
    addBody(list, body);
  }
  for (Joint& joint : model.joints) {
    addJoint(list, joint);
  }
  for (Force& force : model.forces) {
    std::visit(ForceParameters(list, model, force.name), force.type);
  }
  return list.take();
}

std::vector<EnumerationType> parameterEnumerations() {
  const auto value = [](auto item) { return static_cast<int>(item); };
  return {
      {"Method",
       "Integration methods on Lie groups",
       {{"generalizedAlpha", "Generalized-alpha, order 2", value(Method::generalizedAlpha)},
        {"BLieDF", "Backward differentiation formulas, order 1 to 6", value(Method::bliedf)}}},
      {"Formulation",
       "Formulations of the constrained equations of motion",
       {{"index3", "Position constraints only", value(Formulation::index3)},
        {"stabilizedIndex2", "Velocity and position constraints",
         value(Formulation::stabilizedIndex2)},
        {"projectedIndex1", "Acceleration constraints with projection",
         value(Formulation::projectedIndex1)}}},
      {"StepControl",
       "Choice of the internal step size",
       {{"fixed", "Constant steps of the given size", value(StepControl::fixed)},
        {"variable", "Steps (and order) chosen from the error estimate",
         value(StepControl::variable)}}},
      {"NonlinearSolver",
       "Solvers of the nonlinear system of a step",
       {{"newton", "Newton iteration with reused matrix", value(NonlinearSolver::newton)},
        {"kinsol", "KINSOL with line search", value(NonlinearSolver::kinsol)}}},
  };
}

}  // namespace liefmu
