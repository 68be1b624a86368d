#include "liefmu/model_source.hpp"

#include "liefmu/suggestion.hpp"
#include "model/read_model.hpp"
#include "modelDescription/chain_model.hpp"
#include "modelDescription/embedded_files.hpp"
#include "modelDescription/fmu_archive.hpp"
#include "types.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <fstream>
#include <optional>
#include <system_error>

namespace liefmu {
namespace {

std::string modelName(const EmbeddedFile& file) {
  return std::string(file.name.substr(0, file.name.rfind(".json")));
}

std::optional<std::string> readyMade(const std::string& name) {
  for (const EmbeddedFile& file : embeddedModels()) {
    if (modelName(file) == name) return std::string(file.text);
  }
  return {};
}

std::string modelText(const std::string& nameOrFile) {
  if (auto text = readyMade(nameOrFile)) return *text;
  if (auto text = chainModel(nameOrFile)) return *text;
  std::error_code ignored;  // a circle of links, for example
  if (std::filesystem::exists(nameOrFile, ignored)) return readFile(nameOrFile);
  throw Error(fmt::format(
      "{}: neither a ready-made model nor a file ({})", nameOrFile,
      didYouMean(nameOrFile, readyMadeModels(), "'liefmu list' shows the ready-made models")));
}

// The same file with another group. Precondition: `text` is a model file.
std::string withGroup(const std::string& text, const std::string& group) {
  auto json = nlohmann::ordered_json::parse(text);
  if (json.value("group", "") == group) return text;
  json["group"] = group;
  return json.dump(2) + "\n";
}

}  // namespace

std::vector<std::string> readyMadeModels() {
  std::vector<std::string> names;
  for (const EmbeddedFile& file : embeddedModels()) names.push_back(modelName(file));
  return names;
}

ModelSource loadModel(const std::string& nameOrFile, const std::string& group) {
  ModelSource source;
  source.text = modelText(nameOrFile);
  auto model = readModel(source.text, nameOrFile);
  if (!group.empty()) {
    source.text = withGroup(source.text, group);
    model = readModel(source.text, nameOrFile);
  }
  source.model = std::make_shared<const Model>(std::move(model));
  return source;
}

bool isFmu(const std::filesystem::path& file) {
  if (file.extension() == ".fmu") return true;
  std::ifstream stream(file, std::ios::binary);
  std::string begin(4, '\0');
  stream.read(begin.data(), 4);
  return stream && begin == std::string("PK\x03\x04");
}

}  // namespace liefmu
