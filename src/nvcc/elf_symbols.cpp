#include "nvcc/elf_symbols.h"
#include "nvcc/files.h"

#include <algorithm>
#include <ar.h>
#include <charconv>
#include <cstring>
#include <elf.h>
#include <optional>

namespace heddle::nvcc {

namespace {

template <typename T> std::optional<T> load(std::string_view data, std::size_t offset) {
  if (offset > data.size() || data.size() - offset < sizeof(T))
    return std::nullopt;
  T value;
  std::memcpy(&value, data.data() + offset, sizeof value);
  return value;
}

std::string_view slice(std::string_view data, std::size_t offset, std::size_t size) {
  return offset <= data.size() ? data.substr(offset, size) : std::string_view{};
}

void collectFromObject(std::string_view object, std::string_view prefix, SymbolNames& symbols) {
  auto header = load<Elf64_Ehdr>(object, 0);
  if (!header || std::memcmp(header->e_ident, ELFMAG, SELFMAG) != 0 ||
      header->e_ident[EI_CLASS] != ELFCLASS64 || header->e_type != ET_REL)
    return;
  auto section = [&](std::size_t index) {
    return load<Elf64_Shdr>(object, header->e_shoff + index * sizeof(Elf64_Shdr));
  };
  auto first = section(0);
  // With very many sections their number is in the first one.
  std::size_t count = header->e_shnum != 0 ? header->e_shnum : first ? first->sh_size : 0;
  for (std::size_t i = 0; i < count; ++i) {
    auto table = section(i);
    if (!table)
      return;
    if (table->sh_type != SHT_SYMTAB)
      continue;
    auto strings = section(table->sh_link);
    if (!strings)
      return;
    std::string_view names = slice(object, strings->sh_offset, strings->sh_size);
    std::string_view entries = slice(object, table->sh_offset, table->sh_size);
    for (std::size_t at = 0; at + sizeof(Elf64_Sym) <= entries.size(); at += sizeof(Elf64_Sym)) {
      auto symbol = load<Elf64_Sym>(entries, at);
      if (ELF64_ST_BIND(symbol->st_info) == STB_LOCAL || symbol->st_name >= names.size())
        continue;
      std::string_view name = names.substr(symbol->st_name);
      if (!name.starts_with(prefix))
        continue;
      name = name.substr(0, name.find('\0'));
      (symbol->st_shndx == SHN_UNDEF ? symbols.undefined : symbols.defined).emplace(name);
    }
  }
}

std::size_t number(std::string_view field) {
  std::size_t value = 0;
  std::from_chars(field.data(), field.data() + field.size(), value);
  return value;
}

void collectFromArchive(const std::filesystem::path& file, std::string_view archive, bool thin,
                        std::string_view prefix, SymbolNames& symbols) {
  std::string_view longNames;
  std::size_t at = SARMAG;
  while (auto header = load<ar_hdr>(archive, at)) {
    at += sizeof(ar_hdr);
    std::string_view name(header->ar_name, sizeof header->ar_name);
    std::size_t size = number({header->ar_size, sizeof header->ar_size});
    bool special = name.starts_with("/ ") || name.starts_with("/SYM64/ ");
    bool isNames = name.starts_with("// ");
    if (thin && !special && !isNames) {
      // A thin archive names its members; it does not hold them.
      std::string_view path = name.substr(0, name.find('/'));
      if (name.front() == '/') {
        path = slice(longNames, number(name.substr(1)), std::string_view::npos);
        path = path.substr(0, path.find("/\n"));
      }
      collectSymbols(file.parent_path() / path, prefix, symbols);
      continue;
    }
    if (isNames)
      longNames = slice(archive, at, size);
    else if (!special)
      collectFromObject(slice(archive, at, size), prefix, symbols);
    at += size + size % 2;
  }
}

} // namespace

void collectSymbols(const std::filesystem::path& file, std::string_view prefix,
                    SymbolNames& symbols) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(file, error))
    return;
  std::string content = readFile(file);
  constexpr std::string_view thinMagic = "!<thin>\n";
  if (content.starts_with(ARMAG) || content.starts_with(thinMagic))
    collectFromArchive(file, content, content.starts_with(thinMagic), prefix, symbols);
  else
    collectFromObject(content, prefix, symbols);
}

} // namespace heddle::nvcc
