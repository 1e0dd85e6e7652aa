// HEDDLE_TIMEOUT: how long a grid may run, in seconds.
#pragma once

#include <cstdint>

namespace heddle::exec {

// In nanoseconds; 0 where there is no limit.
std::uint64_t launchTimeout();

// What the line about a grid that runs longer says.
inline constexpr const char* kTimeoutDescription = "time limit of HEDDLE_TIMEOUT reached";

} // namespace heddle::exec
