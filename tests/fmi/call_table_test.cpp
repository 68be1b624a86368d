// Every function in every mode: what it returns, and that a refusal changes nothing.
#include "fmi/guard.hpp"
#include "fmu.hpp"

#include <cmath>
#include <functional>
#include <limits>
#include <map>

namespace liefmu::fmi {
namespace {

const Package& package() {
  static const Package shared(doublePendulum());
  return shared;
}

// A fresh instance in the given mode.
std::unique_ptr<Slave> slaveIn(Mode mode) {
  auto slave = std::make_unique<Slave>(package());
  if (mode == Mode::initialization) {
    EXPECT_EQ(fmi2EnterInitializationMode(slave->component()), fmi2OK);
  } else if (mode != Mode::instantiated) {
    slave->start();
    slave->step(0.01);
  }
  if (mode == Mode::terminated) {
    EXPECT_EQ(fmi2Terminate(slave->component()), fmi2OK);
  }
  return slave;
}

// A right use of every function, so that only the mode decides.
struct Use {
  Call call;
  std::function<fmi2Status(Slave&)> function;
  fmi2Status result = fmi2OK;  // where the mode allows the call
};

std::vector<Use> uses() {
  static const fmi2ValueReference input = package().reference("torque");
  static const fmi2ValueReference output = package().reference("lower.r[1]");
  static const fmi2ValueReference order = package().reference("integrator.order");
  static const fmi2ValueReference flag = package().reference("integrator.correctedStart");
  static const fmi2ValueReference steps = package().reference("integrator.steps");
  static fmi2Real real = 0.5;
  static fmi2Integer integer = 3;
  static const fmi2Integer one = 1;
  static fmi2Boolean boolean = fmi2True;
  static fmi2Status status = fmi2OK;
  static fmi2String text = nullptr;
  const auto setsState = [](auto call) {
    return [call](Slave& slave) {
      fmi2FMUstate state = slave.state();
      const fmi2Status result = call(slave.component(), state);
      fmi2FreeFMUstate(slave.component(), &state);
      return result;
    };
  };
  return {
      {Call::setDebugLogging,
       [](Slave& s) { return fmi2SetDebugLogging(s.component(), fmi2False, 0, nullptr); }},
      {Call::setupExperiment,
       [](Slave& s) {
         return fmi2SetupExperiment(s.component(), fmi2True, 1e-5, 0.0, fmi2True, 1.0);
       }},
      {Call::enterInitializationMode,
       [](Slave& s) { return fmi2EnterInitializationMode(s.component()); }},
      {Call::exitInitializationMode,
       [](Slave& s) { return fmi2ExitInitializationMode(s.component()); }},
      {Call::terminate, [](Slave& s) { return fmi2Terminate(s.component()); }},
      {Call::reset, [](Slave& s) { return fmi2Reset(s.component()); }},
      {Call::getReal, [](Slave& s) { return fmi2GetReal(s.component(), &output, 1, &real); }},
      {Call::getInteger,
       [](Slave& s) { return fmi2GetInteger(s.component(), &steps, 1, &integer); }},
      {Call::getBoolean,
       [](Slave& s) { return fmi2GetBoolean(s.component(), &flag, 1, &boolean); }},
      {Call::getString, [](Slave& s) { return fmi2GetString(s.component(), nullptr, 0, nullptr); }},
      {Call::setReal,
       [](Slave& s) {
         real = 0.5;
         return fmi2SetReal(s.component(), &input, 1, &real);
       }},
      {Call::setInteger, [](Slave& s) { return fmi2SetInteger(s.component(), &order, 0, &one); }},
      {Call::setBoolean,
       [](Slave& s) { return fmi2SetBoolean(s.component(), &flag, 0, &boolean); }},
      {Call::setString, [](Slave& s) { return fmi2SetString(s.component(), nullptr, 0, nullptr); }},
      {Call::getFmuState,
       [](Slave& s) {
         fmi2FMUstate state = nullptr;
         return fmi2GetFMUstate(s.component(), &state);
       }},
      {Call::setFmuState,
       setsState([](fmi2Component c, fmi2FMUstate state) { return fmi2SetFMUstate(c, state); })},
      {Call::freeFmuState,
       [](Slave& s) {
         fmi2FMUstate state = s.state();
         return fmi2FreeFMUstate(s.component(), &state);
       }},
      {Call::serializedFmuStateSize, setsState([](fmi2Component c, fmi2FMUstate state) {
         std::size_t size = 0;
         return fmi2SerializedFMUstateSize(c, state, &size);
       })},
      {Call::serializeFmuState, setsState([](fmi2Component c, fmi2FMUstate state) {
         std::vector<char> bytes(100000);
         return fmi2SerializeFMUstate(c, state, bytes.data(), bytes.size());
       })},
      {Call::deserializeFmuState,
       [](Slave& s) {
         const std::vector<char> bytes = s.serialized();
         fmi2FMUstate state = nullptr;
         return fmi2DeSerializeFMUstate(s.component(), bytes.data(), bytes.size(), &state);
       }},
      {Call::getDirectionalDerivative,
       [](Slave& s) {
         return fmi2GetDirectionalDerivative(s.component(), &output, 1, &input, 1, &real, &real);
       },
       fmi2Error},  // not provided
      {Call::setRealInputDerivatives,
       [](Slave& s) { return fmi2SetRealInputDerivatives(s.component(), &input, 1, &one, &real); }},
      {Call::getRealOutputDerivatives,
       [](Slave& s) {
         return fmi2GetRealOutputDerivatives(s.component(), &output, 1, &one, &real);
       }},
      {Call::doStep, [](Slave& s) { return fmi2DoStep(s.component(), s.time(), 0.01, fmi2True); }},
      {Call::cancelStep, [](Slave& s) { return fmi2CancelStep(s.component()); }},
      {Call::getStatus,
       [](Slave& s) { return fmi2GetStatus(s.component(), fmi2DoStepStatus, &status); }},
      {Call::getRealStatus,
       [](Slave& s) { return fmi2GetRealStatus(s.component(), fmi2LastSuccessfulTime, &real); }},
      {Call::getIntegerStatus,
       [](Slave& s) { return fmi2GetIntegerStatus(s.component(), fmi2DoStepStatus, &integer); },
       fmi2Discard},
      {Call::getBooleanStatus,
       [](Slave& s) { return fmi2GetBooleanStatus(s.component(), fmi2Terminated, &boolean); }},
      {Call::getStringStatus,
       [](Slave& s) { return fmi2GetStringStatus(s.component(), fmi2PendingStatus, &text); },
       fmi2Discard},
  };
}

// The table of the standard (FMI 2.0.5, section 4.2.4), written down once more by hand: i, m, s and
// t are the modes instantiated, initialization, step complete and terminated.
const std::map<Call, std::string> kStandard = {
    {Call::setDebugLogging, "imst"},
    {Call::setupExperiment, "i"},
    {Call::enterInitializationMode, "i"},
    {Call::exitInitializationMode, "m"},
    {Call::terminate, "s"},
    {Call::reset, "imst"},
    {Call::getReal, "mst"},
    {Call::getInteger, "mst"},
    {Call::getBoolean, "mst"},
    {Call::getString, "mst"},
    {Call::setReal, "ims"},
    {Call::setInteger, "ims"},
    {Call::setBoolean, "ims"},
    {Call::setString, "ims"},
    {Call::getFmuState, "imst"},
    {Call::setFmuState, "imst"},
    {Call::freeFmuState, "imst"},
    {Call::serializedFmuStateSize, "imst"},
    {Call::serializeFmuState, "imst"},
    {Call::deserializeFmuState, "imst"},
    {Call::getDirectionalDerivative, "mst"},
    {Call::setRealInputDerivatives, "ims"},
    {Call::getRealOutputDerivatives, "mst"},
    {Call::doStep, "s"},
    {Call::cancelStep, ""},
    {Call::getStatus, "st"},
    {Call::getRealStatus, "st"},
    {Call::getIntegerStatus, "st"},
    {Call::getBooleanStatus, "st"},
    {Call::getStringStatus, "st"},
};

const std::map<Mode, char> kModes = {{Mode::instantiated, 'i'},
                                     {Mode::initialization, 'm'},
                                     {Mode::stepComplete, 's'},
                                     {Mode::terminated, 't'}};

TEST(CallTable, EveryFunctionInEveryMode) {
  ASSERT_EQ(uses().size(), kCallRules.size());
  for (const Use& use : uses()) {
    for (const auto& [mode, letter] : kModes) {
      SCOPED_TRACE(std::string(kCallRules[static_cast<std::size_t>(use.call)].name) + " in " +
                   modeName(mode));
      const auto slave = slaveIn(mode);
      const bool allowed = kStandard.at(use.call).find(letter) != std::string::npos;
      EXPECT_EQ(use.function(*slave), allowed ? use.result : fmi2Error);
      if (!allowed) {
        ASSERT_FALSE(slave->log().empty());
        EXPECT_EQ(slave->log().back().category, "logStatusError");
        EXPECT_NE(slave->log().back().text.find(modeName(mode)), std::string::npos);
        // The instance goes on as if nothing had happened.
        EXPECT_EQ(static_cast<Instance*>(slave->component())->mode(), mode);
        if (mode == Mode::stepComplete) {
          slave->step(0.01);
        }
      }
    }
  }
}

TEST(CallTable, NullInstances) {
  fmi2FMUstate state = nullptr;
  double real = 0.0;
  EXPECT_EQ(fmi2SetDebugLogging(nullptr, fmi2True, 0, nullptr), fmi2Error);
  EXPECT_EQ(fmi2SetupExperiment(nullptr, fmi2False, 0, 0, fmi2False, 0), fmi2Error);
  EXPECT_EQ(fmi2EnterInitializationMode(nullptr), fmi2Error);
  EXPECT_EQ(fmi2ExitInitializationMode(nullptr), fmi2Error);
  EXPECT_EQ(fmi2Terminate(nullptr), fmi2Error);
  EXPECT_EQ(fmi2Reset(nullptr), fmi2Error);
  EXPECT_EQ(fmi2GetReal(nullptr, nullptr, 0, nullptr), fmi2Error);
  EXPECT_EQ(fmi2SetReal(nullptr, nullptr, 0, nullptr), fmi2Error);
  EXPECT_EQ(fmi2GetFMUstate(nullptr, &state), fmi2Error);
  EXPECT_EQ(fmi2DoStep(nullptr, 0.0, 0.1, fmi2True), fmi2Error);
  EXPECT_EQ(fmi2GetRealStatus(nullptr, fmi2LastSuccessfulTime, &real), fmi2Error);
  fmi2FreeInstance(nullptr);
}

TEST(CallTable, NullArguments) {
  const Slave slave(package());
  fmi2Component c = slave.component();
  ASSERT_EQ(fmi2EnterInitializationMode(c), fmi2OK);
  ASSERT_EQ(fmi2ExitInitializationMode(c), fmi2OK);
  const fmi2ValueReference reference = package().reference("torque");
  const fmi2Integer one = 1;
  double real = 0.0;
  int integer = 0;
  std::array<char, 8> bytes{};
  std::size_t size = 0;
  fmi2FMUstate state = slave.state();
  EXPECT_EQ(fmi2SetDebugLogging(c, fmi2True, 1, nullptr), fmi2Error);
  EXPECT_EQ(fmi2GetReal(c, nullptr, 1, &real), fmi2Error);
  EXPECT_EQ(fmi2GetReal(c, &reference, 1, nullptr), fmi2Error);
  EXPECT_EQ(fmi2SetReal(c, nullptr, 1, &real), fmi2Error);
  EXPECT_EQ(fmi2SetReal(c, &reference, 1, nullptr), fmi2Error);
  EXPECT_EQ(fmi2GetInteger(c, nullptr, 1, &integer), fmi2Error);
  EXPECT_EQ(fmi2SetInteger(c, &reference, 1, nullptr), fmi2Error);
  EXPECT_EQ(fmi2GetBoolean(c, nullptr, 1, &integer), fmi2Error);
  EXPECT_EQ(fmi2SetBoolean(c, nullptr, 1, &integer), fmi2Error);
  EXPECT_EQ(fmi2GetString(c, nullptr, 1, nullptr), fmi2Error);
  EXPECT_EQ(fmi2SetString(c, nullptr, 1, nullptr), fmi2Error);
  EXPECT_EQ(fmi2GetFMUstate(c, nullptr), fmi2Error);
  EXPECT_EQ(fmi2SetFMUstate(c, nullptr), fmi2Error);
  EXPECT_EQ(fmi2FreeFMUstate(c, nullptr), fmi2Error);
  EXPECT_EQ(fmi2SerializedFMUstateSize(c, nullptr, &size), fmi2Error);
  EXPECT_EQ(fmi2SerializedFMUstateSize(c, state, nullptr), fmi2Error);
  EXPECT_EQ(fmi2SerializeFMUstate(c, state, nullptr, 8), fmi2Error);
  EXPECT_EQ(fmi2SerializeFMUstate(c, nullptr, bytes.data(), 8), fmi2Error);
  EXPECT_EQ(fmi2SerializeFMUstate(c, state, bytes.data(), 8), fmi2Error) << "too small";
  EXPECT_EQ(fmi2DeSerializeFMUstate(c, nullptr, 8, &state), fmi2Error);
  EXPECT_EQ(fmi2DeSerializeFMUstate(c, bytes.data(), 8, nullptr), fmi2Error);
  EXPECT_EQ(fmi2SetRealInputDerivatives(c, &reference, 1, nullptr, &real), fmi2Error);
  EXPECT_EQ(fmi2SetRealInputDerivatives(c, &reference, 1, &one, nullptr), fmi2Error);
  EXPECT_EQ(fmi2GetRealOutputDerivatives(c, nullptr, 1, &one, &real), fmi2Error);
  EXPECT_EQ(fmi2GetStatus(c, fmi2DoStepStatus, nullptr), fmi2Error);
  EXPECT_EQ(fmi2GetRealStatus(c, fmi2LastSuccessfulTime, nullptr), fmi2Error);
  EXPECT_EQ(fmi2GetBooleanStatus(c, fmi2Terminated, nullptr), fmi2Error);
  EXPECT_EQ(fmi2GetIntegerStatus(c, fmi2DoStepStatus, nullptr), fmi2Error);
  EXPECT_EQ(fmi2GetStringStatus(c, fmi2PendingStatus, nullptr), fmi2Error);
  // Nothing to do is no error.
  EXPECT_EQ(fmi2GetReal(c, nullptr, 0, nullptr), fmi2OK);
  EXPECT_EQ(fmi2SetReal(c, nullptr, 0, nullptr), fmi2OK);
  fmi2FMUstate none = nullptr;
  EXPECT_EQ(fmi2FreeFMUstate(c, &none), fmi2OK);
  EXPECT_EQ(fmi2FreeFMUstate(c, &state), fmi2OK);
  EXPECT_EQ(state, nullptr);
}

TEST(CallTable, References) {
  const Slave slave(package());
  fmi2Component c = slave.component();
  ASSERT_EQ(fmi2EnterInitializationMode(c), fmi2OK);
  const fmi2ValueReference unknown = 4000000000U;
  const fmi2ValueReference real = package().reference("lower.r[1]");
  const fmi2ValueReference integer = package().reference("integrator.order");
  const fmi2ValueReference flag = package().reference("integrator.correctedStart");
  const fmi2ValueReference method = package().reference("integrator.method");
  double x = 1.0;
  int i = 1;
  EXPECT_EQ(fmi2GetReal(c, &unknown, 1, &x), fmi2Error);
  EXPECT_EQ(fmi2SetReal(c, &unknown, 1, &x), fmi2Error);
  EXPECT_EQ(fmi2GetReal(c, &integer, 1, &x), fmi2Error) << "of another type";
  EXPECT_EQ(fmi2GetInteger(c, &real, 1, &i), fmi2Error);
  EXPECT_EQ(fmi2GetInteger(c, &flag, 1, &i), fmi2Error);
  EXPECT_EQ(fmi2GetInteger(c, &method, 1, &i), fmi2OK) << "enumerations are integers";
  EXPECT_EQ(fmi2SetReal(c, &real, 1, &x), fmi2Error) << "computed";
  i = 7;
  EXPECT_EQ(fmi2SetInteger(c, &integer, 1, &i), fmi2Error) << "out of range";
  i = 99;
  EXPECT_EQ(fmi2SetInteger(c, &method, 1, &i), fmi2Error) << "no such item";
  const fmi2String text = "x";
  EXPECT_EQ(fmi2SetString(c, &real, 1, &text), fmi2Error);
}

TEST(CallTable, NotANumberIsRefusedAndNothingElseIsSet) {
  Slave slave(package());
  fmi2Component c = slave.component();
  slave.start();
  const std::array references = {package().reference("gravity[3]"), package().reference("torque")};
  for (const double bad : {std::nan(""), std::numeric_limits<double>::infinity(),
                           -std::numeric_limits<double>::infinity()}) {
    const std::array values = {-5.0, bad};
    EXPECT_EQ(fmi2SetReal(c, references.data(), 2, values.data()), fmi2Error);
    EXPECT_EQ(slave.real("gravity[3]"), -9.81) << "all or nothing";
    EXPECT_EQ(slave.real("torque"), 0.5);
    const fmi2Integer one = 1;
    EXPECT_EQ(fmi2SetRealInputDerivatives(c, &references[1], 1, &one, &bad), fmi2Error);
    EXPECT_EQ(fmi2DoStep(c, bad, 0.1, fmi2True), fmi2Error);
    EXPECT_EQ(fmi2DoStep(c, 0.0, bad, fmi2True), fmi2Error);
  }
}

TEST(CallTable, FixedAndTunableParameters) {
  Slave slave(package());
  fmi2Component c = slave.component();
  slave.setReal("upper.mass", 2.0);
  ASSERT_EQ(fmi2SetupExperiment(c, fmi2False, 0, 0, fmi2False, 0), fmi2OK);
  ASSERT_EQ(fmi2EnterInitializationMode(c), fmi2OK);
  slave.setReal("upper.mass", 3.0);
  EXPECT_EQ(slave.real("model.totalMass"), 4.0);
  ASSERT_EQ(fmi2ExitInitializationMode(c), fmi2OK);
  const fmi2ValueReference mass = package().reference("upper.mass");
  const double four = 4.0;
  EXPECT_EQ(fmi2SetReal(c, &mass, 1, &four), fmi2Error);
  EXPECT_EQ(slave.real("upper.mass"), 3.0);
  slave.setReal("gravity[3]", -1.62);
  EXPECT_EQ(slave.real("gravity[3]"), -1.62);
}

TEST(CallTable, DerivativeOrders) {
  Slave slave(package());
  slave.start();
  const fmi2ValueReference input = package().reference("torque");
  const fmi2ValueReference output = package().reference("lower.r[1]");
  double value = 1.0;
  for (const fmi2Integer order : {1, 2, 3, 10}) {
    EXPECT_EQ(fmi2SetRealInputDerivatives(slave.component(), &input, 1, &order, &value), fmi2OK)
        << order;
  }
  for (const fmi2Integer order : {0, -1}) {
    EXPECT_EQ(fmi2SetRealInputDerivatives(slave.component(), &input, 1, &order, &value), fmi2Error);
  }
  const fmi2Integer one = 1;
  const fmi2Integer two = 2;
  EXPECT_EQ(fmi2SetRealInputDerivatives(slave.component(), &output, 1, &one, &value), fmi2Error);
  EXPECT_EQ(fmi2GetRealOutputDerivatives(slave.component(), &input, 1, &one, &value), fmi2Error);
  EXPECT_EQ(fmi2GetRealOutputDerivatives(slave.component(), &output, 1, &two, &value), fmi2Error);
}

TEST(CallTable, StepsThatMakeNoSense) {
  Slave slave(package());
  fmi2Component c = slave.component();
  ASSERT_EQ(fmi2SetupExperiment(c, fmi2False, 0, 0, fmi2True, 0.1), fmi2OK);
  ASSERT_EQ(fmi2EnterInitializationMode(c), fmi2OK);
  ASSERT_EQ(fmi2ExitInitializationMode(c), fmi2OK);
  EXPECT_EQ(fmi2DoStep(c, 0.0, 0.0, fmi2True), fmi2Error);
  EXPECT_EQ(fmi2DoStep(c, 0.0, -0.01, fmi2True), fmi2Error);
  EXPECT_EQ(fmi2DoStep(c, 0.001, 0.01, fmi2True), fmi2Error) << "another communication point";
  EXPECT_EQ(fmi2DoStep(c, -0.001, 0.01, fmi2True), fmi2Error);
  EXPECT_EQ(fmi2DoStep(c, 0.0, 0.11, fmi2True), fmi2Error) << "beyond the stop time";
  fmi2Status status = fmi2OK;
  EXPECT_EQ(fmi2GetStatus(c, fmi2DoStepStatus, &status), fmi2OK);
  EXPECT_EQ(status, fmi2Error);
  EXPECT_EQ(fmi2DoStep(c, 0.0, 0.05, fmi2True), fmi2OK) << "a refused step does no harm";
  EXPECT_EQ(fmi2DoStep(c, 0.05 + 3e-10, 0.05, fmi2True), fmi2OK) << "rounding, and the stop time";
  double time = 0.0;
  EXPECT_EQ(fmi2GetRealStatus(c, fmi2LastSuccessfulTime, &time), fmi2OK);
  EXPECT_EQ(time, 0.05 + 3e-10 + 0.05) << "the importer's clock counts";
  EXPECT_EQ(fmi2GetStatus(c, fmi2DoStepStatus, &status), fmi2OK);
  EXPECT_EQ(status, fmi2OK);
  EXPECT_EQ(fmi2GetStatus(c, fmi2Terminated, &status), fmi2Discard);
}

TEST(CallTable, ExperimentsThatMakeNoSense) {
  const Slave slave(package());
  fmi2Component c = slave.component();
  const double nan = std::nan("");
  EXPECT_EQ(fmi2SetupExperiment(c, fmi2True, 0.0, 0.0, fmi2False, 0.0), fmi2Error);
  EXPECT_EQ(fmi2SetupExperiment(c, fmi2True, nan, 0.0, fmi2False, 0.0), fmi2Error);
  EXPECT_EQ(fmi2SetupExperiment(c, fmi2False, 0.0, nan, fmi2False, 0.0), fmi2Error);
  EXPECT_EQ(fmi2SetupExperiment(c, fmi2False, 0.0, 1.0, fmi2True, 1.0), fmi2Error);
  EXPECT_EQ(fmi2SetupExperiment(c, fmi2False, nan, 0.0, fmi2False, nan), fmi2OK) << "not looked at";
  EXPECT_EQ(fmi2SetupExperiment(c, fmi2True, 1e-6, 0.0, fmi2True, 1.0), fmi2OK) << "again";
}

TEST(Instantiate, RefusesWhatIsWrong) {
  std::vector<LogRecord> log;
  const std::string location = package().location();
  EXPECT_EQ(fmi2Instantiate(nullptr, fmi2CoSimulation, kGuid, location.c_str(), nullptr, 0, 0),
            nullptr);
  EXPECT_EQ(fmi2Instantiate("", fmi2CoSimulation, kGuid, location.c_str(), nullptr, 0, 0), nullptr);
  EXPECT_EQ(fmi2Instantiate("x", fmi2ModelExchange, kGuid, location.c_str(), nullptr, 0, 0),
            nullptr);
  EXPECT_EQ(fmi2Instantiate("x", fmi2CoSimulation, "{other}", location.c_str(), nullptr, 0, 0),
            nullptr);
  EXPECT_EQ(fmi2Instantiate("x", fmi2CoSimulation, nullptr, location.c_str(), nullptr, 0, 0),
            nullptr);
  EXPECT_EQ(fmi2Instantiate("x", fmi2CoSimulation, kGuid, "file:///nowhere", nullptr, 0, 0),
            nullptr);
  EXPECT_EQ(fmi2Instantiate("x", fmi2CoSimulation, kGuid, nullptr, nullptr, 0, 0), nullptr);
}

TEST(Instantiate, NeedsNoCallbacks) {
  fmi2Component c = fmi2Instantiate("x", fmi2CoSimulation, kGuid, package().location().c_str(),
                                    nullptr, 0, fmi2True);
  ASSERT_NE(c, nullptr);
  EXPECT_EQ(fmi2DoStep(c, 0.0, 0.1, fmi2True), fmi2Error);
  fmi2FreeInstance(c);
}

TEST(Instantiate, TellsVersionAndPlatform) {
  EXPECT_STREQ(fmi2GetVersion(), "2.0");
  EXPECT_STREQ(fmi2GetTypesPlatform(), "default");
}

}  // namespace
}  // namespace liefmu::fmi
