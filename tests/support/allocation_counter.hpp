// Counts heap allocations of a test program, for the promise that a time step makes none. Using
// the class replaces the malloc family of the program (with a sanitizer: hooks into its), and so
// catches operator new, Eigen and C libraries alike.
#pragma once

#include <cstdint>

namespace liefmu {

// The allocations of this thread since the object was made.
class AllocationCounter {
 public:
  AllocationCounter() : start_(total()) {}
  [[nodiscard]] std::int64_t count() const { return total() - start_; }

 private:
  std::int64_t start_;
  static std::int64_t total();
};

}  // namespace liefmu
