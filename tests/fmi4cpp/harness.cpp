// fmi4cpp_harness FMU SCRIPT: runs an FMU with FMI4cpp as the script says (see README.md).
#include <fmi4cpp/fmi4cpp.hpp>

#include <cmath>
#include <cstdio>
#include <exception>
#include <fstream>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

using Instance = fmi4cpp::fmu_instance<fmi4cpp::fmi2::cs_model_description>;

class Run {
 public:
  explicit Run(const std::string& file)
      : fmu_(fmi4cpp::fmi2::fmu(file).as_cs_fmu()),
        description_(fmu_->get_model_description()),
        slave_(fmu_->new_instance()) {
    require(slave_->setup_experiment(0.0, 0.0, 0.0), "setup_experiment");
    require(slave_->enter_initialization_mode(), "enter_initialization_mode");
    for (const auto& variable : *description_->model_variables) {
      if (variable.causality == fmi4cpp::fmi2::causality::output && variable.is_real()) {
        outputs_.push_back(variable.value_reference);
      }
    }
  }

  // One line of the script; empty lines and comments do nothing.
  void execute(const std::string& line) {
    std::istringstream words(line.substr(0, line.find('#')));
    std::string command;
    if (!(words >> command)) return;
    if (command == "set") {
      const auto name = word<std::string>(words);
      set(name, word<double>(words));
    } else if (command == "step") {
      const auto size = word<double>(words);
      step(size, word<int>(words));
    } else if (command == "save") {
      start();
      require(slave_->get_fmu_state(saved_), "get_fmu_state");
      savedTime_ = slave_->get_simulation_time();
    } else if (command == "restore") {
      before_ = values();
      require(slave_->set_fmu_state(saved_), "set_fmu_state");
      setClock(savedTime_);
    } else if (command == "expect") {
      start();
      expect(words);
    } else {
      throw std::runtime_error("there is no command '" + command + "'");
    }
  }

  // The number of expectations that were not met.
  int finish() {
    start();
    require(slave_->terminate(), "terminate");
    return failures_;
  }

 private:
  template<class T>
  static T word(std::istringstream& words) {
    T value{};
    if (!(words >> value)) throw std::runtime_error("something is missing or not a number");
    return value;
  }

  void require(bool good, const char* call) const {
    if (good) return;
    throw std::runtime_error(std::string(call) + ": " + fmi4cpp::to_string(slave_->last_status()));
  }

  // FMI4cpp counts the time itself and does not set its clock back with the state.
  void setClock(double time) {
    struct Access : Instance {
      using Instance::simulationTime_;
    };
    double Instance::*const clock = &Access::simulationTime_;
    static_cast<Instance&>(*slave_).*clock = time;
  }

  void start() {
    if (started_) return;
    require(slave_->exit_initialization_mode(), "exit_initialization_mode");
    started_ = true;
  }

  void set(const std::string& name, double value) {
    const auto& variable = description_->get_variable_by_name(name);
    const bool good = variable.is_real() ? slave_->write_real(variable.value_reference, value)
                                         : slave_->write_integer(variable.value_reference,
                                                                 static_cast<int>(value));
    require(good, "write");
  }

  void step(double size, int count) {
    start();
    for (int i = 0; i < count; ++i) require(slave_->step(size), "step");
  }

  std::vector<double> values() {
    std::vector<double> result(outputs_.size());
    require(slave_->read_real(outputs_, result), "read_real");
    return result;
  }

  void expect(std::istringstream& words) {
    const auto name = word<std::string>(words);
    if (name == "same") {
      report(values() == before_, "all outputs as before going back");
      return;
    }
    const auto expected = word<double>(words);
    const auto tolerance = word<double>(words);
    double found = 0.0;
    require(slave_->read_real(description_->get_variable_by_name(name).value_reference, found),
            "read_real");
    char text[200];
    std::snprintf(text, sizeof text, "t = %.6g: %s = %.15g, expected %.15g +- %g",
                  slave_->get_simulation_time(), name.c_str(), found, expected, tolerance);
    report(std::abs(found - expected) <= tolerance, text);
  }

  void report(bool good, const char* text) {
    std::printf("%-5s %s\n", good ? "ok" : "WRONG", text);
    if (!good) ++failures_;
  }

  std::unique_ptr<fmi4cpp::fmi2::cs_fmu> fmu_;
  std::shared_ptr<const fmi4cpp::fmi2::cs_model_description> description_;
  std::unique_ptr<fmi4cpp::fmi2::cs_slave> slave_;
  std::vector<fmi4cpp::fmi4cppValueReference> outputs_;
  bool started_ = false;
  fmi4cpp::fmi4cppFMUstate saved_ = nullptr;
  double savedTime_ = 0.0;
  std::vector<double> before_;
  int failures_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fprintf(stderr, "usage: fmi4cpp_harness FMU SCRIPT\n");
    return 2;
  }
  int line = 0;
  try {
    std::ifstream script(argv[2]);
    if (!script) throw std::runtime_error("cannot be read");
    Run run(argv[1]);
    for (std::string text; std::getline(script, text);) {
      ++line;
      run.execute(text);
    }
    return run.finish() == 0 ? 0 : 1;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s:%d: %s\n", argv[2], line, error.what());
    return 1;
  }
}
