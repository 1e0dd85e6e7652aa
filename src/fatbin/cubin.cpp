#include "fatbin/cubin.h"
#include "fatbin/fatbin.h"
#include "fatbin/object_files.h"

#include <cstring>
#include <elf.h>

namespace heddle::fatbin {

namespace {

// The kind is ours: neither the host's linker nor a GPU's tools take it for theirs.
constexpr unsigned char osAbi = 'H';
constexpr unsigned char formatVersion = 1;
// The architecture is in the header's flags, these above its number.
constexpr std::uint64_t variantFlags = flagArchSpecific | flagFamilySpecific;
constexpr Elf64_Word numberMask = 0xffff;
constexpr std::size_t mostSections = 60000; // ELF counts them in 16 bits
constexpr std::string_view identitySection = ".heddle.identity";
constexpr std::string_view sourceSection = ".heddle.ptx";
constexpr std::string_view codePrefix = ".heddle.code.";

Elf64_Ehdr makeHeader() {
  Elf64_Ehdr header{};
  std::memcpy(header.e_ident, ELFMAG, SELFMAG);
  header.e_ident[EI_CLASS] = ELFCLASS64;
  header.e_ident[EI_DATA] = ELFDATA2LSB;
  header.e_ident[EI_VERSION] = EV_CURRENT;
  header.e_ident[EI_OSABI] = osAbi;
  header.e_ident[EI_ABIVERSION] = formatVersion;
  header.e_type = ET_EXEC;
  header.e_machine = EM_NONE;
  header.e_version = EV_CURRENT;
  header.e_ehsize = sizeof(Elf64_Ehdr);
  header.e_shentsize = sizeof(Elf64_Shdr);
  return header;
}

class ElfWriter {
public:
  ElfWriter() : body_(sizeof(Elf64_Ehdr), '\0'), names_(1, '\0'), sections_(1) {}

  void add(std::string_view name, std::string_view content, Elf64_Word type = SHT_PROGBITS) {
    body_.resize((body_.size() + 15) / 16 * 16);
    Elf64_Shdr section{};
    section.sh_name = static_cast<Elf64_Word>(names_.size());
    section.sh_type = type;
    section.sh_offset = body_.size();
    section.sh_size = content.size();
    section.sh_addralign = 16;
    names_ += name;
    names_ += '\0';
    body_ += content;
    sections_.push_back(section);
  }

  std::size_t sections() const { return sections_.size(); }

  std::string finish(Elf64_Word flags) {
    const std::string tableName = ".shstrtab";
    // The table holds its own name.
    add(tableName, names_ + tableName + '\0', SHT_STRTAB);
    body_.resize((body_.size() + 15) / 16 * 16);
    Elf64_Ehdr header = makeHeader();
    header.e_shoff = body_.size();
    header.e_flags = flags;
    const std::size_t count = sections_.size();
    header.e_shnum = static_cast<Elf64_Half>(count);
    header.e_shstrndx = static_cast<Elf64_Half>(count - 1);
    std::memcpy(body_.data(), &header, sizeof header);
    body_.append(reinterpret_cast<const char*>(sections_.data()), count * sizeof(Elf64_Shdr));
    return std::move(body_);
  }

private:
  std::string body_, names_;
  std::vector<Elf64_Shdr> sections_;
};

// Who says that its sections are further away is damaged.
constexpr std::size_t kMostBytes = std::size_t{1} << 32;

bool isOurs(const Elf64_Ehdr& header) {
  return std::memcmp(header.e_ident, ELFMAG, SELFMAG) == 0 &&
         header.e_ident[EI_CLASS] == ELFCLASS64 && header.e_ident[EI_OSABI] == osAbi &&
         header.e_ident[EI_ABIVERSION] == formatVersion;
}

} // namespace

std::string writeCubin(const Cubin& cubin) {
  ElfWriter writer;
  if (!cubin.identity.empty())
    writer.add(identitySection, cubin.identity);
  for (const std::string& source : cubin.sources)
    writer.add(sourceSection, source);
  for (const auto& [key, object] : cubin.objects)
    if (writer.sections() < mostSections)
      writer.add(std::string(codePrefix) + key, object);
  return writer.finish(static_cast<Elf64_Word>(cubin.arch | (cubin.flags & variantFlags)));
}

std::optional<Cubin> readCubin(std::string_view file) {
  if (cubinSize(file.data(), file.size()) == 0)
    return std::nullopt;
  Cubin cubin;
  Elf64_Ehdr header;
  std::memcpy(&header, file.data(), sizeof header);
  cubin.arch = header.e_flags & numberMask;
  cubin.flags = header.e_flags & variantFlags;
  const ElfFile elf(file);
  for (const Section& section : elf.sections()) {
    if (section.name == identitySection)
      cubin.identity = section.content;
    else if (section.name == sourceSection)
      cubin.sources.emplace_back(section.content);
    else if (section.name.starts_with(codePrefix))
      cubin.objects.emplace(section.name.substr(codePrefix.size()), section.content);
  }
  if (cubin.sources.empty())
    return std::nullopt;
  return cubin;
}

std::size_t cubinSize(const void* data, std::size_t known) {
  Elf64_Ehdr header;
  if (known < sizeof header)
    return 0;
  std::memcpy(&header, data, sizeof header);
  if (!isOurs(header))
    return 0;
  const std::size_t size = header.e_shoff + header.e_shnum * sizeof(Elf64_Shdr);
  return header.e_shoff < kMostBytes ? size : 0;
}

bool binaryServes(unsigned arch, std::uint64_t flags, unsigned computeCapability) {
  return flags & variantFlags ? arch == computeCapability
                              : arch / 10 == computeCapability / 10 && arch <= computeCapability;
}

} // namespace heddle::fatbin
