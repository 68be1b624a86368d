#include "fmi/resource_location.hpp"

#include "types.hpp"

#include <gtest/gtest.h>

#include <fstream>

namespace liefmu::fmi {
namespace {

TEST(ResourceLocation, UnderstandsWhatImportersSend) {
  const auto parsed = [](const char* location) { return parseResourceLocation(location).string(); };
  EXPECT_EQ(parsed("file:///tmp/a/resources"), "/tmp/a/resources");
  EXPECT_EQ(parsed("file:/tmp/a/resources"), "/tmp/a/resources");
  EXPECT_EQ(parsed("file:////tmp/a/resources"), "/tmp/a/resources");
  EXPECT_EQ(parsed("file://localhost/tmp/a"), "/tmp/a");
  EXPECT_EQ(parsed("FILE:///tmp/a"), "/tmp/a");
  EXPECT_EQ(parsed("file:///tmp/a%20b/%C3%A4"), "/tmp/a b/ä");
  EXPECT_EQ(parsed("file:///tmp/a b"), "/tmp/a b");
  EXPECT_EQ(parsed("file:///tmp/50%"), "/tmp/50%");
  EXPECT_EQ(parsed("file:///tmp/50%zz"), "/tmp/50%zz");
  EXPECT_EQ(parsed("file:///C:/fmu/resources"), "C:/fmu/resources");
  EXPECT_EQ(parsed("/tmp/plain/path"), "/tmp/plain/path");
  EXPECT_EQ(parsed("https://example.org/x"), "");
  EXPECT_EQ(parsed(""), "");
}

TEST(ResourceLocation, FindsTheFolderThatHasTheFile) {
  const std::filesystem::path folder =
      std::filesystem::path(testing::TempDir()) / "liefmu location %41 test";
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "needed.txt") << "here";
  EXPECT_EQ(findResources(("file:///" + folder.string()).c_str(), "needed.txt"), folder)
      << "not encoded, and with something that looks like an escape";
  EXPECT_EQ(findResources(folder.string().c_str(), "needed.txt"), folder);
  std::filesystem::remove_all(folder);
  EXPECT_THROW(
      static_cast<void>(findResources(("file://" + folder.string()).c_str(), "needed.txt")), Error);
  EXPECT_THROW(static_cast<void>(findResources(nullptr, "needed.txt")), Error);
}

TEST(ResourceLocation, KnowsWhereTheLibraryIs) {
  EXPECT_EQ(resourcesBesideLibrary().filename(), "resources");
}

}  // namespace
}  // namespace liefmu::fmi
