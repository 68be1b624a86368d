#include "modelDescription/content_id.hpp"

#include <gtest/gtest.h>

#include <regex>
#include <string>

namespace liefmu {
namespace {

std::string hex(const std::array<std::uint8_t, 32>& digest) {
  std::string text;
  for (const std::uint8_t byte : digest) {
    text += "0123456789abcdef"[byte >> 4];
    text += "0123456789abcdef"[byte & 15];
  }
  return text;
}

// The examples of FIPS 180-4 and its companion page: empty, one block, two blocks, many blocks.
TEST(Sha256, PublishedExamples) {
  EXPECT_EQ(hex(sha256("")), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(hex(sha256("abc")), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(hex(sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(hex(sha256(std::string(1'000'000, 'a'))),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(ContentUuid, HasTheFormOfAUuidOfVersion8) {
  const std::regex form("[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}");
  for (const char* text : {"", "a", "model", "another model"}) {
    EXPECT_TRUE(std::regex_match(contentUuid({text}), form)) << contentUuid({text});
  }
}

TEST(ContentUuid, ChangesWithContentAndWithItsDivision) {
  EXPECT_EQ(contentUuid({"a", "b"}), contentUuid({"a", "b"}));
  EXPECT_NE(contentUuid({"a", "b"}), contentUuid({"a", "c"}));
  EXPECT_NE(contentUuid({"a", "b"}), contentUuid({"ab", ""}));
  EXPECT_NE(contentUuid({"a", "b"}), contentUuid({"a", "b", ""}));
}

}  // namespace
}  // namespace liefmu
