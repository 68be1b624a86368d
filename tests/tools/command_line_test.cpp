// The command as users and scripts see it: output, messages, exit codes.
#include "liefmu/csv.hpp"
#include "liefmu/temporary_directory.hpp"
#include "modelDescription/fmu_archive.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <stdlib.h>  // setenv
#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#ifdef LIEFMU_COMMAND

namespace liefmu {
namespace {

#ifdef LIEFMU_SANITIZED
constexpr bool kPortableFmu = false;
#else
constexpr bool kPortableFmu = true;
#endif

class CommandLine : public testing::Test {
 protected:
  struct Result {
    int exitCode;
    std::string output;
    std::string errors;
  };

  [[nodiscard]] std::string path(const std::string& name) const {
    return (folder_.path() / name).string();
  }

  // Runs in a folder of its own, so that messages contain no paths.
  [[nodiscard]] Result command(const std::string& arguments,
                               const std::string& environment = "") const {
    const std::string line = "cd '" + folder_.path().string() + "' && " + environment +
                             " '" LIEFMU_COMMAND "' " + arguments + " >.out 2>.err";
    const int status = std::system(line.c_str());
    return {WEXITSTATUS(status), readFile(path(".out")), readFile(path(".err"))};
  }

  void expectFailure(const std::string& arguments, int exitCode, const std::string& message) const {
    const Result result = command(arguments);
    EXPECT_EQ(result.exitCode, exitCode) << arguments;
    EXPECT_EQ(result.errors, message) << arguments;
    EXPECT_EQ(result.output, "") << arguments;
  }

  void write(const std::string& name, const std::string& text) const {
    writeFile(path(name), text);
  }

