// The compute cache: compiled objects on disk. Each is a file, named by a hash of everything that
// the object depends on. Several processes can use it at once, because a file appears complete, by
// renaming. Objects are machine code that the process runs, so a file counts as absent unless this
// user has sealed it under its name (sealed_object.h), and so does a folder or a file that another
// user can have made or changed. CUDA_CACHE_DISABLE, CUDA_CACHE_PATH and CUDA_CACHE_MAXSIZE have
// the meaning that the CUDA guide gives them (rows P-020, P-021, P-028 to P-030).
#pragma once

#include <cstdint>
#include <ctime>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::jit {

class ObjectCache {
public:
  // Reads the settings from the environment.
  ObjectCache();
  ObjectCache(std::string folder, std::uint64_t maxBytes);

  bool enabled() const { return !folder_.empty(); }
  const std::string& folder() const { return folder_; }
  std::uint64_t maxBytes() const { return maxBytes_; }
  struct Entry {
    timespec lastUse;
    std::uint64_t bytes;
    std::string name;
  };
  // The files of the cache, beginning with the one that has not been used for longest.
  std::vector<Entry> entries() const;
  // Removes the files that have not been used for longest, until there are at most `bytes`.
  void shrink(std::uint64_t bytes) const;
  std::optional<std::string> load(const std::string& key) const;
  // Does nothing when the file cannot be written: the object is then compiled again next time.
  void store(const std::string& key, std::string_view payload) const;

  // While an object of this class lives, this process makes the cache's object of a key, and
  // another one that needs it waits for it, but not for ever: the process may have been stopped.
  // So whoever has the lock looks into the cache again.
  class MakingLock {
  public:
    // Calls `whileWaiting` again and again while another process has the lock.
    MakingLock(const ObjectCache& cache, const std::string& key, void (*whileWaiting)() = [] {});
    ~MakingLock();
    MakingLock(const MakingLock&) = delete;
    MakingLock& operator=(const MakingLock&) = delete;

  private:
    const int folder_;
    const std::string name_;
    int file_ = -1; // -1 where there is no lock
  };

  static ObjectCache& global();

private:
  std::string folder_; // empty when the cache is disabled
  std::uint64_t maxBytes_ = 0;
};

} // namespace heddle::jit
