// How deep in calls a thread is: the runtime tells the driver, so that the driver's calls stand
// under the runtime's call that they belong to. The table is had by cuGetExportTable.
#pragma once

#include <cstddef>

namespace heddle::trace {

struct DepthTable {
  std::size_t size;
  void (*set)(unsigned depth);
};

constexpr char kDepthTableId[17] = "heddle call deep"; // 16 bytes of a UUID

} // namespace heddle::trace
