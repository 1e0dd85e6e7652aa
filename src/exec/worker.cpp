#include "exec/worker.h"

#include "exec/worker_pool.h"
#include "memory/peer_access.h"
#include "memory/quick_thread_local.h"
#include "memory/sanitizer.h"

#include <algorithm>
#include <csignal>
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
constexpr std::size_t kSignalStackBytes = 256u << 10;
// The shared memory that a worker begins with: more than a GPU has for a block, so that it rarely
// has to grow.
constexpr std::size_t kInitialSharedBytes = 256u << 10;

HEDDLE_QUICK_THREAD_LOCAL Worker* currentWorker = nullptr;

#ifdef HEDDLE_ASAN
// A KernelCall around another one that tells AddressSanitizer when it has come to the kernel's
// stack and when it goes back.
struct AnnouncedCall : KernelCall {
  KernelCall* call;
  const void* threadStack;
  std::size_t threadStackBytes;
  bool hasArrived;
};
thread_local AnnouncedCall announcedCall;

BlockContext* nextBlockAnnounced(KernelCall& announced, BlockStatus status) {
  auto& self = static_cast<AnnouncedCall&>(announced);
  if (!std::exchange(self.hasArrived, true))
    __sanitizer_finish_switch_fiber(nullptr, &self.threadStack, &self.threadStackBytes);
  BlockContext* const next = self.call->nextBlock(*self.call, status);
  if (!next)
    __sanitizer_start_switch_fiber(nullptr, self.threadStack, self.threadStackBytes);
  return next;
}
#endif

// Replaces the arena by a larger one where it has less than `bytes`.
char* ensureSize(memory::Reservation& arena, std::size_t bytes, std::size_t atLeast) {
  if (arena.size() < bytes) {
    arena = memory::Reservation();
    arena = memory::Reservation(memory::User::Kernels, std::max(bytes, atLeast), memory::pageSize(),
                                kSharedAlignment);
    if (!arena)
      throw std::bad_alloc();
  }
  return arena.data();
}

} // namespace

Worker::Worker(WorkerPool& pool, unsigned index, unsigned count)
    : pool_(pool), index_(index), count_(count), kernelStack_(wayBack_),
      signalStack_(memory::User::Driver, kSignalStackBytes, memory::pageSize()) {
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
  memory::allowAllDevices();
  worker.pool_.workerMain(worker);
  return nullptr;
}

void Worker::sleep() {
  while (asleep_.load(std::memory_order_acquire) != 0)
    sleepWhile(asleep_, 1);
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
  // At the end of the arena, so that an access beyond the block's shared memory hits the guard
  // page.
  char* arena = ensureSize(shared_, bytes, kInitialSharedBytes);
  return arena + shared_.size() - memory::roundUp(bytes, kSharedAlignment);
}

char* Worker::frame(std::size_t bytes) {
  return ensureSize(frame_, bytes, memory::pageSize());
}

FaultRecord Worker::runKernel(const BlockContext& context, KernelCall& call) {
  runningBlock_ = &context;
  wayBack_.call = &call;
  return enterKernel() ? fault_ : FaultRecord{};
}

bool Worker::enterKernel() {
#ifdef HEDDLE_ASAN
  void* fake = nullptr;
  announcedCall = {{nextBlockAnnounced, wayBack_.call->run}, wayBack_.call, nullptr, 0, false};
  wayBack_.call = &announcedCall;
  __sanitizer_start_switch_fiber(&fake, stackLow(),
                                 static_cast<std::size_t>(stackHigh() - stackLow()));
#endif
  const bool wasLeft = heddle_call_on_stack(&wayBack_, kernelStack_.top()) != 0;
#ifdef HEDDLE_ASAN
  __sanitizer_finish_switch_fiber(fake, nullptr, nullptr);
#endif
  return wasLeft;
}

void Worker::leaveKernel() {
#ifdef HEDDLE_ASAN
  __asan_handle_no_return();
  __sanitizer_start_switch_fiber(nullptr, announcedCall.threadStack,
                                 announcedCall.threadStackBytes);
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

bool Worker::isStackGuard(const void* address) const {
  const auto* at = static_cast<const char*>(address);
  // Where threads run as fibers, the local memory range holds their stacks, of which only the guard
  // pages can fault.
  return kernelStack_.isBelow(address) ||
         (at >= runningBlock_->localLow && at < runningBlock_->localHigh);
}

} // namespace heddle::exec
