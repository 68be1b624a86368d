// The wall between C and C++: every FMI function passes through `guarded`, which checks the
// instance and its mode and turns exceptions into a status and a log message. Nothing else of
// liefmu catches exceptions on behalf of FMI.
#pragma once

#include "fmi/instance.hpp"
#include "types.hpp"

#include <array>
#include <cstdint>
#include <exception>
#include <new>
#include <span>
#include <string>
#include <type_traits>

namespace liefmu::fmi {

// Every function that takes an instance.
enum class Call : std::uint8_t {
  setDebugLogging,
  setupExperiment,
  enterInitializationMode,
  exitInitializationMode,
  terminate,
  reset,
  getReal,
  getInteger,
  getBoolean,
  getString,
  setReal,
  setInteger,
  setBoolean,
  setString,
  getFmuState,
  setFmuState,
  freeFmuState,
  serializedFmuStateSize,
  serializeFmuState,
  deserializeFmuState,
  getDirectionalDerivative,
  setRealInputDerivatives,
  getRealOutputDerivatives,
  doStep,
  cancelStep,
  getStatus,
  getRealStatus,
  getIntegerStatus,
  getBooleanStatus,
  getStringStatus,
};

struct CallRule {
  const char* name;
  ModeSet modes;  // in which the function may be called
};

namespace modes {
inline constexpr ModeSet kNever = 0;
inline constexpr ModeSet kInstantiated = bit(Mode::instantiated);
inline constexpr ModeSet kInitialization = bit(Mode::initialization);
inline constexpr ModeSet kStep = bit(Mode::stepComplete);
inline constexpr ModeSet kTerminated = bit(Mode::terminated);
inline constexpr ModeSet kSettable = kInstantiated | kInitialization | kStep;
inline constexpr ModeSet kReadable = kInitialization | kStep | kTerminated;
inline constexpr ModeSet kAny = kSettable | kTerminated;
}  // namespace modes

// FMI 2.0.5, section 4.2.4. A synchronous slave that undoes failed steps has no modes "step in
// progress", "step failed" and "error": a call that fails leaves the instance in the mode in which
// it was.
inline constexpr std::array<CallRule, 30> kCallRules = {{
    {"fmi2SetDebugLogging", modes::kAny},
    {"fmi2SetupExperiment", modes::kInstantiated},
    {"fmi2EnterInitializationMode", modes::kInstantiated},
    {"fmi2ExitInitializationMode", modes::kInitialization},
    {"fmi2Terminate", modes::kStep},
    {"fmi2Reset", modes::kAny},
    {"fmi2GetReal", modes::kReadable},
    {"fmi2GetInteger", modes::kReadable},
    {"fmi2GetBoolean", modes::kReadable},
    {"fmi2GetString", modes::kReadable},
    {"fmi2SetReal", modes::kSettable},
    {"fmi2SetInteger", modes::kSettable},
    {"fmi2SetBoolean", modes::kSettable},
    {"fmi2SetString", modes::kSettable},
    {"fmi2GetFMUstate", modes::kAny},
    {"fmi2SetFMUstate", modes::kAny},
    {"fmi2FreeFMUstate", modes::kAny},
    {"fmi2SerializedFMUstateSize", modes::kAny},
    {"fmi2SerializeFMUstate", modes::kAny},
    {"fmi2DeSerializeFMUstate", modes::kAny},
    {"fmi2GetDirectionalDerivative", modes::kReadable},
    {"fmi2SetRealInputDerivatives", modes::kSettable},
    {"fmi2GetRealOutputDerivatives", modes::kReadable},
    {"fmi2DoStep", modes::kStep},
    {"fmi2CancelStep", modes::kNever},  // only while a step is pending, which never happens
    {"fmi2GetStatus", modes::kStep | modes::kTerminated},
    {"fmi2GetRealStatus", modes::kStep | modes::kTerminated},
    {"fmi2GetIntegerStatus", modes::kStep | modes::kTerminated},
    {"fmi2GetBooleanStatus", modes::kStep | modes::kTerminated},
    {"fmi2GetStringStatus", modes::kStep | modes::kTerminated},
}};
static_assert(static_cast<std::size_t>(Call::getStringStatus) + 1 == kCallRules.size());

// Thrown where a value is not available although the question was right: fmi2Discard.
class NotAvailable : public Error {
 public:
  using Error::Error;
};

// A view of an array argument; null is allowed only for length 0.
template<class T>
std::span<T> array(T* data, std::size_t size, const char* name) {
  if (data == nullptr && size > 0) {
    throw Error(std::string("argument '") + name + "' is NULL");
  }
  return {data, size};
}

template<class T>
T& reference(T* pointer, const char* name) {
  if (pointer == nullptr) {
    throw Error(std::string("argument '") + name + "' is NULL");
  }
  return *pointer;
}

// Calls `action(instance)` if the call is allowed now.
template<class Action>
fmi2Status guarded(fmi2Component component, Call call, Action action) noexcept {
  auto* const instance = static_cast<Instance*>(component);
  if (instance == nullptr) {
    return fmi2Error;
  }
  const CallRule& rule = kCallRules[static_cast<std::size_t>(call)];
  const auto report = [&](fmi2Status status, LogCategory category, const char* what) noexcept {
    try {
      instance->logger().log(status, category, std::string(rule.name) + ": " + what);
    } catch (...) {  // without memory for a message there is no message
    }
    return status;
  };
  try {
    if ((rule.modes & bit(instance->mode())) == 0) {
      throw Error(std::string("not allowed in mode '") + modeName(instance->mode()) + "'");
    }
    action(*instance);
    return fmi2OK;
  } catch (const NotAvailable& notAvailable) {
    return report(fmi2Discard, LogCategory::statusDiscard, notAvailable.what());
  } catch (const std::bad_alloc&) {
    return report(fmi2Error, LogCategory::statusError, "out of memory");
  } catch (const std::exception& failure) {
    return report(fmi2Error, LogCategory::statusError, failure.what());
  } catch (...) {
    return report(fmi2Error, LogCategory::statusError, "unknown failure");
  }
}

}  // namespace liefmu::fmi
