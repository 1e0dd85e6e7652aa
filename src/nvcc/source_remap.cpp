#include "nvcc/source_remap.h"
#include "nvcc/files.h"
#include "nvcc/source_rewriter.h"

#include <fmt/format.h>

namespace heddle::nvcc {

namespace fs = std::filesystem;

void IncludeScanner::scanFile(const std::string& path) {
  std::error_code error;
  fs::path canonical = fs::canonical(path, error);
  if (error || !fs::is_regular_file(canonical, error) || !seen_.insert(canonical).second)
    return;
  std::string text = readFile(path);
  if (auto rewritten = rewriteSource(text))
    files_.push_back({path, std::move(*rewritten)});
  scanText(text, fs::path(path).parent_path());
}

void IncludeScanner::scanText(std::string_view text, const std::string& directory) {
  for (const Include& include : findIncludes(text)) {
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
    fs::path copy = work.file(
        fmt::format("{}.rewritten{}", fs::path(file.path).filename().string(), remaps.size()));
    writeFile(copy, file.text);
    remaps.push_back({file.path, copy});
  }
  return remaps;
}

} // namespace heddle::nvcc
