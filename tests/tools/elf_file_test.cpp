#include "liefmu/elf_file.hpp"

#include "liefmu/fmu_check.hpp"
#include "modelDescription/fmu_archive.hpp"
#include "types.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>

namespace liefmu {
namespace {

#ifdef LIEFMU_FMU_BINARY

std::string binary() {
  return readFile(LIEFMU_FMU_BINARY);
}

TEST(ElfFile, TellsWhatTheFmuBinaryNeeds) {
  const SharedLibrary library = readSharedLibrary(binary());
  EXPECT_TRUE(
      std::count(library.neededLibraries.begin(), library.neededLibraries.end(), "libc.so.6") == 1);
  EXPECT_TRUE(library.newestGlibc.starts_with("2.")) << library.newestGlibc;
  EXPECT_TRUE(std::count(library.exportedSymbols.begin(), library.exportedSymbols.end(),
                         "fmi2DoStep") == 1);
}

// The sanitizers' runtimes are shared libraries with needs of their own.
#ifndef LIEFMU_SANITIZED
TEST(ElfFile, FmuBinaryIsSelfContainedAndShowsTheFmiFunctionsOnly) {
  EXPECT_EQ(binaryProblems(readSharedLibrary(binary())), std::vector<std::string>{});
}

// 2.14 (of 2011) is the age of memcpy. A newer version means that a function is used which
// fmu-src/portable/old_glibc.c does not know yet.
TEST(ElfFile, FmuBinaryRunsOnOldSystems) {
  EXPECT_EQ(readSharedLibrary(binary()).newestGlibc, "2.14");
}
#endif

// The loader would map what is not there, and the process would end with a bus error.
TEST(ElfFile, TruncatedLibrariesAreNotLoaded) {
  const std::string bytes = binary();
  EXPECT_NO_THROW(requireWholeSegments(bytes));
  EXPECT_THROW(requireWholeSegments(bytes.substr(0, bytes.size() / 2)), Error);
  EXPECT_THROW(requireWholeSegments(bytes.substr(0, 4096)), Error);
  EXPECT_THROW(requireWholeSegments(bytes.substr(0, 100)), Error);
}

// No damage makes the reader read outside of the file (the sanitizers watch).
TEST(ElfFile, DamagedFilesAreRefusedOrRead) {
  const std::string bytes = binary();
  std::mt19937 random(1);
  const auto attempt = [](const std::string& damaged) {
    try {
      readSharedLibrary(damaged);
    } catch (const Error&) {
      // refused
    }
  };
  for (int i = 0; i < 200; ++i) attempt(bytes.substr(0, random() % bytes.size()));
  // The headers: at the start of the file, and the sections' at its end.
  for (int i = 0; i < 200; ++i) {
    std::string damaged = bytes;
    damaged[random() % 64] = static_cast<char>(random());
    damaged[damaged.size() - 1 - random() % 2000] = static_cast<char>(random());
    attempt(damaged);
  }
}

#endif

TEST(ElfFile, RefusesWhatIsNoSharedLibrary) {
  for (const std::string bytes : {"", "MZ",
                                  "\x7f"
                                  "ELF"}) {
    EXPECT_THROW(readSharedLibrary(bytes), Error);
  }
  std::string other(200, '\0');
  other.replace(0, 5,
                "\x7f"
                "ELF\x01");  // 32 bits
  EXPECT_THROW(readSharedLibrary(other), Error);
}

TEST(BinaryCheck, NamesForeignLibrariesAndSymbols) {
  SharedLibrary library;
  library.neededLibraries = {"libc.so.6", "libstdc++.so.6"};
  library.exportedSymbols = {"fmi2DoStep", "helper"};
  const std::vector<std::string> problems = binaryProblems(library);
  const auto has = [&](const std::string& text) {
    return std::count(problems.begin(), problems.end(), text) == 1;
  };
  EXPECT_EQ(problems.size(), 35U);  // one library, 33 missing functions, one foreign symbol
  EXPECT_TRUE(has("needs libstdc++.so.6, which is not on every Linux"));
  EXPECT_TRUE(has("does not export fmi2Instantiate"));
  EXPECT_TRUE(has("exports helper, which is not an FMI function"));
}

}  // namespace
}  // namespace liefmu
