#pragma once

#include <string>

namespace heddle::exec {

// The name of a function as it is in the source, or the given one where that is no mangled name.
std::string demangled(const char* name);

} // namespace heddle::exec
