#include "fmi/logger.hpp"

#include "types.hpp"

#include <algorithm>

namespace liefmu::fmi {
namespace {

constexpr std::size_t slot(LogCategory category) {
  return static_cast<std::size_t>(category);
}

// Number of bytes of the UTF-8 character that begins with `first`.
std::size_t characterLength(char first) {
  const auto byte = static_cast<unsigned char>(first);
  if (byte < 0xC0) return 1;
  if (byte < 0xE0) return 2;
  return byte < 0xF0 ? 3 : 4;
}

}  // namespace

std::string quoteLogMessage(std::string_view text) {
  std::string result;
  result.reserve(std::min(text.size() + 16, kLogBufferSize));
  for (std::size_t i = 0; i < text.size();) {
    const bool doubled = text[i] == '%' || text[i] == '#';
    const std::size_t length = std::min(characterLength(text[i]), text.size() - i);
    if (result.size() + (doubled ? 2 : length) >= kLogBufferSize) {
      break;
    }
    if (doubled) {
      result.push_back(text[i]);
    }
    result.append(text.substr(i, length));
    i += length;
  }
  return result;
}

Logger::Logger(const fmi2CallbackFunctions* callbacks, std::string instanceName, bool on)
    : callbacks_(callbacks != nullptr ? *callbacks : fmi2CallbackFunctions{}),
      instanceName_(std::move(instanceName)) {
  enabled_.fill(on);
}

void Logger::configure(bool on, std::span<const fmi2String> categories) {
  std::array<bool, kLogCategoryNames.size()> enabled{};
  enabled.fill(on && categories.empty());
  for (const fmi2String name : categories) {
    const auto* const known = std::find_if(
        kLogCategoryNames.begin(), kLogCategoryNames.end(), [&](const char* candidate) {
          return name != nullptr && std::string_view(name) == candidate;
        });
    if (known == kLogCategoryNames.end()) {
      throw Error(std::string("unknown log category '") + (name != nullptr ? name : "(null)") +
                  "'; modelDescription.xml lists the known ones");
    }
    const auto category = static_cast<LogCategory>(known - kLogCategoryNames.begin());
    if (category == LogCategory::all) {
      enabled.fill(on);
    } else {
      enabled[slot(category)] = enabled[slot(category)] || on;
    }
  }
  enabled_ = enabled;
}

bool Logger::wants(LogCategory category) const {
  return callbacks_.logger != nullptr && enabled_[slot(category)];
}

void Logger::log(fmi2Status status, LogCategory category, std::string_view text) const {
  const bool always = status == fmi2Error || status == fmi2Fatal;
  if (callbacks_.logger == nullptr || !(always || enabled_[slot(category)])) {
    return;
  }
  const std::string message = quoteLogMessage(text);
  callbacks_.logger(callbacks_.componentEnvironment, instanceName_.c_str(), status,
                    kLogCategoryNames[slot(category)], message.c_str());
}

}  // namespace liefmu::fmi
