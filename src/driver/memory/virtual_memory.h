// CUmemGenericAllocationHandle: physical memory, which has no address until it is mapped.
#pragma once

#include "driver/core/driver.h"
#include "memory/interprocess_memory.h"

namespace heddle::driver {

class PhysicalMemory {
public:
  PhysicalMemory(Device& device, memory::InterprocessMemory memory,
                 const CUmemAllocationProp& properties)
      : device(device), memory(std::move(memory)), properties(properties) {}
  ~PhysicalMemory();

  Device& device;
  const memory::InterprocessMemory memory;
  const CUmemAllocationProp properties;
  bool charged = false;    // counted as used memory of the device
  unsigned handles = 1;    // how many the program holds
  unsigned references = 1; // handles and mappings
};

} // namespace heddle::driver
