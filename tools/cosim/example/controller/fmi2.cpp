// The FMI 2.0 functions of the controller, written out in one place: an example of how little an
// FMU needs. Everything the standard allows to leave out is left out, see modelDescription.xml.
#include "controller.hpp"
#include "fmi2Functions.h"

#include <cmath>
#include <cstring>
#include <new>
#include <string>

namespace {

enum Mode : unsigned { kInstantiated = 1, kInitialization = 2, kStepping = 4, kTerminated = 8 };
constexpr unsigned kAnyMode = kInstantiated | kInitialization | kStepping | kTerminated;

struct Instance {
  std::string name;
  fmi2CallbackFunctions callbacks{};
  controller::State state;
  Mode mode = kInstantiated;
};

void logError(const fmi2CallbackFunctions& callbacks, const char* name, const char* function,
              const char* message) {
  if (callbacks.logger == nullptr) return;
  callbacks.logger(callbacks.componentEnvironment, name, fmi2Error, "logStatusError", "%s: %s",
                   function, message);
}

// Calls an action that returns what is wrong, or nullptr.
template<class Action>
fmi2Status attempt(fmi2Component c, const char* function, unsigned modes, const Action& action) {
  if (c == nullptr) return fmi2Error;
  auto& instance = *static_cast<Instance*>(c);
  const char* problem =
      (instance.mode & modes) != 0 ? action(instance) : "cannot be called at this time";
  if (problem == nullptr) return fmi2OK;
  logError(instance.callbacks, instance.name.c_str(), function, problem);
  return fmi2Error;
}

fmi2Status notAvailable(fmi2Component c, const char* function) {
  return attempt(c, function, kAnyMode, [](Instance&) { return "is not available"; });
}

// All variables are real: access to other ones succeeds only if there is nothing to do.
fmi2Status nothing(fmi2Component c, const char* function, size_t count) {
  return attempt(c, function, kAnyMode, [&](Instance&) {
    return count == 0 ? nullptr : "this FMU has real variables only";
  });
}

bool maySet(fmi2ValueReference reference, Mode mode) {
  using namespace controller;
  if (reference == force) return false;
  return reference != samplePeriod || mode != kStepping;
}

}  // namespace

// ---- creation and life --------------------------------------------------------------------------

const char* fmi2GetTypesPlatform() {
  return fmi2TypesPlatform;
}

const char* fmi2GetVersion() {
  return fmi2Version;
}

fmi2Component fmi2Instantiate(fmi2String instanceName, fmi2Type fmuType, fmi2String fmuGUID,
                              fmi2String, const fmi2CallbackFunctions* functions, fmi2Boolean,
                              fmi2Boolean) {
  const fmi2CallbackFunctions callbacks =
      functions != nullptr ? *functions : fmi2CallbackFunctions{};
  const char* name = instanceName != nullptr ? instanceName : "";
  const auto refuse = [&](const char* message) -> fmi2Component {
    logError(callbacks, name, "fmi2Instantiate", message);
    return nullptr;
  };
  if (fmuType != fmi2CoSimulation) return refuse("this FMU is for co-simulation only");
  if (fmuGUID == nullptr || std::strcmp(fmuGUID, CONTROLLER_GUID) != 0) {
    return refuse("the GUID is not that of this FMU");
  }
  return new (std::nothrow) Instance{name, callbacks, {}, kInstantiated};
}

void fmi2FreeInstance(fmi2Component c) {
  delete static_cast<Instance*>(c);
}

fmi2Status fmi2SetDebugLogging(fmi2Component c, fmi2Boolean, size_t, const fmi2String[]) {
  return attempt(c, "fmi2SetDebugLogging", kAnyMode, [](Instance&) { return nullptr; });
}

fmi2Status fmi2SetupExperiment(fmi2Component c, fmi2Boolean, fmi2Real, fmi2Real startTime,
                               fmi2Boolean, fmi2Real) {
  return attempt(c, "fmi2SetupExperiment", kInstantiated, [&](Instance& instance) -> const char* {
    if (!std::isfinite(startTime)) return "the start time is not finite";
    instance.state.startTime = instance.state.time = startTime;
    return nullptr;
  });
}

fmi2Status fmi2EnterInitializationMode(fmi2Component c) {
  return attempt(c, "fmi2EnterInitializationMode", kInstantiated, [](Instance& instance) {
    instance.mode = kInitialization;
    controller::showForce(instance.state);
    return nullptr;
  });
}

