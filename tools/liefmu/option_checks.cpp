#include "liefmu/option_checks.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <filesystem>
#include <optional>
#include <string>
#include <system_error>

namespace liefmu {
namespace {

std::optional<double> number(const std::string& text) {
  double value = 0.0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || stop != end || !std::isfinite(value)) return {};
  return value;
}

}  // namespace

CLI::Validator positiveFinite() {
  return CLI::Validator(
      [](std::string& text) -> std::string {
        const auto value = number(text);
        if (!value || *value <= 0.0) return "'" + text + "' is not a positive number";
        return {};
      },
      "POSITIVE");
}

CLI::Validator finiteNumber() {
  return CLI::Validator(
      [](std::string& text) -> std::string {
        return number(text) ? "" : "'" + text + "' is not a finite number";
      },
      "NUMBER");
}

void requireOwnFile(const std::string& option, const std::string& file,
                    const std::vector<std::string>& others) {
  for (const std::string& other : others) {
    std::error_code missing;  // what does not exist cannot be lost
    const bool same = file == other || std::filesystem::equivalent(file, other, missing);
    if (!file.empty() && same) {
      throw CLI::ValidationError(option, fmt::format("'{}' would overwrite '{}'", file, other));
    }
  }
}

CLI::Option* addGroupOption(CLI::App& command, std::string& group) {
  return command
      .add_option("--group", group, "Lie group of the rigid bodies instead of the model's own")
      ->check(CLI::IsMember({"r3so3", "se3", "so3", "r3"}))
      ->type_name("r3so3|se3");
}

}  // namespace liefmu
