// Where intermediate files live: a private directory that is removed in the end, or the directory
// of -keep, where they stay under names that tell what they are.
#pragma once

#include <filesystem>
#include <string>

namespace heddle::nvcc {

class WorkDirectory {
public:
  // `keep` empty: a new temporary directory.
  explicit WorkDirectory(const std::filesystem::path& keep);
  ~WorkDirectory();
  WorkDirectory(const WorkDirectory&) = delete;
  WorkDirectory& operator=(const WorkDirectory&) = delete;

  // The path of an intermediate file called `name`.
  std::filesystem::path file(const std::string& name) const { return path_ / name; }
  const std::filesystem::path& path() const { return path_; }

private:
  std::filesystem::path path_;
  bool temporary_ = false;
};

} // namespace heddle::nvcc