 private:
  TemporaryDirectory folder_;
};

// ---- usage --------------------------------------------------------------------------------------

TEST_F(CommandLine, HelpAndVersionAreNotErrors) {
  EXPECT_EQ(command("--help").exitCode, 0);
  EXPECT_EQ(command("--version").output, "liefmu " LIEFMU_VERSION "\n");
  for (const char* name : {"list", "build", "run", "cosim", "check", "info"}) {
    const Result result = command(std::string(name) + " --help");
    EXPECT_EQ(result.exitCode, 0) << name;
    EXPECT_EQ(result.errors, "") << name;
  }
  for (const char* name : {"build", "run", "cosim", "check", "info"}) {
    EXPECT_NE(command(std::string(name) + " --help").output.find("Example"), std::string::npos);
  }
}

TEST_F(CommandLine, WrongUsageExitsWithTwo) {
  expectFailure("rum heavy_top", 2, "liefmu: there is no command 'rum' (did you mean 'run'?)\n");
  EXPECT_EQ(command("").exitCode, 2);
  EXPECT_EQ(command("run").exitCode, 2);
  EXPECT_EQ(command("run heavy_top --stepp 1").exitCode, 2);
  EXPECT_EQ(command("run heavy_top --group so4").exitCode, 2);
  for (const char* step : {"0", "-1", "nan", "inf", "small", "1e-3x"}) {
    const Result result = command(std::string("run heavy_top --step ") + step);
    EXPECT_EQ(result.exitCode, 2) << step;
    EXPECT_EQ(result.errors, std::string("liefmu: --step: '") + step +
                                 "' is not a positive number ('liefmu run --help' shows what is "
                                 "possible)\n");
  }
  EXPECT_EQ(command("run heavy_top --json -o -").exitCode, 2);
  EXPECT_EQ(command("build heavy_top --naming nice").exitCode, 2);
}

TEST_F(CommandLine, NothingIsWrittenOverWhatIsRead) {
  write("in.csv", "time,force\n0,0\n");
  write("model.json", R"({"name": "m", "bodies": [{"name": "p", "type": "point", "mass": 1}]})");
  const std::string model = readFile(path("model.json"));
  for (const char* arguments :
       {"build model.json -o model.json", "build model.json -o ./model.json",
        "run model.json -o model.json", "run model.json --report ./model.json",
        "run cart_pendulum --input in.csv -o in.csv", "run model.json -o x --report x"}) {
    const Result result = command(arguments);
    EXPECT_EQ(result.exitCode, 2) << arguments;
    EXPECT_NE(result.errors.find("would overwrite"), std::string::npos) << result.errors;
  }
  EXPECT_EQ(readFile(path("model.json")), model);
  EXPECT_EQ(readFile(path("in.csv")), "time,force\n0,0\n");
}

TEST_F(CommandLine, AFullDiskIsAnError) {
  for (const char* arguments : {"list", "run pendulum --stop 0.1 --json", "run pendulum -o -"}) {
    const Result result = command(std::string(arguments) + " >/dev/full 2>/dev/null; exit $?");
    EXPECT_EQ(result.exitCode, 1) << arguments;
  }
}

// The limit of the file size stands for a disk that fills up in the middle of a file.
TEST_F(CommandLine, AFileThatCannotBeCompletedIsAsBefore) {
  write("old.csv", "precious\n");
  ASSERT_EQ(std::system(("cd '" + path(".") +
                         "' && ln -s old.csv link.csv && trap '' XFSZ && "
                         "ulimit -f 1 && for f in old.csv link.csv new.csv; do '" LIEFMU_COMMAND
                         "' run pendulum -o $f --quiet 2>.err && exit 1; done; true")
                            .c_str()),
            0);
  EXPECT_EQ(readFile(path("old.csv")), "precious\n");
  EXPECT_FALSE(std::filesystem::exists(path("new.csv")));
  EXPECT_FALSE(std::filesystem::exists(path("old.csv.part")));
  EXPECT_EQ(command("run pendulum --stop 0.1 -o link.csv").exitCode, 0);
  EXPECT_TRUE(std::filesystem::is_symlink(path("link.csv")));
  EXPECT_TRUE(readFile(path("old.csv")).starts_with("time,"));
}

TEST_F(CommandLine, ReproductionsNeedAFolder) {
  write("file", "");
  expectFailure("reproduce abc15-3 -o file", 1,
                "liefmu: file: no folder can be made: Not a directory\n");
}

TEST_F(CommandLine, AToleranceThatFailsIsAnErrorWithoutNumbers) {
  const Result result =
      command("work-precision pendulum --stop 0.1 --tolerances 1e-4,1e-300 --json");
  EXPECT_EQ(result.exitCode, 1);
  const auto rows = nlohmann::json::parse(result.output).at(0).at("rows");
  EXPECT_TRUE(rows.at(0).at("q").is_number());
  EXPECT_NE(rows.at(1).at("failure"), "");
  EXPECT_TRUE(rows.at(1).at("q").is_null());
}

TEST_F(CommandLine, ErrorsExitWithOneAndSuggest) {
  expectFailure("run heavy_tpo", 1,
                "liefmu: heavy_tpo: neither a ready-made model nor a file (did you mean "
                "'heavy_top'?)\n");
  expectFailure("build zzzzzzzz", 1,
                "liefmu: zzzzzzzz: neither a ready-made model nor a file ('liefmu list' shows the "
                "ready-made models)\n");
  expectFailure("run heavy_top --set integrator.ordr=3", 1,
                "liefmu: heavy_top: there is no variable 'integrator.ordr' (did you mean "
                "'integrator.order'?)\n");
  expectFailure("run heavy_top --set integrator.order=9", 1,
                "liefmu: heavy_top: integrator.order: 9 is more than 6\n");
  expectFailure("run heavy_top --record tip.g", 1,
                "liefmu: heavy_top: there is no variable 'tip.g' (did you mean 'tip.f' or "
                "'tip.t'?)\n");
  expectFailure("run heavy_top --stop -1", 1,
                "liefmu: heavy_top: the stop time -1 is not after the start time 0 (choose another "
                "--stop)\n");
  expectFailure("run heavy_top --step 1e-12", 1,
                "liefmu: heavy_top: 2e+12 communication steps are too many (choose a larger "
                "--step)\n");
  expectFailure("info missing.fmu", 1,
                "liefmu: missing.fmu: cannot be read: No such file or directory\n");
  expectFailure("run cart_pendulum --input missing.csv", 1,
                "liefmu: missing.csv: cannot be read: No such file or directory\n");
}

TEST_F(CommandLine, EveryProblemOfAModelFileIsALine) {
  write("wrong.json", R"({"name": "wrong", "bodies": [{"name": "a", "mass": -1}], "oops": 1})");
  const Result result = command("build wrong.json");
  EXPECT_EQ(result.exitCode, 1);
  EXPECT_EQ(result.errors.find("liefmu: wrong.json: /"), 0U) << result.errors;
  EXPECT_NE(result.errors.find("\nliefmu: wrong.json: /"), std::string::npos) << result.errors;
}

TEST_F(CommandLine, InputFileErrorsNameLineAndColumn) {
  write("in.csv", "time,force\n0,0\n1,x\n");
  expectFailure("run cart_pendulum --input in.csv", 1,
                "liefmu: in.csv: line 3: column 2 (force): 'x' is not a number\n");
  write("in.csv", "time,forces\n0,0\n");
  expectFailure("run cart_pendulum --input in.csv", 1,
                "liefmu: in.csv: line 1: column 2 (forces): is not an input (did you mean "
                "'force'?)\n");
}

// ---- list, build --------------------------------------------------------------------------------

TEST_F(CommandLine, ListDescribesTheModels) {
  const Result result = command("list");
  EXPECT_EQ(result.exitCode, 0);
  EXPECT_NE(result.output.find("heavy_top "), std::string::npos);
  EXPECT_NE(result.output.find("cart_pendulum "), std::string::npos);
}

TEST_F(CommandLine, BuildIsReproducible) {
  ASSERT_EQ(command("build heavy_top -o a.fmu").exitCode, 0);
  ASSERT_EQ(command("build heavy_top -o b.fmu", "TZ=Asia/Tokyo").exitCode, 0);
  EXPECT_EQ(readFile(path("a.fmu")), readFile(path("b.fmu")));
  ASSERT_EQ(command("build heavy_top -o c.fmu", "SOURCE_DATE_EPOCH=1700000000").exitCode, 0);
  EXPECT_NE(readFile(path("a.fmu")), readFile(path("c.fmu")));
  EXPECT_EQ(command("build heavy_top -o no/such/folder/x.fmu").exitCode, 1);
  EXPECT_EQ(command("build heavy_top").exitCode, 0);
  EXPECT_EQ(readFile(path("heavy_top.fmu")), readFile(path("a.fmu")));
}

TEST_F(CommandLine, BuildTakesTheGroupIntoTheModelFile) {
  if (!kPortableFmu) GTEST_SKIP() << "an FMU with sanitizers needs their libraries";
  ASSERT_EQ(command("build heavy_top --group se3 -o a.fmu").exitCode, 0);
  for (const ArchiveEntry& entry : readArchive(readFile(path("a.fmu")))) {
    if (entry.path != "resources/model.json") continue;
    EXPECT_EQ(nlohmann::json::parse(entry.bytes)["group"], "se3");
  }
  EXPECT_EQ(command("check a.fmu").exitCode, 0);
}

// ---- run ----------------------------------------------------------------------------------------

TEST_F(CommandLine, ModelAndFmuGiveTheSameBits) {
  write("in.csv", "time,force\n0,0\n0.1,5\n0.1,-3\n0.3,1\n");
  ASSERT_EQ(command("build heavy_top").exitCode, 0);
  ASSERT_EQ(command("build cart_pendulum").exitCode, 0);
  for (const std::string options :
       {"--stop 0.2 --step 1e-3", "--stop 0.2 --step 0.03 --tolerance 1e-8",
        "--stop 0.1 --set integrator.method=generalizedAlpha --set integrator.stepControl=fixed "
        "--set integrator.stepSize=1e-3"}) {
    ASSERT_EQ(command("run heavy_top -o a.csv " + options).exitCode, 0);
    ASSERT_EQ(command("run heavy_top.fmu -o b.csv " + options).exitCode, 0);
    EXPECT_EQ(readFile(path("a.csv")), readFile(path("b.csv"))) << options;
    ASSERT_EQ(command("run cart_pendulum -o a.csv --input in.csv " + options).exitCode, 0);
    ASSERT_EQ(command("run cart_pendulum.fmu -o b.csv --input in.csv " + options).exitCode, 0);
    EXPECT_EQ(readFile(path("a.csv")), readFile(path("b.csv"))) << options;
  }
}

TEST_F(CommandLine, RecordingHasTheGridTheNamesAndAllDigits) {
  ASSERT_EQ(
      command("run heavy_top --stop 0.1 --step 0.02 --record top.r,energy.total -o a.csv").exitCode,
      0);
  const std::string text = readFile(path("a.csv"));
  EXPECT_EQ(text.substr(0, text.find('\n')), "time,top.r[1],top.r[2],top.r[3],energy.total");
  const TimeTable table = parseCsv(text, "a.csv");
  EXPECT_EQ(table.time.size(), 6U);
  EXPECT_EQ(table.time.back(), 0.1);
  EXPECT_EQ(formatCsv(table), text);
  const Result screen = command(
      "run heavy_top --stop 0.1 --step 0.02 "
      "--record top.r,energy.total -o -");
  EXPECT_EQ(screen.output, text);
}

TEST_F(CommandLine, JsonIsOneObjectAndNothingElse) {
  for (const char* subject : {"heavy_top", "heavy_top.fmu"}) {
    ASSERT_EQ(command("build heavy_top").exitCode, 0);
    const Result result = command(std::string("run ") + subject +
                                  " --stop 0.05 --json --record top.r,integrator.steps");
    ASSERT_EQ(result.exitCode, 0) << result.errors;
    const auto json = nlohmann::json::parse(result.output);
    EXPECT_EQ(json["time"], 0.05);
    EXPECT_EQ(json["values"].size(), 4U);
    EXPECT_TRUE(json["values"]["top.r[1]"].is_number_float());
    EXPECT_TRUE(json["values"]["integrator.steps"].is_number_integer());
    EXPECT_EQ(json["statistics"]["steps"], json["values"]["integrator.steps"]);
    EXPECT_EQ(json["statistics"]["communicationSteps"], 50);
  }
}

TEST_F(CommandLine, QuietPrintsNothing) {
  const Result result = command("run heavy_top --stop 0.01 --quiet -o a.csv --report a.html");
  EXPECT_EQ(result.exitCode, 0);
  EXPECT_EQ(result.output + result.errors, "");
  EXPECT_NE(readFile(path("a.html")).find("heavy_top"), std::string::npos);
  EXPECT_NE(readFile(path("a.csv")).find("time,"), std::string::npos);
}

TEST_F(CommandLine, EnumerationsAreSetByItemName) {
  const auto last = [&](const std::string& settings) {
    return nlohmann::json::parse(
        command("run heavy_top --stop 0.01 --json --record integrator.currentOrder " + settings)
            .output)["values"]["integrator.currentOrder"];
  };
  const std::string fixed = "--set integrator.stepControl=fixed --set integrator.stepSize=1e-3 ";
  EXPECT_EQ(last(fixed + "--set integrator.method=BLieDF --set integrator.order=3"), 3);
  EXPECT_EQ(last(fixed + "--set integrator.method=generalizedAlpha"), 2);
}

TEST_F(CommandLine, FlatNamesWorkEverywhere) {
  if (!kPortableFmu) GTEST_SKIP() << "an FMU with sanitizers needs their libraries";
  ASSERT_EQ(command("build heavy_top --naming flat -o flat.fmu").exitCode, 0);
  EXPECT_EQ(command("check flat.fmu").exitCode, 0);
  const Result result =
      command("run flat.fmu --stop 0.01 --json --record top_r_1 --set integrator_order=3");
  ASSERT_EQ(result.exitCode, 0) << result.errors;
  const auto json = nlohmann::json::parse(result.output);
  EXPECT_TRUE(json["values"].contains("top_r_1"));
  EXPECT_GT(json["statistics"]["steps"], 0);
}

TEST_F(CommandLine, GroupOfAnFmuCannotBeChanged) {
  ASSERT_EQ(command("build heavy_top").exitCode, 0);
  EXPECT_EQ(command("run heavy_top.fmu --group se3").exitCode, 2);
}

TEST_F(CommandLine, TemporaryFilesAreRemoved) {
  ASSERT_EQ(command("build heavy_top").exitCode, 0);
  std::filesystem::create_directory(path("tmp"));
  ASSERT_EQ(command("run heavy_top.fmu --stop 0.01", "TMPDIR='" + path("tmp") + "'").exitCode, 0);
  ASSERT_EQ(
      command("run heavy_top.fmu --set gravity[1]=x", "TMPDIR='" + path("tmp") + "'").exitCode, 1);
  EXPECT_TRUE(std::filesystem::is_empty(path("tmp")));
}

TEST_F(CommandLine, FoldersWithOddNamesAreNoProblem) {
  ASSERT_EQ(command("build heavy_top").exitCode, 0);
  const std::string odd = path("a b%20ü#?");
  std::filesystem::create_directory(odd);
  EXPECT_EQ(command("run heavy_top.fmu --stop 0.01", "TMPDIR='" + odd + "'").exitCode, 0);
}

// ---- check, info --------------------------------------------------------------------------------

// A copy of an FMU with its contents changed.
void change(const std::string& from, const std::string& to, const auto& edit) {
  ArchiveContents contents;
  for (const ArchiveEntry& entry : readArchive(readFile(from))) contents[entry.path] = entry.bytes;
  edit(contents);
  writeFile(to, writeArchive(contents));
}

void replace(std::string& text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  ASSERT_NE(at, std::string::npos) << from;
  text.replace(at, from.size(), to);
}

TEST_F(CommandLine, CheckFindsNothingWrongWithOurFmus) {
  if (!kPortableFmu) GTEST_SKIP() << "an FMU with sanitizers needs their libraries";
  for (const char* model : {"heavy_top", "cart_pendulum", "four_bar", "free_rigid_body"}) {
    ASSERT_EQ(command(std::string("build -o a.fmu --expose all ") + model).exitCode, 0);
    const Result result = command("check a.fmu");
    EXPECT_EQ(result.errors, "") << model;
    EXPECT_EQ(result.exitCode, 0) << model;
    EXPECT_EQ(result.output,
              "archive      ok\ndescription  ok\nbinary       ok\nshort run    ok\n");
  }
}

TEST_F(CommandLine, CheckTellsWhatIsWrong) {
  if (!kPortableFmu) GTEST_SKIP() << "an FMU with sanitizers needs their libraries";
  ASSERT_EQ(command("build heavy_top -o a.fmu").exitCode, 0);
  const auto errors = [&](const auto& edit) {
    change(path("a.fmu"), path("b.fmu"), edit);
    const Result result = command("check b.fmu");
    EXPECT_EQ(result.exitCode, 1);
    return result.errors;
  };
  // The description says something else than the binary does.
  EXPECT_EQ(errors([](ArchiveContents& contents) {
              replace(contents["modelDescription.xml"], "start=\"15\"", "start=\"16\"");
            }),
            "liefmu: b.fmu: short run: 'top.mass' starts with 15, but the description says 16\n");
  EXPECT_NE(errors([](ArchiveContents& contents) {
              replace(contents["modelDescription.xml"], "guid=\"", "guid=\"0");
            }).find("liefmu: b.fmu: short run: "),
            std::string::npos);
  EXPECT_EQ(errors([](ArchiveContents& contents) {
              replace(contents["modelDescription.xml"], "unit=\"kg\"", "unit=\"stone\"");
            }),
            "liefmu: b.fmu: modelDescription.xml: variable 'top.mass': the unit 'stone' is not "
            "defined\n");
  EXPECT_EQ(errors([](ArchiveContents& contents) { contents.erase("documentation/index.html"); }),
            "liefmu: b.fmu: archive: documentation/index.html is missing\n");
  EXPECT_EQ(
      errors([](ArchiveContents& contents) { contents.erase("binaries/linux64/heavy_top.so"); }),
      "liefmu: b.fmu: archive: there is no binary\n");
  EXPECT_NE(errors([](ArchiveContents& contents) {
              contents["binaries/linux64/heavy_top.so"] = "not a library";
            }).find("liefmu: b.fmu: binaries/linux64/heavy_top.so: is not an ELF shared library\n"),
            std::string::npos);
  EXPECT_NE(errors([](ArchiveContents& contents) {
              replace(contents["resources/model.json"], "{", "");
            }).find("liefmu: b.fmu: short run: "),
            std::string::npos);
}

TEST_F(CommandLine, WhatIsNoFmuIsRefused) {
  write("a.fmu", "no zip");
  EXPECT_EQ(command("check a.fmu").exitCode, 1);
  EXPECT_EQ(command("info a.fmu").exitCode, 1);
  EXPECT_EQ(command("run a.fmu").errors.find("liefmu: a.fmu: not a zip archive"), 0U);
  write("b.fmu", writeArchive({{"x", "y"}}));
  expectFailure("run b.fmu", 1, "liefmu: b.fmu: has no modelDescription.xml (is it an FMU?)\n");
  write("c.fmu", writeArchive({{"modelDescription.xml", "<a>\n<b></a>"}}));
  EXPECT_EQ(command("run c.fmu").errors.find("liefmu: c.fmu: modelDescription.xml: line 2: "), 0U);
}

TEST_F(CommandLine, InfoTellsIdentityNeedsAndVariables) {
  ASSERT_EQ(command("build heavy_top").exitCode, 0);
  const Result result = command("info heavy_top.fmu");
  EXPECT_EQ(result.exitCode, 0);
  for (const char* text : {"GUID        ", "glibc 2.", "libc.so.6", "top.r[1]", "integrator.method",
                           "experiment  0 s to 2 s"}) {
    EXPECT_NE(result.output.find(text), std::string::npos) << text;
  }
}

}  // namespace
}  // namespace liefmu

#endif
