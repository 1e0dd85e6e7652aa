// Containers inside the files of a host's toolchain: objects, executables, shared libraries and
// archives of objects. Nothing in them is trusted; what is damaged is passed over.
#pragma once

#include <elf.h>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::fatbin {

struct Section {
  std::string_view name, content;
};
struct Symbol {
  std::string_view name;
  bool defined;
};

// A 64-bit ELF file; without sections when the file is no such thing. It points into the file.
class ElfFile {
public:
  explicit ElfFile(std::string_view file);
  bool isRelocatable() const { return isRelocatable_; }
  const std::vector<Section>& sections() const { return sections_; }
  std::vector<Symbol> globalSymbols() const;

private:
  std::string_view content(std::size_t index) const;

  std::string_view file_;
  bool isRelocatable_ = false;
  std::vector<Elf64_Shdr> headers_;
  std::vector<Section> sections_;
};

bool isArchive(std::string_view file);
bool isThinArchive(std::string_view file);
// The members of an archive with their names. A thin archive does not hold their content: it is
// empty then, and the name is a path from the archive's folder.
void visitMembers(
    std::string_view archive,
    const std::function<void(std::string_view name, std::string_view content)>& visit);

struct EmbeddedContainer {
  std::string member; // of an archive; else empty
  std::string_view content;
  bool relocatable; // waits for a device link
};
// In the order of the file. A container by itself is the only one in it.
std::vector<EmbeddedContainer> embeddedContainers(std::string_view file);

} // namespace heddle::fatbin
