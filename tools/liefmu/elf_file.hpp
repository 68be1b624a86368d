// What a shared library of Linux asks of the system it is loaded on, read from its ELF headers:
// needed libraries, symbol versions, exported symbols. Only what `check` and `info` tell belongs
// here, and what makes loading it safe; nothing is loaded or run.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace liefmu {

struct SharedLibrary {
  std::vector<std::string> neededLibraries;  // e.g. libm.so.6
  std::vector<std::string> exportedSymbols;  // defined and visible, sorted
  std::vector<std::string>
      symbolVersions;       // versions of needed symbols, e.g. GLIBC_2.14, sorted as versions
  std::string newestGlibc;  // e.g. 2.14; empty if no versioned symbol of glibc is needed
};

// Throws Error if a segment reaches beyond the end of the file, as in a truncated one: the loader
// maps it without complaint, and touching it ends the process with a bus error.
void requireWholeSegments(std::string_view bytes);

// Throws Error if the bytes are not a 64-bit x86 shared library.
SharedLibrary readSharedLibrary(std::string_view bytes);

}  // namespace liefmu
