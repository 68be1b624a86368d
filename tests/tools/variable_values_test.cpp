#include "liefmu/variable_values.hpp"

#include "types.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <string>

namespace liefmu {
namespace {

// A variable with some of its members set.
Variable make(void (*describe)(Variable&)) {
  Variable variable;
  describe(variable);
  return variable;
}

VariableTable table() {
  VariableTable result;
  result.enumerationTypes = {{"Method", "", {{"generalizedAlpha", "", 1}, {"BLieDF", "", 2}}}};
  result.variables = {
      make([](Variable& v) {
        v.name = "integrator.method";
        v.type = VariableType::enumeration;
        v.enumerationType = "Method";
        v.causality = Causality::parameter;
      }),
      make([](Variable& v) {
        v.name = "integrator.order";
        v.type = VariableType::integer;
        v.causality = Causality::parameter;
        v.min = 1;
        v.max = 6;
      }),
      make([](Variable& v) {
        v.name = "integrator.correctedStart";
        v.type = VariableType::boolean;
        v.causality = Causality::parameter;
      }),
      make([](Variable& v) {
        v.name = "top.mass";
        v.causality = Causality::parameter;
        v.min = 0.0;
      }),
      make([](Variable& v) {
        v.name = "force";
        v.causality = Causality::input;
      }),
      make([](Variable& v) {
        v.name = "top.r[1]";
        v.causality = Causality::output;
      }),
      make([](Variable& v) {
        v.name = "top.r[2]";
        v.causality = Causality::output;
      }),
      make([](Variable& v) {
        v.name = "top.w[1]";
        v.causality = Causality::output;
      }),
  };
  return result;
}

std::string messageOf(const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

std::string settingMessage(const std::string& text) {
  const VariableTable variables = table();
  return messageOf([&] { parseSetting(variables, text); });
}

double value(const std::string& text) {
  const VariableTable variables = table();
  return parseSetting(variables, text).value;
}

TEST(Setting, UnderstandsEveryType) {
  EXPECT_EQ(value("integrator.method=BLieDF"), 2.0);
  EXPECT_EQ(value("integrator.method=1"), 1.0);
  EXPECT_EQ(value("integrator.order=6"), 6.0);
  EXPECT_EQ(value("integrator.correctedStart=false"), 0.0);
  EXPECT_EQ(value("integrator.correctedStart=1"), 1.0);
  EXPECT_EQ(value("top.mass=1.5e1"), 15.0);
  EXPECT_EQ(value("force=-2"), -2.0);
}

TEST(Setting, SaysWhatDoesNotFit) {
  EXPECT_EQ(settingMessage("force"), "--set force: no value given (write --set NAME=VALUE)");
  EXPECT_EQ(settingMessage("integrator.ordr=3"),
            "there is no variable 'integrator.ordr' (did you mean 'integrator.order'?)");
  EXPECT_EQ(settingMessage("integrator.method=BlieDF"),
            "integrator.method: there is no choice 'BlieDF' (did you mean 'BLieDF'?)");
  EXPECT_EQ(settingMessage("integrator.method=euler"),
            "integrator.method: there is no choice 'euler' (choose generalizedAlpha, BLieDF)");
  EXPECT_EQ(settingMessage("integrator.order=7"), "integrator.order: 7 is more than 6");
  EXPECT_EQ(settingMessage("integrator.order=2.5"),
            "integrator.order: '2.5' is not a whole number");
  EXPECT_EQ(settingMessage("top.mass=-1"), "top.mass: -1 is less than 0");
  EXPECT_EQ(settingMessage("top.mass=heavy"), "top.mass: 'heavy' is not a finite number");
  EXPECT_EQ(settingMessage("top.mass=nan"), "top.mass: 'nan' is not a finite number");
  EXPECT_EQ(settingMessage("top.mass="), "top.mass: '' is not a finite number");
  EXPECT_EQ(settingMessage("integrator.correctedStart=maybe"),
            "integrator.correctedStart: 'maybe' is neither true nor false");
  EXPECT_EQ(settingMessage("top.r=1"),
            "top.r: is a vector (choose a component, for example top.r[1])");
  EXPECT_EQ(settingMessage("top.r[1]=1"),
            "top.r[1]: is computed and cannot be set (parameters and inputs can)");
}

TEST(SelectVariables, ByNameVectorAndPattern) {
  const VariableTable variables = table();
  const auto names = [&](const std::vector<std::string>& asked) {
    std::string text;
    for (const Variable* variable : selectVariables(variables, asked)) text += variable->name + " ";
    return text;
  };
  EXPECT_EQ(names({"top.r[2]"}), "top.r[2] ");
  EXPECT_EQ(names({"top.w", "top.r"}), "top.w[1] top.r[1] top.r[2] ");
  EXPECT_EQ(names({"top.*[1]"}), "top.r[1] top.w[1] ");
  EXPECT_EQ(names({"top.r[1]", "top.*"}), "top.r[1] top.mass top.r[2] top.w[1] ");
  EXPECT_EQ(names({}), "");
  EXPECT_EQ(messageOf([&] { names({"top.x"}); }),
            "there is no variable 'top.x' (did you mean 'top.r' or 'top.w'?)");
  EXPECT_EQ(messageOf([&] { names({"nothing.*"}); }),
            "there is no variable 'nothing.*' ('liefmu info' lists the variables of an FMU)");
}

TEST(ValueText, ShowsItemsAndTruth) {
  const VariableTable variables = table();
  EXPECT_EQ(valueText(variables, variables.variables[0], 2), "BLieDF");
  EXPECT_EQ(valueText(variables, variables.variables[2], 1), "true");
  EXPECT_EQ(valueText(variables, variables.variables[3], 0.1), "0.1");
}

}  // namespace
}  // namespace liefmu
