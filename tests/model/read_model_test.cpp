// The model reader: every kind of wrong file with the exact report, and what right files mean.
#include "model/read_model.hpp"

#include "wrong_models.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace liefmu {
namespace {

using nlohmann::json;

const json& validModel() {
  static const json model = json::parse(R"({
    "name": "m",
    "inputs": [{"name": "u"}],
    "bodies": [
      {"name": "a", "mass": 1, "inertia": [1, 1, 1]},
      {"name": "b", "mass": 1, "inertia": [1, 1, 1], "position": [1, 0, 0]},
      {"name": "p", "type": "point", "mass": 1}
    ],
    "joints": [
      {"name": "j", "type": "revolute", "bodies": ["ground", "a"], "points": [[0, 0, 0], [0, 0, 0]],
       "axes": [[0, 0, 1], [0, 0, 1]]},
      {"name": "k", "type": "spherical", "bodies": ["a", "b"], "points": [[1, 0, 0], [0, 0, 0]]},
      {"name": "c", "type": "cylindrical", "bodies": ["ground", "b"],
       "points": [[1, 0, 0], [0, 0, 0]], "axes": [[1, 0, 0], [1, 0, 0]]}
    ],
    "forces": [{"name": "f", "type": "jointActuator", "joint": "j", "effort": {"input": "u"}}]
  })");
  return model;
}

std::string reportOf(const std::string& text) {
  try {
    (void)readModel(text, "F");
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

class WrongModelFile : public testing::TestWithParam<WrongModel> {};

TEST_P(WrongModelFile, HasThisReport) {
  const WrongModel& wrong = GetParam();
  const json spoiled = validModel().patch(json::parse(wrong.patch));
  EXPECT_EQ(reportOf(spoiled.dump()), wrong.report);
}

INSTANTIATE_TEST_SUITE_P(All, WrongModelFile, testing::ValuesIn(wrongModels()),
                         [](const auto& test) { return test.param.name; });

TEST(ReadModel, TheModelThatTheWrongOnesAreMadeOfIsRight) {
  EXPECT_EQ(reportOf(validModel().dump()), "");
}

TEST(ReadModel, TellsWhereTextIsNoJson) {
  const std::string valid = validModel().dump();
  const std::string truncated = valid.substr(0, valid.size() / 2);
  EXPECT_EQ(reportOf(truncated), "F: line 1, column " + std::to_string(truncated.size()) +
                                     ": the file ends too early (close every bracket, brace and "
                                     "quote)");
  EXPECT_EQ(reportOf(""),
            "F: line 1, column 1: the file ends too early (close every bracket, brace and quote)");
  EXPECT_EQ(reportOf("{\n  \"name\": \"a\"\n  \"bodies\": []\n}"),
            "F: line 3, column 10: not valid JSON at '\"bodies\"' (look for a missing comma, quote "
            "or brace)");
  EXPECT_EQ(reportOf(R"({"name": 1e999})"),
            "F: line 1, column 14: number 1e999 is out of range (use a smaller one)");
  EXPECT_EQ(reportOf("[1, 2] 3"),
            "F: line 1, column 8: not valid JSON at '[1, 2] 3' (look for a missing comma, quote or "
            "brace)");
  EXPECT_EQ(reportOf("[1, 2]"), "F: /: is a list (a model must be an object)");
}

// Every prefix of a valid file is refused, none crashes.
TEST(ReadModel, RefusesEveryTruncation) {
  const std::string valid = validModel().dump(1);
  for (std::size_t length = 0; length < valid.size(); ++length) {
    ASSERT_NE(reportOf(valid.substr(0, length)), "") << length;
  }
}

// No byte that is changed makes the reader crash or throw anything but Error.
TEST(ReadModel, SurvivesDamagedBytes) {
  const std::string valid = validModel().dump();
  for (std::size_t i = 0; i < valid.size(); ++i) {
    for (const char damage : {'\0', '"', '}', '[', '9', '-', '\xff'}) {
      std::string damaged = valid;
      damaged[i] = damage;
      (void)reportOf(damaged);
    }
  }
}

TEST(ReadModel, RefusesKeysThatAppearTwice) {
  EXPECT_EQ(reportOf(R"({"name": "m", "bodies": [{"name": "a", "mass": 1, "mass": 2,
                         "inertia": [1, 1, 1]}]})"),
            "F: /bodies/0/mass: key appears twice (keep one of them)");
}

