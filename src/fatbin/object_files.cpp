#include "fatbin/object_files.h"
#include "fatbin/container_layout.h"
#include "fatbin/fatbin.h"

#include <ar.h>
#include <charconv>
#include <cstring>
#include <optional>

namespace heddle::fatbin {

namespace {

constexpr std::string_view kLinkedSection = ".nv_fatbin";
constexpr std::string_view kRelocatableSection = "__nv_relfatbin";

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

std::string_view nameAt(std::string_view names, std::size_t offset) {
  std::string_view name = slice(names, offset, names.npos);
  return name.substr(0, name.find('\0'));
}

// A section holds containers one behind the other, each aligned.
void addContainers(std::string_view section, bool relocatable, const std::string& member,
                   std::vector<EmbeddedContainer>& result) {
  for (std::size_t at = 0; auto header = load<ContainerHeader>(section, at);) {
    if (header->magic != kContainerMagic || header->headerSize < sizeof(ContainerHeader)) {
      at += kEntryAlignment;
      continue;
    }
    std::size_t rest = section.size() - at;
    if (header->bodySize > rest || header->headerSize > rest - header->bodySize)
      return;
    std::size_t size = header->headerSize + header->bodySize;
    result.push_back({member, section.substr(at, size), relocatable});
    at += (size + kEntryAlignment - 1) / kEntryAlignment * kEntryAlignment;
  }
}

void addFile(std::string_view file, const std::string& member,
             std::vector<EmbeddedContainer>& result) {
  if (identify(file.data(), file.size()) == Form::Container) {
    addContainers(file, false, member, result);
    return;
  }
  const ElfFile elf(file);
  for (const Section& section : elf.sections())
    if (section.name == kLinkedSection || section.name == kRelocatableSection)
      addContainers(section.content, section.name == kRelocatableSection, member, result);
}

} // namespace

ElfFile::ElfFile(std::string_view file) : file_(file) {
  auto header = load<Elf64_Ehdr>(file, 0);
  if (!header || std::memcmp(header->e_ident, ELFMAG, SELFMAG) != 0 ||
      header->e_ident[EI_CLASS] != ELFCLASS64)
    return;
  isRelocatable_ = header->e_type == ET_REL;
  auto first = load<Elf64_Shdr>(file, header->e_shoff);
  if (!first)
    return;
  // ELF keeps the number of sections, and the index of the section with their names, in the first
  // section header when they do not fit into the file header.
  const std::size_t count = header->e_shnum != 0 ? header->e_shnum : first->sh_size;
  for (std::size_t i = 0; i < count; ++i) {
    auto section = load<Elf64_Shdr>(file, header->e_shoff + i * sizeof(Elf64_Shdr));
    if (!section)
      break;
    headers_.push_back(*section);
  }
  const std::string_view names =
      content(header->e_shstrndx != SHN_XINDEX ? header->e_shstrndx : first->sh_link);
  for (std::size_t i = 0; i < headers_.size(); ++i)
    sections_.push_back({nameAt(names, headers_[i].sh_name), content(i)});
}

std::string_view ElfFile::content(std::size_t index) const {
  if (index >= headers_.size() || headers_[index].sh_type == SHT_NOBITS)
    return {};
  return slice(file_, headers_[index].sh_offset, headers_[index].sh_size);
}

std::vector<Symbol> ElfFile::globalSymbols() const {
  std::vector<Symbol> result;
  for (std::size_t i = 0; i < headers_.size(); ++i) {
    if (headers_[i].sh_type != SHT_SYMTAB)
      continue;
    const std::string_view names = content(headers_[i].sh_link);
    const std::string_view entries = content(i);
    for (std::size_t at = 0; auto symbol = load<Elf64_Sym>(entries, at); at += sizeof(Elf64_Sym))
      if (ELF64_ST_BIND(symbol->st_info) != STB_LOCAL)
        result.push_back({nameAt(names, symbol->st_name), symbol->st_shndx != SHN_UNDEF});
  }
  return result;
}

bool isArchive(std::string_view file) {
  return file.starts_with(ARMAG) || isThinArchive(file);
}

bool isThinArchive(std::string_view file) {
  return file.starts_with("!<thin>\n");
}

void visitMembers(
    std::string_view archive,
    const std::function<void(std::string_view name, std::string_view content)>& visit) {
  const bool thin = isThinArchive(archive);
  std::string_view longNames;
  std::size_t at = SARMAG;
  auto number = [](std::string_view field) {
    std::size_t value = 0;
    std::from_chars(field.data(), field.data() + field.size(), value);
    return value;
  };
  while (auto header = load<ar_hdr>(archive, at)) {
    at += sizeof(ar_hdr);
    std::string_view name(header->ar_name, sizeof header->ar_name);
    std::size_t size = number({header->ar_size, sizeof header->ar_size});
    std::string_view content = slice(archive, at, size);
    if (name.starts_with("// ")) {
      longNames = content;
    } else if (!name.starts_with("/ ") && !name.starts_with("/SYM64/ ")) {
      std::string_view plain = name.substr(0, name.find('/'));
      if (name.front() == '/') {
        plain = slice(longNames, number(name.substr(1)), longNames.npos);
        plain = plain.substr(0, plain.find("/\n"));
      }
      visit(plain, thin ? std::string_view{} : content);
      if (thin)
        continue;
    }
    if (size > archive.size())
      return;
    at += size + size % 2;
  }
}

std::vector<EmbeddedContainer> embeddedContainers(std::string_view file) {
  std::vector<EmbeddedContainer> result;
  if (isArchive(file))
    visitMembers(file, [&](std::string_view name, std::string_view content) {
      addFile(content, std::string(name), result);
    });
  else
    addFile(file, {}, result);
  return result;
}

} // namespace heddle::fatbin
