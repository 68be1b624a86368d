// Messages to the importer, with all of FMI's rules for them: categories, switches, length and
// quoting.
#pragma once

#include "fmi2FunctionTypes.h"

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace liefmu::fmi {

// The log categories that modelDescription.xml lists, in its order.
enum class LogCategory : std::uint8_t {
  events,
  nonlinearSystems,
  singularLinearSystems,
  statusWarning,
  statusDiscard,
  statusError,
  statusFatal,
  stepSize,
  all,
};

inline constexpr std::array<const char*, 9> kLogCategoryNames = {
    "logEvents",        "logNonlinearSystems", "logSingularLinearSystems",
    "logStatusWarning", "logStatusDiscard",    "logStatusError",
    "logStatusFatal",   "logStepSize",         "logAll"};

// Importers copy messages into buffers of this size, terminating zero included.
inline constexpr std::size_t kLogBufferSize = 1000;

// The text as it may be handed to a logger, which takes it for a printf format (% is doubled) and
// looks for variable references between # (doubled too). At most kLogBufferSize − 1 bytes; cut
// between characters where it is longer.
[[nodiscard]] std::string quoteLogMessage(std::string_view text);

class Logger {
 public:
  // `callbacks` may be null. The record is copied: some importers let it go out of scope.
  Logger(const fmi2CallbackFunctions* callbacks, std::string instanceName, bool on);

  // On: exactly the given categories, all of them if none is given. Off: none. Throws Error, and
  // changes nothing, if one is unknown.
  void configure(bool on, std::span<const fmi2String> categories);

  // True if somebody would read a message of this category: ask before composing an expensive one.
  [[nodiscard]] bool wants(LogCategory category) const;

  // Errors are always reported, everything else only where it was asked for.
  void log(fmi2Status status, LogCategory category, std::string_view text) const;
  void error(std::string_view text) const { log(fmi2Error, LogCategory::statusError, text); }

 private:
  fmi2CallbackFunctions callbacks_;
  std::string instanceName_;
  std::array<bool, kLogCategoryNames.size()> enabled_{};
};

}  // namespace liefmu::fmi
