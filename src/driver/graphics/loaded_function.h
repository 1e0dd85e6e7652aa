// Functions of libraries that libcuda does not depend on, because only programs that have loaded
// the library themselves have objects of it.
#pragma once

#include <dlfcn.h>

namespace heddle::driver {

// The function of a library that the program has loaded; null when it has not loaded the library.
template <typename Function> Function loadedFunction(const char* library, const char* name) {
  void* const handle = dlopen(library, RTLD_LAZY | RTLD_NOLOAD);
  if (!handle)
    return nullptr;
  const auto function = reinterpret_cast<Function>(dlsym(handle, name));
  dlclose(handle);
  return function;
}

} // namespace heddle::driver
