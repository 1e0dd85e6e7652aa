#include "nvcc/source_remap.h"
#include "nvcc/files.h"
#include "nvcc/source_rewriter.h"

#include <fmt/format.h>
#include <set>

namespace heddle::nvcc {

namespace fs = std::filesystem;

namespace {

class Scanner {
public:
  Scanner(std::span<const std::string> includePaths, const WorkDirectory& work)
      : includePaths_(includePaths), work_(work) {}

  void scan(const std::string& path) {
    std::error_code error;
    fs::path canonical = fs::canonical(path, error);
    if (error || !fs::is_regular_file(canonical, error) || !seen_.insert(canonical).second)
      return;
    std::string text = readFile(path);
    if (auto rewritten = rewriteSource(text)) {
      fs::path copy = work_.file(
          fmt::format("{}.rewritten{}", fs::path(path).filename().string(), remaps_.size()));
      writeFile(copy, *rewritten);
      remaps_.push_back({path, copy});
    }
    for (const Include& include : findIncludes(text)) {
      // clang puts the name behind the directory as it is, without cleaning the path.
      std::string directory = fs::path(path).parent_path();
      if (include.quoted)
        scan(directory.empty() ? include.name : directory + "/" + include.name);
      for (const std::string& searched : includePaths_)
        scan(searched + "/" + include.name);
    }
  }
  std::vector<Remap> take() { return std::move(remaps_); }

private:
  std::span<const std::string> includePaths_;
  const WorkDirectory& work_;
  std::set<fs::path> seen_;
  std::vector<Remap> remaps_;
};

} // namespace

std::vector<Remap> remapSource(const std::string& source, std::span<const std::string> includePaths,
                               const WorkDirectory& work) {
  Scanner scanner(includePaths, work);
  scanner.scan(source);
  return scanner.take();
}

} // namespace heddle::nvcc
