#include "exec/worker.h"

#include "exec/execution_context.h"
#include "exec/launch_timeout.h"
#include "exec/worker_pool.h"
#include "memory/key_rights.h"
#include "memory/protection_keys.h"
#include "memory/quick_thread_local.h"
#include "memory/sanitizer.h"

#include <algorithm>
#include <csignal>
#include <ctime>
#include <initializer_list>
#include <string>
#include <system_error>
#include <unistd.h>

#ifdef HEDDLE_ASAN
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif

namespace heddle::exec {

namespace {

// The stack of the thread itself. The compiler runs on it when a fault is reported.
constexpr std::size_t kThreadStackBytes = 64u << 20;
// An idle worker checks whether the fault handlers are still installed if its last check is longer
// ago than this, and a busy one after this many tasks or a tick of the clock.
constexpr std::uint64_t kHandlerCheckNanoseconds = 50'000;
constexpr unsigned kTasksPerHandlerCheck = 64;
constexpr std::size_t kSignalStackBytes = 256u << 10;
// The shared memory that a worker begins with: more than a GPU has for a block, so that it rarely
// has to grow.
constexpr std::size_t kInitialSharedBytes = 256u << 10;
// An address of shared memory has 32 bits, so none leads beyond the larger guard. The smaller guard
// is for systems that do not give a process as many addresses.
constexpr std::size_t kSharedGuardBytes = std::size_t{4} << 30, kLeastSharedGuardBytes = 16u << 20;

HEDDLE_QUICK_THREAD_LOCAL Worker* currentWorker = nullptr;

// Reads when the system's clock last ticked, which it does every few milliseconds. This costs less
// than to read the time itself.
std::uint64_t clockTick() {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC_COARSE, &time);
  return static_cast<std::uint64_t>(time.tv_sec) * 1'000'000'000 +
         static_cast<std::uint64_t>(time.tv_nsec);
}

// Replaces the arena by a larger one where it has less than `bytes`. Its guards have the first of
// the given sizes that the system provides.
char* ensureSize(memory::Reservation& arena, std::size_t bytes, std::size_t atLeast,
                 std::initializer_list<std::size_t> guards) {
  if (arena.size() < bytes) {
    arena = memory::Reservation();
    for (const std::size_t guard : guards)
      if (!arena)
        arena = memory::Reservation(memory::User::Kernels, std::max(bytes, atLeast), guard,
                                    kSharedAlignment);
    if (!arena)
      throw std::bad_alloc();
  }
  return arena.data();
}

// An older Linux writes the frame of a signal with the rights of the code that it interrupts, which
// may be a kernel. There the signal stack must be memory of kernels.
memory::User signalStackUser() {
  return memory::wallIsUp() && !memory::signalFramesNeedNoRights() ? memory::User::Kernels
                                                                   : memory::User::Driver;
}

} // namespace

Worker::Worker(WorkerPool& pool, unsigned index, unsigned count)
    : pool_(pool), index_(index), count_(count), kernelStack_(wayBack_),
      signalStack_(signalStackUser(), kSignalStackBytes, memory::pageSize()) {
  if (!kernelStack_ || !signalStack_)
    throw std::bad_alloc();
}

void Worker::start() {
  // Signals sent to the process are for the program's own threads, so a worker blocks all but the
  // ones that its own code can cause. A new thread inherits the mask.
  sigset_t all, before;
  sigfillset(&all);
  for (int fault : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT})
    sigdelset(&all, fault);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, kThreadStackBytes);
  const int error = pthread_create(&thread_, &attributes, threadMain, this);
  pthread_attr_destroy(&attributes);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  if (error)
    throw std::system_error(error, std::generic_category());
  pthread_setname_np(thread_, ("heddle-" + std::to_string(index_)).c_str());
}

void* Worker::threadMain(void* self) {
  auto& worker = *static_cast<Worker*>(self);
  currentWorker = &worker;
  stack_t alternate{};
  alternate.ss_sp = worker.signalStack_.data();
  alternate.ss_size = worker.signalStack_.size();
  sigaltstack(&alternate, nullptr);
  memory::allowAllKeys();
  if (memory::wallIsUp())
    memory::leaveRestartableSequences(); // raiseWall() has made sure that it works
  worker.pool_.workerMain(worker);
  return nullptr;
}

