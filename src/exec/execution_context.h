// The execution state of one CUDA context, which all its work shares: the fault that ended it, the
// printf buffer, the device heap, and the order between its streams.
#pragma once

#include "exec/device_malloc.h"
#include "exec/faults.h"
#include "exec/printf_buffer.h"
#include "exec/task.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <new>
#include <vector>

namespace heddle::exec {

class DeviceServices;
class Stream;
class StreamGroup;

class ExecutionContext {
public:
  explicit ExecutionContext(unsigned device = 0);
  // Waits for all its tasks, since they refer to it.
  ~ExecutionContext();
  ExecutionContext(const ExecutionContext&) = delete;
  ExecutionContext& operator=(const ExecutionContext&) = delete;

  // The device whose workers run the tasks.
  unsigned device() const { return device_; }
  // One bit for each device whose memory kernels may access: this one and the enabled peers.
  std::uint64_t accessibleDevices() const {
    return accessibleDevices_.load(std::memory_order_relaxed);
  }
  void allowDevice(unsigned device) { accessibleDevices_ |= std::uint64_t{1} << device; }
  void forbidDevice(unsigned device) { accessibleDevices_ &= ~(std::uint64_t{1} << device); }

  bool faulted() const { return fault_.load(std::memory_order_relaxed) != Fault::None; }
  // The fault as the API returns it. Waits until the line about it is on standard error, so that
  // a program that exits at the first error code does not lose the line.
  Fault fault() const {
    const Fault fault = fault_.load(std::memory_order_acquire);
    if (fault != Fault::None)
      faultReported_.wait(false, std::memory_order_acquire);
    return fault;
  }
  // Ends the context with a fault, with all kernels that run for it, and calls `report`. Only the
  // first fault counts: for a later one this does nothing.
  template <typename Report> void raiseFault(Fault fault, Report report) {
    Fault none = Fault::None;
    if (!fault_.compare_exchange_strong(none, fault, std::memory_order_seq_cst))
      return;
    interruptKernels();
    try {
      report();
    } catch (const std::bad_alloc&) {
      // The program learns of the fault from its code. Only the line about it is lost.
    }
    faultReported_.store(true, std::memory_order_release);
    faultReported_.notify_all();
  }

  // The legacy default stream, which is ordered with every blocking stream.
  Stream& legacyStream() { return *legacyStream_; }

  // Waits until everything submitted so far is done: in the streams of the group, or for a null
  // group in all streams. The same holds for the two functions below.
  void synchronize(bool spin = true, const StreamGroup* group = nullptr);
  // A task that is done when everything submitted so far is done. Null when it is done already.
  TaskRef join(const StreamGroup* group = nullptr);
  // Makes later work, also of streams that are created later, wait for `task`.
  void waitFor(const TaskRef& task, StreamGroup* group = nullptr);
  // Whether any submitted task is not done. A single load, so a copy can ask it at each call.
  bool hasUnfinishedTasks() const { return unfinishedTasks_.load(std::memory_order_acquire) != 0; }
  // The engine calls these when a task is submitted and when it is done.
  void taskSubmitted() { unfinishedTasks_.fetch_add(1, std::memory_order_relaxed); }
  void taskFinished() { unfinishedTasks_.fetch_sub(1, std::memory_order_release); }

  PrintfBuffer& printfBuffer() { return printf_; }
  DeviceHeap& heap() { return heap_; }
  // The layer above, which answers the device runtime. While it is null, device code cannot launch
  // kernels.
  DeviceServices* deviceServices() const { return deviceServices_; }
  void setDeviceServices(DeviceServices* services) { deviceServices_ = services; }

private:
  friend class Stream;

  // Interrupts the workers that run kernels of this context. Some of them may never end.
  void interruptKernels();
  // The last task of each stream that is not done yet.
  std::vector<TaskRef> unfinishedTails(const StreamGroup* group);
  TaskRef anyUnfinishedTail();

  const unsigned device_;
  std::atomic<std::uint64_t> accessibleDevices_;
  std::atomic<Fault> fault_{Fault::None};
  std::atomic<bool> faultReported_{false};
  alignas(64) std::atomic<std::uint64_t> unfinishedTasks_{0};
  PrintfBuffer printf_;
  DeviceHeap heap_;
  DeviceServices* deviceServices_ = nullptr;

  // Guards the members below and the tails of all streams.
  std::mutex orderMutex_;
  std::vector<Stream*> streams_;
  // The last task of a stream that was destroyed while it had work.
  struct DestroyedStream {
    TaskRef tail;
    bool blocking;
    const StreamGroup* group; // only to compare: the group may be gone
  };
  std::vector<DestroyedStream> destroyedStreams_;
  TaskRef newStreamsStartAfter_;
  // Declared last, because it adds itself to streams_ and removes itself.
  std::unique_ptr<Stream> legacyStream_;
};

} // namespace heddle::exec
