// Where a model comes from: the ready-made ones, or a file.
#pragma once

#include "model/model.hpp"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace liefmu {

struct ModelSource {
  std::string text;  // the model file, as it goes into an FMU
  std::shared_ptr<const Model> model;
};

// Names of the ready-made models, sorted.
std::vector<std::string> readyMadeModels();

// MODEL as users write it: the name of a ready-made model or a file. `group` takes the place of the
// one in the file unless it is empty. Throws Error.
ModelSource loadModel(const std::string& nameOrFile, const std::string& group = "");

// True for an existing file that is an FMU rather than a model.
bool isFmu(const std::filesystem::path& file);

}  // namespace liefmu
