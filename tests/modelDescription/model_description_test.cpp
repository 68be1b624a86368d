#include "modelDescription/model_description.hpp"

#include "fmi/logger.hpp"
#include "liefmu/description_check.hpp"
#include "liefmu/fmu_description.hpp"
#include "model/read_model.hpp"
#include "modelDescription/embedded_files.hpp"
#include "modelDescription/fmu_package.hpp"

#include <gtest/gtest.h>
#include <pugixml.hpp>
#include <stdlib.h>  // setenv

#include <cstddef>
#include <set>
#include <string>

namespace liefmu {
namespace {

// A variable with some of its members set.
Variable make(void (*describe)(Variable&)) {
  Variable variable;
  describe(variable);
  return variable;
}

// A table with one variable of every kind, as makeVariables could have made it.
VariableTable smallTable() {
  VariableTable table;
  table.enumerationTypes = {{"Method", "how", {{"slow", "", 1}, {"fast", "really", 2}}}};
  const auto add = [&](Variable variable) {
    variable.valueReference = static_cast<std::uint32_t>(10 * table.variables.size());
    table.variables.push_back(std::move(variable));
  };
  add(make([](Variable& v) {
    v.name = "gravity[1]";
    v.description = "a < b & \"c\"";
    v.causality = Causality::parameter;
    v.variability = Variability::tunable;
    v.initial = Initial::exact;
    v.unit = "m/s2";
    v.start = 0.1;
  }));
  add(make([](Variable& v) {
    v.name = "method";
    v.type = VariableType::enumeration;
    v.enumerationType = "Method";
    v.causality = Causality::parameter;
    v.variability = Variability::fixed;
    v.initial = Initial::exact;
    v.start = 2;
  }));
  add(make([](Variable& v) {
    v.name = "order";
    v.type = VariableType::integer;
    v.causality = Causality::parameter;
    v.variability = Variability::fixed;
    v.initial = Initial::exact;
    v.start = 4;
    v.min = 1;
    v.max = 6;
  }));
  add(make([](Variable& v) {
    v.name = "corrected";
    v.type = VariableType::boolean;
    v.causality = Causality::parameter;
    v.variability = Variability::fixed;
    v.initial = Initial::exact;
    v.start = 1;
  }));
  add(make([](Variable& v) {
    v.name = "mass";
    v.causality = Causality::calculatedParameter;
    v.variability = Variability::fixed;
    v.initial = Initial::calculated;
    v.unit = "kg";
  }));
  add(make([](Variable& v) {
    v.name = "force";
    v.causality = Causality::input;
    v.unit = "N";
    v.start = 0.0;
  }));
  add(make([](Variable& v) {
    v.name = "angle";
    v.causality = Causality::output;
    v.initial = Initial::calculated;
    v.unit = "rad";
    v.displayUnit = "deg";
  }));
  add(make([](Variable& v) {
    v.name = "rate";
    v.causality = Causality::output;
    v.initial = Initial::calculated;
    v.unit = "rad/s";
    v.derivativeOf = 6;
  }));
  add(make([](Variable& v) {
    v.name = "reaction";
    v.causality = Causality::output;
    v.initial = Initial::calculated;
    v.unit = "N";
    v.nominal = 100.0;
    v.dependencies = {5};
  }));
  add(make([](Variable& v) {
    v.name = "steps";
    v.type = VariableType::integer;
    v.causality = Causality::output;
    v.variability = Variability::discrete;
    v.initial = Initial::calculated;
  }));
  return table;
}

FmuIdentity smallIdentity() {
  FmuIdentity identity;
  identity.modelName = "small model";
  identity.modelIdentifier = "small_model";
  identity.description = "for tests";
  identity.guid = "1234";
  identity.generationTool = "a test";
  identity.generationTime = 1'700'000'000;
  identity.stopTime = 2.5;
  identity.tolerance = 1e-7;
  identity.stepSize = 1e-3;
  return identity;
}

class SmallDescription : public testing::Test {
 protected:
  std::string xml = writeModelDescription(smallIdentity(), smallTable());
  pugi::xml_document document;
  pugi::xml_node root;

