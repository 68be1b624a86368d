#include "cosim/system_structure.hpp"

#include "types.hpp"

#include <gtest/gtest.h>

#include <string>

namespace liefmu {
namespace {

std::string description(const std::string& elements, const std::string& behind = "") {
  return "<ssd:SystemStructureDescription version='1.0' name='pair'><ssd:System><ssd:Elements>" +
         elements + "</ssd:Elements>" + behind +
         "</ssd:System><ssd:DefaultExperiment stopTime='3'/></ssd:SystemStructureDescription>";
}

const std::string kA = "<ssd:Component name='a' source='resources/a.fmu'/>";

SystemStructure read(const std::string& ssd, std::vector<ArchiveEntry> others = {}) {
  others.push_back({"SystemStructure.ssd", ssd});
  return readSystemStructure(others);
}

void expectError(const std::string& ssd, const std::string& message) {
  try {
    read(ssd);
    ADD_FAILURE() << message;
  } catch (const Error& error) {
    EXPECT_EQ(std::string(error.what()), message);
  }
}

std::string parameters(const std::string& name, const std::string& value) {
  return "<ssv:ParameterSet version='1.0'><ssv:Parameters><ssv:Parameter name='" + name +
         "'><ssv:Real value='" + value + "'/></ssv:Parameter></ssv:Parameters></ssv:ParameterSet>";
}

TEST(SystemStructure, ElementsConnectionsParametersAndTimes) {
  const SystemStructure structure = read(
      description(
          "<ssd:Component name='a' source='resources/a.fmu'><ssd:ParameterBindings>"
          "<ssd:ParameterBinding prefix='p.'><ssd:ParameterValues>" +
              parameters("k", "1e-3") +
              "</ssd:ParameterValues></ssd:ParameterBinding>"
              "<ssd:ParameterBinding source='resources/a.ssv'/></ssd:ParameterBindings>"
              "</ssd:Component><Component name='b' type='application/x-fmu-sharedlibrary' "
              "source='resources/b.fmu'/>",
          "<ssd:Connections><ssd:Connection startElement='a' startConnector='y' endElement='b' "
          "endConnector='u[1]'><ssc:LinearTransformation factor='2' offset='-1'/></ssd:Connection>"
          "</ssd:Connections><ssd:ParameterBindings><ssd:ParameterBinding><ssd:ParameterValues>" +
              parameters("b.c.d", "7") +
              "</ssd:ParameterValues></ssd:ParameterBinding></ssd:ParameterBindings>"),
      {{"resources/a.ssv", parameters("m", "5")}});
  EXPECT_EQ(structure.name, "pair");
  EXPECT_FALSE(structure.startTime);
  EXPECT_EQ(structure.stopTime, 3.0);
  ASSERT_EQ(structure.elements.size(), 2U);
  const SystemElement& a = structure.elements[0];
  EXPECT_EQ(a.source, "resources/a.fmu");
  ASSERT_EQ(a.parameters.size(), 2U);
  EXPECT_EQ(a.parameters[0].name + "=" + a.parameters[0].value, "p.k=1e-3");
  EXPECT_EQ(a.parameters[1].name + "=" + a.parameters[1].value, "m=5");
  const SystemElement& b = structure.elements[1];
  ASSERT_EQ(b.parameters.size(), 1U);
  EXPECT_EQ(b.parameters[0].name, "c.d");
  ASSERT_EQ(structure.connections.size(), 1U);
  EXPECT_EQ(structure.connections[0].endConnector, "u[1]");
  EXPECT_EQ(structure.connections[0].factor, 2.0);
  EXPECT_EQ(structure.connections[0].offset, -1.0);
}

TEST(SystemStructure, WhatCannotBeObeyedIsRefused) {
  EXPECT_THROW(readSystemStructure({{"other.xml", ""}}), Error);
  expectError("<a>\n<b></a>", "SystemStructure.ssd: line 2: Start-end tags mismatch");
  expectError("<x/>", "SystemStructure.ssd: has no element SystemStructureDescription");
  expectError("<SystemStructureDescription version='2.0'/>",
              "SystemStructure.ssd: SSP version '2.0' is not supported (only 1.0 is)");
  expectError(description(""), "SystemStructure.ssd: the system has no elements");
  expectError(description("<ssd:System name='s'/>"),
              "SystemStructure.ssd: the element 's' is a System (only components are supported)");
  expectError(description("<Component name='s' type='application/x-ssp-package'/>"),
              "SystemStructure.ssd: the element 's' has the type application/x-ssp-package (only "
              "FMUs are supported)");
  expectError(description(kA,
                          "<Connections><Connection startConnector='y' endElement='a' "
                          "endConnector='u'/></Connections>"),
              "SystemStructure.ssd: the connection from 'y' to 'u' ends at the system itself (only "
              "connections between elements are supported)");
  expectError(description(kA,
                          "<Connections><Connection startElement='a' startConnector='y' "
                          "endElement='a' endConnector='u'><LinearTransformation factor='two'/>"
                          "</Connection></Connections>"),
              "SystemStructure.ssd: LinearTransformation: factor=\"two\" is not a number");
  expectError(description("<Component name='a'><ParameterBindings><ParameterBinding "
                          "source='p.ssv'/></ParameterBindings></Component>"),
              "SystemStructure.ssd: the element 'a': p.ssv is not in the archive");
  expectError(description(kA, "<ParameterBindings><ParameterBinding><ParameterValues>" +
                                  parameters("k", "1") +
                                  "</ParameterValues></ParameterBinding></ParameterBindings>"),
              "SystemStructure.ssd: the parameter 'k' belongs to no element (call it "
              "ELEMENT.NAME)");
}

}  // namespace
}  // namespace liefmu
