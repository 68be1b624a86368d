#include "liefmu/tolerance_study.hpp"

#include "integrate/integrator.hpp"
#include "liefmu/reference_motion.hpp"
#include "model/assembly.hpp"
#include "model/multibody.hpp"

namespace liefmu {

std::vector<ToleranceRow> studyTolerances(const Model& model, IntegratorSettings settings,
                                          const ToleranceStudy& study) {
  // Portions between which the progress is told.
  constexpr int kPortions = 64;
  // The reference takes most of the time.
  constexpr double kReferenceShare = 0.9;

  Multibody wholeSystem(model);
  const Assembly assembly = assemble(wholeSystem, 0.0);
  Multibody system(model, assembly.keptRows);
  ReferenceMotion reference(system, assembly.q, assembly.v);
  for (int i = 1; i <= kPortions; ++i) {
    reference.advance(study.stop * i / kPortions);
    study.progress(kReferenceShare * i / kPortions);
  }
  std::vector<ToleranceRow> rows;
  for (const double tolerance : study.tolerances) {
    settings.stepControl = StepControl::variable;
    settings.relativeTolerance = settings.absoluteTolerance = tolerance;
    Integrator integrator(system, settings);
    integrator.initialize(0.0, assembly.q, assembly.v);
    const AdvanceReport report = integrator.advance(study.stop);
    rows.push_back({tolerance, report.message,
                    motionError(integrator.state(), reference.state(), model.bodies.size()),
                    integrator.statistics()});
    study.progress(kReferenceShare + (1.0 - kReferenceShare) * static_cast<double>(rows.size()) /
                                         static_cast<double>(study.tolerances.size()));
  }
  return rows;
}

}  // namespace liefmu
