// The one way to read an environment variable.
#pragma once

#include <cstdlib>
#include <cstring>

namespace heddle {

// The variable's value, or null where it is not set. In a program that runs with more rights than
// its caller (set-user-ID, set-group-ID, file capabilities) no variable is set: they name libraries
// to load and files to write, and the caller chooses them.
inline const char* environmentVariable(const char* name) {
  return secure_getenv(name);
}

// Whether the variable is set to anything but nothing and "0".
inline bool environmentFlag(const char* name) {
  const char* text = environmentVariable(name);
  return text && *text && std::strcmp(text, "0") != 0;
}

} // namespace heddle
