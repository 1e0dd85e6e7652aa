#include "nvcc/elf_objects.h"
#include "fatbin/object_files.h"
#include "nvcc/files.h"

namespace heddle::nvcc {

namespace {

constexpr std::string_view kDeviceSection = "__nv_relfatbin";

using Visit = std::function<void(const ObjectFile&)>;

void visitObject(std::string_view content, bool inArchive, std::string_view prefix,
                 const Visit& visit) {
  fatbin::ElfFile file(content);
  if (!file.isRelocatable())
    return;
  ObjectFile object;
  object.inArchive = inArchive;
  for (const fatbin::Section& section : file.sections())
    if (section.name == kDeviceSection)
      object.deviceCode = section.content;
  for (const fatbin::Symbol& symbol : file.globalSymbols())
    if (symbol.name.starts_with(prefix))
      (symbol.defined ? object.defined : object.undefined).emplace(symbol.name);
  visit(object);
}

} // namespace

void visitObjects(const std::filesystem::path& file, std::string_view symbolPrefix,
                  const Visit& visit) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(file, error))
    return;
  std::string content = readFile(file);
  if (!fatbin::isArchive(content)) {
    visitObject(content, false, symbolPrefix, visit);
    return;
  }
  bool thin = fatbin::isThinArchive(content);
  fatbin::visitMembers(content, [&](std::string_view name, std::string_view member) {
    std::filesystem::path path = file.parent_path() / name;
    if (!thin)
      visitObject(member, true, symbolPrefix, visit);
    else if (std::filesystem::is_regular_file(path, error))
      visitObject(readFile(path), true, symbolPrefix, visit);
  });
}

} // namespace heddle::nvcc
