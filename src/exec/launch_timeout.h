// HEDDLE_TIMEOUT: how long a grid may run, in seconds.
#pragma once

#include <cstdint>

namespace heddle::exec {

// How long a grid may run, in nanoseconds, as HEDDLE_TIMEOUT says. 0 means that there is no limit.
std::uint64_t launchTimeout();

// How the line about a grid that has run longer describes the fault.
inline constexpr const char* kTimeoutDescription = "time limit of HEDDLE_TIMEOUT reached";

} // namespace heddle::exec
