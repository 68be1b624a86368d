#include "packaged_model.hpp"

#include "model/json_reader.hpp"
#include "model/read_model.hpp"
#include "snapshot.hpp"
#include "types.hpp"

#include <fstream>
#include <iterator>

namespace liefmu {
namespace {

std::string readText(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) {
    throw Error(file.string() + ": cannot be read (does it exist, and may you read it?)");
  }
  return {std::istreambuf_iterator<char>(stream), {}};
}

struct Interface {
  std::string guid;
  InterfaceOptions options;
};

Interface readInterface(const std::string& json) {
  Problems problems;
  Interface interface;
  if (const auto document = parseJson(json, problems)) {
    ObjectReader object({*document, "", problems}, "an interface");
    interface.guid = object.required("guid", text);
    interface.options.naming = object.required(
        "naming", oneOf<Naming>({{"structured", Naming::structured}, {"flat", Naming::flat}}));
    interface.options.exposeAll =
        object.required("expose", oneOf<bool>({{"default", false}, {"all", true}}));
    object.finish();
  }
  if (!problems.empty()) {
    throw Error(problems.report(std::string(kInterfaceFile)));
  }
  return interface;
}

}  // namespace

PackagedModel readPackagedModel(const std::filesystem::path& resources) {
  const std::string modelText = readText(resources / kModelFile);
  Interface interface = readInterface(readText(resources / kInterfaceFile));
  PackagedModel packaged;
  packaged.model = std::make_shared<const Model>(readModel(modelText, std::string(kModelFile)));
  packaged.variables = makeVariables(*packaged.model, interface.options);
  packaged.guid = std::move(interface.guid);
  packaged.hash = checksum(modelText + '\n' + LIEFMU_VERSION);
  return packaged;
}

}  // namespace liefmu
