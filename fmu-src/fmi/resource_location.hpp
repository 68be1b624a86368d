// Where the resources folder of the FMU is. Importers name it in many ways; this is the one place
// that understands them.
#pragma once

#include <filesystem>
#include <string_view>

namespace liefmu::fmi {

// The folder that `location` names: file:///path, file:/path, file:////path, file://localhost/path,
// a plain path; with or without percent encoding. Empty if it is none of these.
[[nodiscard]] std::filesystem::path parseResourceLocation(std::string_view location);

// resources/ of the unpacked FMU that this very library was loaded from; empty if that cannot be
// told.
[[nodiscard]] std::filesystem::path resourcesBesideLibrary();

// The folder to read from: what `location` (may be null) says if the file `needed` is there, else
// the folder beside the library. Throws Error if neither has the file.
[[nodiscard]] std::filesystem::path findResources(const char* location, std::string_view needed);

}  // namespace liefmu::fmi
