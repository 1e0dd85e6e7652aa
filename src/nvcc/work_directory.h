// The directory of intermediate files: a temporary one that is removed in the end, or the one of
// --keep, where they stay.
#pragma once

#include <filesystem>
#include <mutex>
#include <set>
#include <string>

namespace heddle::nvcc {

class WorkDirectory {
public:
  // Makes a temporary directory when `keep` is empty.
  explicit WorkDirectory(const std::filesystem::path& keep);
  ~WorkDirectory();
  WorkDirectory(const WorkDirectory&) = delete;
  WorkDirectory& operator=(const WorkDirectory&) = delete;

  // The path of an intermediate file called `name`.
  std::filesystem::path file(const std::string& name) const { return path_ / name; }
  // The path of an intermediate file whose name is different in each call, made of `stem` and
  // `suffix`. Threads may call it at the same time.
  std::filesystem::path uniqueFile(const std::string& stem, const std::string& suffix) const;
  const std::filesystem::path& path() const { return path_; }

private:
  std::filesystem::path path_;
  bool temporary_ = false;
  mutable std::mutex usedNamesMutex_;
  mutable std::set<std::string> usedNames_;
};

} // namespace heddle::nvcc
