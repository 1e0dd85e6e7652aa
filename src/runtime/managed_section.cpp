#include "runtime/managed_section.h"

#include <dlfcn.h>
#include <elf.h>
#include <link.h>

#include <cstring>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

namespace heddle::runtime {
namespace {

constexpr const char* kSectionName = "heddle_managed";

template <class T>
bool readAt(std::ifstream& file, std::uint64_t offset, T* to, std::size_t count) {
  file.seekg(static_cast<std::streamoff>(offset));
  file.read(reinterpret_cast<char*>(to), static_cast<std::streamsize>(count * sizeof(T)));
  return file.good();
}

// The section's address relative to the object's load address, and its size.
std::optional<ElfW(Shdr)> findSection(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  ElfW(Ehdr) header{};
  if (!readAt(file, 0, &header, 1) || std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 ||
      header.e_shentsize != sizeof(ElfW(Shdr)) || header.e_shstrndx >= header.e_shnum)
    return std::nullopt;
  std::vector<ElfW(Shdr)> sections(header.e_shnum);
  if (!readAt(file, header.e_shoff, sections.data(), sections.size()))
    return std::nullopt;
  const ElfW(Shdr)& strings = sections[header.e_shstrndx];
  std::vector<char> names(strings.sh_size + 1);
  if (!readAt(file, strings.sh_offset, names.data(), strings.sh_size))
    return std::nullopt;
  for (const ElfW(Shdr) & section : sections)
    if (section.sh_name < strings.sh_size &&
        std::strcmp(&names[section.sh_name], kSectionName) == 0)
      return section;
  return std::nullopt;
}

} // namespace

bool ManagedSections::contains(const void* address) {
  Dl_info info{};
  link_map* object = nullptr;
  if (!dladdr1(address, &info, reinterpret_cast<void**>(&object), RTLD_DL_LINKMAP) || !object)
    return false;
  auto [found, isNew] = byObject_.try_emplace(info.dli_fbase);
  if (isNew) {
    // The program itself has no name in its link map.
    std::string path = object->l_name && *object->l_name ? object->l_name : "/proc/self/exe";
    if (auto section = findSection(path)) {
      found->second.begin = object->l_addr + section->sh_addr;
      found->second.end = found->second.begin + section->sh_size;
    }
  }
  auto value = reinterpret_cast<std::uintptr_t>(address);
  return value >= found->second.begin && value < found->second.end;
}

} // namespace heddle::runtime
