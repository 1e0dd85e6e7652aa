// The compute cache: compiled objects on disk, one file each, named by a digest of all that they
// depend on. Safe against other processes (a file appears whole, by rename) and against corrupt
// files (a checksum; a bad file counts as absent). CUDA_CACHE_DISABLE, CUDA_CACHE_PATH and
// CUDA_CACHE_MAXSIZE mean what the CUDA guide says (rows P-020, P-021, P-028 to P-030).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace heddle::jit {

class ObjectCache {
public:
  ObjectCache(); // from the environment
  ObjectCache(std::string folder, std::uint64_t maxBytes);

  bool enabled() const { return !folder_.empty(); }
  const std::string& folder() const { return folder_; }
  std::optional<std::string> load(const std::string& key) const;
  void store(const std::string& key, std::string_view payload) const;

  static ObjectCache& global();

private:
  void evict(std::uint64_t incoming) const;

  std::string folder_; // empty: disabled
  std::uint64_t maxBytes_ = 0;
};

} // namespace heddle::jit
