// Where the program has called the API, for the reports of the checker: the callers of the present
// function that lie outside of the driver's library.
#pragma once

#include <string>
#include <vector>

namespace heddle::trace {

using HostFrames = std::vector<void*>;
// Empty unless the checker is on.
HostFrames hostFrames();

// The lines of a report, under the title "Saved host backtrace up to driver entry point at TIME".
// Nothing where there are no frames.
std::string describe(const HostFrames& frames, const char* time);

} // namespace heddle::trace
