// An FMU for tests: a resources folder with a model, and the C functions linked into the test.
// Values are reached by name; every call that has to succeed is checked.
#pragma once

#include "fmi2Functions.h"
#include "model/model.hpp"
#include "variables.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace liefmu::fmi {

inline constexpr const char* kGuid = "{12345678-1234-8234-8234-123456789abc}";

// Two rods that swing in a plane, the shoulder driven by the input "torque": chaotic.
[[nodiscard]] std::string doublePendulum();
// A mass on a spring between walls, pulled along a given path (input "path") and pushed (input
// "push").
[[nodiscard]] std::string drivenCart();

struct LogRecord {
  fmi2Status status;
  std::string category;
  std::string text;
};

// The unpacked FMU, as far as the binary cares. Removed at the end.
class Package {
 public:
  explicit Package(const std::string& model, const InterfaceOptions& options = {.exposeAll = true});
  Package(const Package&) = delete;
  Package& operator=(const Package&) = delete;
  ~Package();

  [[nodiscard]] const VariableTable& variables() const { return variables_; }
  [[nodiscard]] fmi2ValueReference reference(std::string_view name) const;
  [[nodiscard]] std::string location() const;
  [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }

 private:
  std::filesystem::path folder_;
  VariableTable variables_;
};

// An instance of it.
class Slave {
 public:
  explicit Slave(const Package& package, bool loggingOn = false);
  Slave(const Slave&) = delete;
  Slave& operator=(const Slave&) = delete;
  ~Slave();

  [[nodiscard]] fmi2Component component() const { return component_; }
  [[nodiscard]] const std::vector<LogRecord>& log() const { return log_; }

  // From instantiated to the first communication point.
  void start(double startTime = 0.0);
  void step(double h);  // from the end of the previous one
  void rewindTo(double time) { time_ = time; }
  [[nodiscard]] double time() const { return time_; }

  [[nodiscard]] double real(std::string_view name) const;
  [[nodiscard]] int integer(std::string_view name) const;
  [[nodiscard]] double derivative(std::string_view name) const;
  void setReal(std::string_view name, double value);
  void setInteger(std::string_view name, int value);
  void setDerivative(std::string_view name, int order, double value);

  // All real outputs that belong to the motion, for comparisons bit by bit.
  [[nodiscard]] std::vector<double> outputs() const;

  [[nodiscard]] fmi2FMUstate state() const;
  [[nodiscard]] std::vector<char> serialized() const;
  [[nodiscard]] fmi2Status deserialize(
      const std::vector<char>& bytes);  // and make it the present state

 private:
  const Package& package_;
  std::vector<LogRecord> log_;
  fmi2CallbackFunctions callbacks_;
  fmi2Component component_ = nullptr;
  double time_ = 0.0;
  std::vector<fmi2ValueReference> outputs_;
};

}  // namespace liefmu::fmi
