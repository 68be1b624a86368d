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
// The same for an archive in memory; `name` stands for it in messages.
Fmu readFmu(std::string_view bytes, const std::filesystem::path& name);

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

class FmuInstance : public Slave {
 public:
  // `name` is what the FMU calls itself in its messages; the model's name if empty.
  explicit FmuInstance(const Fmu& fmu, const std::string& name = {});
  ~FmuInstance() override;

  [[nodiscard]] const VariableTable& variables() const override { return description_.table; }
  void set(const Variable& variable, double value) override;
  void setRate(const Variable& input, double rate) override;
  void enterInitialization(const TimeRange& range) override;
  void exitInitialization() override;
  void step(double time, double stepSize) override;
  void selectForReading(const std::vector<const Variable*>& selected) override;
  void read(std::span<double> values) override;

  void finish() override;

  void reset();

  [[nodiscard]] bool usesRates() const override { return description_.canInterpolateInputs; }
  [[nodiscard]] bool canSaveState() const override { return description_.canGetAndSetState; }
  [[nodiscard]] State saveState() override;
  void restoreState(const State& state) override;
  [[nodiscard]] std::string serialize(const State& state);
  [[nodiscard]] State deserialize(const std::string& bytes);

 private:
  // The variables to read, by type, with their places among the values.
  struct Selection {
    std::vector<fmi2ValueReference> references;
    std::vector<std::size_t> places;
  };
  // A function of the FMU, looked up once, with its name for messages.
  template<class Type>
  struct Function {
    const char* name;
    Type* address = nullptr;
  };
  template<class Type>
  [[nodiscard]] Function<Type> lookUp(const char* name) const {
    return {name, library_.function<Type>(name)};
  }
  template<class Type, class... Arguments>
  void call(const Function<Type>& function, Arguments... arguments);
  template<class Type, class Values>
  void readType(const Function<Type>& function, const Selection& selection, Values& buffer,
                std::span<double> values);
  [[nodiscard]] State owned(fmi2FMUstate state) const;

  FmuDescription description_;
  FmuLibrary library_;
  // What the FMU said during the latest call; the FMU knows its address.
  std::unique_ptr<std::string> messages_ = std::make_unique<std::string>();
  fmi2CallbackFunctions callbacks_;
  fmi2Component component_ = nullptr;

  Function<fmi2DoStepTYPE> doStep_ = lookUp<fmi2DoStepTYPE>("fmi2DoStep");
  Function<fmi2SetRealTYPE> setReal_ = lookUp<fmi2SetRealTYPE>("fmi2SetReal");
  Function<fmi2GetRealTYPE> getReal_ = lookUp<fmi2GetRealTYPE>("fmi2GetReal");
  Function<fmi2GetIntegerTYPE> getInteger_ = lookUp<fmi2GetIntegerTYPE>("fmi2GetInteger");
  Function<fmi2GetBooleanTYPE> getBoolean_ = lookUp<fmi2GetBooleanTYPE>("fmi2GetBoolean");

  Selection reals_;
  Selection integers_;
  Selection booleans_;
  std::vector<double> realBuffer_;
  std::vector<int> integerBuffer_;
};

}  // namespace liefmu
