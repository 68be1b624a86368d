// Prints the FMI interface as the compiler sees it: sizes, enumeration values and the type of every
// function. Built once with our headers and once with the official ones, where CMake knows them;
// the test compares the two outputs.
#include "fmi2Functions.h"

#include <cstddef>
#include <cstdio>
#include <typeinfo>

namespace {
void show(const char* name, const std::type_info& type) {
  std::printf("%s %s\n", name, type.name());
}
void show(const char* name, std::size_t value) {
  std::printf("%s %zu\n", name, value);
}
}  // namespace

int main() {
  std::printf("platform %s version %s\n", fmi2TypesPlatform, fmi2Version);
  show("fmi2Component", typeid(fmi2Component));
  show("fmi2FMUstate", typeid(fmi2FMUstate));
  show("fmi2ValueReference", typeid(fmi2ValueReference));
  show("fmi2Real", typeid(fmi2Real));
  show("fmi2Integer", typeid(fmi2Integer));
  show("fmi2Boolean", typeid(fmi2Boolean));
  show("fmi2Char", typeid(fmi2Char));
  show("fmi2String", typeid(fmi2String));
  show("fmi2Byte", typeid(fmi2Byte));
  show("fmi2True", std::size_t{fmi2True});
  show("fmi2False", std::size_t{fmi2False});
  show("fmi2OK", std::size_t{fmi2OK});
  show("fmi2Warning", std::size_t{fmi2Warning});
  show("fmi2Discard", std::size_t{fmi2Discard});
  show("fmi2Error", std::size_t{fmi2Error});
  show("fmi2Fatal", std::size_t{fmi2Fatal});
  show("fmi2Pending", std::size_t{fmi2Pending});
  show("fmi2ModelExchange", std::size_t{fmi2ModelExchange});
  show("fmi2CoSimulation", std::size_t{fmi2CoSimulation});
  show("fmi2DoStepStatus", std::size_t{fmi2DoStepStatus});
  show("fmi2PendingStatus", std::size_t{fmi2PendingStatus});
  show("fmi2LastSuccessfulTime", std::size_t{fmi2LastSuccessfulTime});
  show("fmi2Terminated", std::size_t{fmi2Terminated});
  show("logger", typeid(decltype(fmi2CallbackFunctions::logger)));
  show("allocateMemory", typeid(decltype(fmi2CallbackFunctions::allocateMemory)));
  show("freeMemory", typeid(decltype(fmi2CallbackFunctions::freeMemory)));
  show("stepFinished", typeid(decltype(fmi2CallbackFunctions::stepFinished)));
  show("at logger", offsetof(fmi2CallbackFunctions, logger));
  show("at allocateMemory", offsetof(fmi2CallbackFunctions, allocateMemory));
  show("at freeMemory", offsetof(fmi2CallbackFunctions, freeMemory));
  show("at stepFinished", offsetof(fmi2CallbackFunctions, stepFinished));
  show("at componentEnvironment", offsetof(fmi2CallbackFunctions, componentEnvironment));
  show("fmi2CallbackFunctions", sizeof(fmi2CallbackFunctions));
  show("fmi2GetTypesPlatform", typeid(decltype(fmi2GetTypesPlatform)));
  show("fmi2GetVersion", typeid(decltype(fmi2GetVersion)));
  show("fmi2SetDebugLogging", typeid(decltype(fmi2SetDebugLogging)));
  show("fmi2Instantiate", typeid(decltype(fmi2Instantiate)));
  show("fmi2FreeInstance", typeid(decltype(fmi2FreeInstance)));
  show("fmi2SetupExperiment", typeid(decltype(fmi2SetupExperiment)));
  show("fmi2EnterInitializationMode", typeid(decltype(fmi2EnterInitializationMode)));
  show("fmi2ExitInitializationMode", typeid(decltype(fmi2ExitInitializationMode)));
  show("fmi2Terminate", typeid(decltype(fmi2Terminate)));
  show("fmi2Reset", typeid(decltype(fmi2Reset)));
  show("fmi2GetReal", typeid(decltype(fmi2GetReal)));
  show("fmi2GetInteger", typeid(decltype(fmi2GetInteger)));
  show("fmi2GetBoolean", typeid(decltype(fmi2GetBoolean)));
  show("fmi2GetString", typeid(decltype(fmi2GetString)));
  show("fmi2SetReal", typeid(decltype(fmi2SetReal)));
  show("fmi2SetInteger", typeid(decltype(fmi2SetInteger)));
  show("fmi2SetBoolean", typeid(decltype(fmi2SetBoolean)));
  show("fmi2SetString", typeid(decltype(fmi2SetString)));
  show("fmi2GetFMUstate", typeid(decltype(fmi2GetFMUstate)));
  show("fmi2SetFMUstate", typeid(decltype(fmi2SetFMUstate)));
  show("fmi2FreeFMUstate", typeid(decltype(fmi2FreeFMUstate)));
  show("fmi2SerializedFMUstateSize", typeid(decltype(fmi2SerializedFMUstateSize)));
  show("fmi2SerializeFMUstate", typeid(decltype(fmi2SerializeFMUstate)));
  show("fmi2DeSerializeFMUstate", typeid(decltype(fmi2DeSerializeFMUstate)));
  show("fmi2GetDirectionalDerivative", typeid(decltype(fmi2GetDirectionalDerivative)));
  show("fmi2SetRealInputDerivatives", typeid(decltype(fmi2SetRealInputDerivatives)));
  show("fmi2GetRealOutputDerivatives", typeid(decltype(fmi2GetRealOutputDerivatives)));
  show("fmi2DoStep", typeid(decltype(fmi2DoStep)));
  show("fmi2CancelStep", typeid(decltype(fmi2CancelStep)));
  show("fmi2GetStatus", typeid(decltype(fmi2GetStatus)));
  show("fmi2GetRealStatus", typeid(decltype(fmi2GetRealStatus)));
  show("fmi2GetIntegerStatus", typeid(decltype(fmi2GetIntegerStatus)));
  show("fmi2GetBooleanStatus", typeid(decltype(fmi2GetBooleanStatus)));
  show("fmi2GetStringStatus", typeid(decltype(fmi2GetStringStatus)));
}
