#include "trace/message.h"
#include "environment/environment.h"

#include <cstdio>
#include <mutex>
#include <set>
#include <string_view>

namespace heddle::trace {

bool messagesAreSilenced() {
  const char* quiet = environmentVariable("HEDDLE_QUIET");
  return quiet && std::string_view(quiet) == "1";
}

void printMessage(const std::string& line) {
  if (!messagesAreSilenced())
    std::fprintf(stderr, "heddle: %s\n", line.c_str());
}

void reportNotSupported(const std::string& feature) {
  static std::mutex mutex;
  // Never destroyed, since destructors of the program may still call the API.
  static auto* const reported = new std::set<std::string>;
  std::lock_guard lock(mutex);
  if (reported->insert(feature).second)
    printMessage(feature + " is not supported");
}

} // namespace heddle::trace
