// Saved states: going back gives the same motion bit by bit, in this process and through bytes;
// damaged bytes do no harm.
#include "fmu.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>

namespace liefmu::fmi {
namespace {

using Trajectory = std::vector<std::vector<double>>;

constexpr int kSteps = 60;
constexpr double kStepSize = 0.02;

// An input that jumps, ramps and rests; depends on the step number alone.
void applyInput(Slave& slave, int step) {
  if (step % 7 == 3) {
    slave.setReal("torque", 0.1 * (step % 11) - 0.4);
  }
  if (step % 5 == 2) {
    slave.setReal("torque", slave.real("torque"));
    slave.setDerivative("torque", 1, 0.3);
    slave.setDerivative("torque", 2, -1.0);
  }
}

struct Settings {
  const char* name;
  int method;
  int formulation;
  int stepControl;
  double stepSize;
};

void PrintTo(const Settings& settings, std::ostream* stream) {
  *stream << settings.name;
}

class Rollback : public testing::TestWithParam<Settings> {
 protected:
  static const Package& package() {
    static const Package shared(doublePendulum());
    return shared;
  }
  static void configure(Slave& slave) {
    slave.setInteger("integrator.method", GetParam().method);
    slave.setInteger("integrator.formulation", GetParam().formulation);
    slave.setInteger("integrator.stepControl", GetParam().stepControl);
    slave.setReal("integrator.stepSize", GetParam().stepSize);
  }
  static Trajectory straightRun() {
    Slave slave(package());
    configure(slave);
    slave.start();
    Trajectory trajectory{slave.outputs()};
    for (int n = 0; n < kSteps; ++n) {
      applyInput(slave, n);
      slave.step(kStepSize);
      trajectory.push_back(slave.outputs());
    }
    return trajectory;
  }
};

TEST_P(Rollback, AThousandRandomRollbacksChangeNoBit) {
  const Trajectory expected = straightRun();
  Slave slave(package());
  configure(slave);
  slave.start();
  std::mt19937 random(42);
  std::vector<fmi2FMUstate> states(kSteps + 1, nullptr);
  std::vector<double> times(kSteps + 1, 0.0);
  int at = 0;
  int rollbacks = 0;
  ASSERT_EQ(fmi2GetFMUstate(slave.component(), &states[0]), fmi2OK);
  while (rollbacks < 1000) {
    const int ahead = 1 + static_cast<int>(random() % 6);
    for (int i = 0; i < ahead && at < kSteps; ++i) {
      applyInput(slave, at);
      slave.step(kStepSize);
      ++at;
      ASSERT_EQ(slave.outputs(), expected[static_cast<std::size_t>(at)]) << "step " << at;
      auto& state = states[static_cast<std::size_t>(at)];
      ASSERT_EQ(fmi2GetFMUstate(slave.component(), &state), fmi2OK);
      times[static_cast<std::size_t>(at)] = slave.time();
    }
    // Sometimes a wrong way first: other inputs and another step size, before going back.
    if (random() % 3 == 0) {
      slave.setReal("torque", 5.0);
      slave.setReal("gravity[1]", 1.0);
      slave.step(0.3 * kStepSize);
    }
    at = static_cast<int>(random() % static_cast<unsigned>(at + 1));
    ASSERT_EQ(fmi2SetFMUstate(slave.component(), states[static_cast<std::size_t>(at)]), fmi2OK);
    slave.rewindTo(times[static_cast<std::size_t>(at)]);
    ASSERT_EQ(slave.outputs(), expected[static_cast<std::size_t>(at)]);
    ++rollbacks;
  }
  for (fmi2FMUstate& state : states) {
    EXPECT_EQ(fmi2FreeFMUstate(slave.component(), &state), fmi2OK);
  }
}

TEST_P(Rollback, BytesContinueInAFreshInstance) {
  const Trajectory expected = straightRun();
  for (const int split : {0, 1, 13, 37}) {
    std::vector<char> bytes;
    double time = 0.0;
    {
      Slave first(package());
      configure(first);
      first.start();
      for (int n = 0; n < split; ++n) {
        applyInput(first, n);
        first.step(kStepSize);
      }
      bytes = first.serialized();
      time = first.time();
    }
    Slave second(package());  // knows nothing: settings come from the bytes
    ASSERT_EQ(second.deserialize(bytes), fmi2OK);
    second.rewindTo(time);
    EXPECT_EQ(second.outputs(), expected[static_cast<std::size_t>(split)]);
    for (int n = split; n < kSteps; ++n) {
      applyInput(second, n);
      second.step(kStepSize);
    }
    EXPECT_EQ(second.outputs(), expected.back()) << "split at " << split;
  }
}

TEST_P(Rollback, ResetIsLikeNew) {
  const Trajectory expected = straightRun();
  Slave slave(package());
  slave.setReal("lower.mass", 3.0);
  slave.start();
  slave.setReal("gravity[3]", -3.0);
  for (int n = 0; n < 5; ++n) slave.step(0.033);
  ASSERT_EQ(fmi2Reset(slave.component()), fmi2OK);
  configure(slave);
  slave.start();
  for (int n = 0; n < kSteps; ++n) {
    applyInput(slave, n);
    slave.step(kStepSize);
  }
  EXPECT_EQ(slave.outputs(), expected.back());
}

TEST_P(Rollback, AStateFromBeforeInitializationIsAState) {
  Slave slave(package());
  configure(slave);
  slave.setReal("lower.mass", 1.5);
  fmi2FMUstate state = slave.state();
  const auto run = [&] {
    slave.start();
    slave.step(0.1);
    return slave.outputs();
  };
  const std::vector<double> first = run();
  ASSERT_EQ(fmi2SetFMUstate(slave.component(), state), fmi2OK);
  EXPECT_EQ(fmi2DoStep(slave.component(), 0.0, 0.1, fmi2True), fmi2Error) << "instantiated again";
  EXPECT_EQ(run(), first);
}

constexpr int kAlpha = 1;
constexpr int kBliedf = 2;
INSTANTIATE_TEST_SUITE_P(Methods, Rollback,
                         testing::Values(Settings{"BLieDF_variable_order", kBliedf, 2, 2, 0.0},
                                         Settings{"BLieDF_projected", kBliedf, 3, 2, 0.0},
                                         Settings{"BLieDF_fixed_index3", kBliedf, 1, 1, 0.005},
                                         Settings{"alpha_variable", kAlpha, 2, 2, 0.0},
                                         Settings{"alpha_fixed_index3", kAlpha, 1, 1, 0.005}),
                         [](const auto& test) { return std::string(test.param.name); });

class StateBytes : public testing::Test {
 protected:
  StateBytes() : slave_(package_) {
    slave_.start();
    slave_.step(0.1);
    bytes_ = slave_.serialized();
  }

