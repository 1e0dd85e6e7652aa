#include "exec/worker.h"

#include "exec/worker_pool.h"
#include "memory/peer_access.h"
#include "memory/sanitizer.h"

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <unistd.h>

namespace heddle::exec {

namespace {

// AddressSanitizer refuses to clean up after a jump out of a stack larger than 64 MiB.
#ifdef HEDDLE_ASAN
constexpr std::size_t kStackBytes = 32u << 20;
#else
constexpr std::size_t kStackBytes = 256u << 20;
#endif
// Much wider than a page, because a function with a large stack frame can skip a single page
// without touching it.
constexpr std::size_t kStackGuardBytes = 16u << 20;
constexpr std::size_t kSignalStackBytes = 256u << 10;
// The shared memory that a worker begins with: more than a GPU has for a block, so that it rarely
// has to grow.
constexpr std::size_t kInitialSharedBytes = 256u << 10;

thread_local Worker* currentWorker = nullptr;

[[noreturn]] void fail(const char* what) {
  std::fprintf(stderr, "heddle: cannot start a worker: no %s\n", what);
  std::abort();
}

// Replaces the arena by a larger one where it has less than `bytes`.
char* ensureSize(memory::Reservation& arena, std::size_t bytes, std::size_t atLeast) {
  if (arena.size() < bytes) {
    arena = memory::Reservation();
    arena = memory::Reservation(std::max(bytes, atLeast), memory::pageSize(), kSharedAlignment);
    if (!arena)
      fail("memory");
  }
  return arena.data();
}

} // namespace

Worker::Worker(WorkerPool& pool, unsigned index, unsigned count)
    : pool_(pool), index_(index), count_(count), stack_(kStackBytes, kStackGuardBytes),
      signalStack_(kSignalStackBytes, memory::pageSize()) {
  if (!stack_ || !signalStack_)
    fail("address space");
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
  pthread_attr_setstack(&attributes, stack_.data(), stack_.size());
  if (pthread_create(&thread_, &attributes, threadMain, this) != 0)
    fail("thread");
  pthread_attr_destroy(&attributes);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
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

Worker* Worker::inKernel() {
  return currentWorker && currentWorker->runningBlock_ ? currentWorker : nullptr;
}

void Worker::abandonKernel(const FaultRecord& record) {
  fault_ = record;
  siglongjmp(recoveryPoint_, 1);
}

bool Worker::isStackGuard(const void* address) const {
  const auto* at = static_cast<const char*>(address);
  // Where threads run as fibers, the local memory range holds their stacks, of which only the guard
  // pages can fault.
  const BlockContext* block = runningBlock_;
  return (at >= stack_.data() - kStackGuardBytes && at < stack_.data()) ||
         (block && at >= block->localLow && at < block->localHigh);
}

} // namespace heddle::exec
