// A worker: a thread with a large stack for the kernels' local memory, an arena for a block's
// shared memory and one for its frame, all between guard pages, and the way back from a fault.
#pragma once

#include "exec/faults.h"
#include "exec/wait.h"
#include "ir/kernel_abi.h"
#include "memory/reservation.h"

#include <atomic>
#include <csetjmp>
#include <cstdint>
#include <pthread.h>

namespace heddle::exec {

class WorkerPool;

class Worker {
public:
  Worker(WorkerPool& pool, unsigned index, unsigned count);

  void start();
  unsigned index() const { return index_; }
  unsigned count() const { return count_; }

  void prepareSleep() { asleep_.store(1, std::memory_order_relaxed); }
  void sleep();
  void wake();
  [[noreturn]] void sleepForever();

  // Memory for one block at a time; the contents are whatever the last block left.
  char* sharedMemory(std::size_t bytes);
  char* frame(std::size_t bytes);
  const char* stackLow() const { return stack_.data(); }
  const char* stackHigh() const { return stack_.data() + stack_.size(); }

  // Runs `body`, which calls compiled code on the block of this context; what it faulted on.
  template <typename Body> FaultRecord guarded(const BlockContext& context, Body body) {
    if (sigsetjmp(recovery_, 0) == 0) {
      running_ = &context;
      body();
      running_ = nullptr;
      return {};
    }
    running_ = nullptr;
    return record_;
  }

  // The worker whose kernel code the calling thread is in; null elsewhere.
  static Worker* inKernel();
  [[noreturn]] void abandonKernel(const FaultRecord& record);
  bool ownsGuardAddress(const void* address) const;

private:
  static void* threadMain(void* self);

  WorkerPool& pool_;
  const unsigned index_;
  const unsigned count_;
  memory::Reservation stack_;
  memory::Reservation signalStack_;
  memory::Reservation shared_;
  memory::Reservation frame_;
  pthread_t thread_{};
  std::atomic<std::uint32_t> asleep_{0};
  sigjmp_buf recovery_;
  const BlockContext* volatile running_ = nullptr; // null outside of kernels
  FaultRecord record_;
};

} // namespace heddle::exec
