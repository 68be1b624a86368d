#include "simulation.hpp"

#include "archive.hpp"
#include "input_schedule.hpp"
#include "integrate/integrator.hpp"
#include "integrate/kkt_operator.hpp"
#include "model/assembly.hpp"
#include "model/model.hpp"
#include "model/multibody.hpp"
#include "motion_quantities.hpp"
#include "parameters.hpp"
#include "work_meter.hpp"

#include <cmath>
#include <utility>

namespace liefmu {
namespace {

// Time derivatives that have no closed form are taken over this part of an internal step to both
// sides: the error of the difference and that of rounding are then about equally small.
constexpr double kDerivativeSpan = 3e-3;

// The mechanism in motion. Pinned in memory, because its parts refer to the system.
struct Engine {
  Engine(const Model& model, const std::vector<bool>& keptRows)
      : system(model, keptRows), kkt(system), integrator(system, model.integrator) {}
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  Multibody system;
  KktOperator kkt;  // for accelerations at points that are not the integrator's
  Integrator integrator;
  std::unique_ptr<WorkMeter> workMeter;  // null: nobody wants to know
};

// What the mechanism was started with: enough to build it again in another process.
struct Beginning {
  double startTime = 0.0;
  double tolerance = 0.0;  // 0: that of the parameters
  InputSchedule inputs;

  template<class Archive>
  void visit(Archive& archive) {
    archive(startTime);
    archive(tolerance);
    archive(inputs);
  }
};

ByteBuffer bytesOf(Beginning& beginning) {
  ByteBuffer bytes;
  ArchiveWriter writer(bytes);
  writer(beginning);
  return bytes;
}

// ½ Q∘(Ω, 0), the time derivative of a quaternion x, y, z, w.
Vector4 quaternionRate(const Eigen::Quaterniond& Q, const Vector3& Omega) {
  return 0.5 * (Q * Eigen::Quaterniond(0.0, Omega.x(), Omega.y(), Omega.z())).coeffs();
}

}  // namespace

class Simulation::Impl {
 public:
  explicit Impl(std::shared_ptr<const Model> model)
      : original_(std::move(model)),
        model_(*original_),
        parameters_(parametersOf(model_)),
        inputs_(model_),
        beginning_{.inputs = inputs_},
        effective_(parameterValues()) {}

  void setParameter(int index, double value);
  void setInput(int index, double value);
  void setInputDerivative(int index, int order, double value);

  void initialize(const StartOptions& options);
  AdvanceResult advance(double tEnd);

  double get(const Source& source);
  double timeDerivative(const Source& source);

  void save(ByteBuffer& bytes);
  void load(std::span<const std::byte> bytes);

  [[nodiscard]] const std::shared_ptr<const Model>& original() const { return original_; }
  [[nodiscard]] bool initialized() const { return engine_ != nullptr; }
  [[nodiscard]] double time() const { return time_; }
  [[nodiscard]] Statistics statistics() const {
    return engine_ ? engine_->integrator.statistics() : Statistics{};
  }
  [[nodiscard]] const std::vector<std::string>& notes() const { return notes_; }
  [[nodiscard]] bool tracksWork() const { return tracksWork_; }
  void trackWork();

 private:
  using InputView = const InputTaylor& (InputSchedule::*)(std::size_t) const;

  [[nodiscard]] std::size_t checkedInput(int index, double value) const;
  [[nodiscard]] Engine& engine();
  [[nodiscard]] std::unique_ptr<Engine> build(Beginning& beginning,
                                              std::vector<std::string>& notes) const;
  void applyParameters();
  void applyInputs(InputView view);
  [[nodiscard]] const MotionState& motion();
  void solveAccelerations(MotionState& state);
  [[nodiscard]] double derivativeAlongMotion(const Source& source);
  [[nodiscard]] std::vector<double> parameterValues() const;
  void assignParameters(const std::vector<double>& values);
  [[nodiscard]] bool fixedParametersAre(const std::vector<double>& values) const;
  void saveMotion(ArchiveWriter& archive);
  void loadMotion(ArchiveReader& archive);

  std::shared_ptr<const Model> original_;
  Model model_;  // with the parameters as they are now
  std::vector<Parameter> parameters_;
  InputSchedule inputs_;
  double time_ = 0.0;
  bool tracksWork_ = false;

