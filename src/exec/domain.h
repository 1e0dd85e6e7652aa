// What the work of one context shares: the fault that ended it, printf's buffer, the device heap,
// and the order between its streams.
#pragma once

#include "exec/device_heap.h"
#include "exec/faults.h"
#include "exec/printf_buffer.h"
#include "exec/task.h"

#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

namespace heddle::exec {

class Stream;

class Domain {
public:
  Domain();
  // Waits for the work, as there is nothing left to hold it.
  ~Domain();
  Domain(const Domain&) = delete;
  Domain& operator=(const Domain&) = delete;

  bool faulted() const { return fault_.load(std::memory_order_relaxed) != Fault::None; }
  Fault fault() const { return fault_.load(std::memory_order_acquire); }
  // The first fault stays.
  void raise(Fault fault);

  // The default stream of the old kind: ordered with every blocking stream.
  Stream& legacyStream() { return *legacy_; }

  // Waits until everything submitted so far is done.
  void synchronize(bool spin = true);
  bool idle();

  PrintfBuffer& printfBuffer() { return printf_; }
  DeviceHeap& heap() { return heap_; }

private:
  friend class Stream;

  std::vector<TaskRef> pending();

  std::atomic<Fault> fault_{Fault::None};
  PrintfBuffer printf_;
  DeviceHeap heap_;

  std::mutex order_; // what follows, and the tails of all streams
  std::vector<Stream*> streams_;
  // Last tasks of streams that were destroyed with work in them.
  struct Orphan {
    TaskRef tail;
    bool blocking;
  };
  std::vector<Orphan> orphans_;
  std::unique_ptr<Stream> legacy_; // last: it enters and leaves streams_
};

} // namespace heddle::exec
