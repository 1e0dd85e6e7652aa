// Rewritten copies of a source and of the headers it includes, for clang to read in place of the
// originals under their names.
#pragma once

#include "nvcc/work_directory.h"

#include <span>
#include <string>
#include <vector>

namespace heddle::nvcc {

struct Remap {
  std::string original; // as clang will spell it
  std::filesystem::path copy;
};

// Only files that need it are copied. Headers are looked up beside the file that includes them and
// in `includePaths`; the ones of the system hold no launches.
std::vector<Remap> remapSource(const std::string& source, std::span<const std::string> includePaths,
                               const WorkDirectory& work);

} // namespace heddle::nvcc
