// modelDescription.xml as a runner sees it: read tolerantly, from FMUs of any tool. Whether the XML
// follows all rules is checked elsewhere (check_description.hpp).
#pragma once

#include "modelDescription/model_description.hpp"

#include <string_view>

namespace liefmu {

struct FmuDescription {
  FmuIdentity identity;
  VariableTable table;  // without strings, and without the sources of the values
  bool canGetAndSetState = false;
  bool canSerializeState = false;
  bool canInterpolateInputs = false;
  bool canHandleVariableSteps = false;
};

// Throws Error if this is not the description of an FMI 2.0 co-simulation FMU.
FmuDescription readDescription(std::string_view xml);

}  // namespace liefmu
