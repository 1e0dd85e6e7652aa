// A worker: a thread that runs blocks. It has a stack for the kernels, on which their local memory
// lies, and memory for the shared memory and the frame of one block, all between guard pages. When
// a kernel faults, it jumps back to the point from which it called the kernel.
#pragma once

#include "exec/call_on_stack.h"
#include "exec/faults.h"
#include "exec/interruptions.h"
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

class ExecutionContext;
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

  // Says that the worker has nothing to run at this time.
  void noteIdle(std::uint64_t now);
  // Installs the fault handlers again if the program has changed them. Called before each task; it
  // does so only sometimes, for it takes as long as the launch of an empty kernel.
  void checkFaultHandlers();

  // Memory for one block at a time. It still holds what the previous block has left there. Throws
  // std::bad_alloc when there is none.
  char* sharedMemory(std::size_t bytes);
  char* frame(std::size_t bytes);
  const char* stackLow() const { return kernelStack_.low(); }
  const char* stackHigh() const { return reinterpret_cast<const char*>(kernelStack_.top()); }

  // Makes a KernelCall in memory that kernels may access. It lives until the next one is made, and
  // nobody destroys it.
  template <typename Call, typename... Arguments> Call& makeCall(Arguments&&... arguments) {
    static_assert(sizeof(Call) <= KernelStack::kStateBytes &&
                  std::is_trivially_destructible_v<Call>);
    return *::new (kernelStack_.state()) Call{std::forward<Arguments>(arguments)...};
  }
  // What a kernel runs for, and until when.
  struct Purpose {
    const ExecutionContext* execution; // null: no fault of the context ends it
    std::uint64_t deadline;            // by monotonicNanoseconds(); 0: none
  };
  // Runs the blocks of `call`, which makeCall() has made last, on the kernel's stack. `context` is
  // that of the first block. Returns the fault that ended them, or a record with Fault::None. A
  // fault leaves the call by a jump, so nothing in it may need a destructor.
  FaultRecord runKernel(const BlockContext& context, KernelCall& call, const Purpose& purpose);

  // The calling thread's worker while it is inside runKernel(), else null.
  static Worker* inKernel();
  // Room for the description of a fault, which must outlive the kernel. It is no variable of the
  // thread: there is little memory for those (memory/quick_thread_local.h).
  static constexpr std::size_t kFaultTextBytes = 128;
  char (&faultText())[kFaultTextBytes] { return faultText_; }
  // Jumps back to runKernel(), which returns the record.
  [[noreturn]] void abandonKernel(const FaultRecord& record);
  // Gives the kernel's stack more memory, if an access at the address is due to its growth.
  bool growStack(const void* address, const char* stackPointer);
  // Whether an access at the address is the overflow of a stack.
  bool isStackOverflow(const void* address, const char* stackPointer) const;
  // Provides memory for this many bytes of stack, for code of the driver that lets the system write
  // there. It has no effect on the stacks of fibers.
  void provideStack(std::size_t bytes);

  // Called by other threads. Interrupts the worker if what it runs has to end: because the context
  // has met a fault, or because the deadline is over.
  void interruptIfRunning(const ExecutionContext& execution);
  void interruptIfOverdue(std::uint64_t now);
  // What the interrupt does, in the signal handler of the worker's thread.
  static void onInterrupt();

private:
  static void* threadMain(void* self);
  // The only ways into the code of kernels and out of it. enterKernel() returns whether the kernel
  // was left by leaveKernel() and not by its own end.
  bool enterKernel(KernelCall& call);
  [[noreturn]] void leaveKernel();
  // Ends a ServiceScope. An interrupt that came in the outermost one then has its effect.
  void endService();
  // Leaves the kernel if it has to end.
  void leaveIfEnded();
  struct AnnouncedCall; // of AddressSanitizer's builds

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
  std::uint64_t lastHandlerCheck_ = 0; // by monotonicNanoseconds()
  unsigned tasksUntilHandlerCheck_ = 0;
  std::uint64_t lastTaskTick_ = 0; // of the clock of the last task that looked for changed handlers
  const BlockContext* runningBlock_ = nullptr;
  // What the worker runs now; null and 0 when it runs no kernel. Other threads read them.
  std::atomic<const ExecutionContext*> runningFor_{nullptr};
  std::atomic<std::uint64_t> deadline_{0};
  friend class ServiceScope;
  unsigned serviceDepth_ = 0;       // how many ServiceScopes there are
  bool isInterruptPending_ = false; // an interrupt waits for the end of the outermost one
  FaultRecord fault_;
  char faultText_[kFaultTextBytes] = {};
};

// Runs one block once, unless there was an interruption since this object was made.
struct OneBlock : KernelCall {
  OneBlock(BlockFunction function, BlockContext& block)
      : KernelCall{next, function}, context(&block) {}
  static BlockContext* next(KernelCall& call, BlockStatus status);

  BlockContext* context; // null once the block has run
  Interruptions interruptions;
  BlockStatus status = BlockStatus::Yielded;
};

// While an object of this class lives, the calling worker runs code of the driver on behalf of its
// kernel which may take locks and allocate memory. An interrupt waits until its end, where it may
// leave the kernel by a jump. So it must be the first object of a function.
class ServiceScope {
public:
  ServiceScope() : worker_(Worker::inKernel()) {
    if (worker_)
      ++worker_->serviceDepth_;
    std::atomic_signal_fence(std::memory_order_seq_cst);
  }
  ~ServiceScope() {
    if (worker_)
      worker_->endService();
  }
  ServiceScope(const ServiceScope&) = delete;
  ServiceScope& operator=(const ServiceScope&) = delete;

private:
  Worker* const worker_;
};

} // namespace heddle::exec
