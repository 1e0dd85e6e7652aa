// What the device link reads of object files and archives: global symbols, and the section with
// relocatable device code.
#pragma once

#include <filesystem>
#include <functional>
#include <set>
#include <string>
#include <string_view>

namespace heddle::nvcc {

struct ObjectFile {
  bool inArchive = false;
  std::set<std::string> defined, undefined; // global symbols that begin with the prefix asked for
  std::string_view deviceCode;              // a fat binary; valid during the visit
};

// Visits a 64-bit ELF object, or each one in an archive. Skips files of other kinds (linker
// scripts, …) and damaged ones, since the host linker will say what is wrong with them.
void visitObjects(const std::filesystem::path& file, std::string_view symbolPrefix,
                  const std::function<void(const ObjectFile&)>& visit);

} // namespace heddle::nvcc
