#include "liefmu/elf_file.hpp"

#include "types.hpp"

#include <elf.h>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace liefmu {
namespace {

// Bounds-checked access: a damaged file gives an Error, never a read outside of it.
class Image {
 public:
  explicit Image(std::string_view bytes) : bytes_(bytes) {}

  template<class T>
  [[nodiscard]] T at(std::uint64_t offset) const {
    static_assert(std::is_trivially_copyable_v<T>);
    if (offset > bytes_.size() || bytes_.size() - offset < sizeof(T)) damaged();
    T value;
    std::memcpy(&value, bytes_.data() + offset, sizeof value);
    return value;
  }

  [[nodiscard]] std::string text(std::uint64_t offset) const {
    if (offset >= bytes_.size()) damaged();
    const std::size_t end = bytes_.find('\0', offset);
    if (end == std::string_view::npos) damaged();
    return std::string(bytes_.substr(offset, end - offset));
  }

  [[noreturn]] static void damaged() {
    throw Error("the shared library is damaged: a table points outside of the file");
  }

 private:
  std::string_view bytes_;
};

// One section, and the string table that its entries refer to.
struct Section {
  Elf64_Shdr header;
  std::uint64_t strings;

  [[nodiscard]] std::uint64_t count(std::size_t entrySize) const {
    return header.sh_size / entrySize;
  }
};

std::vector<Section> sectionsOf(const Image& image, const Elf64_Ehdr& file) {
  std::vector<Section> sections;
  const auto header = [&](std::uint64_t index) {
    return image.at<Elf64_Shdr>(file.e_shoff + index * sizeof(Elf64_Shdr));
  };
  for (std::uint64_t i = 0; i < file.e_shnum; ++i) {
    const Elf64_Shdr section = header(i);
    const bool named = section.sh_link > 0 && section.sh_link < file.e_shnum;
    sections.push_back({section, named ? header(section.sh_link).sh_offset : 0});
  }
  return sections;
}

void readDynamic(const Image& image, const Section& section, SharedLibrary& library) {
  for (std::uint64_t i = 0; i < section.count(sizeof(Elf64_Dyn)); ++i) {
    const auto entry = image.at<Elf64_Dyn>(section.header.sh_offset + i * sizeof(Elf64_Dyn));
    if (entry.d_tag == DT_NULL) return;
    if (entry.d_tag == DT_NEEDED) {
      library.neededLibraries.push_back(image.text(section.strings + entry.d_un.d_val));
    }
  }
}

void readSymbols(const Image& image, const Section& section, SharedLibrary& library) {
  for (std::uint64_t i = 0; i < section.count(sizeof(Elf64_Sym)); ++i) {
    const auto symbol = image.at<Elf64_Sym>(section.header.sh_offset + i * sizeof(Elf64_Sym));
    const bool defined = symbol.st_shndx != SHN_UNDEF && symbol.st_shndx != SHN_ABS;
    const bool global = ELF64_ST_BIND(symbol.st_info) != STB_LOCAL;
    const auto visibility = ELF64_ST_VISIBILITY(symbol.st_other);
    const bool visible = visibility == STV_DEFAULT || visibility == STV_PROTECTED;
    if (defined && global && visible) {
      library.exportedSymbols.push_back(image.text(section.strings + symbol.st_name));
    }
  }
}

// The needed versions form a chain (one link per library) of chains (one link per version) of
// relative offsets.
void readVersions(const Image& image, const Section& section, SharedLibrary& library) {
  std::uint64_t at = section.header.sh_offset;
  for (std::uint64_t i = 0; i < section.header.sh_info; ++i) {
    const auto need = image.at<Elf64_Verneed>(at);
    std::uint64_t auxAt = at + need.vn_aux;
    for (unsigned j = 0; j < need.vn_cnt; ++j) {
      const auto aux = image.at<Elf64_Vernaux>(auxAt);
      library.symbolVersions.push_back(image.text(section.strings + aux.vna_name));
      if (aux.vna_next == 0) break;
      auxAt += aux.vna_next;
    }
    if (need.vn_next == 0) break;
    at += need.vn_next;
  }
}

// "GLIBC_2.3.4" → {2, 3, 4}, so that 2.14 comes after 2.3.4.
std::vector<int> versionNumbers(std::string_view version) {
  std::vector<int> numbers;
  const char* at = version.data();
  const char* end = at + version.size();
  while (at != end) {
    int number = 0;
    const auto [stop, error] = std::from_chars(at, end, number);
    if (error == std::errc()) numbers.push_back(number);
    at = stop == at ? at + 1 : stop;
  }
  return numbers;
}

Elf64_Ehdr fileHeader(std::string_view bytes) {
  const bool isElf =
      bytes.size() >= sizeof(Elf64_Ehdr) && bytes.substr(0, SELFMAG) == std::string_view(ELFMAG);
  if (!isElf) throw Error("is not an ELF shared library");
  const auto file = Image(bytes).at<Elf64_Ehdr>(0);
  if (file.e_ident[EI_CLASS] != ELFCLASS64 || file.e_ident[EI_DATA] != ELFDATA2LSB ||
      file.e_machine != EM_X86_64 || file.e_type != ET_DYN) {
    throw Error("is not a shared library for 64-bit x86 (linux64)");
  }
  return file;
}

}  // namespace

void requireWholeSegments(std::string_view bytes) {
  const Elf64_Ehdr file = fileHeader(bytes);
  const Image image(bytes);
  for (std::uint64_t i = 0; i < file.e_phnum; ++i) {
    const auto segment = image.at<Elf64_Phdr>(file.e_phoff + i * sizeof(Elf64_Phdr));
    const bool inside =
        segment.p_offset <= bytes.size() && segment.p_filesz <= bytes.size() - segment.p_offset;
    if (segment.p_type == PT_LOAD && !inside) {
      throw Error("the shared library is damaged: the end of the file is missing");
    }
  }
}

SharedLibrary readSharedLibrary(std::string_view bytes) {
  const Elf64_Ehdr file = fileHeader(bytes);
  requireWholeSegments(bytes);
  const Image image(bytes);
  if (file.e_shentsize != sizeof(Elf64_Shdr)) Image::damaged();

  SharedLibrary library;
  for (const Section& section : sectionsOf(image, file)) {
    switch (section.header.sh_type) {
      case SHT_DYNAMIC:
        readDynamic(image, section, library);
        break;
      case SHT_DYNSYM:
        readSymbols(image, section, library);
        break;
      case SHT_GNU_verneed:
        readVersions(image, section, library);
        break;
      default:
        break;
    }
  }
  std::sort(library.exportedSymbols.begin(), library.exportedSymbols.end());
  auto& versions = library.symbolVersions;
  std::sort(versions.begin(), versions.end());
  versions.erase(std::unique(versions.begin(), versions.end()), versions.end());
  std::stable_sort(versions.begin(), versions.end(), [](const auto& a, const auto& b) {
    return versionNumbers(a) < versionNumbers(b);
  });
  for (const std::string& version : versions) {
    constexpr std::string_view kPrefix = "GLIBC_";
    if (version.starts_with(kPrefix) && version != "GLIBC_PRIVATE") {
      library.newestGlibc = version.substr(kPrefix.size());
    }
  }
  return library;
}

}  // namespace liefmu
