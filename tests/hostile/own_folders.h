// The folders of a test program: a cache and a key of its own, so that it neither sees nor changes
// the user's.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>

namespace heddle::hostile {

class OwnFolders {
public:
  OwnFolders() {
    char name[] = "/tmp/heddle-hostile-XXXXXX";
    path_ = mkdtemp(name);
    setenv("CUDA_CACHE_PATH", (path_ + "/cache").c_str(), 1);
    setenv("XDG_STATE_HOME", (path_ + "/state").c_str(), 1);
  }
  ~OwnFolders() { std::filesystem::remove_all(path_); }
  OwnFolders(const OwnFolders&) = delete;
  OwnFolders& operator=(const OwnFolders&) = delete;
  const std::string& path() const { return path_; }

private:
  std::string path_;
};

} // namespace heddle::hostile
