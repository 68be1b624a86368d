// The page inside an FMU (documentation/index.html): what the model is, what it looks like, which
// variables it has. It loads nothing from anywhere.
#pragma once

#include "model/model.hpp"
#include "modelDescription/model_description.hpp"

#include <string>

namespace liefmu {

std::string fmuDocumentation(const Model& model, const FmuIdentity& identity,
                             const VariableTable& table);

}  // namespace liefmu
