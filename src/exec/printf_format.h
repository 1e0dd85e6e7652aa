// Formatting device printf: the C conversions over an argument buffer of promoted arguments, each
// at its natural alignment.
#pragma once

#include <string>

namespace heddle::exec {

// At most this many arguments are used (row L-349).
constexpr int kPrintfArguments = 32;

// Appends the text to `out` and returns the number of arguments used.
int formatPrintf(std::string& out, const char* format, const void* arguments);

} // namespace heddle::exec
