#include "modelDescription/fmu_archive.hpp"

#include "types.hpp"

#include <gtest/gtest.h>
#include <stdlib.h>  // setenv

#include <cstddef>
#include <random>
#include <string>

namespace liefmu {
namespace {

ArchiveContents sample() {
  return {{"modelDescription.xml", "<xml/>"},
          {"binaries/linux64/m.so", std::string(100'000, 'x') + std::string("\0\1\2", 3)},
          {"documentation/index.html", "<html>"},
          {"resources/empty", ""}};
}

std::string messageOf(std::string_view archive, const ArchiveLimits& limits = {}) {
  try {
    readArchive(archive, limits);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

// A name inside the archive replaced by another one of the same length, as an attacker would.
std::string renamed(std::string archive, const std::string& from, const std::string& to) {
  EXPECT_EQ(from.size(), to.size());
  for (std::size_t at = archive.find(from); at != std::string::npos; at = archive.find(from, at)) {
    archive.replace(at, from.size(), to);
  }
  return archive;
}

TEST(FmuArchive, RoundTripKeepsBytesAndPutsDescriptionFirst) {
  const auto entries = readArchive(writeArchive(sample()));
  ASSERT_EQ(entries.size(), 4U);
  EXPECT_EQ(entries[0].path, "modelDescription.xml");
  EXPECT_EQ(entries[1].path, "binaries/linux64/m.so");
  EXPECT_EQ(entries[2].path, "documentation/index.html");
  EXPECT_EQ(entries[3].path, "resources/empty");
  for (const ArchiveEntry& entry : entries) EXPECT_EQ(entry.bytes, sample()[entry.path]);
}

TEST(FmuArchive, BytesDependOnNothingButContentsAndTimeStamp) {
  const std::string here = writeArchive(sample(), 1'700'000'000);
  ASSERT_EQ(setenv("TZ", "Pacific/Auckland", 1), 0);
  const std::string there = writeArchive(sample(), 1'700'000'000);
  ASSERT_EQ(unsetenv("TZ"), 0);
  EXPECT_EQ(here, there);
  EXPECT_NE(here, writeArchive(sample(), 1'700'000'002));
}

TEST(FmuArchive, TimeStampIsStoredInTheZipCalendar) {
  const auto dosTime = [](const std::string& archive) {  // local header: time at 10, date at 12
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(archive[i]); };
    return std::pair(byte(10) | byte(11) << 8, byte(12) | byte(13) << 8);
  };
  EXPECT_EQ(dosTime(writeArchive(sample())), std::pair(0, 1 << 5 | 1));  // 1980-01-01 00:00:00
  // 2023-11-14 22:13:20 UTC
  EXPECT_EQ(dosTime(writeArchive(sample(), 1'700'000'000)),
            std::pair(22 << 11 | 13 << 5 | 10, 43 << 9 | 11 << 5 | 14));
}

TEST(FmuArchive, NoExtendedHeaders) {
  // Zip64 records and data descriptors confuse small importers; signatures as in the zip format.
  const std::string archive = writeArchive(sample());
  EXPECT_EQ(archive.find("PK\x06\x06"), std::string::npos);
  EXPECT_EQ(archive.find("PK\x07\x08"), std::string::npos);
  EXPECT_EQ(archive.substr(0, 4), "PK\x03\x04");
}

TEST(FmuArchive, RefusesPathsThatLeaveTheFolder) {
  const std::string archive = writeArchive({{"aa/bb/c.txt", "text"}});
  const auto with = [&](const std::string& path) {
    return messageOf(renamed(archive, "aa/bb/c.txt", path));
  };
  EXPECT_EQ(with("aa/bb/d.txt"), "");
  EXPECT_NE(with("../bb/c.txt").find("leaves the folder"), std::string::npos);
  EXPECT_NE(with("aa/../c.txt").find("leaves the folder"), std::string::npos);
  EXPECT_NE(with("aa/bb/cc/..").find("leaves the folder"), std::string::npos);
  EXPECT_NE(with("/a/bb/c.txt").find("absolute path"), std::string::npos);
  EXPECT_NE(with("..\\bb\\c.txt").find("backslash"), std::string::npos);
  EXPECT_NE(with("C:/bb/c.txt").find("drive letter"), std::string::npos);
  EXPECT_NE(with("aa//b/c.txt").find("odd path"), std::string::npos);
  EXPECT_NE(with("aa/./bc.txt").find("odd path"), std::string::npos);
  EXPECT_NE(with("aa/bb/c\ntxt").find("control character"), std::string::npos);
}

TEST(FmuArchive, RefusesLinks) {
  std::string archive = writeArchive({{"link", "/etc/passwd"}});
  const std::size_t central = archive.find("PK\x01\x02");
  ASSERT_NE(central, std::string::npos);
  // External attributes, upper half: the UNIX mode; 0120777 is a symbolic link.
  archive[central + 40] = '\xff';
  archive[central + 41] = '\xa1';
  EXPECT_NE(messageOf(archive).find("is a link"), std::string::npos);
}

TEST(FmuArchive, RefusesDuplicates) {
  const std::string archive = writeArchive({{"file_a", "1"}, {"file_b", "2"}});
  EXPECT_NE(messageOf(renamed(archive, "file_b", "file_a")).find("occurs twice"),
            std::string::npos);
}

TEST(FmuArchive, LimitsWhatItUnpacks) {
  const std::string bomb = writeArchive({{"zeros", std::string(10'000'000, '\0')}});
  EXPECT_LT(bomb.size(), 100'000U);
  EXPECT_EQ(messageOf(bomb), "");
  EXPECT_NE(messageOf(bomb, {.totalBytes = 9'999'999}).find("unpacks to more"), std::string::npos);
  EXPECT_NE(messageOf(writeArchive(sample()), {.entries = 3}).find("4 entries"), std::string::npos);
}

TEST(FmuArchive, TruncatedArchivesAreRefused) {
  const std::string archive = writeArchive(sample());
  for (std::size_t length = 0; length < archive.size(); length += 1 + archive.size() / 500) {
    EXPECT_NE(messageOf(archive.substr(0, length)), "") << length << " of " << archive.size();
  }
}

// A changed bit may happen to mean the same (another way to copy the same letters); then the
// contents are the same, too.
TEST(FmuArchive, ChangedContentsAreRefused) {
  const std::string contents = "some text, some more text, and what else one packs into archives";
  const std::string archive = writeArchive({{"a", contents}});
  const std::size_t begin = 31;  // after the local header and the name
  const std::size_t end = archive.find("PK\x01\x02");
  std::size_t refused = 0;
  for (std::size_t i = begin; i < end; ++i) {
    std::string damaged = archive;
    damaged[i] = static_cast<char>(damaged[i] ^ 0x10);
    try {
      EXPECT_EQ(readArchive(damaged).front().bytes, contents);
    } catch (const Error&) {
      ++refused;
    }
  }
  EXPECT_GE(refused + 3, end - begin);
}

TEST(FmuArchive, RandomBytesNeverGetThrough) {
  std::mt19937 random(1);
  for (int i = 0; i < 300; ++i) {
    std::string bytes(random() % 3000, '\0');
    for (char& c : bytes) c = static_cast<char>(random());
    EXPECT_NE(messageOf(bytes), "");
  }
}

// Damage anywhere: either refused, or the contents are unharmed (a time stamp was hit).
TEST(FmuArchive, DamagedArchivesAreRefusedOrUnharmed) {
  const std::string archive = writeArchive({{"modelDescription.xml", "<x/>"}, {"b/c", "12345"}});
  std::mt19937 random(2);
  for (int i = 0; i < 3000; ++i) {
    std::string damaged = archive;
    for (auto n = 1 + random() % 3; n > 0; --n) {
      damaged[random() % damaged.size()] = static_cast<char>(random());
    }
    try {
      for (const ArchiveEntry& entry : readArchive(damaged)) {
        EXPECT_TRUE(entry.bytes == "<x/>" || entry.bytes == "12345" || entry.bytes.empty());
      }
    } catch (const Error&) {
      // refused
    }
  }
}

TEST(SourceDateEpoch, IsReadFromTheEnvironment) {
  ASSERT_EQ(unsetenv("SOURCE_DATE_EPOCH"), 0);
  EXPECT_FALSE(sourceDateEpoch());
  ASSERT_EQ(setenv("SOURCE_DATE_EPOCH", "1700000000", 1), 0);
  EXPECT_EQ(sourceDateEpoch(), 1'700'000'000);
  ASSERT_EQ(setenv("SOURCE_DATE_EPOCH", "yesterday", 1), 0);
  EXPECT_THROW(sourceDateEpoch(), Error);
  ASSERT_EQ(unsetenv("SOURCE_DATE_EPOCH"), 0);
}

TEST(ReadFile, NamesTheFileThatIsMissing) {
  try {
    readFile("no/such/file.fmu");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(std::string(error.what()).find("no/such/file.fmu: cannot be read"), 0U)
        << error.what();
  }
  EXPECT_THROW(readFile("."), Error);
  EXPECT_THROW(writeFile("no/such/folder/file", "x"), Error);
}

}  // namespace
}  // namespace liefmu
