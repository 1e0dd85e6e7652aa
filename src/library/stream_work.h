// Runs host code of a library in the order of a stream, on the device's workers, as a kernel runs:
// it does not block the caller, becomes a node of the graph that the stream is captured into, and
// may meet memory that is not there without harm to the process. Such code must not call CUDA.
#pragma once

#include "cuda_runtime_api.h"
#include "ir/driver_internals.h"

#include <atomic>
#include <cstdint>
#include <cstring>
#include <new>
#include <utility>

namespace heddle::library {

// Null where the driver is not Heddle's, which has no such functions.
inline const LibraryInternals* findInternals() {
  void* function = nullptr;
  cudaDriverEntryPointQueryResult found{};
  if (cudaGetDriverEntryPointByVersion("cuGetExportTable", &function, 3000, cudaEnableDefault,
                                       &found) != cudaSuccess ||
      !function)
    return nullptr;
  const void* table = nullptr;
  using GetExportTable = int (*)(const void**, const void*);
  const int error = reinterpret_cast<GetExportTable>(function)(&table, kDriverInternalsId);
  const auto* all = static_cast<const DriverInternals*>(table);
  return error == 0 && all && all->size >= sizeof(DriverInternals) ? &all->library : nullptr;
}

inline const LibraryInternals* internals() {
  static const LibraryInternals* const found = findInternals();
  return found;
}

// For code that runs as described above, before it accesses memory that the program has named.
inline bool isAccessible(const MemoryRows& memory, bool isWritten) {
  return internals()->isAccessible(memory, isWritten);
}

// The size of the scratch memory that holdsForAll() needs.
constexpr std::size_t kMarkBytes = sizeof(std::atomic<std::uint32_t>);

// Whether check() is true, such as that memory is there. One look is enough for all items of a run,
// so the first that look leave a mark in the scratch memory, at its beginning.
template <class Check> bool holdsForAll(void* scratch, Check check) {
  auto& mark = *static_cast<std::atomic<std::uint32_t>*>(scratch);
  if (mark.load(std::memory_order_relaxed) != 0)
    return true;
  if (!check())
    return false;
  mark.store(1, std::memory_order_relaxed);
  return true;
}

// Orders `work` on the stream. work(scratch, begin, end) does the items [begin, end), several
// workers at a time; it returns false where memory of the program is not there. `scratch` is zeroed
// memory of this run. The name is a literal, for traces.
template <class Work>
cudaError_t launch(cudaStream_t stream, const char* name, std::uint64_t items, Work work,
                   std::size_t scratchBytes = 0) {
  // This also makes the context of the thread's device the current one, which the driver needs.
  cudaStreamCaptureStatus capture{};
  if (const cudaError_t error = cudaStreamIsCapturing(stream, &capture))
    return error;
  const auto* library = internals();
  if (!library)
    return cudaErrorNotSupported;
  const LibraryWork description{
      name,
      items,
      scratchBytes,
      [](const void* data, void* scratch, std::uint64_t begin, std::uint64_t end) {
        return (*static_cast<const Work*>(data))(scratch, begin, end);
      },
      new Work(std::move(work)),
      [](const void* data) { delete static_cast<const Work*>(data); }};
  return static_cast<cudaError_t>(library->launch(stream, description));
}

// Orders work on the stream that begin(pending) only begins, on a worker: the stream goes on when
// finish(pending) is called. begin() returns false where memory of the program is not there, which
// ends the run. The name is a literal, for traces.
template <class Begin>
cudaError_t launchPending(cudaStream_t stream, const char* name, Begin begin) {
  cudaStreamCaptureStatus capture{};
  if (const cudaError_t error = cudaStreamIsCapturing(stream, &capture))
    return error;
  const auto* library = internals();
  if (!library)
    return cudaErrorNotSupported;
  const LibraryWork description{name,
                                1,
                                0,
                                nullptr,
                                new Begin(std::move(begin)),
                                [](const void* data) { delete static_cast<const Begin*>(data); },
                                [](const void* data, PendingWork* pending) {
                                  return (*static_cast<const Begin*>(data))(pending);
                                }};
  return static_cast<cudaError_t>(library->launch(stream, description));
}

inline void finish(PendingWork* pending) {
  internals()->finish(pending);
}

} // namespace heddle::library
