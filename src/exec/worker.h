// A worker: a thread that runs blocks. It has a stack for the kernels, on which their local memory
// lies, and memory for the shared memory and the frame of one block, all between guard pages. When
// a kernel faults, it jumps back to the point from which it called the kernel.
#pragma once

#include "exec/call_on_stack.h"
#include "exec/faults.h"
#include "exec/kernel_stack.h"
#include "exec/wait.h"
#include "ir/kernel_abi.h"
#include "memory/reservation.h"

#include <atomic>
#include <cstdint>
#include <new>
#include <pthread.h>
#include <utility>

namespace heddle::exec {

class WorkerPool;

class Worker {
public:
  // Throws std::bad_alloc when there are no addresses for its stacks.
  Worker(WorkerPool& pool, unsigned index, unsigned count);

  // Throws std::system_error when the system refuses a thread.
  void start();
  unsigned index() const { return index_; }
  unsigned count() const { return count_; }

  // prepareSleep() must come before the worker becomes known as a sleeper: a wake() from then on is
  // not lost, for sleep() then returns at once.
  void prepareSleep() { asleep_.store(1, std::memory_order_relaxed); }
  void sleep();
  void wake();
  [[noreturn]] void sleepForever();

  // Memory for one block at a time. It still holds what the previous block has left there. Throws
  // std::bad_alloc when there is none.
  char* sharedMemory(std::size_t bytes);
  char* frame(std::size_t bytes);
  const char* stackLow() const { return kernelStack_.low(); }
  const char* stackHigh() const { return kernelStack_.top(); }

  // Makes a KernelCall in memory that kernels may access. It lives until the next one is made, and
  // nobody destroys it.
  template <typename Call, typename... Arguments> Call& makeCall(Arguments&&... arguments) {
    static_assert(sizeof(Call) <= kStateBytes && std::is_trivially_destructible_v<Call>);
    return *::new (kernelStack_.state()) Call{std::forward<Arguments>(arguments)...};
  }
  // Runs the blocks of `call` on the kernel's stack. `context` is that of the first block. Returns
  // the fault that ended them, or a record with Fault::None. A fault leaves the call by a jump, so
  // nothing in it may need a destructor.
  FaultRecord runKernel(const BlockContext& context, KernelCall& call);

  // The calling thread's worker while it is inside runKernel(), else null.
  static Worker* inKernel();
  // Jumps back to runKernel().
  [[noreturn]] void abandonKernel(const FaultRecord& record);
  // Whether the address lies in a guard region below a stack: an access there is a stack overflow.
  bool isStackGuard(const void* address) const;

private:
  // How large a KernelCall may be: the smallest size of a page.
  static constexpr std::size_t kStateBytes = 4096;

  static void* threadMain(void* self);
  // The only ways into the code of kernels and out of it. enterKernel() returns whether the kernel
  // was left by leaveKernel() and not by its own end.
  bool enterKernel();
  [[noreturn]] void leaveKernel();

  WorkerPool& pool_;
  const unsigned index_;
  const unsigned count_;
  WayBack wayBack_{};
  KernelStack kernelStack_;
  memory::Reservation signalStack_;
  memory::Reservation shared_;
  memory::Reservation frame_;
  pthread_t thread_{};
  std::atomic<std::uint32_t> asleep_{0};
  const BlockContext* runningBlock_ = nullptr;
  FaultRecord fault_;
};

} // namespace heddle::exec
