// Files that are compiled into the command, so that it needs none beside it: the ready-made models
// and the licences that go into an FMU. The definitions are generated (liefmu_embed_list in
// cmake/).
#pragma once

#include <span>
#include <string_view>

namespace liefmu {

struct EmbeddedFile {
  std::string_view name;  // without folder
  std::string_view text;
};

// modelDescription/models/*.json, sorted by name.
std::span<const EmbeddedFile> embeddedModels();

// Our own licence and those of the libraries inside the FMU binary.
std::span<const EmbeddedFile> embeddedLicences();

}  // namespace liefmu
