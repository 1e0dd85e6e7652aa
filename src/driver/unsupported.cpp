#include "driver/unsupported.h"

#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <set>
#include <string>

namespace heddle::driver {

int unsupportedEntry(const char* name); // for unsupported_entries.cpp

CUresult unsupported(const char* what) {
  static std::mutex mutex;
  static auto* const named = new std::set<std::string>; // also used while the process ends
  std::lock_guard lock(mutex);
  const char* quiet = std::getenv("HEDDLE_QUIET");
  if (named->insert(what).second && !(quiet && *quiet == '1'))
    std::fprintf(stderr, "heddle: %s is not supported\n", what);
  return CUDA_ERROR_NOT_SUPPORTED;
}

int unsupportedEntry(const char* name) {
  return unsupported(name);
}

} // namespace heddle::driver
