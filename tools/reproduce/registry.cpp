#include "reproduce/experiment.hpp"

namespace liefmu::reproduce {

const std::vector<Experiment>& experiments() {
  static const std::vector<Experiment> all = [] {
    std::vector<Experiment> list;
    addErrorAnalysisPaper(list);
    addVelocityProjectionPaper(list);
    addBliedfPaper(list);
    addThesisConstantSteps(list);
    addThesisVariableSteps(list);
    addCoordinateProjectionPaper(list);
    return list;
  }();
  return all;
}

}  // namespace liefmu::reproduce
