#include "trace/message.h"

#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <set>
#include <string_view>

namespace heddle::trace {

bool isQuiet() {
  const char* quiet = std::getenv("HEDDLE_QUIET");
  return quiet && std::string_view(quiet) == "1";
}

void message(const std::string& line) {
  if (!isQuiet())
    std::fprintf(stderr, "heddle: %s\n", line.c_str());
}

void notSupported(const std::string& what) {
  static std::mutex mutex;
  static auto* const named = new std::set<std::string>; // also used while the process ends
  std::lock_guard lock(mutex);
  if (named->insert(what).second)
    message(what + " is not supported");
}

} // namespace heddle::trace
