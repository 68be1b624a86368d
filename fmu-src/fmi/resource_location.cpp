#include "fmi/resource_location.hpp"

#include "types.hpp"

#ifdef _WIN32
#include <windows.h>
#else
#include <dlfcn.h>
#endif

#include <array>
#include <string>
#include <system_error>

namespace liefmu::fmi {
namespace {

int hexDigit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

// A % that is not followed by two hexadecimal digits stays as it is: importers that do not encode
// send it plainly.
std::string percentDecode(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '%' && i + 2 < text.size()) {
      const int high = hexDigit(text[i + 1]);
      const int low = hexDigit(text[i + 2]);
      if (high >= 0 && low >= 0) {
        result.push_back(static_cast<char>(high * 16 + low));
        i += 2;
        continue;
      }
    }
    result.push_back(text[i]);
  }
  return result;
}

bool startsWithIgnoringCase(std::string_view text, std::string_view lowerCasePrefix) {
  if (text.size() < lowerCasePrefix.size()) return false;
  for (std::size_t i = 0; i < lowerCasePrefix.size(); ++i) {
    const char c =
        text[i] >= 'A' && text[i] <= 'Z' ? static_cast<char>(text[i] - 'A' + 'a') : text[i];
    if (c != lowerCasePrefix[i]) return false;
  }
  return true;
}

bool startsWithDrive(std::string_view path) {
  return path.size() >= 2 && path[1] == ':' &&
         ((path[0] >= 'A' && path[0] <= 'Z') || (path[0] >= 'a' && path[0] <= 'z'));
}

// The path part of a file URI, still encoded.
std::string_view uriPath(std::string_view location) {
  std::string_view path = location.substr(std::string_view("file:").size());
  if (path.starts_with("//")) {
    path.remove_prefix(2);
    if (startsWithIgnoringCase(path, "localhost/")) {
      path.remove_prefix(std::string_view("localhost").size());
    }
  }
  while (path.starts_with("//")) {  // "file:///" + absolute path
    path.remove_prefix(1);
  }
  if (path.starts_with("/") && startsWithDrive(path.substr(1))) {  // /C:/folder
    path.remove_prefix(1);
  }
  return path;
}

std::filesystem::path pathFromUtf8(const std::string& text) {
  return std::filesystem::path(std::u8string(text.begin(), text.end()));
}

bool hasFile(const std::filesystem::path& folder, std::string_view name) {
  std::error_code ignored;
  return !folder.empty() && std::filesystem::is_regular_file(folder / name, ignored);
}

}  // namespace

std::filesystem::path parseResourceLocation(std::string_view location) {
  if (startsWithIgnoringCase(location, "file:")) {
    return pathFromUtf8(percentDecode(uriPath(location)));
  }
  if (location.find("://") != std::string_view::npos) {
    return {};
  }
  return pathFromUtf8(std::string(location));
}

std::filesystem::path resourcesBesideLibrary() {
  // binaries/<platform>/<library> lies two folders below the root of the FMU.
#ifdef _WIN32
  HMODULE module = nullptr;
  std::array<wchar_t, 32768> file{};
  if (GetModuleHandleExW(
          GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS | GET_MODULE_HANDLE_EX_FLAG_UNCHANGED_REFCOUNT,
          reinterpret_cast<LPCWSTR>(&resourcesBesideLibrary), &module) == 0 ||
      GetModuleFileNameW(module, file.data(), static_cast<DWORD>(file.size())) == 0) {
    return {};
  }
  const std::filesystem::path library(file.data());
#else
  Dl_info info{};
  if (dladdr(reinterpret_cast<const void*>(&resourcesBesideLibrary), &info) == 0 ||
      info.dli_fname == nullptr) {
    return {};
  }
  const std::filesystem::path library(info.dli_fname);
#endif
  return library.parent_path().parent_path().parent_path() / "resources";
}

std::filesystem::path findResources(const char* location, std::string_view needed) {
  if (location != nullptr) {
    const std::filesystem::path named = parseResourceLocation(location);
    if (hasFile(named, needed)) return named;
    // An unencoded path may contain something that looks like an escape.
    if (startsWithIgnoringCase(location, "file:")) {
      const std::filesystem::path undecoded = pathFromUtf8(std::string(uriPath(location)));
      if (hasFile(undecoded, needed)) return undecoded;
    }
  }
  std::filesystem::path beside = resourcesBesideLibrary();
  if (hasFile(beside, needed)) return beside;
  throw Error(
      std::string("the resource location '") + (location != nullptr ? location : "(null)") +
      "' has no file " + std::string(needed) + ", and neither has the folder '" + beside.string() +
      "' beside the library; unpack the whole FMU and pass the URI of its resources folder");
}

}  // namespace liefmu::fmi
