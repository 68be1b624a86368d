// The C functions of FMI 2.0 co-simulation. Each is one call through the guard; what it does is in
// instance.cpp.
#include "fmi/guard.hpp"
#include "fmi/instance.hpp"
#include "fmi/resource_location.hpp"
#include "fmi2Functions.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>

using liefmu::Error;
using liefmu::VariableType;
using liefmu::fmi::array;
using liefmu::fmi::Call;
using liefmu::fmi::guarded;
using liefmu::fmi::Instance;
using liefmu::fmi::NotAvailable;
using liefmu::fmi::reference;

namespace {

std::unique_ptr<Instance> instantiate(const liefmu::fmi::Logger& logger, fmi2String instanceName,
                                      fmi2Type type, fmi2String guid, fmi2String resourceLocation) {
  if (instanceName == nullptr || *instanceName == '\0') {
    throw Error("the instance name is missing");
  }
  if (type != fmi2CoSimulation) {
    throw Error("this FMU is for co-simulation only");
  }
  auto packaged =
      liefmu::readPackagedModel(liefmu::fmi::findResources(resourceLocation, liefmu::kModelFile));
  if (guid == nullptr || packaged.guid != guid) {
    throw Error(std::string("the GUID ") + (guid != nullptr ? guid : "(null)") +
                " is not that of this FMU, " + packaged.guid +
                " (modelDescription.xml and resources are from different FMUs)");
  }
  return std::make_unique<Instance>(std::move(packaged), logger);
}

template<class T>
fmi2Status getValues(fmi2Component c, Call call, VariableType type, const fmi2ValueReference* vr,
                     std::size_t nvr, T* value) {
  return guarded(c, call, [&](Instance& instance) {
    instance.get<T>(type, array(vr, nvr, "vr"), array(value, nvr, "value"));
  });
}

template<class T>
fmi2Status setValues(fmi2Component c, Call call, VariableType type, const fmi2ValueReference* vr,
                     std::size_t nvr, const T* value) {
  return guarded(c, call, [&](Instance& instance) {
    instance.set<T>(type, array(vr, nvr, "vr"), array(value, nvr, "value"));
  });
}

// There are no string variables: any reference is an unknown one.
fmi2Status noStrings(fmi2Component c, Call call, std::size_t nvr) {
  return guarded(c, call, [&](Instance&) {
    if (nvr > 0) throw Error("this FMU has no String variables");
  });
}

fmi2Status noSuchStatus(fmi2Component c, Call call, const void* value) {
  return guarded(c, call, [&](Instance&) {
    if (value == nullptr) throw Error("argument 'value' is NULL");
    throw NotAvailable("this status is not available: steps are never pending");
  });
}

}  // namespace

// ---- common to both kinds of FMU ----------------------------------------------------------------

const char* fmi2GetTypesPlatform() {
  return fmi2TypesPlatform;
}

const char* fmi2GetVersion() {
  return fmi2Version;
}

fmi2Status fmi2SetDebugLogging(fmi2Component c, fmi2Boolean loggingOn, size_t nCategories,
                               const fmi2String categories[]) {
  return guarded(c, Call::setDebugLogging, [&](Instance& instance) {
    instance.logger().configure(loggingOn != fmi2False,
                                array(categories, nCategories, "categories"));
  });
}

fmi2Component fmi2Instantiate(fmi2String instanceName, fmi2Type fmuType, fmi2String fmuGUID,
                              fmi2String fmuResourceLocation,
                              const fmi2CallbackFunctions* functions, fmi2Boolean /*visible*/,
                              fmi2Boolean loggingOn) {
  // The only function without an instance, hence with its own wall.
  const auto fail = [&](const char* what) noexcept -> fmi2Component {
    try {
      liefmu::fmi::Logger(functions, instanceName != nullptr ? instanceName : "", true)
          .error(std::string("fmi2Instantiate: ") + what);
    } catch (...) {  // without memory for a message there is no message
    }
    return nullptr;
  };
  try {
    const liefmu::fmi::Logger logger(functions, instanceName != nullptr ? instanceName : "",
                                     loggingOn != fmi2False);
    return instantiate(logger, instanceName, fmuType, fmuGUID, fmuResourceLocation).release();
  } catch (const std::exception& failure) {
    return fail(failure.what());
  } catch (...) {
    return fail("unknown failure");
  }
}