  Package package_{doublePendulum()};
  Slave slave_;
  std::vector<char> bytes_;
};

TEST_F(StateBytes, TenThousandCorruptionsAreNoticed) {
  const std::vector<double> before = slave_.outputs();
  std::mt19937 random(1);
  for (int n = 0; n < 10000; ++n) {
    std::vector<char> bytes = bytes_;
    const auto place = [&] { return random() % bytes.size(); };
    switch (n % 5) {
      case 0:  // one bit
        bytes[place()] ^= static_cast<char>(1U << (random() % 8));
        break;
      case 1:  // one byte
        bytes[place()] ^= static_cast<char>(1 + random() % 255);
        break;
      case 2:  // truncated
        bytes.resize(place());
        break;
      case 3:  // two bytes exchanged
      {
        const std::size_t a = place();
        std::size_t b = place();
        while (bytes[a] == bytes[b]) b = place();
        std::swap(bytes[a], bytes[b]);
        break;
      }
      default:  // foreign
        for (char& byte : bytes) byte = static_cast<char>(random());
    }
    fmi2FMUstate state = nullptr;
    ASSERT_EQ(fmi2DeSerializeFMUstate(slave_.component(), bytes.data(), bytes.size(), &state),
              fmi2Error)
        << n;
    ASSERT_EQ(state, nullptr);
    ASSERT_FALSE(slave_.log().back().text.empty());
  }
  EXPECT_EQ(slave_.outputs(), before);
  slave_.step(0.1);
}

TEST_F(StateBytes, OfAnotherModelAreRefused) {
  std::string other = doublePendulum();
  other.replace(other.find("-9.81"), 5, "-9.80");
  const Package otherPackage(other);
  Slave stranger(otherPackage);
  EXPECT_EQ(stranger.deserialize(bytes_), fmi2Error);
  EXPECT_NE(stranger.log().back().text.find("another model"), std::string::npos);
}

// The program calls itself: the child finds the state in a file and leaves its outputs in another
// one.
TEST_F(StateBytes, ContinueInAnotherProcess) {
  const auto finish = [](Slave& slave) {
    slave.rewindTo(0.1);
    for (int n = 0; n < 10; ++n) slave.step(0.02);
    return slave.outputs();
  };
  if (const char* const file = std::getenv("LIEFMU_TEST_STATE")) {
    std::ifstream stream(file, std::ios::binary);
    const std::vector<char> bytes(std::istreambuf_iterator<char>(stream), {});
    Slave child(package_);
    ASSERT_EQ(child.deserialize(bytes), fmi2OK);
    const std::vector<double> outputs = finish(child);
    std::ofstream(file + std::string(".out"), std::ios::binary)
        .write(reinterpret_cast<const char*>(outputs.data()),
               static_cast<std::streamsize>(outputs.size() * sizeof(double)));
    return;
  }
  const std::filesystem::path file = package_.folder() / "state";
  std::ofstream(file, std::ios::binary)
      .write(bytes_.data(), static_cast<std::streamsize>(bytes_.size()));
  const std::string command = "LIEFMU_TEST_STATE='" + file.string() + "' '" +
                              std::filesystem::read_symlink("/proc/self/exe").string() +
                              "' --gtest_filter=StateBytes.ContinueInAnotherProcess > /dev/null";
  ASSERT_EQ(std::system(command.c_str()), 0);
  std::vector<double> expected = finish(slave_);
  std::vector<double> found(expected.size());
  std::ifstream(file.string() + ".out", std::ios::binary)
      .read(reinterpret_cast<char*>(found.data()),
            static_cast<std::streamsize>(found.size() * sizeof(double)));
  EXPECT_EQ(found, expected);
}

TEST_F(StateBytes, AreTheSameEveryTime) {
  EXPECT_EQ(slave_.serialized(), bytes_);
  Slave twin(package_);
  twin.start();
  twin.step(0.1);
  EXPECT_EQ(twin.serialized(), bytes_);
}

TEST_F(StateBytes, StatesBelongToTheirInstance) {
  Slave other(package_);
  fmi2FMUstate state = slave_.state();
  EXPECT_EQ(fmi2SetFMUstate(other.component(), state), fmi2Error);
  EXPECT_EQ(fmi2FreeFMUstate(other.component(), &state), fmi2Error);
  EXPECT_EQ(fmi2GetFMUstate(other.component(), &state), fmi2Error);
  EXPECT_EQ(fmi2SetFMUstate(slave_.component(), state), fmi2OK);
}

}  // namespace
}  // namespace liefmu::fmi
