#include "snapshot.hpp"

#include "types.hpp"

#include <gtest/gtest.h>

#include <random>

namespace liefmu {
namespace {

constexpr std::uint64_t kModel = 0x0123456789abcdef;

std::vector<std::byte> someBytes(std::size_t size) {
  std::mt19937 random(7);
  std::vector<std::byte> bytes(size);
  for (std::byte& byte : bytes) byte = static_cast<std::byte>(random() & 0xFFU);
  return bytes;
}

std::vector<std::byte> seal(const std::vector<std::byte>& payload) {
  std::vector<std::byte> sealed(sealedSize(payload.size()));
  sealSnapshot(payload, kModel, sealed);
  return sealed;
}

TEST(Snapshot, ChecksumIsThePublishedOne) {
  EXPECT_EQ(checksum("123456789"), 0x995DC9BBDF1939FAU);  // check value of CRC-64/XZ
}

TEST(Snapshot, ReturnsWhatWasPutIn) {
  for (const std::size_t size : {0U, 1U, 1000U}) {
    const auto payload = someBytes(size);
    const auto sealed = seal(payload);
    const auto opened = openSnapshot(sealed, kModel);
    EXPECT_TRUE(std::equal(opened.begin(), opened.end(), payload.begin(), payload.end()));
  }
}

TEST(Snapshot, NoticesEveryAlteredByte) {
  const auto sealed = seal(someBytes(300));
  for (std::size_t i = 0; i < sealed.size(); ++i) {
    for (const unsigned change : {1U, 0x80U, 0xFFU}) {
      auto altered = sealed;
      altered[i] ^= static_cast<std::byte>(change);
      EXPECT_THROW(static_cast<void>(openSnapshot(altered, kModel)), Error) << "byte " << i;
    }
  }
}

TEST(Snapshot, NoticesEveryLength) {
  auto sealed = seal(someBytes(50));
  for (std::size_t size = 0; size < sealed.size(); ++size) {
    EXPECT_THROW(static_cast<void>(openSnapshot(std::span(sealed).first(size), kModel)), Error);
  }
  sealed.push_back(std::byte{0});
  EXPECT_THROW(static_cast<void>(openSnapshot(sealed, kModel)), Error);
}

std::string complaint(std::span<const std::byte> bytes, std::uint64_t model) {
  try {
    static_cast<void>(openSnapshot(bytes, model));
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

TEST(Snapshot, SaysWhatIsWrong) {
  auto sealed = seal(someBytes(50));
  EXPECT_NE(complaint(sealed, kModel + 1).find("another model"), std::string::npos);
  EXPECT_NE(complaint(std::span(sealed).first(60), kModel).find("truncated"), std::string::npos);
  EXPECT_NE(complaint(someBytes(200), kModel).find("not a serialised state"), std::string::npos);
  sealed[8] = std::byte{99};
  EXPECT_NE(complaint(sealed, kModel).find("format version 99"), std::string::npos);
}

}  // namespace
}  // namespace liefmu
