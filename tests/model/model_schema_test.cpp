// The schema and the reader know the same keys: the reader is asked by a wrong key, whose report
// lists the right ones, and by an empty element, whose report lists the required ones.
#include "model/read_model.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>

namespace liefmu {
namespace {

using nlohmann::json;
using Keys = std::set<std::string>;

const std::filesystem::path kFolder = std::filesystem::path(LIEFMU_SOURCE_DIR) / "modelDescription";

json readJson(const std::filesystem::path& file) {
  return json::parse(std::ifstream(file));
}

// A model with two bodies and one revolute joint, to which `element` is added at `pointer`.
std::string reportWith(const std::string& pointer, const json& element) {
  json model = json::parse(R"({
    "name": "m", "inputs": [{"name": "u"}],
    "bodies": [{"name": "a", "mass": 1, "inertia": [1, 1, 1], "geometry": []}],
    "joints": [{"name": "j", "type": "revolute", "bodies": ["ground", "a"],
                "points": [[0, 0, 0], [0, 0, 0]], "axes": [[0, 0, 1], [0, 0, 1]]}],
    "forces": [{"name": "f", "type": "jointActuator", "joint": "j", "effort": {}}],
    "outputs": []
  })");
  if (pointer.empty()) {
    model = element;
  } else {
    model = model.patch(json::array({{{"op", "add"}, {"path", pointer}, {"value", element}}}));
  }
  try {
    (void)readModel(model.dump(), "F");
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

Keys knownKeys(const std::string& pointer, json element) {
  // So far from any key that the reader suggests none.
  const std::string nonsense = "@@@@@@@@@@@@@@@@@@@@@@@@";
  element[nonsense] = 0;
  std::istringstream report(reportWith(pointer, element));
  Keys keys;
  for (std::string line; std::getline(report, line);) {
    const std::string begin = "(known keys: ";
    const auto at = line.find(begin);
    if (line.find(nonsense) == std::string::npos || at == std::string::npos) continue;
    std::istringstream words(line.substr(at + begin.size(), line.size() - at - begin.size() - 1));
    for (std::string word; std::getline(words >> std::ws, word, ',');) keys.insert(word);
  }
  return keys;
}

Keys requiredKeys(const std::string& pointer, const json& element) {
  std::istringstream report(reportWith(pointer, element));
  Keys keys;
  for (const auto& [key, value] : element.items()) keys.insert(key);
  for (std::string line; std::getline(report, line);) {
    const auto at = line.find("key '");
    if (at == std::string::npos || line.find("is missing") == std::string::npos) continue;
    keys.insert(line.substr(at + 5, line.find('\'', at + 5) - at - 5));
  }
  return keys;
}

Keys propertiesIn(const json& definition) {
  Keys keys;
  for (const auto& [key, value] : definition.at("properties").items()) keys.insert(key);
  return keys;
}

// With the first of several alternatives: a body has mass.
Keys requiredIn(const json& definition) {
  Keys keys;
  if (definition.contains("required")) {
    for (const auto& key : definition["required"]) keys.insert(key);
  }
  if (definition.contains("oneOf")) {
    for (const auto& key : definition["oneOf"][0]["required"]) keys.insert(key);
  }
  return keys;
}

// Definitions of the schema that are elements with a key that says which; the others are compared
// one by one.
const std::vector<std::pair<std::string, std::string>> kLists{
    {"bodies", "type"}, {"joints", "type"}, {"forces", "type"}};

TEST(ModelSchema, ElementsHaveTheKeysOfTheReader) {
  const json schema = readJson(kFolder / "model.schema.json");
  int compared = 0;
  for (const auto& [list, kind] : kLists) {
    for (const json& reference : schema["properties"][list]["items"]["oneOf"]) {
      const std::string name = reference["$ref"].get<std::string>().substr(8);
      const json& definition = schema["$defs"][name];
      const json element{{kind, name}};
      const std::string pointer = "/" + list + "/-";
      EXPECT_EQ(knownKeys(pointer, element), propertiesIn(definition)) << name;
      Keys required = requiredIn(definition);
      required.insert(kind);  // rigid is the usual kind of body
      EXPECT_EQ(requiredKeys(pointer, element), required) << name;
      ++compared;
    }
  }
  EXPECT_EQ(compared, 3 + 12 + 8);
}

TEST(ModelSchema, PartsHaveTheKeysOfTheReader) {
  const json schema = readJson(kFolder / "model.schema.json");
  const json& definitions = schema["$defs"];
  const json empty = json::object();

  EXPECT_EQ(knownKeys("", empty), propertiesIn(schema));
  EXPECT_EQ(requiredKeys("", empty), requiredIn(schema));

  struct Part {
    std::string definition;
    std::string pointer;
    json element;
  };
  const std::vector<Part> parts{
      {"input", "/inputs/-", empty},
      {"integrator", "/integrator", empty},
      {"experiment", "/experiment", empty},
      {"distanceOutput", "/outputs/-", empty},
      {"axisAndAngle", "/bodies/0/orientation", empty},
      {"sine", "/forces/0/effort/sine", empty},
      {"box", "/bodies/0/geometry/-", {{"shape", "box"}}},
      {"sphere", "/bodies/0/geometry/-", {{"shape", "sphere"}}},
      {"cylinder", "/bodies/0/geometry/-", {{"shape", "cylinder"}}},
      {"line", "/bodies/0/geometry/-", {{"shape", "line"}}},
  };
  for (const Part& part : parts) {
    const json& definition = definitions[part.definition];
    EXPECT_EQ(knownKeys(part.pointer, part.element), propertiesIn(definition)) << part.definition;
    EXPECT_EQ(requiredKeys(part.pointer, part.element), requiredIn(definition)) << part.definition;
  }
}

TEST(ModelSchema, SignalsHaveTheKeysOfTheReader) {
  const json schema = readJson(kFolder / "model.schema.json");
  Keys all;
  for (const json& alternative : schema["$defs"]["signal"]["anyOf"]) {
    if (!alternative.contains("$ref")) continue;
    const std::string name = alternative["$ref"].get<std::string>().substr(8);
    all.merge(propertiesIn(schema["$defs"][name]));
  }
  EXPECT_EQ(knownKeys("/forces/0/effort", {{"input", "u"}}), all);
}

// The reference page explains every key.
TEST(ModelSchema, EveryKeyIsInTheReferencePage) {
  std::ifstream stream(kFolder / "MODEL_FILE.md");
  const std::string page{std::istreambuf_iterator<char>(stream), {}};
  const json schema = readJson(kFolder / "model.schema.json");
  Keys keys = propertiesIn(schema);
  for (const auto& [name, definition] : schema["$defs"].items()) {
    if (definition.contains("properties")) keys.merge(propertiesIn(definition));
  }
  for (const std::string& key : keys) {
    EXPECT_NE(page.find("`" + key + "`"), std::string::npos) << key;
  }
  for (const std::string list : {"bodies", "joints", "forces"}) {
    for (const json& reference : schema["properties"][list]["items"]["oneOf"]) {
      const std::string name = reference["$ref"].get<std::string>().substr(8);
      EXPECT_NE(page.find("`" + name + "`"), std::string::npos) << name;
    }
  }
}

}  // namespace
}  // namespace liefmu
