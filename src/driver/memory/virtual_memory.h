// CUmemGenericAllocationHandle: physical memory, which has no address until it is mapped.
#pragma once

#include "driver/core/driver.h"
#include "memory/reservation.h"

#include <mutex>

namespace heddle::driver {

class PhysicalMemory {
public:
  PhysicalMemory(Device& device, memory::InterprocessMemory memory,
                 const CUmemAllocationProp& properties)
      : device(device), memory(std::move(memory)), properties(properties) {}
  ~PhysicalMemory();

  Device& device;
  // The address at which the driver maps this memory for its own use: the tiles of sparse arrays
  // lie there, and multicast objects refer to it. Null if the system cannot map it. The caller
  // holds virtualMemoryMutex().
  char* mapping();
  // The same for callers that do not hold it.
  char* mappingForTiles();

  const memory::InterprocessMemory memory;
  const CUmemAllocationProp properties;
  bool charged = false;    // counted as used memory of the device
  unsigned handles = 1;    // how many the program holds
  unsigned references = 1; // handles and mappings

private:
  memory::Reservation mapping_;
};

// The memory of a handle that the program holds, with one more reference. Null for other handles.
PhysicalMemory* retainPhysicalMemory(CUmemGenericAllocationHandle handle);
void addReference(PhysicalMemory& memory);
void dropReference(PhysicalMemory& memory);

constexpr std::size_t kMemoryGranularity = 2u << 20;

// Guards the counts of handles and references, the mappings and the multicast objects.
std::mutex& virtualMemoryMutex();
// For callers that hold it: the memory of a handle, the memory that is mapped at an address (null
// where there is none), and the end of a reference.
PhysicalMemory* findPhysicalMemory(CUmemGenericAllocationHandle handle);
PhysicalMemory* mappedMemory(CUdeviceptr address);
void drop(PhysicalMemory& memory);

} // namespace heddle::driver
