// The zip archive that an FMU is. Writing gives the same bytes for the same contents, on any day
// and in any time zone; reading refuses what could do harm (paths that leave the folder, links,
// archives that swell). What belongs into an FMU is not decided here but in fmu_package.hpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace liefmu {

// Path inside the archive (with '/') → contents.
using ArchiveContents = std::map<std::string, std::string>;

struct ArchiveEntry {
  std::string path;
  std::string bytes;
};

// What a reader accepts. An archive of a few kilobytes can claim to hold terabytes.
struct ArchiveLimits {
  std::uint64_t entries = 10'000;
  std::uint64_t totalBytes = std::uint64_t{1} << 30;
};

// The moment that SOURCE_DATE_EPOCH names (seconds since 1970, UTC), if the environment has it: the
// agreed way to make builds reproducible that carry a date. Throws Error if its value is not a
// number.
std::optional<std::int64_t> sourceDateEpoch();

// The bytes of the archive: modelDescription.xml first, the rest sorted, all with the time stamp
// given (default 1980-01-01, where zip's calendar begins).
std::string writeArchive(const ArchiveContents& contents,
                         std::optional<std::int64_t> timeStamp = {});

// The files in the order of the archive, every checksum verified. Throws Error, without the
// archive's name.
std::vector<ArchiveEntry> readArchive(std::string_view archive, const ArchiveLimits& limits = {});

// Writes the entries below `folder`, which must exist.
void unpack(const std::vector<ArchiveEntry>& entries, const std::filesystem::path& folder);

// Whole files, as archives and models are read and written. Throw Error with the file's name.
std::string readFile(const std::filesystem::path& file);
void writeFile(const std::filesystem::path& file, std::string_view bytes);

}  // namespace liefmu
