// Memory pools that belong to a location rather than to a device: those of managed memory, which
// have a preferred location, and those of pinned memory of the host. As everywhere here, the memory
// itself is the host's, so the location is checked and kept, and has no other effect.
#pragma once

#include "driver/memory/memory_pool.h"

namespace heddle::driver {

// Whether pools of this type and location belong to the location.
bool belongToLocation(const CUmemLocation& location, CUmemAllocationType type);
// Checks the location of such a pool, and finds the device that counts the pool as its own.
CUresult findPoolLocation(const CUmemLocation& location, CUmemAllocationType type, Device*& device);
// Only pools of pinned memory on a NUMA node can be shared with other processes. Managed pools have
// no greatest size.
CUresult checkLocationProperties(const CUmemPoolProps& properties);

// The pool that a location has without the program's doing, made when it is first asked for. Null
// when there is no memory for it.
MemoryPool* defaultLocationPool(const CUmemLocation& location, CUmemAllocationType type,
                                Device& device);
// The pool that the program has set for a location, or the default one.
MemoryPool* currentLocationPool(const CUmemLocation& location, CUmemAllocationType type,
                                Device& device);
void setCurrentLocationPool(const CUmemLocation& location, MemoryPool& pool);
bool isDefaultLocationPool(const MemoryPool& pool);
// Must be called before a pool is destroyed. Locations for which it was set get their default pools
// back.
void dropLocationPool(const MemoryPool& pool);

} // namespace heddle::driver