  void SetUp() override {
    ASSERT_TRUE(document.load_string(xml.c_str()));
    root = document.child("fmiModelDescription");
  }
  pugi::xml_node variable(const char* name) {
    return root.child("ModelVariables").find_child_by_attribute("name", name);
  }
};

TEST_F(SmallDescription, FollowsAllRules) {
  EXPECT_EQ(descriptionProblems(xml), std::vector<std::string>{});
}

TEST_F(SmallDescription, StatesWhatTheFmuCan) {
  EXPECT_STREQ(root.attribute("fmiVersion").value(), "2.0");
  EXPECT_STREQ(root.attribute("guid").value(), "1234");
  EXPECT_STREQ(root.attribute("generationDateAndTime").value(), "2023-11-14T22:13:20Z");
  EXPECT_STREQ(root.attribute("variableNamingConvention").value(), "structured");
  const pugi::xml_node node = root.child("CoSimulation");
  EXPECT_STREQ(node.attribute("modelIdentifier").value(), "small_model");
  for (const char* name :
       {"canHandleVariableCommunicationStepSize", "canInterpolateInputs", "canGetAndSetFMUstate",
        "canSerializeFMUstate", "canNotUseMemoryManagementFunctions"}) {
    EXPECT_STREQ(node.attribute(name).value(), "true") << name;
  }
  for (const char* name :
       {"needsExecutionTool", "canRunAsynchronuously", "canBeInstantiatedOnlyOncePerProcess",
        "providesDirectionalDerivative"}) {
    EXPECT_STREQ(node.attribute(name).value(), "false") << name;
  }
  EXPECT_STREQ(node.attribute("maxOutputDerivativeOrder").value(), "1");
  const pugi::xml_node experiment = root.child("DefaultExperiment");
  EXPECT_STREQ(experiment.attribute("startTime").value(), "0");
  EXPECT_STREQ(experiment.attribute("stopTime").value(), "2.5");
  EXPECT_STREQ(experiment.attribute("tolerance").value(), "1e-07");
  EXPECT_STREQ(experiment.attribute("stepSize").value(), "0.001");
}

TEST_F(SmallDescription, DefinesTheUnitsInUseAndNoOthers) {
  std::set<std::string> names;
  for (const pugi::xml_node unit : root.child("UnitDefinitions").children()) {
    names.insert(unit.attribute("name").value());
  }
  EXPECT_EQ(names, (std::set<std::string>{"N", "kg", "m/s2", "rad", "rad/s"}));
  const pugi::xml_node newton =
      root.child("UnitDefinitions").find_child_by_attribute("name", "N").child("BaseUnit");
  EXPECT_EQ(newton.attribute("kg").as_int(), 1);
  EXPECT_EQ(newton.attribute("m").as_int(), 1);
  EXPECT_EQ(newton.attribute("s").as_int(), -2);
  EXPECT_FALSE(newton.attribute("rad"));
  const pugi::xml_node degree = root.child("UnitDefinitions")
                                    .find_child_by_attribute("name", "rad")
                                    .find_child_by_attribute("DisplayUnit", "name", "deg");
  EXPECT_DOUBLE_EQ(degree.attribute("factor").as_double(), 180.0 / 3.14159265358979323846);
}

TEST_F(SmallDescription, WritesEveryKindOfVariable) {
  const pugi::xml_node gravity = variable("gravity[1]");
  EXPECT_STREQ(gravity.attribute("description").value(), "a < b & \"c\"");
  EXPECT_STREQ(gravity.attribute("variability").value(), "tunable");
  EXPECT_STREQ(gravity.child("Real").attribute("start").value(), "0.1");
  EXPECT_STREQ(variable("method").child("Enumeration").attribute("declaredType").value(), "Method");
  EXPECT_STREQ(variable("method").child("Enumeration").attribute("start").value(), "2");
  EXPECT_STREQ(variable("order").child("Integer").attribute("max").value(), "6");
  EXPECT_STREQ(variable("corrected").child("Boolean").attribute("start").value(), "true");
  EXPECT_FALSE(variable("force").attribute("initial"));
  EXPECT_STREQ(variable("angle").child("Real").attribute("displayUnit").value(), "deg");
  EXPECT_STREQ(variable("rate").child("Real").attribute("derivative").value(), "7");
  EXPECT_FALSE(variable("rate").child("Real").attribute("start"));
  EXPECT_STREQ(variable("steps").attribute("variability").value(), "discrete");
}

TEST_F(SmallDescription, StructureIsExplicitAndOrdered) {
  std::string outputs;
  for (const pugi::xml_node unknown : root.child("ModelStructure").child("Outputs").children()) {
    EXPECT_TRUE(unknown.attribute("dependencies"));
    outputs += std::string(unknown.attribute("index").value()) + ":" +
               unknown.attribute("dependencies").value() + " ";
  }
  EXPECT_EQ(outputs, "7: 8: 9:6 10: ");
  std::string unknowns;
  for (const pugi::xml_node unknown :
       root.child("ModelStructure").child("InitialUnknowns").children()) {
    unknowns += std::string(unknown.attribute("index").value()) + " ";
  }
  EXPECT_EQ(unknowns, "5 7 8 9 10 ");
}

TEST_F(SmallDescription, ReadsBackAsItWas) {
  const FmuDescription read = readDescription(xml);
  const VariableTable table = smallTable();
  EXPECT_EQ(read.identity.modelName, "small model");
  EXPECT_EQ(read.identity.stepSize, 1e-3);
  ASSERT_EQ(read.table.variables.size(), table.variables.size());
  for (std::size_t i = 0; i < table.variables.size(); ++i) {
    const Variable& a = table.variables[i];
    const Variable& b = read.table.variables[i];
    EXPECT_EQ(a.name, b.name);
    EXPECT_EQ(a.valueReference, b.valueReference);
    EXPECT_EQ(a.type, b.type);
    EXPECT_EQ(a.causality, b.causality);
    EXPECT_EQ(a.variability, b.variability);
    EXPECT_EQ(a.start, b.start);
    EXPECT_EQ(a.min, b.min);
    EXPECT_EQ(a.unit, b.unit);
  }
}

TEST(ModelDescription, WithoutSourceDateEpochThereIsNoDate) {
  FmuIdentity identity = smallIdentity();
  identity.generationTime.reset();
  EXPECT_EQ(writeModelDescription(identity, smallTable()).find("generationDateAndTime"),
            std::string::npos);
}

TEST(ModelDescription, LogCategoriesAreThoseOfTheBinary) {
  const auto categories = logCategories();
  ASSERT_EQ(categories.size(), fmi::kLogCategoryNames.size());
  for (std::size_t i = 0; i < categories.size(); ++i) {
    EXPECT_EQ(categories[i].name, fmi::kLogCategoryNames[i]);
  }
}

TEST(ModelIdentifier, IsACIdentifier) {
  EXPECT_EQ(modelIdentifier("heavy_top"), "heavy_top");
  EXPECT_EQ(modelIdentifier("double pendulum (2)"), "double_pendulum__2_");
  EXPECT_EQ(modelIdentifier("3bar"), "model_3bar");
  EXPECT_EQ(modelIdentifier(""), "model_");
}

// ---- all ready-made models, as they are exported ------------------------------------------------

struct Case {
  std::string name;
  std::string text;
  InterfaceOptions options;
};

std::vector<Case> cases() {
  std::vector<Case> all;
  for (const EmbeddedFile& file : embeddedModels()) {
    const std::string name(file.name.substr(0, file.name.find('.')));
    const std::string text(file.text);
    all.push_back({name, text, {}});
    all.push_back({name + "_flat", text, {.naming = Naming::flat}});
    all.push_back({name + "_all", text, {.exposeAll = true}});
  }
  return all;
}

class ReadyMade : public testing::TestWithParam<Case> {
 protected:
  FmuPackage pack(const std::string& binary = "binary") {
    return packFmu(readModel(GetParam().text, GetParam().name), GetParam().text, GetParam().options,
                   {binary, ""});
  }
};

TEST_P(ReadyMade, DescriptionFollowsAllRules) {
  EXPECT_EQ(descriptionProblems(pack().contents.at("modelDescription.xml")),
            std::vector<std::string>{});
}

TEST_P(ReadyMade, ArchiveIsComplete) {
  const FmuPackage package = pack();
  std::set<std::string> paths;
  for (const auto& [path, bytes] : package.contents) {
    paths.insert(path);
    EXPECT_FALSE(bytes.empty()) << path;
  }
  EXPECT_TRUE(paths.contains("binaries/linux64/" + package.identity.modelIdentifier + ".so"));
  EXPECT_EQ(package.contents.at("resources/model.json"), GetParam().text);
  EXPECT_NE(package.contents.at("resources/interface.json").find(package.identity.guid),
            std::string::npos);
  for (const char* path :
       {"documentation/index.html", "documentation/licenses/liefmu.txt",
        "documentation/licenses/Eigen.txt", "documentation/licenses/SUNDIALS.txt"}) {
    EXPECT_TRUE(paths.contains(path)) << path;
  }
}

TEST_P(ReadyMade, PageNamesEveryVariableAndDrawsEveryElement) {
  const FmuPackage package = pack();
  const std::string& page = package.contents.at("documentation/index.html");
  for (const Variable& variable : package.table.variables) {
    EXPECT_NE(page.find("<code>" + variable.name + "</code>"), std::string::npos) << variable.name;
  }
  const Model model = readModel(GetParam().text, GetParam().name);
  for (const Body& body : model.bodies) {
    EXPECT_NE(page.find(">" + body.name + "</text>"), std::string::npos) << body.name;
  }
  for (const Joint& joint : model.joints) {
    EXPECT_NE(page.find(">" + joint.name + "</text>"), std::string::npos) << joint.name;
  }
  EXPECT_EQ(page.find("nan"), std::string::npos);
  pugi::xml_document svg;
  const std::size_t begin = page.find("<svg");
  EXPECT_TRUE(svg.load_string(page.substr(begin, page.find("</svg>") + 6 - begin).c_str()));
}

INSTANTIATE_TEST_SUITE_P(Models, ReadyMade, testing::ValuesIn(cases()),
                         [](const auto& test) { return test.param.name; });

TEST(FmuPackage, GuidChangesWithAnyContent) {
  const std::string text(embeddedModels().front().text);
  const Model model = readModel(text, "model");
  const auto guid = [&](const std::string& file, const InterfaceOptions& options,
                        const std::string& binary) {
    return packFmu(model, file, options, {binary, ""}).identity.guid;
  };
  const std::string first = guid(text, {}, "binary");
  EXPECT_EQ(first, guid(text, {}, "binary"));
  EXPECT_NE(first, guid(text + " ", {}, "binary"));
  EXPECT_NE(first, guid(text, {.exposeAll = true}, "binary"));
  EXPECT_NE(first, guid(text, {.naming = Naming::flat}, "binary"));
  EXPECT_NE(first, guid(text, {}, "Binary"));
}

TEST(FmuPackage, SameContentsGiveTheSameBytes) {
  const std::string text(embeddedModels().front().text);
  const auto bytes = [&] {
    const FmuPackage package = packFmu(readModel(text, "model"), text, {}, {"binary", ""});
    return writeArchive(package.contents, package.identity.generationTime);
  };
  const std::string first = bytes();
  EXPECT_EQ(first, bytes());
  ASSERT_EQ(setenv("SOURCE_DATE_EPOCH", "1700000000", 1), 0);
  const std::string dated = bytes();
  EXPECT_EQ(dated, bytes());
  ASSERT_EQ(unsetenv("SOURCE_DATE_EPOCH"), 0);
  EXPECT_NE(first, dated);
}

}  // namespace
}  // namespace liefmu
