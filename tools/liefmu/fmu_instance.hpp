// A small importer: an FMU unpacked, its binary loaded, one instance of it, reached through the FMI
// functions and nothing else.
#pragma once

#include "liefmu/fmu_description.hpp"
#include "liefmu/simulatable.hpp"
#include "liefmu/temporary_directory.hpp"
#include "modelDescription/fmu_archive.hpp"

#include <fmi2FunctionTypes.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace liefmu {

// An archive with its description read; nothing is loaded yet.
struct Fmu {
  std::filesystem::path file;
  std::vector<ArchiveEntry> entries;
  FmuDescription description;

  // nullptr if there is none.
  [[nodiscard]] const std::string* find(std::string_view path) const;
  // Path of the Linux binary inside the archive.
  [[nodiscard]] std::string binaryPath() const;
};
Fmu openFmu(const std::filesystem::path& file);

// The shared library of an FMU, unpacked and loaded.
class FmuLibrary {
 public:
  explicit FmuLibrary(const Fmu& fmu);

  // The address of a function that the FMU exports; throws Error if it is missing.
  template<class Function>
  [[nodiscard]] Function* function(const char* name) const {
    return reinterpret_cast<Function*>(address(name));
  }
  [[nodiscard]] std::string resourceLocation() const;

 private:
  struct Unload {
    void operator()(void* handle) const;
  };
  [[nodiscard]] void* address(const char* name) const;

  TemporaryDirectory folder_;
  std::unique_ptr<void, Unload> handle_;  // unloaded before its folder disappears
};

class FmuInstance : public Simulatable {
 public:
  explicit FmuInstance(const Fmu& fmu);
  ~FmuInstance() override;

  [[nodiscard]] const VariableTable& variables() const override { return description_.table; }
  void set(const Variable& variable, double value) override;
  void setRate(const Variable& input, double rate) override;
  void initialize(const TimeRange& range) override;
  void step(double time, double stepSize) override;
  void selectForReading(const std::vector<const Variable*>& selected) override;
  void read(std::span<double> values) override;

  void reset();
  void terminate();

  // A saved state, for going back in time.
  using State = std::shared_ptr<void>;
  [[nodiscard]] State saveState();
  void restoreState(const State& state);
  [[nodiscard]] std::string serialize(const State& state);
  [[nodiscard]] State deserialize(const std::string& bytes);

 private:
  template<class Function, class... Arguments>
  void call(const char* name, Arguments... arguments);
  void require(const char* name, fmi2Status status);

  FmuDescription description_;
  FmuLibrary library_;
  std::unique_ptr<std::string>
      messages_;  // what the FMU said since the last call; its address is given away
  fmi2CallbackFunctions callbacks_{};
  fmi2Component component_ = nullptr;

  // The variables to read, by type, with their places among the values.
  struct Selection {
    std::vector<fmi2ValueReference> references;
    std::vector<std::size_t> places;
  };
  Selection reals_;
  Selection integers_;
  Selection booleans_;
  std::vector<double> realBuffer_;
  std::vector<int> integerBuffer_;
};

}  // namespace liefmu
