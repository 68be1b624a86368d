#include "reproduce/experiment.hpp"

namespace liefmu::reproduce {

const std::vector<Experiment>& experiments() {
  static const std::vector<Experiment> all = [] {
    std::vector<Experiment> list;
    addErrorAnalysisPaper(list);
    addVelocityProjectionPaper(list);
    addBliedfPaper(list);
    addThesis(list);
    addCoordinateProjectionPaper(list);
    addMethodOrders(list);
    return list;
  }();
  return all;
}

}  // namespace liefmu::reproduce
