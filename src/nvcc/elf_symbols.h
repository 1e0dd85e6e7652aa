// The global symbols of object files and archives, as far as the device link needs them.
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <string_view>

namespace heddle::nvcc {

struct SymbolNames {
  std::set<std::string> defined, undefined;
};

// Adds the global symbols of a 64-bit ELF object, or of each member of an archive, whose names
// begin with `prefix`. Files of other kinds (linker scripts, …) and damaged ones add nothing: the
// host linker will say what is wrong with them.
void collectSymbols(const std::filesystem::path& file, std::string_view prefix,
                    SymbolNames& symbols);

} // namespace heddle::nvcc
