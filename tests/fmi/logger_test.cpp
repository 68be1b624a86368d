#include "fmi/logger.hpp"

#include "types.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdarg>
#include <cstdio>
#include <vector>

namespace liefmu::fmi {
namespace {

struct Record {
  fmi2Status status;
  std::string category;
  std::string text;
};

// Formats like an importer, with a buffer of the usual size.
void collect(fmi2ComponentEnvironment environment, fmi2String /*instance*/, fmi2Status status,
             fmi2String category, fmi2String message, ...) {
  std::array<char, kLogBufferSize> text{};
  va_list arguments;
  va_start(arguments, message);
  const int length = std::vsnprintf(text.data(), text.size(), message, arguments);
  va_end(arguments);
  EXPECT_LT(length, static_cast<int>(text.size()));
  static_cast<std::vector<Record>*>(environment)->push_back({status, category, text.data()});
}

class LoggerTest : public testing::Test {
 protected:
  std::vector<Record> records_;
  fmi2CallbackFunctions callbacks_{collect, nullptr, nullptr, nullptr, &records_};
};

TEST_F(LoggerTest, SilentUnlessSwitchedOnButForErrors) {
  Logger logger(&callbacks_, "top", false);
  logger.log(fmi2OK, LogCategory::events, "event");
  EXPECT_TRUE(records_.empty());
  logger.error("broken");
  ASSERT_EQ(records_.size(), 1U);
  EXPECT_EQ(records_[0].category, "logStatusError");
  EXPECT_EQ(records_[0].text, "broken");
}

TEST_F(LoggerTest, CategoriesAreChosen) {
  Logger logger(&callbacks_, "top", false);
  const std::array<fmi2String, 1> events = {"logEvents"};
  logger.configure(true, events);
  EXPECT_TRUE(logger.wants(LogCategory::events));
  EXPECT_FALSE(logger.wants(LogCategory::stepSize));
  const std::array<fmi2String, 2> wrong = {"logStepSize", "logNonsense"};
  EXPECT_THROW(logger.configure(true, wrong), Error);
  EXPECT_FALSE(logger.wants(LogCategory::stepSize)) << "nothing changes on error";
  logger.configure(true, {});
  EXPECT_TRUE(logger.wants(LogCategory::stepSize));
  logger.configure(false, {});
  EXPECT_FALSE(logger.wants(LogCategory::stepSize));
  const std::array<fmi2String, 1> all = {"logAll"};
  logger.configure(true, all);
  EXPECT_TRUE(logger.wants(LogCategory::singularLinearSystems));
}

TEST_F(LoggerTest, TextIsNoFormat) {
  const Logger logger(&callbacks_, "top", true);
  logger.error("100% of %s and %n, #r12#");
  ASSERT_EQ(records_.size(), 1U);
  EXPECT_EQ(records_[0].text, "100% of %s and %n, ##r12##");
}

TEST_F(LoggerTest, LongMessagesAreCutBetweenCharacters) {
  const Logger logger(&callbacks_, "top", true);
  for (std::size_t shift = 0; shift < 4; ++shift) {
    std::string text(shift, 'x');
    while (text.size() < 3000) text += "λ̇€";
    logger.error(text);
    const std::string& shown = records_.back().text;
    EXPECT_GE(shown.size(), kLogBufferSize - 5);
    EXPECT_LT(shown.size(), kLogBufferSize);
    const std::string rest = text.substr(shown.size());
    EXPECT_EQ(text.substr(0, shown.size()), shown);
    EXPECT_NE(static_cast<unsigned char>(rest.front()) & 0xC0U, 0x80U) << "inside a character";
  }
}

TEST_F(LoggerTest, NobodyHasToListen) {
  const Logger none(nullptr, "top", true);
  none.error("unheard");
  fmi2CallbackFunctions empty{};
  const Logger withoutLogger(&empty, "top", true);
  withoutLogger.error("unheard");
  EXPECT_FALSE(withoutLogger.wants(LogCategory::events));
}

}  // namespace
}  // namespace liefmu::fmi