TEST(ReadModel, RefusesDeepNesting) {
  const std::string expected =
      "F: /0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0: nested more than 32 "
      "levels "
      "deep (no model needs that; is this a model file?)";
  EXPECT_EQ(reportOf(std::string(1000, '[')), expected);
  EXPECT_EQ(reportOf(std::string(50'000'000, '[')), expected);
}

TEST(ReadModel, RefusesHugeFiles) {
  EXPECT_EQ(reportOf(std::string(100'000'000, '[')),
            "F: /: larger than 64 MiB (is this a model file?)");
}

TEST(ReadModel, ListsNoMoreThanAHundredProblems) {
  json model = validModel();
  for (int i = 0; i < 1000; ++i) model["bodies"].push_back(i);
  const std::string report = reportOf(model.dump());
  EXPECT_EQ(std::count(report.begin(), report.end(), '\n'), 100);
  EXPECT_NE(report.find("and more of this kind"), std::string::npos);
}

TEST(ReadModel, RefusesAFileThatIsNotThere) {
  try {
    (void)readModelFile("no_such_file.json");
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(),
                 "no_such_file.json: cannot be read (does it exist, and may you read it?)");
  }
}

// ---- what right files mean ----------------------------------------------------------------------

Model changed(const std::string& patch) {
  return readModel(validModel().patch(json::parse(patch)).dump(), "F");
}

Eigen::Quaterniond orientationFor(const std::string& text) {
  return changed(R"([{"op": "add", "path": "/bodies/0/orientation", "value": )" + text + "}]")
      .bodies[0]
      .orientation;
}

TEST(ReadModel, UnderstandsOrientations) {
  const Eigen::Quaterniond expected(Eigen::AngleAxisd(M_PI / 2.0, Vector3::UnitZ()));
  const std::string s = "0.70710678118654757";
  for (const std::string& text :
       {"[0, 0, " + s + ", " + s + "]", std::string("[[0, -1, 0], [1, 0, 0], [0, 0, 1]]"),
        std::string(R"({"axis": [0, 0, 1], "angle": 1.5707963267948966})")}) {
    EXPECT_LT(orientationFor(text).angularDistance(expected), 1e-15) << text;
  }
}

TEST(ReadModel, UnderstandsSixNumbersOfInertia) {
  const Matrix3 inertia =
      changed(
          R"([{"op": "replace", "path": "/bodies/0/inertia", "value": [5, 6, 7, 0.1, 0.2, 0.3]}])")
          .bodies[0]
          .inertia;
  Matrix3 expected;
  expected << 5.0, 0.1, 0.2, 0.1, 6.0, 0.3, 0.2, 0.3, 7.0;
  EXPECT_EQ(inertia, expected);
}

TEST(ReadModel, UnderstandsSignals) {
  const auto effort = [](const std::string& text) {
    const Model model =
        changed(R"([{"op": "replace", "path": "/forces/0/effort", "value": )" + text + "}]");
    return std::get<JointActuator>(model.forces[0].type).effort;
  };
  const std::vector<InputTaylor> inputs{{.value = 3.0}};
  EXPECT_EQ(evaluate(effort("7"), 2.0, inputs).value, 7.0);
  EXPECT_EQ(evaluate(effort(R"({"input": "u", "scale": 2, "offset": 1})"), 2.0, inputs).value, 7.0);
  EXPECT_EQ(evaluate(effort(R"({"polynomial": [1, 2, 3]})"), 2.0, inputs).value, 17.0);
  EXPECT_DOUBLE_EQ(
      evaluate(effort(R"({"sine": {"amplitude": 2, "frequency": 0.25, "offset": 1}})"), 1.0, inputs)
          .value,
      3.0);
  EXPECT_EQ(evaluate(effort(R"({"table": [[0, 0], [2, 5], [4, 0]]})"), 2.0, inputs).value, 5.0);
}