  std::unique_ptr<Engine> engine_;  // null before initialisation
  Beginning beginning_;
  std::vector<std::string> notes_;
  bool moving_ = false;            // an advance has been made: fixed parameters are fixed
  std::vector<double> effective_;  // the parameters up to now
  bool parametersJumped_ = false;  // they have changed since
  bool parametersApplied_ = true;  // to the equations of the engine

  // What is shown: the integrator's state, or, if inputs or parameters have changed since the last
  // advance, that state with the v̇ and λ that belong to them.
  MotionState observed_;
  bool observedDiffers_ = false;
  bool observedValid_ = false;
  ByteBuffer backup_;
};

// ---- setting numbers ----------------------------------------------------------------------------

void Simulation::Impl::setParameter(int index, double value) {
  const Parameter& parameter = parameters_.at(static_cast<std::size_t>(index));
  const std::string name = "parameter '" + parameter.name + "'";
  if (!std::isfinite(value)) {
    throw Error(name + ": the value is not finite");
  }
  if ((parameter.min && value < *parameter.min) || (parameter.max && value > *parameter.max)) {
    throw Error(name + ": the value " + std::to_string(value) + " is out of range");
  }
  if (parameter.type != VariableType::real && value != std::round(value)) {
    throw Error(name + ": the value has to be a whole number");
  }
  if (value == parameter.value()) {
    return;
  }
  const bool fixed = parameter.variability == Variability::fixed;
  if (fixed && moving_) {
    throw Error(name + " is fixed: it can be set before the first step only");
  }
  parameter.assign(value);
  if (fixed) {
    engine_.reset();  // has to be built again
  }
  if (engine_) {
    parametersJumped_ = parameterValues() != effective_;
    parametersApplied_ = false;
    observedValid_ = false;
  }
}

std::size_t Simulation::Impl::checkedInput(int index, double value) const {
  if (index < 0 || static_cast<std::size_t>(index) >= inputs_.size()) {
    throw Error("there is no input number " + std::to_string(index));
  }
  if (!std::isfinite(value)) {
    throw Error("input '" + model_.inputs[static_cast<std::size_t>(index)].name +
                "': the value is not finite");
  }
  return static_cast<std::size_t>(index);
}

void Simulation::Impl::setInput(int index, double value) {
  inputs_.setValue(checkedInput(index, value), time_, value);
  observedValid_ = false;
}

void Simulation::Impl::setInputDerivative(int index, int order, double value) {
  inputs_.setDerivative(checkedInput(index, value), time_, order, value);
  observedValid_ = false;
}

// ---- starting -----------------------------------------------------------------------------------

void Simulation::Impl::initialize(const StartOptions& options) {
  if (moving_) {
    throw Error("the simulation is running: reset it before it is initialised again");
  }
  if (!std::isfinite(options.startTime)) {
    throw Error("the start time is not finite");
  }
  if (options.tolerance && !(std::isfinite(*options.tolerance) && *options.tolerance > 0.0)) {
    throw Error("the tolerance has to be positive");
  }
  Beginning beginning{options.startTime, options.tolerance.value_or(0.0), inputs_};
  std::vector<std::string> notes;
  engine_ = build(beginning, notes);
  inputs_ = beginning.inputs;
  beginning_ = std::move(beginning);
  notes_ = std::move(notes);
  time_ = options.startTime;
  effective_ = parameterValues();
  parametersJumped_ = false;
  parametersApplied_ = true;
  observedValid_ = false;
}

std::unique_ptr<Engine> Simulation::Impl::build(Beginning& beginning,
                                                std::vector<std::string>& notes) const {
  const double t = beginning.startTime;
  Model model = model_;
  IntegratorSettings& settings = model.integrator;
  if (beginning.tolerance > 0.0) {
    settings.absoluteTolerance *= beginning.tolerance / settings.relativeTolerance;
    settings.relativeTolerance = beginning.tolerance;
  }
  if (const std::string problem = settings.validate(); !problem.empty()) {
    throw Error(problem);
  }
  beginning.inputs.start(t);
  const auto follow = [&](Multibody& system) {
    for (std::size_t i = 0; i < beginning.inputs.size(); ++i) {
      system.setInput(static_cast<Index>(i), beginning.inputs.followed(i));
    }
  };
  Multibody complete(model);
  follow(complete);
  Assembly assembly = assemble(complete, t);
  auto engine = std::make_unique<Engine>(model, assembly.keptRows);
  follow(engine->system);
  engine->integrator.initialize(t, assembly.q, assembly.v);
  if (tracksWork_) {
    engine->workMeter = std::make_unique<WorkMeter>(engine->system, engine->integrator.state());
  }
  notes = std::move(assembly.notes);
  return engine;
}

void Simulation::Impl::trackWork() {
  if (!tracksWork_ && engine_) {
    throw Error("the work of forces can be recorded from the beginning only");
  }
  tracksWork_ = true;
}

Engine& Simulation::Impl::engine() {
  if (!engine_) {
    throw Error("the simulation is not initialised (fixed parameters were set, or never was)");
  }
  return *engine_;
}

// ---- moving -------------------------------------------------------------------------------------

// Tunable parameters become effective by replacing the equations. The integrator keeps its place,
// because their structure is the same.
void Simulation::Impl::applyParameters() {
  if (!parametersApplied_) {
    Multibody& system = engine().system;
    Model model = model_;
    model.integrator = system.model().integrator;
    system = Multibody(std::move(model), system.keptRows());
    parametersApplied_ = true;
  }
}

void Simulation::Impl::applyInputs(InputView view) {
  for (std::size_t i = 0; i < inputs_.size(); ++i) {
    engine_->system.setInput(static_cast<Index>(i), (inputs_.*view)(i));
  }
}

AdvanceResult Simulation::Impl::advance(double tEnd) {
  Engine& running = engine();
  if (!std::isfinite(tEnd) || tEnd < time_) {
    return {Outcome::notFinite, "the time to advance to is not finite, or in the past"};
  }
  backup_.clear();
  ArchiveWriter writer(backup_);
  saveMotion(writer);

  AdvanceReport report;
  try {
    applyParameters();
    const bool jumped = inputs_.prepare(time_, tEnd) || parametersJumped_;
    applyInputs(&InputSchedule::followed);
    if (jumped) {
      running.integrator.inputsJumped();
    }
    if (WorkMeter* const meter = running.workMeter.get()) {
      if (jumped) meter->restart();
      report = running.integrator.advance(
          tEnd, [meter](const MotionState& state) { meter->accumulate(state); });
    } else {
      report = running.integrator.advance(tEnd);
    }
  } catch (const Error& error) {
    report = {Outcome::singular, error.what()};
  }
  observedValid_ = false;
  if (!report.ok()) {
    ArchiveReader reader(backup_.span());
    loadMotion(reader);
    return {report.outcome, std::move(report.message)};
  }
  inputs_.stepDone();
  if (parametersJumped_) {
    effective_ = parameterValues();
    parametersJumped_ = false;
  }
  moving_ = true;
  time_ = tEnd;
  return {};
}

// ---- reading numbers ----------------------------------------------------------------------------

// The motion now, with accelerations and reactions that belong to what is set now. The integrator
// does not notice.
const MotionState& Simulation::Impl::motion() {
  const MotionState& state = engine().integrator.state();
  if (!observedValid_) {
    applyParameters();
    observedDiffers_ = parametersJumped_ || inputs_.changed(time_);
    if (observedDiffers_) {
      applyInputs(&InputSchedule::given);
      observed_ = state;
      solveAccelerations(observed_);
    } else {
      applyInputs(&InputSchedule::followed);
    }
    observedValid_ = true;
  }
  return observedDiffers_ ? observed_ : state;
}

void Simulation::Impl::solveAccelerations(MotionState& state) {
  if (!engine_->kkt.evaluate(state.t, state.q, state.v)) {
    throw Error("the accelerations are not determined at t = " + std::to_string(state.t) + " s");
  }
  engine_->kkt.accelerations(state.vdot, state.lambda);
}

double Simulation::Impl::get(const Source& source) {
  const auto element = static_cast<std::size_t>(source.element);
  if (isMotionQuantity(source.quantity)) {
    const MotionState& state = motion();
    return motionQuantity(engine_->system, state, source);
  }
  const Statistics counters = statistics();
  switch (source.quantity) {
    case Quantity::parameter:
      return parameters_.at(element).value();
    case Quantity::input:
      return inputs_.valueAt(element, time_);
    case Quantity::totalMass: {
      double sum = 0.0;
      for (const Body& body : model_.bodies) sum += body.mass;
      return sum;
    }
    case Quantity::degreesOfFreedom: {
      const Topology& topology = engine().system.topology();
      return static_cast<double>(topology.velocitySize - topology.constraintSize);
    }
    case Quantity::forceWork:
      if (!engine().workMeter) {
        throw Error("the work of forces is not recorded (ask for it before initialisation)");
      }
      return engine_->workMeter->work(element);
    case Quantity::steps:
      return static_cast<double>(counters.steps);
    case Quantity::rejectedSteps:
      return static_cast<double>(counters.rejectedSteps);
    case Quantity::convergenceFailures:
      return static_cast<double>(counters.convergenceFailures);
    case Quantity::newtonIterations:
      return static_cast<double>(counters.newtonIterations);
    case Quantity::factorizations:
      return static_cast<double>(counters.factorizations);
    case Quantity::restarts:
      return static_cast<double>(counters.restarts);
    case Quantity::currentStepSize:
      return engine().integrator.currentStepSize();
    case Quantity::currentOrder:
      return engine().integrator.currentOrder();
    default:
      throw Error("unknown quantity");
  }
}

double Simulation::Impl::timeDerivative(const Source& source) {
  const auto valueOf = [&](Quantity quantity) {
    return get({quantity, source.element, source.component});
  };
  switch (source.quantity) {
    case Quantity::bodyPosition:
      return valueOf(Quantity::bodyVelocity);
    case Quantity::bodyVelocity:
      return valueOf(Quantity::bodyAcceleration);
    case Quantity::bodyAngularVelocity:
      return valueOf(Quantity::bodyAngularAcceleration);
    case Quantity::jointCoordinate:
      return valueOf(Quantity::jointRate);
    case Quantity::bodyOrientation: {
      const MotionState& state = motion();
      const BodyState body = engine_->system.bodyState(source.element, state.q, state.v);
      return quaternionRate(body.orientation, body.angularVelocity)[source.component];
    }
    case Quantity::forceWork: {
      const MotionState& state = motion();
      return engine_->system.forcePower(source.element, state.t, state.q, state.v);
    }
    default:
      return isMotionQuantity(source.quantity) ? derivativeAlongMotion(source) : 0.0;
  }
}

// The central difference of the quantity at two neighbours on the curve that q, v and v̇ define:
// q∘exp(±ε v + ε² v̇/2), v ± ε v̇, with the accelerations and reactions that the equations of motion
// give there.
double Simulation::Impl::derivativeAlongMotion(const Source& source) {
  const MotionState here = motion();
  const double h = engine_->integrator.currentStepSize();
  const double span = kDerivativeSpan * (h > 0.0 ? h : 1e-3);
  MotionState neighbour = here;
  const auto valueAt = [&](double e) {
    neighbour.t = here.t + e;
    engine_->system.retract(here.q, e * here.v + 0.5 * e * e * here.vdot, neighbour.q);
    neighbour.v = here.v + e * here.vdot;
    solveAccelerations(neighbour);
    return motionQuantity(engine_->system, neighbour, source);
  };
  const double after = valueAt(span);
  const double before = valueAt(-span);
  return (after - before) / (2.0 * span);
}

// ---- saving and restoring -----------------------------------------------------------------------

std::vector<double> Simulation::Impl::parameterValues() const {
  std::vector<double> values;
  values.reserve(parameters_.size());
  for (const Parameter& parameter : parameters_) values.push_back(parameter.value());
  return values;
}

void Simulation::Impl::assignParameters(const std::vector<double>& values) {
  for (std::size_t i = 0; i < values.size(); ++i) parameters_[i].assign(values[i]);
}

bool Simulation::Impl::fixedParametersAre(const std::vector<double>& values) const {
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (parameters_[i].variability == Variability::fixed && parameters_[i].value() != values[i]) {
      return false;
    }
  }
  return true;
}

