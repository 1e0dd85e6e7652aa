// What libcudart and the libraries above it call in Heddle's libcuda besides the public API: a
// table of functions that cuGetExportTable returns. Other drivers do not have it.
#pragma once

#include "ir/library_work.h"

#include <cstddef>

namespace heddle {

struct DriverInternals {
  std::size_t size;
  // Sets how many calls of the runtime the thread is in, so that traces show the driver's calls
  // below the runtime's call that made them.
  void (*setDepth)(unsigned depth);
  // After watchExit(), processExits() is true as soon as the process begins to exit, and before any
  // exit handler runs that was registered earlier. The runtime needs this to tell the end of the
  // process from the unloading of the library that it is linked into: its own exit handlers run in
  // both cases.
  void (*watchExit)();
  bool (*processExits)();
  LibraryInternals library;
};

constexpr char kDriverInternalsId[17] = "heddle internals"; // 16 bytes of a UUID

} // namespace heddle
