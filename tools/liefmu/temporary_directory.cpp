#include "liefmu/temporary_directory.hpp"

#include "types.hpp"

#include <stdlib.h>  // mkdtemp

#include <cerrno>
#include <string>
#include <system_error>

namespace liefmu {

TemporaryDirectory::TemporaryDirectory() {
  std::error_code error;
  const std::filesystem::path parent = std::filesystem::temp_directory_path(error);
  std::string pattern = ((error ? "/tmp" : parent) / "liefmu-XXXXXX").string();
  if (mkdtemp(pattern.data()) == nullptr) {
    throw Error(pattern + ": no temporary folder: " + std::generic_category().message(errno) +
                " (set TMPDIR to a folder that can be written)");
  }
  path_ = pattern;
}

TemporaryDirectory::~TemporaryDirectory() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace liefmu
