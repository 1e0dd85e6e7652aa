// CUmemGenericAllocationHandle: physical memory, which has no address until it is mapped.
#pragma once

#include "driver/core/driver.h"
#include "memory/reservation.h"

namespace heddle::driver {

class PhysicalMemory {
public:
  PhysicalMemory(Device& device, memory::InterprocessMemory memory,
                 const CUmemAllocationProp& properties)
      : device(device), memory(std::move(memory)), properties(properties) {}
  ~PhysicalMemory();

  Device& device;
  // The address at which the driver maps this memory, so that the tiles of sparse arrays can lie in
  // it. Null if the system cannot map it.
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

} // namespace heddle::driver
