#include "liefmu/suggestion.hpp"

#include <gtest/gtest.h>

namespace liefmu {
namespace {

const std::vector<std::string> kNames = {"heavy_top", "heavy_top_slow", "pendulum",
                                         "double_pendulum", "integrator.order"};

TEST(Suggestion, FindsSlipsOfThePen) {
  EXPECT_EQ(nearest("hevy_top", kNames).front(), "heavy_top");
  EXPECT_EQ(nearest("haevy_top", kNames).front(), "heavy_top");
  EXPECT_EQ(nearest("Heavy_Top", kNames).front(), "heavy_top");
  EXPECT_EQ(nearest("order", kNames), std::vector<std::string>{"integrator.order"});
  EXPECT_TRUE(nearest("xyz", kNames).empty());
  EXPECT_TRUE(nearest("", kNames).empty());
}

TEST(Suggestion, MakesASentence) {
  EXPECT_EQ(didYouMean("integrator.odrer", kNames, "-"), "did you mean 'integrator.order'?");
  EXPECT_EQ(didYouMean("pendulm", kNames, "-"), "did you mean 'pendulum'?");
  EXPECT_EQ(didYouMean("xyz", kNames, "no idea"), "no idea");
  EXPECT_EQ(didYouMean("aa", {"ab", "ac", "ad", "ae"}, "-"), "did you mean 'ab', 'ac' or 'ad'?");
}

}  // namespace
}  // namespace liefmu
