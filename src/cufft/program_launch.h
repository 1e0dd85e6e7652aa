// Makes a program for the devices of this machine, and orders it on a stream, task by task.
#pragma once

#include "cufft/program.h"
#include "library/stream_work.h"

#include <cstdint>
#include <memory>

namespace heddle::cufft {

// Makes a program with as many tasks as the workers of the device need. Throws std::bad_alloc.
template <class T> std::shared_ptr<const Program<T>> makeProgram(const Geometry& geometry) {
  const auto* library = library::internals();
  return std::make_shared<const Program<T>>(geometry, library ? library->workersPerDevice() : 1);
}

// The memory that a transform accesses.
struct Accesses {
  MemoryRows in, out, work;
};

inline MemoryRows memoryRange(const void* address, std::uint64_t bytes) {
  return {address, bytes, bytes, 1};
}

inline bool areAccessible(const Accesses& accesses, void* scratch) {
  return library::holdsForAll(scratch, [&] {
    return library::isAccessible(accesses.in, false) && library::isAccessible(accesses.out, true) &&
           library::isAccessible(accesses.work, true);
  });
}

// The first address in the work area that is aligned for vectors. The work area is larger than what
// is needed by kVectorAlignment bytes.
template <class T> T* alignedWork(void* work) {
  const auto address = reinterpret_cast<std::uintptr_t>(work);
  return reinterpret_cast<T*>((address + kVectorAlignment - 1) / kVectorAlignment *
                              kVectorAlignment);
}

template <class T>
cudaError_t launchProgram(cudaStream_t stream, const std::shared_ptr<const Program<T>>& program,
                          const Buffers<T>& buffers, bool isInverse, const Accesses& accesses) {
  for (std::size_t task = 0; task < program->taskCount(); ++task) {
    const auto run = [program, accesses, buffers, isInverse,
                      task](void* scratch, std::uint64_t begin, std::uint64_t end) {
      return areAccessible(accesses, scratch) && program->run(task, buffers, isInverse, begin, end);
    };
    const cudaError_t error =
        library::launch(stream, "cufft", program->items(task), run, library::kMarkBytes);
    if (error != cudaSuccess)
      return error;
  }
  return cudaSuccess;
}

} // namespace heddle::cufft