fmi2Status fmi2ExitInitializationMode(fmi2Component c) {
  return attempt(c, "fmi2ExitInitializationMode", kInitialization, [](Instance& instance) {
    controller::start(instance.state);
    instance.mode = kStepping;
    return nullptr;
  });
}

fmi2Status fmi2Terminate(fmi2Component c) {
  return attempt(c, "fmi2Terminate", kStepping, [](Instance& instance) {
    instance.mode = kTerminated;
    return nullptr;
  });
}

fmi2Status fmi2Reset(fmi2Component c) {
  return attempt(c, "fmi2Reset", kAnyMode, [](Instance& instance) {
    instance.state = {};
    instance.mode = kInstantiated;
    return nullptr;
  });
}

// ---- values -------------------------------------------------------------------------------------

fmi2Status fmi2GetReal(fmi2Component c, const fmi2ValueReference vr[], size_t nvr,
                       fmi2Real value[]) {
  return attempt(c, "fmi2GetReal", kInitialization | kStepping | kTerminated,
                 [&](Instance& instance) -> const char* {
                   for (size_t i = 0; i < nvr; ++i) {
                     if (vr[i] >= controller::kVariables) return "unknown value reference";
                     value[i] = instance.state.values[vr[i]];
                   }
                   return nullptr;
                 });
}

fmi2Status fmi2SetReal(fmi2Component c, const fmi2ValueReference vr[], size_t nvr,
                       const fmi2Real value[]) {
  return attempt(c, "fmi2SetReal", kInstantiated | kInitialization | kStepping,
                 [&](Instance& instance) -> const char* {
                   using namespace controller;
                   for (size_t i = 0; i < nvr; ++i) {
                     if (vr[i] >= kVariables) return "unknown value reference";
                     if (!maySet(vr[i], instance.mode)) return "this variable cannot be set now";
                     if (!std::isfinite(value[i])) return "the value is not finite";
                     if (value[i] < 0.0 && vr[i] == forceLimit)
                       return "forceLimit must not be negative";
                     if (value[i] < 1e-6 && vr[i] == samplePeriod)
                       return "samplePeriod must be at least 1e-6";
                   }
                   for (size_t i = 0; i < nvr; ++i) instance.state.values[vr[i]] = value[i];
                   if (instance.mode == kInitialization) showForce(instance.state);
                   return nullptr;
                 });
}

fmi2Status fmi2GetInteger(fmi2Component c, const fmi2ValueReference[], size_t nvr, fmi2Integer[]) {
  return nothing(c, "fmi2GetInteger", nvr);
}
fmi2Status fmi2GetBoolean(fmi2Component c, const fmi2ValueReference[], size_t nvr, fmi2Boolean[]) {
  return nothing(c, "fmi2GetBoolean", nvr);
}
fmi2Status fmi2GetString(fmi2Component c, const fmi2ValueReference[], size_t nvr, fmi2String[]) {
  return nothing(c, "fmi2GetString", nvr);
}
fmi2Status fmi2SetInteger(fmi2Component c, const fmi2ValueReference[], size_t nvr,
                          const fmi2Integer[]) {
  return nothing(c, "fmi2SetInteger", nvr);
}
fmi2Status fmi2SetBoolean(fmi2Component c, const fmi2ValueReference[], size_t nvr,
                          const fmi2Boolean[]) {
  return nothing(c, "fmi2SetBoolean", nvr);
}
fmi2Status fmi2SetString(fmi2Component c, const fmi2ValueReference[], size_t nvr,
                         const fmi2String[]) {
  return nothing(c, "fmi2SetString", nvr);
}

// ---- saved states -------------------------------------------------------------------------------

namespace {
struct SavedState {
  controller::State state;
  Mode mode;
};
}  // namespace

fmi2Status fmi2GetFMUstate(fmi2Component c, fmi2FMUstate* FMUstate) {
  return attempt(c, "fmi2GetFMUstate", kAnyMode, [&](Instance& instance) -> const char* {
    if (FMUstate == nullptr) return "FMUstate is NULL";
    if (*FMUstate == nullptr) *FMUstate = new (std::nothrow) SavedState;
    if (*FMUstate == nullptr) return "out of memory";
    *static_cast<SavedState*>(*FMUstate) = {instance.state, instance.mode};
    return nullptr;
  });
}