void fmi2FreeInstance(fmi2Component c) {
  delete static_cast<Instance*>(c);
}

fmi2Status fmi2SetupExperiment(fmi2Component c, fmi2Boolean toleranceDefined, fmi2Real tolerance,
                               fmi2Real startTime, fmi2Boolean stopTimeDefined, fmi2Real stopTime) {
  return guarded(c, Call::setupExperiment, [&](Instance& instance) {
    instance.setupExperiment(
        toleranceDefined != fmi2False ? std::optional(tolerance) : std::nullopt, startTime,
        stopTimeDefined != fmi2False ? std::optional(stopTime) : std::nullopt);
  });
}

fmi2Status fmi2EnterInitializationMode(fmi2Component c) {
  return guarded(c, Call::enterInitializationMode,
                 [](Instance& instance) { instance.enterInitializationMode(); });
}

fmi2Status fmi2ExitInitializationMode(fmi2Component c) {
  return guarded(c, Call::exitInitializationMode,
                 [](Instance& instance) { instance.exitInitializationMode(); });
}

fmi2Status fmi2Terminate(fmi2Component c) {
  return guarded(c, Call::terminate, [](Instance& instance) { instance.terminate(); });
}

fmi2Status fmi2Reset(fmi2Component c) {
  return guarded(c, Call::reset, [](Instance& instance) { instance.reset(); });
}

fmi2Status fmi2GetReal(fmi2Component c, const fmi2ValueReference vr[], size_t nvr,
                       fmi2Real value[]) {
  return getValues(c, Call::getReal, VariableType::real, vr, nvr, value);
}

fmi2Status fmi2GetInteger(fmi2Component c, const fmi2ValueReference vr[], size_t nvr,
                          fmi2Integer value[]) {
  return getValues(c, Call::getInteger, VariableType::integer, vr, nvr, value);
}

fmi2Status fmi2GetBoolean(fmi2Component c, const fmi2ValueReference vr[], size_t nvr,
                          fmi2Boolean value[]) {
  return getValues(c, Call::getBoolean, VariableType::boolean, vr, nvr, value);
}

fmi2Status fmi2GetString(fmi2Component c, const fmi2ValueReference /*vr*/[], size_t nvr,
                         fmi2String /*value*/[]) {
  return noStrings(c, Call::getString, nvr);
}

fmi2Status fmi2SetReal(fmi2Component c, const fmi2ValueReference vr[], size_t nvr,
                       const fmi2Real value[]) {
  return setValues(c, Call::setReal, VariableType::real, vr, nvr, value);
}

fmi2Status fmi2SetInteger(fmi2Component c, const fmi2ValueReference vr[], size_t nvr,
                          const fmi2Integer value[]) {
  return setValues(c, Call::setInteger, VariableType::integer, vr, nvr, value);
}

fmi2Status fmi2SetBoolean(fmi2Component c, const fmi2ValueReference vr[], size_t nvr,
                          const fmi2Boolean value[]) {
  return setValues(c, Call::setBoolean, VariableType::boolean, vr, nvr, value);
}

fmi2Status fmi2SetString(fmi2Component c, const fmi2ValueReference /*vr*/[], size_t nvr,
                         const fmi2String /*value*/[]) {
  return noStrings(c, Call::setString, nvr);
}

fmi2Status fmi2GetFMUstate(fmi2Component c, fmi2FMUstate* FMUstate) {
  return guarded(c, Call::getFmuState,
                 [&](Instance& instance) { instance.getState(reference(FMUstate, "FMUstate")); });
}

fmi2Status fmi2SetFMUstate(fmi2Component c, fmi2FMUstate FMUstate) {
  return guarded(c, Call::setFmuState, [&](Instance& instance) { instance.setState(FMUstate); });
}

fmi2Status fmi2FreeFMUstate(fmi2Component c, fmi2FMUstate* FMUstate) {
  return guarded(c, Call::freeFmuState,
                 [&](Instance& instance) { instance.freeState(reference(FMUstate, "FMUstate")); });
}

fmi2Status fmi2SerializedFMUstateSize(fmi2Component c, fmi2FMUstate FMUstate, size_t* size) {
  return guarded(c, Call::serializedFmuStateSize, [&](Instance& instance) {
    reference(size, "size") = instance.serializedSize(FMUstate);
  });
}

