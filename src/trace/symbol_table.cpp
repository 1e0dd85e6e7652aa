#include "trace/symbol_table.h"

#include <cstring>
#include <elf.h>
#include <fstream>
#include <iterator>
#include <optional>
#include <string_view>
#include <vector>

namespace heddle::trace {

namespace {

// A value of the file at an offset, which a damaged file may put anywhere.
template <typename Value> std::optional<Value> read(std::string_view file, std::uint64_t offset) {
  if (offset > file.size() || sizeof(Value) > file.size() - offset)
    return std::nullopt;
  Value value;
  std::memcpy(&value, file.data() + offset, sizeof value);
  return value;
}

std::string_view contents(std::string_view file, const Elf64_Shdr& section) {
  return section.sh_offset > file.size() || section.sh_size > file.size() - section.sh_offset
             ? std::string_view()
             : file.substr(section.sh_offset, section.sh_size);
}

std::vector<Elf64_Shdr> sectionsOf(std::string_view file, const Elf64_Ehdr& header) {
  std::vector<Elf64_Shdr> sections;
  for (std::uint64_t index = 0; index < header.e_shnum; ++index)
    if (const auto section = read<Elf64_Shdr>(file, header.e_shoff + index * sizeof(Elf64_Shdr)))
      sections.push_back(*section);
  return sections;
}

std::string textAt(std::string_view names, std::uint64_t offset) {
  if (offset >= names.size())
    return {};
  const std::string_view rest = names.substr(offset);
  return std::string(rest.substr(0, rest.find('\0')));
}

} // namespace

SymbolTable::SymbolTable(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  const std::string file{std::istreambuf_iterator<char>(stream), {}};
  const auto header = read<Elf64_Ehdr>(file, 0);
  if (!header || std::memcmp(header->e_ident, ELFMAG, SELFMAG) != 0 ||
      header->e_ident[EI_CLASS] != ELFCLASS64 || header->e_shentsize != sizeof(Elf64_Shdr))
    return;
  isRelocated_ = header->e_type != ET_EXEC;
  const std::vector<Elf64_Shdr> sections = sectionsOf(file, *header);
  for (const Elf64_Shdr& section : sections) {
    if (section.sh_type != SHT_SYMTAB || section.sh_link >= sections.size())
      continue;
    const std::string_view symbols = contents(file, section);
    const std::string_view names = contents(file, sections[section.sh_link]);
    for (std::uint64_t offset = 0; const auto symbol = read<Elf64_Sym>(symbols, offset);
         offset += sizeof(Elf64_Sym))
      if (ELF64_ST_TYPE(symbol->st_info) == STT_FUNC && symbol->st_size != 0)
        functions_.insert_or_assign(symbol->st_value,
                                    Function{symbol->st_size, textAt(names, symbol->st_name)});
  }
}

std::string SymbolTable::nameAt(std::uintptr_t address, std::uintptr_t base) const {
  const std::uint64_t value = isRelocated_ ? address - base : address;
  const auto next = functions_.upper_bound(value);
  if (next == functions_.begin())
    return {};
  const auto& [begin, function] = *std::prev(next);
  return value - begin < function.bytes ? function.name : std::string();
}

} // namespace heddle::trace
