// The compute cache as one file, which a CI job can carry to another machine. The objects in it
// have no seals, because the other machine's user has another key. Importing seals them with that
// key, so it means to trust whoever has made the file. A digest at its end tells a damaged file.
#pragma once

#include "jit/object_cache.h"

#include <cstdint>
#include <string>

namespace heddle::jit {

struct ArchiveResult {
  std::uint64_t objects = 0;
  std::uint64_t bytes = 0; // of the objects
  std::string failure;     // empty after a success
};

// Writes all objects of the cache that this user has sealed.
ArchiveResult exportCache(const ObjectCache& cache, const std::string& path);
// Adds the objects of the file to the cache. A damaged file adds none.
ArchiveResult importCache(const ObjectCache& cache, const std::string& path);

} // namespace heddle::jit