void Worker::noteIdle(std::uint64_t now) {
  if (now - lastHandlerCheck_ < kHandlerCheckNanoseconds)
    return;
  lastHandlerCheck_ = now;
  tasksUntilHandlerCheck_ = 0;
}

void Worker::checkFaultHandlers() {
  // A worker that the system has not let run for a while does not know that it was idle.
  const std::uint64_t tick = clockTick();
  if (tasksUntilHandlerCheck_ > 0 && tick == lastTaskTick_) [[likely]] {
    --tasksUntilHandlerCheck_;
    return;
  }
  lastTaskTick_ = tick;
  tasksUntilHandlerCheck_ = kTasksPerHandlerCheck;
  ensureFaultHandlers();
}

void Worker::sleep() {
  while (asleep_.load(std::memory_order_acquire) != 0)
    sleepWhile(asleep_, 1);
  tasksUntilHandlerCheck_ = 0;
}

void Worker::wake() {
  asleep_.store(0, std::memory_order_release);
  wakeAll(asleep_);
}

void Worker::sleepForever() {
  for (;;)
    pause();
}

char* Worker::sharedMemory(std::size_t bytes) {
  // The shared memory lies at the end of the arena, so that an access beyond it hits the guard.
  char* arena =
      ensureSize(shared_, bytes, kInitialSharedBytes, {kSharedGuardBytes, kLeastSharedGuardBytes});
  return arena + shared_.size() - memory::roundUp(bytes, kSharedAlignment);
}

char* Worker::frame(std::size_t bytes) {
  if (frame_.size() >= bytes) [[likely]]
    return frame_.data();
  return ensureSize(frame_, bytes, memory::pageSize(), {memory::pageSize()});
}

FaultRecord Worker::runKernel(const BlockContext& context, KernelCall& call,
                              const Purpose& purpose) {
  kernelStack_.prepareFor(reinterpret_cast<const void*>(call.run));
  runningBlock_ = &context;
  serviceDepth_ = 0;
  isInterruptPending_ = false;
  deadline_.store(purpose.deadline, std::memory_order_relaxed);
  // This store is sequentially consistent, because `call` then looks for interruptions, while the
  // thread that meets a fault first adds one and then looks which workers run for the context.
  runningFor_.store(purpose.execution, std::memory_order_seq_cst);
  const std::uint32_t rights = memory::protectionKeysInUse() ? memory::readKeyRights() : 0;
  const bool isFaulted = enterKernel(call);
  // A fault comes here by a jump out of the signal handler, which has other rights.
  if (isFaulted && memory::protectionKeysInUse())
    memory::writeKeyRights(rights);
  runningFor_.store(nullptr, std::memory_order_release);
  deadline_.store(0, std::memory_order_relaxed);
  return isFaulted ? fault_ : FaultRecord{};
}

#ifdef HEDDLE_ASAN
// A KernelCall around another one that tells AddressSanitizer when it has come to the kernel's
// stack and when it goes back.
struct Worker::AnnouncedCall : KernelCall {
  Worker* worker;
  KernelCall* call;
  const void* threadStack;
  std::size_t threadStackBytes;
  bool hasArrived;

  static BlockContext* nextBlock(KernelCall& announced, BlockStatus status) {
    auto& self = static_cast<AnnouncedCall&>(announced);
    if (!std::exchange(self.hasArrived, true)) {
      __sanitizer_finish_switch_fiber(nullptr, &self.threadStack, &self.threadStackBytes);
      self.worker->endService();
    }
    BlockContext* const next = self.call->nextBlock(*self.call, status);
    if (!next) {
      ++self.worker->serviceDepth_;
      std::atomic_signal_fence(std::memory_order_seq_cst);
      __sanitizer_start_switch_fiber(nullptr, self.threadStack, self.threadStackBytes);
    }
    return next;
  }
};
#endif

