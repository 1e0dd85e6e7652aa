// Memory that other processes open. A handle names the exporting process, its descriptor of the
// shared memory, and the place in it.
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
  std::uint64_t
      identity; // of the exporting process's driver, since numbers of processes come again
  std::uint64_t offset;
  std::uint64_t bytes; // of the allocation at that offset
};
static_assert(sizeof(SharedMemoryName) <= 64);

// Makes device memory known to other processes.
CUresult exportMemory(CUdeviceptr pointer, SharedMemoryName& name);
// Opens it in the current context; each time the same pointer, until it is closed as often.
CUresult importMemory(const SharedMemoryName& name, CUdeviceptr* pointer);
CUresult closeMemory(CUdeviceptr pointer);

// Something that is the same in every use of one driver and differs between drivers.
std::uint64_t driverIdentity();

} // namespace heddle::driver
