// `liefmu cosim` as users and scripts see it.
#include "liefmu/csv.hpp"
#include "liefmu/temporary_directory.hpp"
#include "modelDescription/fmu_archive.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sys/wait.h>

#include <cstdlib>
#include <string>

#if defined(LIEFMU_COMMAND) && defined(LIEFMU_EXAMPLE)

namespace liefmu {
namespace {

class CosimCommand : public testing::Test {
 protected:
  struct Result {
    int exitCode;
    std::string output;
    std::string errors;
  };

  CosimCommand() { std::filesystem::copy_file(LIEFMU_EXAMPLE, folder_.path() / "balance.ssp"); }

  [[nodiscard]] std::string read(const std::string& name) const {
    return readFile(folder_.path() / name);
  }
  [[nodiscard]] Result cosim(const std::string& arguments) const {
    const std::string line = "cd '" + folder_.path().string() + "' && '" LIEFMU_COMMAND "' cosim " +
                             arguments + " >.out 2>.err";
    const int status = std::system(line.c_str());
    return {WEXITSTATUS(status), read(".out"), read(".err")};
  }
  [[nodiscard]] std::filesystem::path folder() const { return folder_.path(); }

 private:
  TemporaryDirectory folder_;
};

TEST_F(CosimCommand, RecordsAndReports) {
  const Result result = cosim(
      "balance.ssp --stop 0.5 --step 0.01 --record plant.track.q,controller.force -o a.csv "
      "--report a.html");
  EXPECT_EQ(result.exitCode, 0) << result.errors;
  EXPECT_EQ(result.errors, "");
  const TimeTable table = parseCsv(read("a.csv"), "a.csv");
  EXPECT_EQ(table.names, (std::vector<std::string>{"plant.track.q[1]", "controller.force"}));
  EXPECT_EQ(table.time.size(), 51U);
  EXPECT_NE(read("a.html").find("balance"), std::string::npos);
  EXPECT_NE(result.output.find("balance: t = 0.5 s, 50 communication steps"), std::string::npos);
}

TEST_F(CosimCommand, JsonCountsTheStepsOfTheMaster) {
  const Result result = cosim(
      "balance.ssp --stop 0.2 --step 0.05 --step-tolerance 1e-4 --json --record plant.hinge.q");
  ASSERT_EQ(result.exitCode, 0) << result.errors;
  const auto json = nlohmann::json::parse(result.output);
  EXPECT_EQ(json["time"], 0.2);
  EXPECT_EQ(json["statistics"]["communicationSteps"], 4);
  EXPECT_GT(json["statistics"]["steps"], 4);
  EXPECT_GT(json["statistics"]["rejectedSteps"], 0);
}

TEST_F(CosimCommand, MistakesAreExplained) {
  EXPECT_EQ(cosim("balance.ssp --scheme newton").exitCode, 2);
  EXPECT_EQ(cosim("balance.ssp --step-tolerance -1").exitCode, 2);
  EXPECT_EQ(cosim("missing.ssp").exitCode, 1);
  EXPECT_EQ(cosim("balance.ssp --set plant.forse=1").errors,
            "liefmu: balance.ssp: there is no variable 'plant.forse' (did you mean "
            "'plant.force'?)\n");
  writeFile(folder() / "empty.ssp", writeArchive({{"x", "y"}}));
  EXPECT_EQ(cosim("empty.ssp").errors,
            "liefmu: empty.ssp: has no SystemStructure.ssd (is it an SSP file?)\n");
  writeFile(folder() / "text.ssp", "no zip");
  EXPECT_EQ(cosim("text.ssp").errors.find("liefmu: text.ssp: not a zip archive"), 0U);
}

}  // namespace
}  // namespace liefmu

#endif
