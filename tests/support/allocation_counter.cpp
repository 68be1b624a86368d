#include "allocation_counter.hpp"

#include <cerrno>
#include <cstddef>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define LIEFMU_MALLOC_BELONGS_TO_SANITIZER
// Declared here because Debian's GCC comes without sanitizer/allocator_interface.h.
extern "C" int __sanitizer_install_malloc_and_free_hooks(  // NOLINT(bugprone-reserved-identifier)
    void (*mallocHook)(const volatile void*, std::size_t), void (*freeHook)(const volatile void*));
#endif

namespace {
thread_local std::int64_t allocations = 0;
}

namespace liefmu {
std::int64_t AllocationCounter::total() {
  return allocations;
}
}  // namespace liefmu

#ifdef LIEFMU_MALLOC_BELONGS_TO_SANITIZER

namespace {
[[maybe_unused]] const int hooked = __sanitizer_install_malloc_and_free_hooks(
    [](const volatile void*, std::size_t) { ++allocations; }, [](const volatile void*) {});
}

#else

extern "C" {

void* __libc_malloc(std::size_t size) noexcept;  // NOLINT(bugprone-reserved-identifier)
void* __libc_calloc(std::size_t count,
                    std::size_t size) noexcept;  // NOLINT(bugprone-reserved-identifier)
void* __libc_realloc(void* memory,
                     std::size_t size) noexcept;  // NOLINT(bugprone-reserved-identifier)
void* __libc_memalign(std::size_t alignment,
                      std::size_t size) noexcept;  // NOLINT(bugprone-reserved-identifier)

void* malloc(std::size_t size) noexcept {
  ++allocations;
  return __libc_malloc(size);
}

void* calloc(std::size_t count, std::size_t size) noexcept {
  ++allocations;
  return __libc_calloc(count, size);
}

void* realloc(void* memory, std::size_t size) noexcept {
  ++allocations;
  return __libc_realloc(memory, size);
}

void* memalign(std::size_t alignment, std::size_t size) noexcept {
  ++allocations;
  return __libc_memalign(alignment, size);
}

void* aligned_alloc(std::size_t alignment, std::size_t size) noexcept {
  ++allocations;
  return __libc_memalign(alignment, size);
}

int posix_memalign(void** memory, std::size_t alignment, std::size_t size) noexcept {
  ++allocations;
  *memory = __libc_memalign(alignment, size);
  return *memory == nullptr ? ENOMEM : 0;
}

}  // extern "C"

#endif