fmi2Status fmi2SerializeFMUstate(fmi2Component c, fmi2FMUstate FMUstate, fmi2Byte serializedState[],
                                 size_t size) {
  return guarded(c, Call::serializeFmuState, [&](Instance& instance) {
    instance.serialize(FMUstate,
                       std::as_writable_bytes(array(serializedState, size, "serializedState")));
  });
}

fmi2Status fmi2DeSerializeFMUstate(fmi2Component c, const fmi2Byte serializedState[], size_t size,
                                   fmi2FMUstate* FMUstate) {
  return guarded(c, Call::deserializeFmuState, [&](Instance& instance) {
    instance.deserialize(std::as_bytes(array(serializedState, size, "serializedState")),
                         reference(FMUstate, "FMUstate"));
  });
}

fmi2Status fmi2GetDirectionalDerivative(fmi2Component c, const fmi2ValueReference /*unknown*/[],
                                        size_t /*nUnknown*/, const fmi2ValueReference /*known*/[],
                                        size_t /*nKnown*/, const fmi2Real /*knownDirection*/[],
                                        fmi2Real /*unknownDirection*/[]) {
  return guarded(c, Call::getDirectionalDerivative, [](Instance&) {
    throw Error("directional derivatives are not provided (see modelDescription.xml)");
  });
}

// ---- co-simulation ------------------------------------------------------------------------------

fmi2Status fmi2SetRealInputDerivatives(fmi2Component c, const fmi2ValueReference vr[], size_t nvr,
                                       const fmi2Integer order[], const fmi2Real value[]) {
  return guarded(c, Call::setRealInputDerivatives, [&](Instance& instance) {
    instance.setInputDerivatives(array(vr, nvr, "vr"), array(order, nvr, "order"),
                                 array(value, nvr, "value"));
  });
}

fmi2Status fmi2GetRealOutputDerivatives(fmi2Component c, const fmi2ValueReference vr[], size_t nvr,
                                        const fmi2Integer order[], fmi2Real value[]) {
  return guarded(c, Call::getRealOutputDerivatives, [&](Instance& instance) {
    instance.getOutputDerivatives(array(vr, nvr, "vr"), array(order, nvr, "order"),
                                  array(value, nvr, "value"));
  });
}

fmi2Status fmi2DoStep(fmi2Component c, fmi2Real currentCommunicationPoint,
                      fmi2Real communicationStepSize,
                      fmi2Boolean /*noSetFMUStatePriorToCurrentPoint*/) {
  return guarded(c, Call::doStep, [&](Instance& instance) {
    instance.doStep(currentCommunicationPoint, communicationStepSize);
  });
}

fmi2Status fmi2CancelStep(fmi2Component c) {
  return guarded(c, Call::cancelStep, [](Instance&) {});
}

fmi2Status fmi2GetStatus(fmi2Component c, const fmi2StatusKind kind, fmi2Status* value) {
  return guarded(c, Call::getStatus, [&](Instance& instance) {
    fmi2Status& result = reference(value, "value");
    if (kind != fmi2DoStepStatus) throw NotAvailable("this status is not asked with fmi2GetStatus");
    result = instance.doStepStatus();
  });
}

fmi2Status fmi2GetRealStatus(fmi2Component c, const fmi2StatusKind kind, fmi2Real* value) {
  return guarded(c, Call::getRealStatus, [&](Instance& instance) {
    fmi2Real& result = reference(value, "value");
    if (kind != fmi2LastSuccessfulTime) {
      throw NotAvailable("this status is not asked with fmi2GetRealStatus");
    }
    result = instance.time();
  });
}

fmi2Status fmi2GetIntegerStatus(fmi2Component c, const fmi2StatusKind /*kind*/,
                                fmi2Integer* value) {
  return noSuchStatus(c, Call::getIntegerStatus, value);
}

fmi2Status fmi2GetBooleanStatus(fmi2Component c, const fmi2StatusKind kind, fmi2Boolean* value) {
  return guarded(c, Call::getBooleanStatus, [&](Instance&) {
    fmi2Boolean& result = reference(value, "value");
    if (kind != fmi2Terminated) {
      throw NotAvailable("this status is not asked with fmi2GetBooleanStatus");
    }
    result = fmi2False;  // a mechanism never ends a simulation by itself
  });
}

fmi2Status fmi2GetStringStatus(fmi2Component c, const fmi2StatusKind /*kind*/, fmi2String* value) {
  return noSuchStatus(c, Call::getStringStatus, value);
}
