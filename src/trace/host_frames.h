// Where the program has called the API, for the reports of the checker: the callers of the present
// function that lie outside of the driver's library.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace heddle::trace {

using HostFrames = std::vector<void*>;
// Empty unless the checker is on.
HostFrames hostFrames();

// The callers of a function of the API, by its symbol. The runtime may be a part of the program's
// own file, so that the file does not tell the program's functions from those of the runtime. Where
// no frame has that name, as in a program without symbols, these are the frames of hostFrames().
HostFrames callersOf(std::string_view function);

// The lines of a report, under the title "Saved host backtrace up to driver entry point at TIME".
// Nothing where there are no frames.
std::string describe(const HostFrames& frames, const char* time);

} // namespace heddle::trace
