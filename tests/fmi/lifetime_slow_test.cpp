// Many lives of an instance at constant memory.
#include "fmu.hpp"

#include <malloc.h>

namespace liefmu::fmi {
namespace {

constexpr int kCycles = 100000;

// A leak of a single byte per cycle would show as 32 bytes, that is 3.2 MB in the end; the
// allocator's own reserves are some kilobytes.
constexpr std::size_t kReserves = 50000;

TEST(Lifetime, InstantiatedAndFreedAtConstantMemory) {
  const Package package(doublePendulum());
  const std::string location = package.location();
  std::size_t before = 0;
  for (int n = 0; n < kCycles; ++n) {
    if (n == kCycles / 100) before = mallinfo2().uordblks;
    fmi2Component c =
        fmi2Instantiate("x", fmi2CoSimulation, kGuid, location.c_str(), nullptr, 0, 0);
    ASSERT_NE(c, nullptr);
    fmi2FreeInstance(c);
  }
  EXPECT_LE(mallinfo2().uordblks, before + kReserves);
}

TEST(Lifetime, ResetAtConstantMemory) {
  const Package package(doublePendulum());
  Slave slave(package);
  std::size_t before = 0;
  for (int n = 0; n < kCycles; ++n) {
    if (n == kCycles / 100) before = mallinfo2().uordblks;
    slave.start();
    if (n % 10 == 0) slave.step(1e-4);
    ASSERT_EQ(fmi2Reset(slave.component()), fmi2OK);
  }
  EXPECT_LE(mallinfo2().uordblks, before + kReserves);
}

}  // namespace
}  // namespace liefmu::fmi
