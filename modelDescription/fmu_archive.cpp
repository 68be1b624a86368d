#include "modelDescription/fmu_archive.hpp"

#include "types.hpp"

#include <sys/stat.h>
#include <zip.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <memory>
#include <set>
#include <system_error>

namespace liefmu {
namespace {

struct Discard {
  void operator()(zip_t* archive) const { zip_discard(archive); }
};
using Archive = std::unique_ptr<zip_t, Discard>;

struct CloseFile {
  void operator()(zip_file_t* file) const { zip_fclose(file); }
};

struct FreeSource {
  void operator()(zip_source_t* source) const { zip_source_free(source); }
};
using Source = std::unique_ptr<zip_source_t, FreeSource>;

std::string text(zip_error_t& error) {
  std::string message = zip_error_strerror(&error);
  zip_error_fini(&error);
  return message;
}

[[noreturn]] void fail(zip_t* archive, const std::string& what) {
  throw Error(what + ": " + zip_error_strerror(zip_get_error(archive)));
}

// A source that reads (or, if empty, collects) bytes in memory.
Source memorySource(std::string_view bytes) {
  zip_error_t error;
  zip_error_init(&error);
  Source source(
      zip_source_buffer_create(bytes.empty() ? nullptr : bytes.data(), bytes.size(), 0, &error));
  if (!source) throw Error("not enough memory for the archive: " + text(error));
  return source;
}

Archive openArchive(zip_source_t* source, int flags) {
  zip_error_t error;
  zip_error_init(&error);
  Archive archive(zip_open_from_source(source, flags, &error));
  if (!archive) throw Error("not a zip archive: " + text(error) + " (an FMU is a zip file)");
  return archive;
}

struct DosTime {
  zip_uint16_t time = 0;
  zip_uint16_t date = 0;
};

// Zip stores local time in two 16-bit words, from 1980 to 2107, in steps of two seconds; we always
// write UTC.
DosTime dosTime(std::int64_t secondsSince1970) {
  using namespace std::chrono;
  constexpr std::int64_t kFirst = sys_seconds(sys_days(1980y / 1 / 1)).time_since_epoch().count();
  constexpr std::int64_t kLast =
      sys_seconds(sys_days(2107y / 12 / 31)).time_since_epoch().count() + 86399;
  const sys_seconds moment(seconds(std::clamp(secondsSince1970, kFirst, kLast)));
  const sys_days day = floor<days>(moment);
  const year_month_day date(day);
  const hh_mm_ss clock(moment - day);
  const auto years = static_cast<unsigned>(static_cast<int>(date.year()) - 1980);
  const auto two = [](unsigned value) { return static_cast<zip_uint16_t>(value); };
  return {two(static_cast<unsigned>(clock.hours().count()) << 11 |
              static_cast<unsigned>(clock.minutes().count()) << 5 |
              static_cast<unsigned>(clock.seconds().count()) / 2),
          two(years << 9 | static_cast<unsigned>(date.month()) << 5 |
              static_cast<unsigned>(date.day()))};
}

void addFile(zip_t* archive, const std::string& path, std::string_view bytes, DosTime stamp) {
  zip_source_t* source = zip_source_buffer(archive, bytes.data(), bytes.size(), 0);
  if (source == nullptr) fail(archive, path);
  const zip_int64_t added = zip_file_add(archive, path.c_str(), source, ZIP_FL_ENC_UTF_8);
  if (added < 0) {
    zip_source_free(source);
    fail(archive, path);
  }
  const auto index = static_cast<zip_uint64_t>(added);
  const bool executable = path.starts_with("binaries/");
  const zip_uint32_t mode = S_IFREG | (executable ? 0755U : 0644U);
  if (zip_set_file_compression(archive, index, ZIP_CM_DEFLATE, 6) != 0 ||
      zip_file_set_dostime(archive, index, stamp.time, stamp.date, 0) != 0 ||
      zip_file_set_external_attributes(archive, index, 0, ZIP_OPSYS_UNIX, mode << 16) != 0) {
    fail(archive, path);
  }
}

std::string bytesOf(zip_source_t* source) {
  zip_stat_t status;
  zip_stat_init(&status);
  if (zip_source_stat(source, &status) != 0 || zip_source_open(source) != 0) {
    throw Error(std::string("archive: ") + zip_error_strerror(zip_source_error(source)));
  }
  std::string bytes(status.size, '\0');
  const zip_int64_t count = zip_source_read(source, bytes.data(), bytes.size());
  zip_source_close(source);
  if (count < 0 || static_cast<zip_uint64_t>(count) != status.size) {
    throw Error("archive: could not be put together");
  }
  return bytes;
}

// Why a path inside an archive is refused; empty if it is fine.
std::string pathProblem(std::string_view path) {
  if (path.empty()) return "has an empty name";
  if (path.front() == '/') return "has an absolute path";
  if (path.find('\\') != path.npos) return "has a backslash in its path";
  if (path.size() > 1 && path[1] == ':') return "has a drive letter in its path";
  for (const char c : path) {
    if (static_cast<unsigned char>(c) < 0x20) return "has a control character in its path";
  }
  for (std::size_t begin = 0; begin <= path.size();) {
    const std::size_t end = std::min(path.find('/', begin), path.size());
    const std::string_view part = path.substr(begin, end - begin);
    if (part == "..") return "leaves the folder it is unpacked into";
    // A folder's entry ends with '/', so the part after the last one may be empty.
    if (part == "." || (part.empty() && end != path.size())) return "has an odd path";
    begin = end + 1;
  }
  return {};
}

bool isLink(zip_t* archive, zip_uint64_t index) {
  zip_uint8_t system = 0;
  zip_uint32_t attributes = 0;
  return zip_file_get_external_attributes(archive, index, 0, &system, &attributes) == 0 &&
         system == ZIP_OPSYS_UNIX && ((attributes >> 16) & S_IFMT) == S_IFLNK;
}

std::string readEntry(zip_t* archive, zip_uint64_t index, const zip_stat_t& status) {
  const std::string name = status.name;
  const std::unique_ptr<zip_file_t, CloseFile> file(zip_fopen_index(archive, index, 0));
  if (!file) fail(archive, name);
  // Piece by piece: a stated size is not believed before the bytes are there. The read that finds
  // the end is also the one that verifies the checksum.
  std::string bytes;
  std::string piece(std::size_t{1} << 20, '\0');
  zip_int64_t count = 0;
  while ((count = zip_fread(file.get(), piece.data(), piece.size())) > 0) {
    bytes.append(piece, 0, static_cast<std::size_t>(count));
    if (bytes.size() > status.size) break;
  }
  if (count < 0) throw Error(name + ": " + zip_error_strerror(zip_file_get_error(file.get())));
  if (bytes.size() != status.size) {
    throw Error(name + ": its size is not the one that the archive states");
  }
  return bytes;
}

std::string systemMessage() {
  return std::generic_category().message(errno);
}

}  // namespace

std::optional<std::int64_t> sourceDateEpoch() {
  const char* value = std::getenv("SOURCE_DATE_EPOCH");
  if (value == nullptr || *value == '\0') return {};
  std::int64_t seconds = 0;
  const char* end = value + std::strlen(value);
  const auto [stop, error] = std::from_chars(value, end, seconds);
  if (error != std::errc() || stop != end) {
    throw Error("SOURCE_DATE_EPOCH is '" + std::string(value) +
                "', not a number of seconds (unset it, or set it to one)");
  }
  return seconds;
}

std::string writeArchive(const ArchiveContents& contents, std::optional<std::int64_t> timeStamp) {
  const DosTime stamp = dosTime(timeStamp.value_or(0));
  const Source target = memorySource({});
  zip_source_keep(target.get());  // the archive takes one reference, we read through the other
  Archive archive = openArchive(target.get(), ZIP_TRUNCATE);
  const std::string first = "modelDescription.xml";
  if (const auto found = contents.find(first); found != contents.end()) {
    addFile(archive.get(), first, found->second, stamp);
  }
  for (const auto& [path, bytes] : contents) {
    if (path != first) addFile(archive.get(), path, bytes, stamp);
  }
  if (zip_close(archive.get()) != 0) fail(archive.get(), "archive");
  static_cast<void>(archive.release());
  return bytesOf(target.get());
}

std::vector<ArchiveEntry> readArchive(std::string_view bytes, const ArchiveLimits& limits) {
  if (bytes.empty()) throw Error("is empty (an FMU is a zip file)");
  Source source = memorySource(bytes);
  const Archive archive = openArchive(source.get(), ZIP_RDONLY);
  static_cast<void>(source.release());  // now the archive's
  const auto count = static_cast<zip_uint64_t>(zip_get_num_entries(archive.get(), 0));
  if (count > limits.entries) {
    throw Error("the archive has " + std::to_string(count) + " entries, more than the " +
                std::to_string(limits.entries) + " that are accepted");
  }
  std::vector<ArchiveEntry> entries;
  std::set<std::string> seen;
  std::uint64_t total = 0;
  for (zip_uint64_t index = 0; index < count; ++index) {
    zip_stat_t status;
    if (zip_stat_index(archive.get(), index, 0, &status) != 0) fail(archive.get(), "archive");
    const std::string path = status.name;
    if (const std::string problem = pathProblem(path); !problem.empty()) {
      throw Error("the entry '" + path + "' " + problem + " (the archive is not safe to unpack)");
    }
    if (!seen.insert(path).second) throw Error("the entry '" + path + "' occurs twice");
    if (isLink(archive.get(), index)) {
      throw Error("the entry '" + path + "' is a link (the archive is not safe to unpack)");
    }
    if (status.encryption_method != ZIP_EM_NONE)
      throw Error("the entry '" + path + "' is encrypted");
    if (status.comp_method != ZIP_CM_STORE && status.comp_method != ZIP_CM_DEFLATE) {
      throw Error("the entry '" + path +
                  "' is compressed in an unusual way (FMI allows deflate only)");
    }
    if (status.size > limits.totalBytes - total) {
      throw Error("the archive unpacks to more than the " + std::to_string(limits.totalBytes) +
                  " bytes that are accepted");
    }
    total += status.size;
    if (!path.ends_with('/')) entries.push_back({path, readEntry(archive.get(), index, status)});
  }
  return entries;
}

void unpack(const std::vector<ArchiveEntry>& entries, const std::filesystem::path& folder) {
  for (const ArchiveEntry& entry : entries) {
    const std::filesystem::path file = folder / entry.path;
    std::error_code error;
    std::filesystem::create_directories(file.parent_path(), error);
    if (error) throw Error(file.parent_path().string() + ": " + error.message());
    writeFile(file, entry.bytes);
  }
}

std::string readFile(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) throw Error(file.string() + ": cannot be read: " + systemMessage());
  if (std::filesystem::is_directory(file)) throw Error(file.string() + ": is a folder, not a file");
  std::string bytes(std::istreambuf_iterator<char>(stream), {});
  if (stream.bad()) throw Error(file.string() + ": cannot be read: " + systemMessage());
  return bytes;
}

// What was there before stays until the new bytes are complete, so that a full disk costs nothing;
// devices and pipes are written directly.
void writeFile(const std::filesystem::path& file, std::string_view bytes) {
  std::error_code error;
  const std::filesystem::file_status before = std::filesystem::status(file, error);
  const bool replaces = std::filesystem::is_regular_file(before);
  const std::filesystem::path target = replaces ? std::filesystem::canonical(file) : file;
  std::filesystem::path fresh = target;
  if (replaces) fresh += ".part";
  const auto fail = [&](const std::string& why) {
    if (replaces || !std::filesystem::exists(before)) std::filesystem::remove(fresh, error);
    throw Error(file.string() + ": cannot be written: " + why);
  };
  std::ofstream stream(fresh, std::ios::binary | std::ios::trunc);
  stream.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  stream.close();
  if (!stream) fail(systemMessage());
  if (!replaces) return;
  std::filesystem::permissions(fresh, before.permissions(), error);
  std::filesystem::rename(fresh, target, error);
  if (error) fail(error.message());
}

}  // namespace liefmu
