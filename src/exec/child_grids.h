// Dynamic parallelism: what a running grid owns because its threads called the device runtime.
// These are its streams and events, launches whose parameters are being filled in, launches that
// wait for the end of the grid, and the last error of each thread. A handle is valid only in the
// grid that created it.
#pragma once

#include "exec/kernel_memory.h"
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
  // The thread of the grid that calls the device runtime.
  struct Caller {
    std::uint64_t block;
    std::uint32_t thread;
  };
  static Caller callerOf(const BlockContext& context, std::uint32_t thread);

  explicit ChildGrids(KernelTask& parent) : parent_(parent) {}

  // Device code launches in two calls: the first returns a buffer for the parameters, the second
  // launches with that buffer. cudaGetParameterBufferV2 names the kernel in the first call, so the
  // grid exists between the calls and is found again by the address of its parameters.
  void* addPreparedGrid(KernelTask* grid);
  TaskRef takePreparedGrid(const void* parameters);
  // cudaGetParameterBuffer names the kernel in the second call, so the first one returns a plain
  // buffer, which the second copies to `parameters`. False when there is no such buffer or it is
  // smaller than `bytes`; a kernel without parameters needs none.
  void* allocateParameterBuffer(std::size_t alignment, std::size_t bytes);
  bool takeParameterBuffer(const void* buffer, std::size_t bytes, char* parameters);

  cudaError_t submit(TaskRef task, Caller caller, std::uint64_t stream);

  cudaError_t createStream(std::uint64_t& handle, unsigned flags);
  cudaError_t destroyStream(std::uint64_t handle);
  cudaError_t createEvent(std::uint64_t& handle, unsigned flags);
  cudaError_t destroyEvent(std::uint64_t handle);
  cudaError_t recordEvent(std::uint64_t event, Caller caller, std::uint64_t stream);
  cudaError_t streamWaitEvent(Caller caller, std::uint64_t stream, std::uint64_t event);

  void setLastError(Caller caller, cudaError_t error);
  cudaError_t lastError(Caller caller, bool reset);

  // The launches into the tail-launch stream (cudaStreamTailLaunch), in their order.
  std::deque<TaskRef> takeTailLaunches();
  // Puts grids in front of the tail launches that are already there.
  void prependTailLaunches(std::deque<TaskRef> grids);
  TaskRef nextTailLaunch();

private:
  static std::uint64_t threadKey(Caller caller) { return caller.block << 10 | caller.thread; }

  // The last task of a stream; null when there is no stream with this handle. Needs mutex_.
  TaskRef* tailOf(Caller caller, std::uint64_t stream);

  KernelTask& parent_;
  std::mutex mutex_;                                       // guards the members below
  std::unordered_map<const void*, TaskRef> preparedGrids_; // by the address of their parameters
  struct ParameterBuffer {
    KernelMemory memory;
    std::size_t bytes;
  };
  std::unordered_map<const void*, ParameterBuffer> parameterBuffers_;
  // The last task of each stream: the NULL stream of each block, the per-thread default streams,
  // and those that the program created.
  std::unordered_map<std::uint64_t, TaskRef> blockStreams_, threadStreams_, streams_;
  std::unordered_map<std::uint64_t, TaskRef> events_; // the task that each was recorded behind
  std::deque<TaskRef> tailLaunches_;
  std::unordered_map<std::uint64_t, cudaError_t> lastErrors_; // by threadKey()
};

} // namespace heddle::exec
