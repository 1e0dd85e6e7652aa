// The exported symbols as cuGetProcAddress looks them up.
#pragma once

#include <span>

namespace heddle::driver {

struct EntryPoint {
  const char* name;
  int introduced; // the version of CUDA that brought it
  bool perThread; // takes the default stream to be the calling thread's own
  void* address;
};

// All exported symbols, made from driver_api.def.
std::span<const EntryPoint> entryPoints();

} // namespace heddle::driver
