// CUmemGenericAllocationHandle: physical memory, which has no address until it is mapped.
#pragma once

#include "driver/core/driver.h"
#include "memory/reservation.h"

#include <atomic>
#include <mutex>

namespace heddle::driver {

class PhysicalMemory {
public:
  PhysicalMemory(Device& device, memory::InterprocessMemory memory,
                 const CUmemAllocationProp& properties)
      : device(device), memory(std::move(memory)), properties(properties) {}
  ~PhysicalMemory();

  Device& device;
  // Maps the memory for the driver's own use, once, and returns the address: tiles of sparse arrays
  // and multicast objects need one even where the program has mapped the memory nowhere. Returns
  // null if the system cannot map it. The caller has a reference.
  char* mapping();

  const memory::InterprocessMemory memory;
  const CUmemAllocationProp properties;
  bool charged = false;    // counted as used memory of the device
  unsigned handles = 1;    // how many the program holds
  unsigned references = 1; // handles and mappings
  // Whether nobody can have written to the memory yet: it has not been mapped anywhere, and no
  // other process can have mapped it.
  std::atomic<bool> isNew = false;

private:
  std::mutex mappingMutex_; // not virtualMemoryMutex(), which only some of the callers hold
  memory::Reservation mapping_;
};

// The memory of a handle that the program holds, with one more reference. Null for other handles.
PhysicalMemory* retainPhysicalMemory(CUmemGenericAllocationHandle handle);
void addReference(PhysicalMemory& memory);
void dropReference(PhysicalMemory& memory);

constexpr std::size_t kMemoryGranularity = 2u << 20;

// Guards the counts of handles and references, the mappings and the multicast objects.
std::mutex& virtualMemoryMutex();
// The callers of the following functions hold virtualMemoryMutex().
//
// Returns the memory of a handle that the program holds, or null for another handle.
PhysicalMemory* findPhysicalMemory(CUmemGenericAllocationHandle handle);
// Returns the memory that is mapped at the address, or null if none is.
PhysicalMemory* mappedMemory(CUdeviceptr address);
// Notes that the memory may have been written. Memory that is mapped a second time, or bound to a
// multicast object, can be written at addresses that the checker does not connect with it.
void countAsWritten(PhysicalMemory& memory);
// Ends a reference. The memory is freed with the last one.
void drop(PhysicalMemory& memory);

} // namespace heddle::driver
