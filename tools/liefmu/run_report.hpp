// A run as a report page: curves of what was recorded, settings and statistics.
#pragma once

#include "liefmu/run_loop.hpp"
#include "report/report.hpp"

#include <string>

namespace liefmu {

struct RunSubject {
  std::string name;  // of the model
  std::string description;
  std::string source;  // what was run: a file, or the model in this process
};

report::ReportData runReport(const RunSubject& subject, const VariableTable& table,
                             const RunPlan& plan, const RunResult& result);

}  // namespace liefmu
