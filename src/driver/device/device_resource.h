// CUdevResource: the multiprocessors of a device, or a part of them, that green contexts are made
// of. The program holds the structure; what it consists of is in its padding.
#pragma once

#include "driver/core/driver.h"
#include "exec/worker_set.h"

namespace heddle::driver {

// A device has as many multiprocessors as workers, or as many as its profile says.
using MultiprocessorSet = exec::WorkerSet;

// CUdevResourceDesc: what a green context is to have. CUDA has no function that frees one.
struct ResourceDescriptor {
  int device;
  MultiprocessorSet multiprocessors;
};

// The multiprocessors of a device as a resource that can be split.
void describeMultiprocessors(const Device& device, const MultiprocessorSet& multiprocessors,
                             CUdevResource& resource);
MultiprocessorSet allMultiprocessors(const Device& device);
// The workers that stand for these multiprocessors. A profile may have more multiprocessors than
// there are workers: then neighbours share a worker.
exec::WorkerSet workersOf(const Device& device, const MultiprocessorSet& multiprocessors);

} // namespace heddle::driver