fmi2Status fmi2SetFMUstate(fmi2Component c, fmi2FMUstate FMUstate) {
  return attempt(c, "fmi2SetFMUstate", kAnyMode, [&](Instance& instance) -> const char* {
    if (FMUstate == nullptr) return "FMUstate is NULL";
    const auto& saved = *static_cast<SavedState*>(FMUstate);
    instance.state = saved.state;
    instance.mode = saved.mode;
    return nullptr;
  });
}

fmi2Status fmi2FreeFMUstate(fmi2Component c, fmi2FMUstate* FMUstate) {
  return attempt(c, "fmi2FreeFMUstate", kAnyMode, [&](Instance&) -> const char* {
    if (FMUstate == nullptr) return "FMUstate is NULL";
    delete static_cast<SavedState*>(*FMUstate);
    *FMUstate = nullptr;
    return nullptr;
  });
}

fmi2Status fmi2SerializedFMUstateSize(fmi2Component c, fmi2FMUstate, size_t*) {
  return notAvailable(c, "fmi2SerializedFMUstateSize");
}
fmi2Status fmi2SerializeFMUstate(fmi2Component c, fmi2FMUstate, fmi2Byte[], size_t) {
  return notAvailable(c, "fmi2SerializeFMUstate");
}
fmi2Status fmi2DeSerializeFMUstate(fmi2Component c, const fmi2Byte[], size_t, fmi2FMUstate*) {
  return notAvailable(c, "fmi2DeSerializeFMUstate");
}

// ---- steps --------------------------------------------------------------------------------------

fmi2Status fmi2DoStep(fmi2Component c, fmi2Real currentCommunicationPoint,
                      fmi2Real communicationStepSize, fmi2Boolean) {
  return attempt(c, "fmi2DoStep", kStepping, [&](Instance& instance) -> const char* {
    if (!(communicationStepSize > 0.0) || !std::isfinite(communicationStepSize)) {
      return "the step size is not positive";
    }
    controller::State& state = instance.state;
    const double tolerance = 1e-9 * std::fmax(1.0, std::abs(state.time));
    if (!(std::abs(currentCommunicationPoint - state.time) <= tolerance)) {
      return "the communication point is not the end of the last step";
    }
    state.time = currentCommunicationPoint;
    controller::advance(state, communicationStepSize);
    return nullptr;
  });
}

fmi2Status fmi2CancelStep(fmi2Component c) {
  return notAvailable(c, "fmi2CancelStep");
}
fmi2Status fmi2SetRealInputDerivatives(fmi2Component c, const fmi2ValueReference[], size_t,
                                       const fmi2Integer[], const fmi2Real[]) {
  return notAvailable(c, "fmi2SetRealInputDerivatives");
}
fmi2Status fmi2GetRealOutputDerivatives(fmi2Component c, const fmi2ValueReference[], size_t,
                                        const fmi2Integer[], fmi2Real[]) {
  return notAvailable(c, "fmi2GetRealOutputDerivatives");
}
fmi2Status fmi2GetDirectionalDerivative(fmi2Component c, const fmi2ValueReference[], size_t,
                                        const fmi2ValueReference[], size_t, const fmi2Real[],
                                        fmi2Real[]) {
  return notAvailable(c, "fmi2GetDirectionalDerivative");
}
fmi2Status fmi2GetStatus(fmi2Component c, const fmi2StatusKind, fmi2Status*) {
  return notAvailable(c, "fmi2GetStatus");
}
fmi2Status fmi2GetRealStatus(fmi2Component c, const fmi2StatusKind, fmi2Real*) {
  return notAvailable(c, "fmi2GetRealStatus");
}
fmi2Status fmi2GetIntegerStatus(fmi2Component c, const fmi2StatusKind, fmi2Integer*) {
  return notAvailable(c, "fmi2GetIntegerStatus");
}
fmi2Status fmi2GetBooleanStatus(fmi2Component c, const fmi2StatusKind, fmi2Boolean*) {
  return notAvailable(c, "fmi2GetBooleanStatus");
}
fmi2Status fmi2GetStringStatus(fmi2Component c, const fmi2StatusKind, fmi2String*) {
  return notAvailable(c, "fmi2GetStringStatus");
}
