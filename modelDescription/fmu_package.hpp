// What an FMU consists of: description, the prebuilt binary under the model's name, the model file,
// the choice of interface, documentation and licences. No compiler is involved.
#pragma once

#include "model/model.hpp"
#include "modelDescription/fmu_archive.hpp"
#include "modelDescription/model_description.hpp"

#include <string>
#include <string_view>

namespace liefmu {

// The generic binaries; they read model and interface from the FMU's resources.
struct FmuBinaries {
  std::string linux64;  // liefmu_fmu.so
  std::string win64;    // liefmu_fmu.dll; empty: the FMU is for Linux only
};

struct FmuPackage {
  FmuIdentity identity;
  VariableTable table;
  ArchiveContents contents;
};

// `modelFile` is the text that `model` was read from; it goes into the FMU as it is.
FmuPackage packFmu(const Model& model, std::string_view modelFile, const InterfaceOptions& options,
                   const FmuBinaries& binaries);

}  // namespace liefmu