bool Worker::enterKernel([[maybe_unused]] KernelCall& call) {
#ifdef HEDDLE_ASAN
  // An interrupt in the middle of a switch would begin another one, which AddressSanitizer refuses,
  // so switches count as services.
  ++serviceDepth_;
  void* fake = nullptr;
  ::new (kernelStack_.outerState())
      AnnouncedCall{{AnnouncedCall::nextBlock, call.run}, this, &call, nullptr, 0, false};
  __sanitizer_start_switch_fiber(&fake, stackLow(),
                                 static_cast<std::size_t>(stackHigh() - stackLow()));
#endif
  const bool wasLeft = heddle_call_on_stack(&wayBack_, kernelStack_.top()) != 0;
#ifdef HEDDLE_ASAN
  __sanitizer_finish_switch_fiber(fake, nullptr, nullptr);
  // AddressSanitizer marks the memory around variables. Functions that were left by a jump have not
  // taken back these marks, which the next kernel on this stack would run into.
  if (wasLeft)
    __asan_unpoison_memory_region(stackLow(), static_cast<std::size_t>(stackHigh() - stackLow()));
#endif
  return wasLeft;
}

void Worker::leaveKernel() {
#ifdef HEDDLE_ASAN
  ++serviceDepth_;
  std::atomic_signal_fence(std::memory_order_seq_cst);
  const auto& announced = *static_cast<const AnnouncedCall*>(kernelStack_.outerState());
  __asan_handle_no_return();
  __sanitizer_start_switch_fiber(nullptr, announced.threadStack, announced.threadStackBytes);
#endif
  heddle_return_from_stack(&wayBack_, 1);
}

Worker* Worker::inKernel() {
  return currentWorker && currentWorker->wayBack_.isValid ? currentWorker : nullptr;
}

void Worker::abandonKernel(const FaultRecord& record) {
  fault_ = record;
  leaveKernel();
}

bool Worker::growStack(const void* address, const char* stackPointer) {
  return kernelStack_.grow(address, stackPointer);
}

void Worker::provideStack(std::size_t bytes) {
  const auto* frame = static_cast<const char*>(__builtin_frame_address(0));
  kernelStack_.grow(frame - bytes, frame - bytes);
}

bool Worker::isStackOverflow(const void* address, const char* stackPointer) const {
  const auto* at = static_cast<const char*>(address);
  // Where threads run as fibers, the local memory range holds their stacks, of which only the guard
  // pages can fault.
  const bool isFiber = at >= runningBlock_->localLow && at < runningBlock_->localHigh &&
                       runningBlock_->localHigh != stackHigh();
  return isFiber || kernelStack_.isOverflow(address, stackPointer);
}

BlockContext* OneBlock::next(KernelCall& call, BlockStatus status) {
  auto& self = static_cast<OneBlock&>(call);
  if (self.context && self.interruptions.isInterrupted())
    return nullptr;
  self.status = status;
  return std::exchange(self.context, nullptr);
}

void Worker::interruptIfRunning(const ExecutionContext& execution) {
  if (this != currentWorker && runningFor_.load(std::memory_order_seq_cst) == &execution)
    sendInterrupt(thread_);
}

void Worker::interruptIfOverdue(std::uint64_t now) {
  const std::uint64_t deadline = deadline_.load(std::memory_order_relaxed);
  if (deadline != 0 && now > deadline)
    sendInterrupt(thread_);
}

void Worker::onInterrupt() {
  Worker* const worker = inKernel();
  if (!worker)
    return;
  if (worker->serviceDepth_ > 0)
    worker->isInterruptPending_ = true;
  else
    worker->leaveIfEnded();
}

void Worker::endService() {
  std::atomic_signal_fence(std::memory_order_seq_cst);
  if (--serviceDepth_ > 0)
    return;
  std::atomic_signal_fence(std::memory_order_seq_cst);
  if (isInterruptPending_)
    leaveIfEnded();
}

void Worker::leaveIfEnded() {
  isInterruptPending_ = false;
  // A fault of the context is known there with all its details, so this record needs none.
  const ExecutionContext* const execution = runningFor_.load(std::memory_order_relaxed);
  if (execution && execution->faulted())
    abandonKernel({Fault::LaunchFailed, "", nullptr, {}, {}});
  const std::uint64_t deadline = deadline_.load(std::memory_order_relaxed);
  if (deadline != 0 && monotonicNanoseconds() > deadline)
    abandonKernel({Fault::Timeout, kTimeoutDescription, nullptr, {}, {}});
}

} // namespace heddle::exec
