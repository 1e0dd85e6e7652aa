// What a running grid has launched: its streams and events, the launches it has prepared, those
// that wait for its end, and its threads' last errors. Handles are valid in the grid that made
// them.
#pragma once

#include "exec/task.h"
#include "ir/kernel_abi.h"

#include <driver_types.h>

#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

namespace heddle::exec {

class KernelTask;

class ChildGrids {
public:
  // A thread of the grid.
  struct Caller {
    std::uint64_t block;
    std::uint32_t thread;
  };
  static Caller caller(const BlockContext& context, std::uint32_t thread);

  explicit ChildGrids(KernelTask& parent) : parent_(parent) {}

  // Between the two halves of a launch: the grid, found again by its parameters.
  void* prepare(KernelTask* grid);
  TaskRef takePrepared(const void* parameters);
  // The same where the kernel is named only in the second half.
  void* allocateParameters(std::size_t alignment, std::size_t bytes);
  bool takeParameters(const void* buffer, std::size_t bytes, char* out);

  cudaError_t submit(TaskRef task, Caller caller, std::uint64_t stream);

  cudaError_t createStream(std::uint64_t& handle, unsigned flags);
  cudaError_t destroyStream(std::uint64_t handle);
  cudaError_t createEvent(std::uint64_t& handle, unsigned flags);
  cudaError_t destroyEvent(std::uint64_t handle);
  cudaError_t record(std::uint64_t event, Caller caller, std::uint64_t stream);
  cudaError_t waitFor(Caller caller, std::uint64_t stream, std::uint64_t event);

  void setError(Caller caller, cudaError_t error);
  cudaError_t lastError(Caller caller, bool reset);

  // Launches into the tail stream, in their order.
  std::deque<TaskRef> takeTail();
  // In front of those that are there.
  void prependTail(std::deque<TaskRef> grids);
  TaskRef nextOfTail();

private:
  static std::uint64_t threadKey(Caller caller) { return caller.block << 10 | caller.thread; }

  // The last task of a stream that orders its work; null for no such stream. Under the lock.
  TaskRef* tailOf(Caller caller, std::uint64_t stream);

  KernelTask& parent_;
  std::mutex mutex_;
  std::unordered_map<const void*, TaskRef> prepared_;
  struct Buffer {
    std::unique_ptr<char[]> memory;
    std::size_t bytes;
  };
  std::unordered_map<const void*, Buffer> buffers_;
  std::unordered_map<std::uint64_t, TaskRef> blockStreams_, threadStreams_, streams_, events_;
  std::deque<TaskRef> tail_;
  std::unordered_map<std::uint64_t, cudaError_t> errors_;
};

} // namespace heddle::exec
