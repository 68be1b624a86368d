#include "model/read_model.hpp"

#include "model/read_model_elements.hpp"

#include <fstream>
#include <iterator>

namespace liefmu {
namespace {

InputSignal readInput(const JsonValue& value, const ModelContext& context) {
  ObjectReader object(value, "an input");
  InputSignal input;
  input.name =
      context.names.declare(object, "input", static_cast<Index>(context.model.inputs.size()));
  input.description = object.optional("description", text);
  input.unit = object.optional("unit", text);
  input.start = object.optional("start", number);
  object.finish();
  return input;
}

// A variable's name, or an output that the file defines.
void readOutput(const JsonValue& value, const ModelContext& context) {
  if (value.json.is_string()) {
    context.model.outputs.push_back(text(value));
    return;
  }
  ObjectReader object(value, "an output");
  PointDistance distance;
  distance.name =
      context.names.declare(object, "output", static_cast<Index>(context.model.distances.size()));
  object.required("type", oneOf<int>({{"distance", 0}}));
  const BodyPair bodies = bodyPair(object, context).value_or(BodyPair{});
  distance.first = bodies.first;
  distance.second = bodies.second;
  std::tie(distance.pointOnFirst, distance.pointOnSecond) = pointPair(object);
  object.finish();
  context.model.distances.push_back(distance);
}

IntegratorSettings readIntegrator(const JsonValue& value) {
  const auto problemsBefore = value.problems.count();
  ObjectReader object(value, "integrator");
  IntegratorSettings s;
  s.method = object.optional(
      "method",
      oneOf<Method>({{"generalizedAlpha", Method::generalizedAlpha}, {"BLieDF", Method::bliedf}}),
      s.method);
  s.order = object.optional("order", integer, s.order);
  s.formulation =
      object.optional("formulation",
                      oneOf<Formulation>({{"index3", Formulation::index3},
                                          {"stabilizedIndex2", Formulation::stabilizedIndex2},
                                          {"projectedIndex1", Formulation::projectedIndex1}}),
                      s.formulation);
  s.stepControl = object.optional(
      "stepControl",
      oneOf<StepControl>({{"fixed", StepControl::fixed}, {"variable", StepControl::variable}}),
      s.stepControl);
  s.nonlinearSolver = object.optional("nonlinearSolver",
                                      oneOf<NonlinearSolver>({{"newton", NonlinearSolver::newton},
                                                              {"kinsol", NonlinearSolver::kinsol}}),
                                      s.nonlinearSolver);
  s.stepSize = object.optional("stepSize", nonNegativeNumber, s.stepSize);
  s.maxStepSize = object.optional("maxStepSize", nonNegativeNumber, s.maxStepSize);
  s.minStepSize = object.optional("minStepSize", nonNegativeNumber, s.minStepSize);
  s.relativeTolerance = object.optional("relativeTolerance", positiveNumber, s.relativeTolerance);
  s.absoluteTolerance = object.optional("absoluteTolerance", positiveNumber, s.absoluteTolerance);
  s.rhoInfinity = object.optional("rhoInfinity", numberBetween(0.0, 1.0), s.rhoInfinity);
  s.correctedStart = object.optional("correctedStart", boolean, s.correctedStart);
  s.commutatorCorrection = object.optional("commutatorCorrection", boolean, s.commutatorCorrection);
  if (value.problems.count() == problemsBefore) {
    if (const std::string message = s.validate(); !message.empty()) {
      value.problem(message);
    }
  }
  object.finish();
  return s;
}

Experiment readExperiment(const JsonValue& value, Experiment e) {
  ObjectReader object(value, "experiment");
  e.startTime = object.optional("startTime", number, e.startTime);
  e.stopTime = object.optional("stopTime", number, e.startTime + e.stopTime);
  e.stepSize = object.optional("stepSize", positiveNumber, e.stepSize);
  e.tolerance = object.optional("tolerance", positiveNumber, e.tolerance);
  if (e.stopTime <= e.startTime) {
    object.problemAt("stopTime", "is " + formatted(e.stopTime) + " (must be after startTime)");
  }
  object.finish();
  return e;
}

void readDocument(const JsonValue& value, ModelContext& context) {
  Model& model = context.model;
  ObjectReader object(value, "a model");
  // A schema reference is of use to editors only.
  object.optional("$schema", text);
  model.name = object.required("name", identifier);
  model.description = object.optional("description", text);
  model.group = object.optional(
      "group",
      oneOf<Group>(
          {{"r3so3", Group::r3so3}, {"se3", Group::se3}, {"so3", Group::so3}, {"r3", Group::r3}}),
      model.group);
  model.gravity = object.optional("gravity", vector3, model.gravity);

  // Later elements refer to earlier ones; the order in the file does not matter.
  const auto into = [&context](auto& list, auto readElement) {
    return listOf([&context, &list, readElement](const JsonValue& element) {
      list.push_back(readElement(element, context));
      return 0;
    });
  };
  object.optional("inputs", into(model.inputs, readInput));
  object.required("bodies", [&](const JsonValue& bodies) {
    if (bodies.json.is_array() && bodies.json.empty()) {
      bodies.problem("is empty (a model needs at least one body)");
    }
    return into(model.bodies, readBody)(bodies);
  });
  object.optional("joints", [&](const JsonValue& list) {
    readJoints(list, context);
    return 0;
  });
  object.optional("forces", into(model.forces, readForce));
  object.optional("outputs", listOf([&](const JsonValue& output) {
                    readOutput(output, context);
                    return 0;
                  }));
  if (model.group == Group::so3 && value.problems.empty()) {
    object.required("bodies", [&](const JsonValue& bodies) {
      turnIntoRotors(bodies, model);
      return 0;
    });
  }
  model.integrator = object.optional("integrator", readIntegrator);
  model.experiment.tolerance = model.integrator.relativeTolerance;
  model.experiment = object.optional(
      "experiment",
      [&](const JsonValue& experiment) { return readExperiment(experiment, model.experiment); },
      model.experiment);
  object.finish();
}

}  // namespace

Model readModel(std::string_view json, const std::string& fileName) {
  Problems problems;
  Model model;
  if (const auto document = parseJson(json, problems)) {
    NameTable names;
    ModelContext context{model, names};
    readDocument({*document, "", problems}, context);
  }
  if (!problems.empty()) {
    throw Error(problems.report(fileName));
  }
  return model;
}

Model readModelFile(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  std::string content;
  if (stream) {
    content.assign(std::istreambuf_iterator<char>(stream), {});
  }
  if (!stream.good() && !stream.eof()) {
    throw Error(file.string() + ": cannot be read (does it exist, and may you read it?)");
  }
  return readModel(content, file.filename().string());
}

}  // namespace liefmu
