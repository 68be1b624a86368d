#include "variables.hpp"

#include "models.hpp"
#include "parameters.hpp"
#include "variable_names.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>

namespace liefmu {
namespace {

// Two carts on rails, the second one pushed by an input; a third body alone, driven along a path.
Model carts() {
  Model model{.name = "carts"};
  for (const char* name : {"one", "two", "alone"}) {
    Body body{.name = name, .mass = 2.0};
    body.inertia = Vector3(1.0, 1.1, 1.2).asDiagonal();
    body.inertia(0, 1) = body.inertia(1, 0) = 0.1;
    model.bodies.push_back(body);
  }
  model.inputs.push_back({.name = "push", .description = "Force", .unit = "N", .start = 1.0});
  model.inputs.push_back({.name = "path", .unit = "m"});
  model.joints.push_back({.name = "rail", .second = 0, .type = Prismatic{}});
  model.joints.push_back({.name = "hinge", .first = 0, .second = 1, .type = Revolute{}});
  model.joints.push_back(
      {.name = "guide", .second = 2, .type = PrescribedTranslation{FromInput{1}}});
  model.forces.push_back({.name = "engine", .type = BodyForce{.body = 1, .force = {FromInput{0}}}});
  model.forces.push_back(
      {.name = "spring",
       .type = SpringDamper{.first = 1, .second = 2, .stiffness = 5.0, .damping = 0.5}});
  model.distances.push_back({.name = "gap", .first = 0, .second = 1});
  return model;
}

const Variable& variable(const VariableTable& table, std::string_view name) {
  const Variable* found = table.find(name);
  if (found == nullptr) throw Error("no variable " + std::string(name));
  return *found;
}

TEST(Variables, NamesOfTheContract) {
  const VariableTable table = makeVariables(models::heavyTop(Group::r3so3));
  for (const char* name : {"integrator.method",
                           "integrator.order",
                           "integrator.formulation",
                           "integrator.stepControl",
                           "integrator.stepSize",
                           "integrator.maxStepSize",
                           "integrator.minStepSize",
                           "integrator.relativeTolerance",
                           "integrator.absoluteTolerance",
                           "integrator.rhoInfinity",
                           "integrator.correctedStart",
                           "gravity[1]",
                           "gravity[3]",
                           "top.mass",
                           "top.inertia[1]",
                           "top.inertia[6]",
                           "top.r[1]",
                           "top.r[3]",
                           "top.Q[4]",
                           "top.v[3]",
                           "top.w[3]",
                           "tip.f[1]",
                           "tip.t[3]",
                           "energy.kinetic",
                           "energy.potential",
                           "energy.total",
                           "constraint.position",
                           "constraint.velocity",
                           "integrator.steps",
                           "integrator.rejectedSteps",
                           "integrator.newtonIterations",
                           "integrator.factorizations",
                           "integrator.currentStepSize",
                           "integrator.currentOrder"}) {
    EXPECT_NE(table.find(name), nullptr) << name;
  }
  EXPECT_EQ(table.find("top.r[4]"), nullptr);
  EXPECT_EQ(table.find("top.a[1]"), nullptr) << "only on demand";
  EXPECT_EQ(variable(table, "top.mass").start, 15.0);
  EXPECT_EQ(variable(table, "top.inertia[2]").start, 0.46875);
}

TEST(Variables, AttributesFollowTheRulesOfFmi) {
  const VariableTable table = makeVariables(carts(), {.exposeAll = true});
  std::set<std::string_view> units;
  for (const Unit& unit : allUnits()) {
    EXPECT_TRUE(units.insert(unit.name).second) << unit.name;
  }
  std::uint32_t last = 0;
  for (std::size_t i = 0; i < table.variables.size(); ++i) {
    const Variable& v = table.variables[i];
    SCOPED_TRACE(v.name);
    EXPECT_TRUE(i == 0 || v.valueReference > last);
    last = v.valueReference;
    EXPECT_EQ(table.find(v.valueReference), &v);
    const bool set = v.causality == Causality::parameter || v.causality == Causality::input;
    EXPECT_EQ(v.start.has_value(), set);
    EXPECT_EQ(v.initial == Initial::exact, v.causality == Causality::parameter);
    EXPECT_EQ(v.initial == Initial::absent, v.causality == Causality::input);
    if (v.type != VariableType::real) {
      EXPECT_NE(v.variability, Variability::continuous);
      EXPECT_TRUE(v.unit.empty());
    } else {
      EXPECT_TRUE(units.contains(v.unit)) << v.unit;
    }
    if (v.causality == Causality::parameter || v.causality == Causality::calculatedParameter) {
      EXPECT_TRUE(v.variability == Variability::fixed || v.variability == Variability::tunable);
    }
    if (v.start) {
      EXPECT_TRUE(!v.min || *v.start >= *v.min);
      EXPECT_TRUE(!v.max || *v.start <= *v.max);
    }
    if (v.type == VariableType::enumeration) {
      const EnumerationType* type = table.findEnumeration(v.enumerationType);
      ASSERT_NE(type, nullptr);
      EXPECT_TRUE(std::any_of(type->items.begin(), type->items.end(),
                              [&](const auto& item) { return item.value == *v.start; }));
    }
    if (!v.displayUnit.empty()) {
      const auto unit = std::find_if(allUnits().begin(), allUnits().end(),
                                     [&](const Unit& u) { return u.name == v.unit; });
      EXPECT_TRUE(std::any_of(unit->displayUnits.begin(), unit->displayUnits.end(),
                              [&](const auto& display) { return display.name == v.displayUnit; }));
    }
    EXPECT_TRUE(v.dependencies.empty() || v.causality == Causality::output);
    if (v.derivativeOf) {
      EXPECT_LT(*v.derivativeOf, i);
    }
    EXPECT_FALSE(v.description.empty() && v.causality != Causality::input);
  }
}

TEST(Variables, ValueReferencesDoNotDependOnTheOptions) {
  const VariableTable all = makeVariables(carts(), {.exposeAll = true});
  const VariableTable few = makeVariables(carts());
  const VariableTable flat = makeVariables(carts(), {.naming = Naming::flat});
  EXPECT_LT(few.variables.size(), all.variables.size());
  ASSERT_EQ(few.variables.size(), flat.variables.size());
  for (std::size_t i = 0; i < few.variables.size(); ++i) {
    const Variable& v = few.variables[i];
    EXPECT_EQ(variable(all, v.name).valueReference, v.valueReference) << v.name;
    EXPECT_EQ(flat.variables[i].valueReference, v.valueReference);
    EXPECT_EQ(flat.variables[i].name, flatName(v.name));
    EXPECT_EQ(flat.variables[i].source, v.source);
  }
}

TEST(Variables, DirectDependenciesAreExact) {
  const VariableTable table = makeVariables(carts(), {.exposeAll = true});
  const auto inputsOf = [&](std::string_view name) {
    std::set<std::string> names;
    for (const std::size_t i : variable(table, name).dependencies) {
      EXPECT_EQ(table.variables[i].causality, Causality::input);
      names.insert(table.variables[i].name);
    }
    return names;
  };
  using Names = std::set<std::string>;
  EXPECT_EQ(inputsOf("two.r[1]"), Names{});
  EXPECT_EQ(inputsOf("two.v[1]"), Names{});
  EXPECT_EQ(inputsOf("energy.total"), Names{});
  EXPECT_EQ(inputsOf("hinge.q[1]"), Names{});
  EXPECT_EQ(inputsOf("two.a[1]"), Names{"push"});
  EXPECT_EQ(inputsOf("one.a[1]"), Names{"push"});  // through the hinge
  EXPECT_EQ(inputsOf("rail.f[2]"), Names{"push"});
  EXPECT_EQ(inputsOf("alone.z[3]"), Names{"path"});  // a spring passes on no jump
  EXPECT_EQ(inputsOf("guide.f[1]"), Names{"path"});
  EXPECT_EQ(inputsOf("constraint.position"), Names{"path"});
}

TEST(Variables, DerivativesAreLinked) {
  const VariableTable table = makeVariables(carts(), {.exposeAll = true});
  const auto derivativeOf = [&](std::string_view name) {
    const auto& index = variable(table, name).derivativeOf;
    return index ? table.variables[*index].name : std::string();
  };
  EXPECT_EQ(derivativeOf("one.v[2]"), "one.r[2]");
  EXPECT_EQ(derivativeOf("one.a[2]"), "one.v[2]");
  EXPECT_EQ(derivativeOf("one.z[3]"), "one.w[3]");
  EXPECT_EQ(derivativeOf("hinge.qd[1]"), "hinge.q[1]");
  EXPECT_EQ(derivativeOf("one.w[1]"), "");
}

TEST(Variables, TheModelFileChoosesTheOutputs) {
  Model model = carts();
  model.outputs = {"two.r[2]", "one.a", "energy.total"};
  std::set<std::string> outputs;
  for (const Variable& v : makeVariables(model).variables) {
    if (v.causality == Causality::output && !v.name.starts_with("integrator.")) {
      outputs.insert(v.name);
    }
  }
  EXPECT_EQ(outputs, (std::set<std::string>{"two.r[2]", "one.a[1]", "one.a[2]", "one.a[3]",
                                            "energy.total", "gap"}));
  model.outputs.emplace_back("two.nonsense");
  EXPECT_THROW(static_cast<void>(makeVariables(model)), Error);
}

TEST(Variables, WrongModelsAreRefused) {
  Model unit = carts();
  unit.inputs[0].unit = "furlong";
  EXPECT_THROW(static_cast<void>(makeVariables(unit)), Error);
  Model clash = carts();
  clash.bodies[0].name = "a_b";
  clash.bodies[1].name = "a.b";  // flat: the same
  EXPECT_NO_THROW(static_cast<void>(makeVariables(clash)));
  EXPECT_THROW(static_cast<void>(makeVariables(clash, {.naming = Naming::flat})), Error);
}

TEST(VariableNames, QuotedWhereNecessary) {
  EXPECT_EQ(elementName("top_2"), "top_2");
  EXPECT_EQ(elementName("my top"), "'my top'");
  EXPECT_EQ(elementName("2nd"), "'2nd'");
  EXPECT_EQ(elementName("it's"), "'it\\'s'");
  EXPECT_EQ(indexedName("top.r", 2), "top.r[3]");
  EXPECT_EQ(flatName("top.r[3]"), "top_r_3");
  EXPECT_EQ(flatName("'2nd'.r[1]"), "_2nd_r_1");
}

TEST(Parameters, ReachTheirPlaceInTheModel) {
  Model model = carts();
  std::vector<Parameter> parameters = parametersOf(model);
  std::map<std::string, const Parameter*> byName;
  for (const Parameter& parameter : parameters) {
    EXPECT_TRUE(byName.emplace(parameter.name, &parameter).second) << parameter.name;
    const double before = parameter.value();
    parameter.assign(before);
    EXPECT_EQ(parameter.value(), before);
  }
  byName.at("two.inertia[4]")->assign(0.25);
  EXPECT_EQ(model.bodies[1].inertia(0, 1), 0.25);
  EXPECT_EQ(model.bodies[1].inertia(1, 0), 0.25);
  byName.at("integrator.method")->assign(1);
  EXPECT_EQ(model.integrator.method, Method::generalizedAlpha);
  byName.at("integrator.order")->assign(3);
  EXPECT_EQ(model.integrator.order, 3);
  byName.at("integrator.correctedStart")->assign(0);
  EXPECT_FALSE(model.integrator.correctedStart);
  byName.at("spring.stiffness")->assign(7.0);
  EXPECT_EQ(std::get<SpringDamper>(model.forces[1].type).stiffness, 7.0);
  byName.at("gravity[2]")->assign(1.5);
  EXPECT_EQ(model.gravity.y(), 1.5);
  EXPECT_EQ(byName.at("spring.stiffness")->variability, Variability::tunable);
  EXPECT_EQ(byName.at("two.mass")->variability, Variability::fixed);
  EXPECT_FALSE(byName.at("two.start.position[1]")->shownByDefault);
  EXPECT_TRUE(byName.contains("engine.force[2]")) << "constant components are parameters";
  EXPECT_FALSE(byName.contains("engine.force[1]")) << "driven by an input";
}

}  // namespace
}  // namespace liefmu
