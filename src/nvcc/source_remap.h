// Rewritten copies of a source and of the headers it includes, for clang to read in place of the
// originals under their names.
#pragma once

#include "nvcc/work_directory.h"

#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::nvcc {

// A file and its text as clang understands it, under the name that clang will spell.
struct RewrittenFile {
  std::string path, text;
};

// Finds the files that need rewriting among those that sources include. Headers are looked up
// beside the file that includes them and in `includePaths`; the ones of the system hold no
// launches.
class IncludeScanner {
public:
  explicit IncludeScanner(std::span<const std::string> includePaths)
      : includePaths_(includePaths) {}

  void scanFile(const std::string& path);
  // A source that is no file, as if it were in this directory.
  void scanText(std::string_view text, const std::string& directory);

  const std::vector<RewrittenFile>& files() const { return files_; }

private:
  std::span<const std::string> includePaths_;
  std::set<std::filesystem::path> seen_;
  std::vector<RewrittenFile> files_;
};

struct Remap {
  std::string original; // as clang will spell it
  std::filesystem::path copy;
};

// Only files that need it are copied.
std::vector<Remap> remapSource(const std::string& source, std::span<const std::string> includePaths,
                               const WorkDirectory& work);

} // namespace heddle::nvcc
