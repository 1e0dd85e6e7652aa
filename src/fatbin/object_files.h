// Finds the containers inside files of the host's toolchain: objects, executables, shared libraries
// and archives of objects. The files are not trusted; damaged parts are skipped.
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

// The sections of a 64-bit ELF file; none when it is not such a file. It points into the file.
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
// Calls `visit` for each member of an archive. A thin archive does not hold the content of its
// members: it is then empty, and the name is a path relative to the archive.
void visitMembers(
    std::string_view archive,
    const std::function<void(std::string_view name, std::string_view content)>& visit);

struct EmbeddedContainer {
  std::string member; // the archive member that it is in; empty outside of archives
  std::string_view content;
  bool relocatable; // compiled with -rdc=true, so it needs a device link
};
// The containers of a file, in its order. A file that is itself a container has one.
std::vector<EmbeddedContainer> embeddedContainers(std::string_view file);

} // namespace heddle::fatbin
