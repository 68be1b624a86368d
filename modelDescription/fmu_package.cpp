#include "modelDescription/fmu_package.hpp"

#include "modelDescription/content_id.hpp"
#include "modelDescription/embedded_files.hpp"
#include "modelDescription/fmu_documentation.hpp"

namespace liefmu {
namespace {

// resources/interface.json as the binary reads it; `guid` may be empty while it is being computed.
std::string interfaceFile(const InterfaceOptions& options, const std::string& guid) {
  return std::string("{\"guid\": \"") + guid + "\", \"naming\": \"" +
         (options.naming == Naming::flat ? "flat" : "structured") + "\", \"expose\": \"" +
         (options.exposeAll ? "all" : "default") + "\"}\n";
}

}  // namespace

FmuPackage packFmu(const Model& model, std::string_view modelFile, const InterfaceOptions& options,
                   const FmuBinaries& binaries) {
  FmuPackage package;
  package.table = makeVariables(model, options);
  FmuIdentity& identity = package.identity;
  identity.modelName = model.name;
  identity.modelIdentifier = modelIdentifier(model.name);
  identity.description = model.description;
  identity.generationTool = "liefmu " LIEFMU_VERSION;
  identity.generationTime = sourceDateEpoch();
  identity.guid = contentUuid({modelFile, interfaceFile(options, ""), identity.generationTool,
                               binaries.linux64, binaries.win64});
  identity.naming = options.naming;
  identity.startTime = model.experiment.startTime;
  identity.stopTime = model.experiment.stopTime;
  identity.tolerance = model.experiment.tolerance;
  identity.stepSize = model.experiment.stepSize;

  ArchiveContents& contents = package.contents;
  contents["modelDescription.xml"] = writeModelDescription(identity, package.table);
  contents["binaries/linux64/" + identity.modelIdentifier + ".so"] = binaries.linux64;
  if (!binaries.win64.empty()) {
    contents["binaries/win64/" + identity.modelIdentifier + ".dll"] = binaries.win64;
  }
  contents["resources/model.json"] = modelFile;
  contents["resources/interface.json"] = interfaceFile(options, identity.guid);
  contents["documentation/index.html"] = fmuDocumentation(model, identity, package.table);
  for (const EmbeddedFile& licence : embeddedLicences()) {
    const bool ours = licence.name == "LICENSE";
    contents["documentation/licenses/" + std::string(ours ? "liefmu.txt" : licence.name)] =
        licence.text;
  }
  return package;
}

}  // namespace liefmu
