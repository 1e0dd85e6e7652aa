// A worker: a thread that runs blocks. It has a large stack, on which the kernels' local memory
// lies, and memory for the shared memory and the frame of one block, all between guard pages. When
// a kernel faults, it jumps back to the point from which it called the kernel.
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

  // prepareSleep() must come before the worker becomes known as a sleeper: a wake() from then on is
  // not lost, for sleep() then returns at once.
  void prepareSleep() { asleep_.store(1, std::memory_order_relaxed); }
  void sleep();
  void wake();
  [[noreturn]] void sleepForever();

  // Memory for one block at a time. It still holds what the previous block has left there.
  char* sharedMemory(std::size_t bytes);
  char* frame(std::size_t bytes);
  const char* stackLow() const { return stack_.data(); }
  const char* stackHigh() const { return stack_.data() + stack_.size(); }

  // Calls `body`, which runs compiled code for the block of `context`. Returns the fault that ended
  // it, or a record with Fault::None. A fault leaves `body` by a jump, so nothing in it may need a
  // destructor.
  template <typename Body> FaultRecord runCatchingFaults(const BlockContext& context, Body body) {
    if (sigsetjmp(recoveryPoint_, 0) == 0) {
      runningBlock_ = &context;
      body();
      runningBlock_ = nullptr;
      return {};
    }
    runningBlock_ = nullptr;
    return fault_;
  }

  // The calling thread's worker while it is inside runCatchingFaults(), else null.
  static Worker* inKernel();
  // Jumps back to runCatchingFaults().
  [[noreturn]] void abandonKernel(const FaultRecord& record);
  // Whether the address lies in a guard region below a stack: an access there is a stack overflow.
  bool isStackGuard(const void* address) const;

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
  sigjmp_buf recoveryPoint_;
  // Volatile because the signal handler reads it.
  const BlockContext* volatile runningBlock_ = nullptr;
  FaultRecord fault_;
};

} // namespace heddle::exec
