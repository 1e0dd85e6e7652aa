// What the work of one context shares: the fault that ended it, printf's buffer, the device heap,
// and the order between its streams.
#pragma once

#include "exec/device_heap.h"
#include "exec/faults.h"
#include "exec/printf_buffer.h"
#include "exec/task.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

namespace heddle::exec {

class DeviceServices;
class Stream;

class Domain {
public:
  explicit Domain(unsigned device = 0);
  // Waits for the work, as there is nothing left to hold it.
  ~Domain();
  Domain(const Domain&) = delete;
  Domain& operator=(const Domain&) = delete;

  // Whose workers run its tasks.
  unsigned device() const { return device_; }
  // A bit for each device whose memory its kernels may touch: its own and enabled peers.
  std::uint64_t reachableDevices() const { return reachable_.load(std::memory_order_relaxed); }
  void reach(unsigned device) { reachable_ |= std::uint64_t{1} << device; }
  void unreach(unsigned device) { reachable_ &= ~(std::uint64_t{1} << device); }

  bool faulted() const { return fault_.load(std::memory_order_relaxed) != Fault::None; }
  // What the program gets to know, once it has been told about it on standard error.
  Fault fault() const {
    const Fault fault = fault_.load(std::memory_order_acquire);
    if (fault != Fault::None)
      told_.wait(false, std::memory_order_acquire);
    return fault;
  }
  // The first fault stays; of others, `report` is not called.
  template <typename Report> void raise(Fault fault, Report report) {
    Fault none = Fault::None;
    if (!fault_.compare_exchange_strong(none, fault, std::memory_order_acq_rel))
      return;
    report();
    told_.store(true, std::memory_order_release);
    told_.notify_all();
  }

  // The default stream of the old kind: ordered with every blocking stream.
  Stream& legacyStream() { return *legacy_; }

  // Waits until everything submitted so far is done.
  void synchronize(bool spin = true);
  // A task that is done when everything before now is done, in all streams; null when that is so
  // already.
  TaskRef join();
  // Later work of all streams, also of streams that are made later, waits for `task`.
  void waitFor(const TaskRef& task);
  bool idle();
  // Whether nothing was begun that has not ended: cheaper to ask than idle().
  bool quiet() const { return running_.load(std::memory_order_acquire) == 0; }
  // For the engine.
  void begun() { running_.fetch_add(1, std::memory_order_relaxed); }
  void ended() { running_.fetch_sub(1, std::memory_order_release); }

  PrintfBuffer& printfBuffer() { return printf_; }
  DeviceHeap& heap() { return heap_; }
  // What answers the device runtime; where there is none, device code launches nothing.
  DeviceServices* deviceServices() const { return deviceServices_; }
  void setDeviceServices(DeviceServices* services) { deviceServices_ = services; }

private:
  friend class Stream;

  std::vector<TaskRef> pending();

  const unsigned device_;
  std::atomic<std::uint64_t> reachable_;
  std::atomic<Fault> fault_{Fault::None};
  std::atomic<bool> told_{false};
  alignas(64) std::atomic<std::uint64_t> running_{0};
  PrintfBuffer printf_;
  DeviceHeap heap_;
  DeviceServices* deviceServices_ = nullptr;

  std::mutex order_; // what follows, and the tails of all streams
  std::vector<Stream*> streams_;
  // Last tasks of streams that were destroyed with work in them.
  struct Orphan {
    TaskRef tail;
    bool blocking;
  };
  std::vector<Orphan> orphans_;
  TaskRef barrier_;                // what streams begin behind
  std::unique_ptr<Stream> legacy_; // last: it enters and leaves streams_
};

} // namespace heddle::exec
