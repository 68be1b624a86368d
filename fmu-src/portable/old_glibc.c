/* Makes an FMU that was linked on a new Linux run on old ones. The C library gives every function a
 * version, and a binary asks for the newest one it was linked with; the few functions below would
 * ask for glibc 2.29 to 2.35. Here each is defined by means that have been there from the beginning,
 * invisible outside of the FMU, so that the rest of it (and the static libstdc++ and libgcc) binds
 * to these. A test tells when a further function is needed (tests/tools/elf_file_test.cpp).
 * Nothing but such substitutes belongs here. */
#if defined(__linux__) && defined(__x86_64__)

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <pthread.h>
#include <sched.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>

/* ---- libm: the new versions differ in how they report errors, not in the result (2.29) ---- */

double oldExp(double x);
double oldPow(double x, double y);
__asm__(".symver oldExp, exp@GLIBC_2.2.5");
__asm__(".symver oldPow, pow@GLIBC_2.2.5");

double exp(double x) {
  return oldExp(x);
}
double pow(double x, double y) {
  return oldPow(x, y);
}

/* ---- files: stat was an inline function around these (2.33) ---- */

int oldStat(int version, const char* path, struct stat* result);
int oldFstat64(int version, int file, struct stat64* result);
__asm__(".symver oldStat, __xstat@GLIBC_2.2.5");
__asm__(".symver oldFstat64, __fxstat64@GLIBC_2.2.5");

enum { kStatVersion = 1 }; /* of struct stat on x86-64 */

int stat(const char* path, struct stat* result) {
  return oldStat(kStatVersion, path, result);
}
int fstat64(int file, struct stat64* result) {
  return oldFstat64(kStatVersion, file, result);
}

/* ---- threads: moved from libpthread to libc (2.34), which an FMU cannot ask for in both ---- */

/* "There may be other threads": libstdc++ then counts references with atomic instructions (2.32). */
char __libc_single_threaded = 0;

/* libstdc++ asks for its address only, to see whether threads are possible. */
int __pthread_key_create(pthread_key_t* key, void (*destructor)(void*)) {
  (void)key;
  (void)destructor;
  return ENOSYS;
}

/* libstdc++ initialises its locales with it. */
int pthread_once(pthread_once_t* control, void (*routine)(void)) {
  enum { kNew = PTHREAD_ONCE_INIT, kRunning, kDone };
  int expected = kNew;
  if (__atomic_compare_exchange_n(control, &expected, kRunning, 0, __ATOMIC_ACQ_REL,
                                  __ATOMIC_ACQUIRE)) {
    routine();
    __atomic_store_n(control, kDone, __ATOMIC_RELEASE);
  } else {
    while (__atomic_load_n(control, __ATOMIC_ACQUIRE) != kDone) sched_yield();
  }
  return 0;
}

/* ---- loaded objects: which one contains an address (dladdr 2.34, _dl_find_object 2.35) ---- */

struct Search {
  uintptr_t address;
  const char* file;
  uintptr_t begin;
  uintptr_t end;
  const void* unwindTable; /* PT_GNU_EH_FRAME */
};

static int inspect(struct dl_phdr_info* object, size_t size, void* data) {
  (void)size;
  struct Search* search = data;
  int found = 0;
  const void* unwindTable = NULL;
  for (size_t i = 0; i < object->dlpi_phnum; ++i) {
    const ElfW(Phdr)* part = &object->dlpi_phdr[i];
    const uintptr_t begin = object->dlpi_addr + part->p_vaddr;
    if (part->p_type == PT_GNU_EH_FRAME) unwindTable = (const void*)begin;
    if (part->p_type == PT_LOAD && search->address >= begin &&
        search->address < begin + part->p_memsz) {
      search->begin = begin;
      search->end = begin + part->p_memsz;
      found = 1;
    }
  }
  if (found) {
    search->file = object->dlpi_name;
    search->unwindTable = unwindTable;
  }
  return found;
}

/* Asked for the name of the file only. */
int dladdr(const void* address, Dl_info* info) {
  struct Search search = {.address = (uintptr_t)address};
  if (!dl_iterate_phdr(inspect, &search)) return 0;
  info->dli_fname = search.file;
  return 1;
}

#ifdef DLFO_EH_SEGMENT_TYPE
/* The unwinder asks for it when an exception is thrown. */
int _dl_find_object(void* address, struct dl_find_object* result) {
  struct Search search = {.address = (uintptr_t)address};
  if (!dl_iterate_phdr(inspect, &search) || search.unwindTable == NULL) return -1;
  result->dlfo_flags = 0;
  result->dlfo_map_start = (void*)search.begin;
  result->dlfo_map_end = (void*)search.end;
  result->dlfo_link_map = NULL;
  result->dlfo_eh_frame = (void*)search.unwindTable;
  return 0;
}
#endif

#else
typedef int NothingToReplace;
#endif
