// What libcudart and libcuda tell each other beside the public API, through a table that is had by
// cuGetExportTable. Other drivers have none.
#pragma once

#include <cstddef>

namespace heddle {

struct DriverInternals {
  std::size_t size;
  // How deep in the runtime's calls the thread is, so that in traces the driver's calls stand under
  // the runtime's call that they belong to.
  void (*setDepth)(unsigned depth);
  // From then on processExits() holds as soon as the process begins to exit, before any exit
  // handler that was registered earlier: the handlers of a library that is unloaded look the same
  // to it.
  void (*watchExit)();
  bool (*processExits)();
};

constexpr char kDriverInternalsId[17] = "heddle internals"; // 16 bytes of a UUID

} // namespace heddle