// Everything that changes while the mechanism moves.
void Simulation::Impl::saveMotion(ArchiveWriter& archive) {
  archive(time_);
  archive(inputs_);
  if (engine_) {
    engine_->integrator.save(archive);
    if (engine_->workMeter) archive(*engine_->workMeter);
  }
}

void Simulation::Impl::loadMotion(ArchiveReader& archive) {
  archive(time_);
  archive(inputs_);
  if (engine_) {
    engine_->integrator.load(archive);
    if (engine_->workMeter) archive(*engine_->workMeter);
  }
}

void Simulation::Impl::save(ByteBuffer& bytes) {
  ArchiveWriter archive(bytes);
  std::vector<double> values = parameterValues();
  bool started = initialized();
  archive(values);
  archive(effective_);
  archive(started);
  archive(moving_);
  archive(beginning_);
  saveMotion(archive);
}

void Simulation::Impl::load(std::span<const std::byte> bytes) {
  const Error misfit("the saved state does not fit this model");
  ArchiveReader archive(bytes);
  std::vector<double> values(parameters_.size());
  std::vector<double> effective(parameters_.size());
  bool started = false;
  bool moving = false;
  Beginning beginning = beginning_;
  archive(values);
  archive(effective);
  archive(started);
  archive(moving);
  archive(beginning);
  if (!archive.ok()) {
    throw misfit;
  }

  const std::vector<double> oldValues = parameterValues();
  backup_.clear();
  ArchiveWriter backup(backup_);
  saveMotion(backup);
  const bool sameMechanism =
      started && engine_ && fixedParametersAre(values) && bytesOf(beginning) == bytesOf(beginning_);
  assignParameters(values);
  std::unique_ptr<Engine> oldEngine;
  std::vector<std::string> notes = notes_;
  const auto undo = [&] {
    assignParameters(oldValues);
    if (!sameMechanism) engine_ = std::move(oldEngine);
    ArchiveReader reader(backup_.span());
    loadMotion(reader);
  };
  if (!sameMechanism) {
    oldEngine = std::move(engine_);
    try {
      // A copy, because the schedule it starts with is already the started one.
      Beginning again = beginning;
      engine_ = started ? build(again, notes) : nullptr;
    } catch (...) {
      undo();
      throw;
    }
  }
  loadMotion(archive);
  if (!archive.complete()) {
    undo();
    throw misfit;
  }
  notes_ = std::move(notes);
  beginning_ = std::move(beginning);
  moving_ = moving;
  parametersJumped_ = started && values != effective;
  effective_ = std::move(effective);
  parametersApplied_ = !sameMechanism || (parametersApplied_ && values == oldValues);
  observedValid_ = false;
}

