// Formatting for device printf(): the C conversions, with the arguments in a buffer, promoted as
// for a variadic function and each at its natural alignment.
#pragma once

#include <cstddef>
#include <string>

namespace heddle::exec {

// CUDA's limit on the arguments of a printf(); further ones print as zero (row L-349).
constexpr int kMostPrintfArguments = 32;

// Appends the text to `out`. Returns the number of arguments that were used. A text longer than
// `longest` bytes, which the printf buffer would drop, comes out longer too, but not by all of its
// padding: %2147483647d would take seconds and gigabytes.
int formatPrintf(std::string& out, const char* format, const void* arguments, std::size_t longest);

} // namespace heddle::exec
