// A counter that counts nothing would let every allocation test pass.
#include "allocation_counter.hpp"

#include "linear_algebra.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <memory>

namespace liefmu {
namespace {

TEST(AllocationCounter, SeesNewEigenAndMalloc) {
  const AllocationCounter counter;
  EXPECT_EQ(counter.count(), 0);
  const auto number = std::make_unique<double>(1.0);
  EXPECT_EQ(counter.count(), 1);
  const Vector vector(100);
  EXPECT_EQ(counter.count(), 2);
  void* volatile memory = std::malloc(100);
  EXPECT_EQ(counter.count(), 3);
  std::free(memory);
  memory = std::calloc(10, 10);
  EXPECT_EQ(counter.count(), 4);
  std::free(memory);
  EXPECT_EQ(counter.count(), 4);
}

}  // namespace
}  // namespace liefmu