// Without references, joint angles are zero in the position of the file; with them, where the
// references agree.
TEST(ReadModel, PlacesTheFramesOfJoints) {
  const std::string turned =
      R"({"op": "add", "path": "/bodies/0/orientation", "value": {"axis": [0, 0, 1], "angle": 0.3}})";
  const auto angle = [](const Model& model) {
    const Joint& joint = model.joints[0];
    const Eigen::Quaterniond first = joint.onFirst.orientation;
    const Eigen::Quaterniond second = model.bodies[0].orientation * joint.onSecond.orientation;
    const Vector3 x = first.conjugate() * (second * Vector3::UnitX());
    EXPECT_NEAR((first.conjugate() * (second * Vector3::UnitZ())).z(), 1.0, 1e-15);
    return std::atan2(x.y(), x.x());
  };
  EXPECT_NEAR(angle(changed("[" + turned + "]")), 0.0, 1e-15);
  EXPECT_NEAR(angle(changed("[" + turned +
                            R"(, {"op": "add", "path": "/joints/0/references",
                                  "value": [[1, 0, 0], [1, 0, 0]]}])")),
              0.3, 1e-15);
}

TEST(ReadModel, DrivesShareTheFramesOfTheirJoint) {
  const Model model = changed(
      R"([{"op": "add", "path": "/joints/0", "value":
           {"name": "d", "type": "prescribedRotation", "joint": "j", "angle": {"input": "u"}}}])");
  EXPECT_EQ(model.joints[0].second, model.joints[1].second);
  EXPECT_EQ(model.joints[0].onSecond.orientation.coeffs(),
            model.joints[1].onSecond.orientation.coeffs());
  EXPECT_EQ(std::get<JointActuator>(model.forces[0].type).joint, 1);
}

TEST(ReadModel, TakesTheLengthFromThePositionInTheFile) {
  const Model model = changed(
      R"([{"op": "replace", "path": "/joints/1", "value":
           {"name": "k", "type": "distance", "bodies": ["a", "b"], "points": [[0, 2, 0], [0, 0, 0]]}}])");
  EXPECT_DOUBLE_EQ(std::get<Distance>(model.joints[1].type).length, std::sqrt(5.0));
}

// The heavy top in so3: a rotor about its tip with the inertia about that point.
TEST(ReadModel, TurnsRigidBodiesIntoRotors) {
  const std::filesystem::path folder =
      std::filesystem::path(LIEFMU_SOURCE_DIR) / "modelDescription";
  json top = json::parse(std::ifstream(folder / "models/heavy_top.json"));
  top["group"] = "so3";
  const Model model = readModel(top.dump(), "F");
  ASSERT_EQ(model.bodies.size(), 1U);
  EXPECT_TRUE(model.joints.empty());
  const Body& body = model.bodies[0];
  EXPECT_EQ(body.kind, BodyKind::rotor);
  EXPECT_EQ(Vector3(body.inertia.diagonal()), Vector3(15.234375, 0.46875, 15.234375));
  EXPECT_EQ(body.centreOfMass, Vector3(0.0, 1.0, 0.0));
  EXPECT_EQ(body.position, Vector3(0.0, 0.0, 0.0));
  EXPECT_EQ(body.geometry[1].end, Vector3(0.0, 1.0, 0.0));
}

}  // namespace
}  // namespace liefmu
