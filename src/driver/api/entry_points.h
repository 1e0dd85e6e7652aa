// The table behind cuGetProcAddress. Does not include cuda.h: where the table is made, the entry
// points are declared without their types.
#pragma once

#include <cstddef>

namespace heddle::driver {

struct EntryPoint {
  const char* name;
  int introduced; // version of the API
  bool perThread; // acts on the thread's own default stream
  void* address;
};

extern const EntryPoint entryPoints[];
extern const std::size_t entryPointCount;

} // namespace heddle::driver