// ---- the interface ------------------------------------------------------------------------------

Simulation::Simulation(std::shared_ptr<const Model> model)
    : impl_(std::make_unique<Impl>(std::move(model))) {}
Simulation::~Simulation() = default;
Simulation::Simulation(Simulation&&) noexcept = default;
Simulation& Simulation::operator=(Simulation&&) noexcept = default;

void Simulation::trackWork() {
  impl_->trackWork();
}
void Simulation::setParameter(int parameter, double value) {
  impl_->setParameter(parameter, value);
}
void Simulation::setInput(int input, double value) {
  impl_->setInput(input, value);
}
void Simulation::setInputDerivative(int input, int order, double value) {
  impl_->setInputDerivative(input, order, value);
}
void Simulation::initialize(const StartOptions& options) {
  impl_->initialize(options);
}
bool Simulation::initialized() const {
  return impl_->initialized();
}
const std::vector<std::string>& Simulation::notes() const {
  return impl_->notes();
}
AdvanceResult Simulation::advance(double tEnd) {
  return impl_->advance(tEnd);
}
double Simulation::time() const {
  return impl_->time();
}
Statistics Simulation::statistics() const {
  return impl_->statistics();
}
double Simulation::get(const Source& source) {
  return impl_->get(source);
}
double Simulation::timeDerivative(const Source& source) {
  return impl_->timeDerivative(source);
}
void Simulation::reset() {
  auto fresh = std::make_unique<Impl>(impl_->original());
  if (impl_->tracksWork()) fresh->trackWork();
  impl_ = std::move(fresh);
}
void Simulation::save(ByteBuffer& bytes) {
  impl_->save(bytes);
}
void Simulation::load(std::span<const std::byte> bytes) {
  impl_->load(bytes);
}

}  // namespace liefmu
