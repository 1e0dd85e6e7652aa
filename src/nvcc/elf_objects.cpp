#include "nvcc/elf_objects.h"
#include "nvcc/files.h"

#include <ar.h>
#include <charconv>
#include <cstring>
#include <elf.h>
#include <optional>

namespace heddle::nvcc {

namespace {

constexpr std::string_view deviceSection = "__nv_relfatbin";
constexpr std::string_view thinMagic = "!<thin>\n";

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

class ElfReader {
public:
  explicit ElfReader(std::string_view object)
      : object_(object), header_(load<Elf64_Ehdr>(object, 0)) {}

  bool isObject() const {
    return header_ && std::memcmp(header_->e_ident, ELFMAG, SELFMAG) == 0 &&
           header_->e_ident[EI_CLASS] == ELFCLASS64 && header_->e_type == ET_REL;
  }

  ObjectFile read(std::string_view prefix) const {
    ObjectFile result;
    auto first = section(0);
    // With very many sections their number and the index of their names are in the first one.
    std::size_t count = header_->e_shnum != 0 ? header_->e_shnum : first ? first->sh_size : 0;
    std::size_t namesIndex = header_->e_shstrndx != SHN_XINDEX ? header_->e_shstrndx
                             : first                           ? first->sh_link
                                                               : 0;
    std::string_view names = content(section(namesIndex));
    for (std::size_t i = 0; i < count; ++i) {
      auto each = section(i);
      if (!each)
        break;
      if (each->sh_type == SHT_SYMTAB)
        readSymbols(*each, prefix, result);
      else if (nameAt(names, each->sh_name) == deviceSection)
        result.deviceCode = content(each);
    }
    return result;
  }

private:
  std::optional<Elf64_Shdr> section(std::size_t index) const {
    return load<Elf64_Shdr>(object_, header_->e_shoff + index * sizeof(Elf64_Shdr));
  }

  std::string_view content(const std::optional<Elf64_Shdr>& section) const {
    return section && section->sh_type != SHT_NOBITS
               ? slice(object_, section->sh_offset, section->sh_size)
               : std::string_view{};
  }

  void readSymbols(const Elf64_Shdr& table, std::string_view prefix, ObjectFile& result) const {
    std::string_view names = content(section(table.sh_link));
    std::string_view entries = content(table);
    for (std::size_t at = 0; auto symbol = load<Elf64_Sym>(entries, at); at += sizeof(Elf64_Sym)) {
      std::string_view name = nameAt(names, symbol->st_name);
      if (ELF64_ST_BIND(symbol->st_info) != STB_LOCAL && name.starts_with(prefix))
        (symbol->st_shndx == SHN_UNDEF ? result.undefined : result.defined).emplace(name);
    }
  }

  std::string_view object_;
  std::optional<Elf64_Ehdr> header_;
};

using Visit = std::function<void(const ObjectFile&)>;

void visitObject(std::string_view content, bool inArchive, std::string_view prefix,
                 const Visit& visit) {
  ElfReader reader(content);
  if (!reader.isObject())
    return;
  ObjectFile object = reader.read(prefix);
  object.inArchive = inArchive;
  visit(object);
}

std::size_t number(std::string_view field) {
  std::size_t value = 0;
  std::from_chars(field.data(), field.data() + field.size(), value);
  return value;
}

void visitArchive(const std::filesystem::path& file, std::string_view archive,
                  std::string_view prefix, const Visit& visit) {
  bool thin = archive.starts_with(thinMagic);
  std::string_view longNames;
  std::size_t at = SARMAG;
  while (auto header = load<ar_hdr>(archive, at)) {
    at += sizeof(ar_hdr);
    std::string_view name(header->ar_name, sizeof header->ar_name);
    std::size_t size = number({header->ar_size, sizeof header->ar_size});
    bool isIndex = name.starts_with("/ ") || name.starts_with("/SYM64/ ");
    bool isNames = name.starts_with("// ");
    if (thin && !isIndex && !isNames) {
      // A thin archive names its members; it does not hold them.
      std::string_view path = name.substr(0, name.find('/'));
      if (name.front() == '/') {
        path = slice(longNames, number(name.substr(1)), longNames.npos);
        path = path.substr(0, path.find("/\n"));
      }
      std::filesystem::path member = file.parent_path() / path;
      std::error_code error;
      if (std::filesystem::is_regular_file(member, error))
        visitObject(readFile(member), true, prefix, visit);
      continue;
    }
    if (isNames)
      longNames = slice(archive, at, size);
    else if (!isIndex)
      visitObject(slice(archive, at, size), true, prefix, visit);
    if (size > archive.size())
      return;
    at += size + size % 2;
  }
}

} // namespace

void visitObjects(const std::filesystem::path& file, std::string_view symbolPrefix,
                  const Visit& visit) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(file, error))
    return;
  std::string content = readFile(file);
  if (content.starts_with(ARMAG) || content.starts_with(thinMagic))
    visitArchive(file, content, symbolPrefix, visit);
  else
    visitObject(content, false, symbolPrefix, visit);
}

} // namespace heddle::nvcc
