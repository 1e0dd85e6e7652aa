#include "fatbin/cubin.h"
#include "fatbin/fatbin.h"
#include "fatbin/object_files.h"

#include <cstring>
#include <elf.h>

namespace heddle::fatbin {

namespace {

// Marks the ELF file as a cubin of Heddle, so that neither the host's linker nor NVIDIA's tools
// take it for one of theirs.
constexpr unsigned char kOsAbi = 'H';
constexpr unsigned char kFormatVersion = 1;
// The header's flags hold the number of the architecture, and above it these bits.
constexpr std::uint64_t kVariantFlags = flagArchSpecific | flagFamilySpecific;
constexpr Elf64_Word kNumberMask = 0xffff;
// ELF counts sections in 16 bits. Native code beyond this many is left out: the PTX replaces it.
constexpr std::size_t kMaxSections = 60000;
constexpr std::string_view kIdentitySection = ".heddle.identity";
constexpr std::string_view kSourceSection = ".heddle.ptx";
constexpr std::string_view kCodePrefix = ".heddle.code.";

Elf64_Ehdr makeHeader() {
  Elf64_Ehdr header{};
  std::memcpy(header.e_ident, ELFMAG, SELFMAG);
  header.e_ident[EI_CLASS] = ELFCLASS64;
  header.e_ident[EI_DATA] = ELFDATA2LSB;
  header.e_ident[EI_VERSION] = EV_CURRENT;
  header.e_ident[EI_OSABI] = kOsAbi;
  header.e_ident[EI_ABIVERSION] = kFormatVersion;
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

  std::string finish(Elf64_Half type, Elf64_Word flags) {
    const std::string tableName = ".shstrtab";
    // The table of names also holds its own name.
    add(tableName, names_ + tableName + '\0', SHT_STRTAB);
    body_.resize((body_.size() + 15) / 16 * 16);
    Elf64_Ehdr header = makeHeader();
    header.e_shoff = body_.size();
    header.e_type = type;
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

// A file that claims to be larger is damaged.
constexpr std::size_t kMaxFileBytes = std::size_t{1} << 32;

} // namespace

bool isCubin(const Elf64_Ehdr& header) {
  return std::memcmp(header.e_ident, ELFMAG, SELFMAG) == 0 &&
         header.e_ident[EI_CLASS] == ELFCLASS64 && header.e_ident[EI_OSABI] == kOsAbi &&
         header.e_ident[EI_ABIVERSION] == kFormatVersion;
}

std::string writeCubin(const Cubin& cubin) {
  ElfWriter writer;
  if (!cubin.identity.empty())
    writer.add(kIdentitySection, cubin.identity);
  for (const std::string& source : cubin.sources)
    writer.add(kSourceSection, source);
  for (const auto& [key, object] : cubin.objects)
    if (writer.sections() < kMaxSections)
      writer.add(std::string(kCodePrefix) + key, object);
  return writer.finish(cubin.isRelocatable ? ET_REL : ET_EXEC,
                       static_cast<Elf64_Word>(cubin.arch | (cubin.flags & kVariantFlags)));
}

std::optional<Cubin> readCubin(std::string_view file) {
  const std::size_t size = cubinSize(file.data(), file.size());
  if (size == 0 || size > file.size())
    return std::nullopt;
  Cubin cubin;
  Elf64_Ehdr header;
  std::memcpy(&header, file.data(), sizeof header);
  cubin.arch = header.e_flags & kNumberMask;
  cubin.flags = header.e_flags & kVariantFlags;
  cubin.isRelocatable = header.e_type == ET_REL;
  const ElfFile elf(file);
  // No two sections share bytes, or a small file could make copies of any size.
  std::size_t unclaimed = file.size();
  for (const Section& section : elf.sections()) {
    if (section.content.size() > unclaimed)
      return std::nullopt;
    unclaimed -= section.content.size();
    if (section.name == kIdentitySection)
      cubin.identity = section.content;
    else if (section.name == kSourceSection)
      cubin.sources.emplace_back(section.content);
    else if (section.name.starts_with(kCodePrefix))
      cubin.objects.emplace(section.name.substr(kCodePrefix.size()), section.content);
  }
  if (cubin.sources.empty() && cubin.objects.empty())
    return std::nullopt;
  return cubin;
}

std::size_t cubinSize(const void* data, std::size_t known) {
  Elf64_Ehdr header;
  if (known < sizeof header || !beginsWith(data, known, ELFMAG))
    return 0;
  std::memcpy(&header, data, sizeof header);
  if (!isCubin(header) || header.e_shoff < sizeof header || header.e_shoff > kMaxFileBytes ||
      header.e_shentsize != sizeof(Elf64_Shdr))
    return 0;
  return header.e_shoff + header.e_shnum * sizeof(Elf64_Shdr);
}

bool binaryRunsOn(unsigned arch, std::uint64_t flags, unsigned computeCapability) {
  return flags & kVariantFlags ? arch == computeCapability
                               : arch / 10 == computeCapability / 10 && arch <= computeCapability;
}

} // namespace heddle::fatbin
