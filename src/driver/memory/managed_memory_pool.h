// Memory pools of managed memory. They are made with a preferred location rather than for a device;
// as everywhere here, the memory itself is the host's, so the location is checked and kept, and has
// no other effect.
#pragma once

#include "driver/memory/memory_pool.h"

namespace heddle::driver {

// Checks the location of a managed pool, and finds the device that counts it as its own.
CUresult findManagedLocation(const CUmemLocation& location, Device*& device);
// Managed pools cannot be shared with other processes and have no greatest size.
CUresult checkManagedProperties(const CUmemPoolProps& properties);

// The pool that a location has without the program's doing, made when it is first asked for. Null
// when there is no memory for it.
MemoryPool* defaultManagedPool(const CUmemLocation& location, Device& device);
// The pool that the program has set for a location, or the default one.
MemoryPool* currentManagedPool(const CUmemLocation& location, Device& device);
void setCurrentManagedPool(const CUmemLocation& location, MemoryPool& pool);
bool isDefaultManagedPool(const MemoryPool& pool);
// Must be called before a pool is destroyed. Locations for which it was set get their default pools
// back.
void dropManagedPool(const MemoryPool& pool);

} // namespace heddle::driver
