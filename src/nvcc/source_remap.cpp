#include "nvcc/source_remap.h"
#include "nvcc/files.h"
#include "nvcc/source_rewriter.h"

#include <sys/stat.h>

namespace heddle::nvcc {

namespace fs = std::filesystem;

void IncludeScanner::scanFile(const std::string& path) {
  if (!pathsTried_.insert(path).second)
    return;
  struct stat file;
  if (stat(path.c_str(), &file) != 0 || !S_ISREG(file.st_mode) ||
      !filesScanned_.emplace(file.st_dev, file.st_ino).second)
    return;
  const std::string text = readFile(path);
  const std::vector<Token> tokens = lexSource(text);
  if (auto rewritten = rewriteSource(text, tokens))
    files_.push_back({path, std::move(*rewritten)});
  scanTokens(tokens, fs::path(path).parent_path());
}

void IncludeScanner::scanText(std::string_view text, const std::string& directory) {
  scanTokens(lexSource(text), directory);
}

void IncludeScanner::scanTokens(std::span<const Token> tokens, const std::string& directory) {
  for (const Include& include : findIncludes(tokens)) {
    // The path must be spelled as clang spells it, which appends the name without normalising it.
    if (include.quoted)
      scanFile(directory.empty() ? include.name : directory + "/" + include.name);
    for (const std::string& searched : includePaths_)
      scanFile(searched + "/" + include.name);
  }
}

std::vector<Remap> remapSource(const std::string& source, std::span<const std::string> includePaths,
                               const WorkDirectory& work) {
  IncludeScanner scanner(includePaths);
  scanner.scanFile(source);
  std::vector<Remap> remaps;
  for (const RewrittenFile& file : scanner.files()) {
    fs::path copy = work.uniqueFile(fs::path(file.path).filename(), ".rewritten");
    writeFile(copy, file.text);
    remaps.push_back({file.path, copy});
  }
  return remaps;
}

} // namespace heddle::nvcc
