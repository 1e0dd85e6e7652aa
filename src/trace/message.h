// Lines for people on standard error, which HEDDLE_QUIET=1 silences.
#pragma once

#include <string>

namespace heddle::trace {

bool isQuiet();
void message(const std::string& line);
// Says once in a process that it is not supported.
void notSupported(const std::string& what);

} // namespace heddle::trace
