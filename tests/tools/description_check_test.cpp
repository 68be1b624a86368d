#include "liefmu/description_check.hpp"

#include "liefmu/structured_name.hpp"

#include <gtest/gtest.h>

#include <string>

namespace liefmu {
namespace {

// A description without fault; the tests break one rule each.
constexpr const char* kGood = R"(<?xml version="1.0" encoding="UTF-8"?>
<fmiModelDescription fmiVersion="2.0" modelName="m" guid="g" variableNamingConvention="structured">
  <CoSimulation modelIdentifier="m" canGetAndSetFMUstate="true" canSerializeFMUstate="true"/>
  <UnitDefinitions>
    <Unit name="rad"><BaseUnit rad="1"/><DisplayUnit name="deg" factor="57.3"/></Unit>
  </UnitDefinitions>
  <TypeDefinitions>
    <SimpleType name="Kind"><Enumeration><Item name="a" value="1"/><Item name="b" value="2"/></Enumeration></SimpleType>
  </TypeDefinitions>
  <LogCategories><Category name="logAll"/></LogCategories>
  <DefaultExperiment startTime="0" stopTime="1" tolerance="1e-6" stepSize="0.1"/>
  <ModelVariables>
    <ScalarVariable name="p" valueReference="0" causality="parameter" variability="fixed" initial="exact"><Real start="1" min="0" max="2" nominal="1"/></ScalarVariable>
    <ScalarVariable name="k" valueReference="1" causality="parameter" variability="fixed"><Enumeration declaredType="Kind" start="2"/></ScalarVariable>
    <ScalarVariable name="u" valueReference="2" causality="input"><Real start="0"/></ScalarVariable>
    <ScalarVariable name="x.q[1]" valueReference="3" causality="output" initial="calculated"><Real unit="rad" displayUnit="deg"/></ScalarVariable>
    <ScalarVariable name="v" valueReference="4" causality="output" initial="calculated"><Real derivative="4"/></ScalarVariable>
    <ScalarVariable name="c" valueReference="5" causality="calculatedParameter" variability="fixed"><Real/></ScalarVariable>
    <ScalarVariable name="n" valueReference="6" causality="output" variability="discrete"><Integer/></ScalarVariable>
    <ScalarVariable name="b" valueReference="7" causality="parameter" variability="fixed"><Boolean start="true"/></ScalarVariable>
  </ModelVariables>
  <ModelStructure>
    <Outputs>
      <Unknown index="4" dependencies=""/>
      <Unknown index="5" dependencies="3 4" dependenciesKind="dependent dependent"/>
      <Unknown index="7" dependencies=""/>
    </Outputs>
    <InitialUnknowns>
      <Unknown index="4"/><Unknown index="5"/><Unknown index="6"/><Unknown index="7"/>
    </InitialUnknowns>
  </ModelStructure>
</fmiModelDescription>
)";

struct Fault {
  const char* name;
  const char* from;
  const char* to;
  const char* problem;  // the first one reported
};

const std::vector<Fault> kFaults = {
    {"noGuid", "guid=\"g\"", "", "fmiModelDescription has no guid"},
    {"identifier", "modelIdentifier=\"m\"", "modelIdentifier=\"1 m\"",
     "modelIdentifier '1 m' is not a C identifier"},
    {"naming", "=\"structured\"", "=\"nice\"",
     "variableNamingConvention 'nice' is neither flat nor structured"},
    {"serialize", "canGetAndSetFMUstate=\"true\" ", "",
     "canSerializeFMUstate without canGetAndSetFMUstate"},
    {"order", "<LogCategories><Category name=\"logAll\"/></LogCategories>\n  <DefaultExperiment",
     "<DefaultExperiment startTime=\"0\"/><LogCategories/><DefaultExperiment",
     "the element LogCategories is unknown, repeated, or not in the order of the schema"},
    {"unitTwice", "<Unit name=\"rad\">", "<Unit name=\"rad\"/><Unit name=\"rad\">",
     "unit 'rad' is defined twice"},
    {"displayFactor", "factor=\"57.3\"", "factor=\"0\"",
     "unit 'rad': the factor of display unit 'deg' is not a number other than 0"},
    {"exponent", "rad=\"1\"", "rad=\"0.5\"",
     "unit 'rad': the exponent of rad is not a whole number"},
    {"itemTwice", "name=\"b\" value=\"2\"", "name=\"a\" value=\"2\"",
     "type 'Kind': the item name 'a' is empty or occurs twice"},
    {"itemValueTwice", "name=\"b\" value=\"2\"", "name=\"b\" value=\"1\"",
     "type 'Kind': the value of item 'b' is not a whole number or occurs twice"},
    {"categoryTwice", "<Category name=\"logAll\"/>",
     "<Category name=\"logAll\"/><Category name=\"logAll\"/>",
     "the log category 'logAll' is empty or occurs twice"},
    {"stopTime", "stopTime=\"1\"", "stopTime=\"0\"",
     "DefaultExperiment: the stop time is not after the start time"},
    {"tolerance", "tolerance=\"1e-6\"", "tolerance=\"0\"",
     "DefaultExperiment: tolerance is not positive"},
    {"stepSize", "stepSize=\"0.1\"", "stepSize=\"small\"",
     "DefaultExperiment: stepSize=\"small\" is not a number"},
    {"nameTwice", "name=\"u\"", "name=\"p\"", "variable 'p': occurs twice"},
    {"notStructured", "name=\"x.q[1]\"", "name=\"x q\"",
     "variable 'x q': is not a structured name"},
    {"noType", "<Boolean start=\"true\"/>", "", "variable 'b': has no type"},
    {"twoTypes", "<Boolean start=\"true\"/>", "<Boolean start=\"true\"/><Real start=\"1\"/>",
     "variable 'b': has more than one type"},
    {"causality", "causality=\"input\"", "causality=\"inout\"",
     "variable 'u': unknown causality 'inout'"},
    {"variability", "causality=\"input\"", "causality=\"input\" variability=\"fixed\"",
     "variable 'u': variability fixed does not go with causality input"},
    {"continuousInteger", " variability=\"discrete\"", "",
     "variable 'n': only a Real can be continuous, not an Integer"},
    {"initialOfInput", "causality=\"input\"", "causality=\"input\" initial=\"exact\"",
     "variable 'u': initial exact does not go with causality input, variability continuous"},
    {"startMissing", "<Real start=\"0\"/>", "<Real/>",
     "variable 'u': has no start value but needs one"},
    {"startForbidden", "derivative=\"4\"", "derivative=\"4\" start=\"1\"",
     "variable 'v': has a start value but must not have one"},
    {"startBelowMin", "min=\"0\"", "min=\"1.5\"", "variable 'p': start 1 is less than min 1.5"},
    {"startAboveMax", "max=\"2\"", "max=\"0.5\"", "variable 'p': start 1 is greater than max 0.5"},
    {"minAboveMax", "min=\"0\" max=\"2\"", "min=\"3\" max=\"2\"",
     "variable 'p': min 3 is greater than max 2"},
    {"nominal", "nominal=\"1\"", "nominal=\"0\"", "variable 'p': nominal is 0"},
    {"notANumber", "min=\"0\" max", "min=\"low\" max",
     "variable 'p': min=\"low\" is not a finite number"},
    {"infinite", "max=\"2\"", "max=\"INF\"", "variable 'p': max=\"INF\" is not a finite number"},
    {"noItem", "start=\"2\"", "start=\"3\"",
     "variable 'k': start 3 is not the value of an item of 'Kind'"},
    {"typeUndefined", "declaredType=\"Kind\"", "declaredType=\"Sort\"",
     "variable 'k': the type 'Sort' is not defined"},
    {"typeMissing", "declaredType=\"Kind\" ", "",
     "variable 'k': is an Enumeration without declaredType"},
    {"boolean", "<Boolean start=\"true\"/>", "<Boolean start=\"yes\"/>",
     "variable 'b': start=\"yes\" is neither true nor false"},
    {"unitUndefined", "unit=\"rad\" displayUnit=\"deg\"", "unit=\"m\"",
     "variable 'x.q[1]': the unit 'm' is not defined"},
    {"displayUnit", "displayUnit=\"deg\"", "displayUnit=\"grad\"",
     "variable 'x.q[1]': 'grad' is not a display unit of 'rad'"},
    {"sharedReference", "valueReference=\"2\"", "valueReference=\"0\"",
     "variable 'u': has the valueReference 0 like 'p', and both have start values"},
    {"noReference", "valueReference=\"2\" ", "", "variable 'u': has no valueReference"},
    {"derivative", "derivative=\"4\"", "derivative=\"9\"",
     "variable 'v': derivative=\"9\" is not the index of a variable"},
    {"derivativeOfInteger", "derivative=\"4\"", "derivative=\"7\"",
     "variable 'v': can only be the derivative of another Real"},
    {"outputMissing", "<Unknown index=\"7\" dependencies=\"\"/>", "", "Outputs: 'n' is missing"},
    {"noOutput", "<Unknown index=\"7\" dependencies=\"\"/>",
     "<Unknown index=\"7\" dependencies=\"\"/><Unknown index=\"1\"/>",
     "Outputs: 'p' does not belong there"},
    {"outputTwice", "<Unknown index=\"7\" dependencies=\"\"/>",
     "<Unknown index=\"7\" dependencies=\"\"/><Unknown index=\"7\"/>", "Outputs: 'n' occurs twice"},
    {"badIndex", "<Unknown index=\"7\" dependencies=\"\"/>",
     "<Unknown index=\"7\" dependencies=\"\"/><Unknown index=\"0\"/>",
     "Outputs: index=\"0\" is not the index of a variable"},
    {"dependency", "dependencies=\"3 4\"", "dependencies=\"3 99\"",
     "Outputs: 'v': the dependency '99' is not the index of a variable"},
    {"dependencyOrder", "dependencies=\"3 4\"", "dependencies=\"4 3\"",
     "Outputs: 'v': the dependencies are not ascending"},
    {"dependencyOnParameter", "dependencies=\"3 4\"", "dependencies=\"1 3\"",
     "Outputs: 'v' cannot depend on 'p', which is neither an input nor a state"},
    {"kindsShort", "\"dependent dependent\"", "\"dependent\"",
     "Outputs: 'v': 2 dependencies but 1 dependenciesKind"},
    {"kindUnknown", "\"dependent dependent\"", "\"dependent often\"",
     "Outputs: 'v': unknown dependenciesKind 'often'"},
    {"kindsAlone", " dependencies=\"3 4\"", "",
     "Outputs: 'v': dependenciesKind without dependencies"},
    {"notAscending", "<Unknown index=\"4\"/><Unknown index=\"5\"/>",
     "<Unknown index=\"5\"/><Unknown index=\"4\"/>",
     "InitialUnknowns: the indices are not ascending"},
    {"unknownMissing", "<Unknown index=\"6\"/>", "", "InitialUnknowns: 'c' is missing"},
    {"unknownTooMany", "<Unknown index=\"4\"/><Unknown index=\"5\"/>",
     "<Unknown index=\"1\"/><Unknown index=\"4\"/><Unknown index=\"5\"/>",
     "InitialUnknowns: 'p' does not belong there"},
    {"version", "fmiVersion=\"2.0\"", "fmiVersion=\"3.0\"", "fmiVersion is not 2.0"},
    {"notCoSimulation", "CoSimulation", "ModelExchange",
     "is not the description of a co-simulation FMU"},
};

class DescriptionCheck : public testing::TestWithParam<Fault> {};

TEST(DescriptionCheckGood, FindsNothing) {
  EXPECT_EQ(descriptionProblems(kGood), std::vector<std::string>{});
}

TEST_P(DescriptionCheck, FindsTheFault) {
  std::string xml = kGood;
  const std::size_t at = xml.find(GetParam().from);
  ASSERT_NE(at, std::string::npos);
  xml.replace(at, std::string(GetParam().from).size(), GetParam().to);
  const std::vector<std::string> problems = descriptionProblems(xml);
  ASSERT_FALSE(problems.empty());
  EXPECT_EQ(problems.front(), GetParam().problem);
}

INSTANTIATE_TEST_SUITE_P(Faults, DescriptionCheck, testing::ValuesIn(kFaults),
                         [](const auto& test) { return test.param.name; });

TEST(DescriptionCheckXml, RefusesWhatIsNoXml) {
  EXPECT_EQ(descriptionProblems("no xml").size(), 1U);
  EXPECT_EQ(descriptionProblems("").size(), 1U);
  EXPECT_EQ(descriptionProblems("<other/>").front(), "has no element fmiModelDescription");
}

TEST(StructuredName, FollowsTheGrammar) {
  for (const char* name : {"a", "_a1", "a.b", "a[1]", "a.b[1,23].c", "der(a)", "der(a.b[1],2)",
                           "'odd name'.x", "'with \\' quote'"}) {
    EXPECT_TRUE(isStructuredName(name)) << name;
  }
  for (const char* name : {"", "1a", "a.", ".a", "a..b", "a[", "a[]", "a[x]", "a b", "a[1]b",
                           "der(a", "der()", "der(a,)", "''", "'a", "a-b", "a[1,]"}) {
    EXPECT_FALSE(isStructuredName(name)) << name;
  }
}

}  // namespace
}  // namespace liefmu
