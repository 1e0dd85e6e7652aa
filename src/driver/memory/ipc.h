// Device memory that several processes use (cuIpcGetMemHandle). A handle names the exporting
// process, its file descriptor of the shared memory, and the offset in it.
#pragma once

#include "driver/core/driver.h"

#include <cstddef>
#include <cstdint>
#include <sys/types.h>

namespace heddle::driver {

struct SharedMemoryName {
  char magic[8];
  pid_t process;
  int descriptor;
  std::uint64_t identity; // driverIdentity() of the exporting process, whose number may come again
  std::uint64_t offset;
  std::uint64_t bytes; // of the allocation at that offset
};
static_assert(sizeof(SharedMemoryName) <= 64);

// Makes device memory available to other processes, and names it.
CUresult exportMemory(CUdeviceptr pointer, SharedMemoryName& name);
// Opens such memory in the current context. Opening it again gives the same pointer, and each open
// needs a close.
CUresult importMemory(const SharedMemoryName& name, CUdeviceptr* pointer);
CUresult closeMemory(CUdeviceptr pointer);

// A random number of this process's driver.
std::uint64_t driverIdentity();

} // namespace heddle::driver
