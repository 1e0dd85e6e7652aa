// CUmemGenericAllocationHandle: physical memory without an address.
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
  bool charged = false;    // counted as the device's memory
  unsigned handles = 1;    // that the program holds
  unsigned references = 1; // those, and mappings
};

} // namespace heddle::driver
