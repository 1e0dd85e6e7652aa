#include "exec/launch_timeout.h"

#include "environment/environment.h"
#include "trace/message.h"

#include <cmath>
#include <cstdlib>
#include <string>

namespace heddle::exec {

namespace {

// A limit of this many seconds or more counts as none.
constexpr double kMostSeconds = 1e9;

std::uint64_t read() {
  const char* text = environmentVariable("HEDDLE_TIMEOUT");
  if (!text || !*text)
    return 0;
  char* end = nullptr;
  const double seconds = std::strtod(text, &end);
  if (*end || !(seconds >= 0)) {
    trace::printMessage(std::string("HEDDLE_TIMEOUT is no number of seconds: ") + text);
    return 0;
  }
  return seconds < kMostSeconds ? static_cast<std::uint64_t>(std::ceil(seconds * 1e9)) : 0;
}

} // namespace

std::uint64_t launchTimeout() {
  static const std::uint64_t timeout = read();
  return timeout;
}

} // namespace heddle::exec
