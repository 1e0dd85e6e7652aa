// Containers inside the files of a host's toolchain: objects, executables, shared libraries and
// archives of objects. Nothing in them is trusted; what is damaged is passed over.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::fatbin {

// The sections of a 64-bit ELF file, by name; none when the file is no such thing.
struct Section {
  std::string_view name, content;
};
std::vector<Section> elfSections(std::string_view file);
bool isArchive(std::string_view file);
// The members of an archive that holds them itself, with their names.
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
