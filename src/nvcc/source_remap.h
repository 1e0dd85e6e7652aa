// Rewritten copies of a source and of the headers it includes. clang reads them in place of the
// originals, and takes them to have the originals' paths.
#pragma once

#include "nvcc/source_lexer.h"
#include "nvcc/work_directory.h"

#include <set>
#include <span>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <unordered_set>
#include <utility>
#include <vector>

namespace heddle::nvcc {

// A file that was rewritten. The path is spelled as clang will spell it when it opens the file.
struct RewrittenFile {
  std::string path, text;
};

// Finds the files that need rewriting among those that a source includes. Headers are looked up
// beside the file that includes them and in `includePaths`. Headers of the system are not, since
// they hold nothing that clang would not understand.
class IncludeScanner {
public:
  explicit IncludeScanner(std::span<const std::string> includePaths)
      : includePaths_(includePaths) {}

  void scanFile(const std::string& path);
  // Scans a source that is not in a file, as if it were in this directory.
  void scanText(std::string_view text, const std::string& directory);

  const std::vector<RewrittenFile>& files() const { return files_; }

private:
  void scanTokens(std::span<const Token> tokens, const std::string& directory);

  std::span<const std::string> includePaths_;
  // A header of the C++ library is included hundreds of times and looked for in every directory, so
  // a path is looked at only once. Several paths may lead to one file, which its device and inode
  // identify.
  std::unordered_set<std::string> pathsTried_;
  std::set<std::pair<dev_t, ino_t>> filesScanned_;
  std::vector<RewrittenFile> files_;
};

struct Remap {
  std::string original; // as clang will spell it
  std::filesystem::path copy;
};

// Writes copies of the files that need rewriting, and of no others.
std::vector<Remap> remapSource(const std::string& source, std::span<const std::string> includePaths,
                               const WorkDirectory& work);

} // namespace heddle::nvcc
