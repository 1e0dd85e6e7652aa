#include "nvcc/work_directory.h"
#include "nvcc/command_line.h"

#include <cstdlib>
#include <fmt/format.h>

namespace heddle::nvcc {

namespace fs = std::filesystem;

WorkDirectory::WorkDirectory(const fs::path& keep) {
  std::error_code error;
  if (!keep.empty()) {
    fs::create_directories(keep, error);
    if (!fs::is_directory(keep, error))
      throw FatalError(fmt::format("Cannot create the directory '{}'", keep.string()));
    path_ = keep;
    return;
  }
  fs::path base = fs::temp_directory_path(error);
  if (error)
    base = "/tmp";
  std::string name = base / "heddle-nvcc-XXXXXX";
  if (!mkdtemp(name.data()))
    throw FatalError(fmt::format("Cannot create a temporary directory in '{}'", base.string()));
  path_ = name;
  temporary_ = true;
}

fs::path WorkDirectory::uniqueFile(const std::string& stem, const std::string& suffix) const {
  std::lock_guard lock(usedNamesMutex_);
  std::string name = stem + suffix;
  for (int i = 2; !usedNames_.insert(name).second; ++i)
    name = fmt::format("{}-{}{}", stem, i, suffix);
  return file(name);
}

WorkDirectory::~WorkDirectory() {
  std::error_code error;
  if (temporary_)
    fs::remove_all(path_, error);
}

} // namespace heddle::nvcc
