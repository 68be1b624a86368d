// The inputs over time: what the environment gives at communication points, and what the mechanism
// follows between them. No mechanics here: this is arithmetic with polynomials.
//
// Forces follow the given Taylor polynomial and may jump. A prescribed motion may not: where the
// given polynomial does not continue position and speed, the mechanism follows the polynomial of
// degree five that leaves with the present position, speed and acceleration and arrives at those of
// the given polynomial at the next communication point.
#pragma once

#include "model/inputs.hpp"
#include "model/model.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace liefmu {

class InputSchedule {
 public:
  explicit InputSchedule(const Model& model);

  [[nodiscard]] std::size_t size() const { return inputs_.size(); }

  // At the communication point t. A value without derivatives is constant; the first derivative
  // that is set since the last step makes the other ones zero and lets the value continue.
  void setValue(std::size_t input, double t, double value);
  void setDerivative(std::size_t input, double t, int order, double value);
  [[nodiscard]] double valueAt(std::size_t input, double t) const;

  // The mechanism starts with what is given, taken as the values and derivatives at t.
  void start(double t);
  // Decides what the mechanism follows from t to tEnd. True if accelerations jump at t.
  [[nodiscard]] bool prepare(double t, double tEnd);
  // The step that was prepared has been made.
  void stepDone();

  // True if what is given differs at t from what the mechanism followed up to t.
  [[nodiscard]] bool changed(double t) const;
  [[nodiscard]] const InputTaylor& given(std::size_t input) const { return inputs_[input].given; }
  [[nodiscard]] const InputTaylor& followed(std::size_t input) const {
    return inputs_[input].followed;
  }

  template<class Archive>
  void visit(Archive& archive) {
    archive(inputs_);
  }

 private:
  struct Polynomial : InputTaylor {
    template<class Archive>
    void visit(Archive& archive) {
      for (double* number : {&time, &value, &rate, &acceleration, &jerk, &snap, &crackle}) {
        archive(*number);
      }
    }
  };
  struct Input {
    bool motion = false;         // prescribes a motion; constant
    bool derivativeSet = false;  // since the last step
    Polynomial given;
    Polynomial followed;

    template<class Archive>
    void visit(Archive& archive) {
      archive(derivativeSet);
      archive(given);
      archive(followed);
    }
  };

  [[nodiscard]] static bool prepareForce(Input& input, double t);
  [[nodiscard]] static bool prepareMotion(Input& input, double t, double tEnd);

  std::vector<Input> inputs_;
};

}  // namespace liefmu
