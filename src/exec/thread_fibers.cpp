#include "exec/thread_fibers.h"

#include "exec/barrier_deadlock.h"
#include "exec/fiber.h"
#include "exec/kernel_mode.h"
#include "exec/worker.h"
#include "memory/sanitizer.h"

#include <mutex>
#include <sys/mman.h>

#ifdef HEDDLE_ASAN
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif

namespace heddle::exec {

using boost::context::detail::fcontext_t;
using boost::context::detail::jump_fcontext;
using boost::context::detail::make_fcontext;
using boost::context::detail::transfer_t;

namespace {

constexpr std::uint32_t kMostThreadsPerBlock = 1024;

// Fibers that no block uses now. They are kept, because making stacks takes long.
struct Pool {
  std::mutex mutex;
  std::vector<std::unique_ptr<ThreadFibers>> unused;
};
Pool& pool() {
  // Never destroyed: kernels may still run when the destructors of static objects do.
  static Pool* const instance = new Pool;
  return *instance;
}

// The place in a block's frame that holds its fibers; null where it has none.
ThreadFibers*& fibersOf(char* frame) {
  return reinterpret_cast<BlockFrameHeader*>(frame)->fibers;
}

} // namespace

struct ThreadFibers::Scheduler {
  fcontext_t context;
  // The stack that the scheduler runs on, which AddressSanitizer asks for at each switch.
  const void* stack = nullptr;
  std::size_t stackBytes = 0;
};

ThreadFibers::ThreadFibers()
    : stacks_(memory::User::Kernels, kMostThreadsPerBlock * kFiberStackBytes, memory::pageSize()),
      scheduler_(std::make_unique<Scheduler>()) {}

ThreadFibers::~ThreadFibers() = default;

ThreadFibers& ThreadFibers::of(BlockContext& context) {
  return *fibersOf(context.frame);
}

std::optional<std::uint32_t> ThreadFibers::runningThread(char* frame) {
  const ThreadFibers* fibers = fibersOf(frame);
  return fibers ? std::optional(fibers->running_) : std::nullopt;
}

std::unique_ptr<ThreadFibers> ThreadFibers::takeFromPool() {
  std::lock_guard lock(pool().mutex);
  if (pool().unused.empty())
    return std::unique_ptr<ThreadFibers>(new ThreadFibers);
  std::unique_ptr<ThreadFibers> taken = std::move(pool().unused.back());
  pool().unused.pop_back();
  return taken;
}

void ThreadFibers::prepare(std::uint32_t threads) {
  std::unique_ptr<ThreadFibers> fibers = takeFromPool();
  fibers->allocateFibers(threads);
  std::lock_guard lock(pool().mutex);
  pool().unused.push_back(std::move(fibers));
}

BlockStatus ThreadFibers::run(BlockContext& context, ThreadFunction function,
                              std::uint32_t threads) {
  ThreadFibers*& fibers = fibersOf(context.frame);
  if (!fibers) {
    const ServiceScope service;
    fibers = takeFromPool().release();
    fibers->begin(context, function, threads);
  }
  const char* const low = context.localLow;
  const char* const high = context.localHigh;
  context.localLow = fibers->stacks_.data();
  context.localHigh = fibers->stacks_.data() + fibers->stacks_.size();
  const BlockStatus status = fibers->schedule();
  context.localLow = low;
  context.localHigh = high;
  if (status == BlockStatus::Done) {
    const ServiceScope service;
    discard(context.frame);
  }
  return status;
}

void ThreadFibers::discard(char* frame) {
  if (ThreadFibers* fibers = std::exchange(fibersOf(frame), nullptr)) {
    std::lock_guard lock(pool().mutex);
    pool().unused.emplace_back(fibers);
  }
}

void ThreadFibers::allocateFibers(std::uint32_t threads) {
  while (fibers_.size() < threads) {
    auto fiber = std::make_unique<Fiber>();
    fiber->stack = stacks_.data() + fibers_.size() * kFiberStackBytes;
    // The lowest page of each stack is a guard page.
    mprotect(fiber->stack, memory::pageSize(), PROT_NONE);
    fibers_.push_back(std::move(fiber));
  }
}

void ThreadFibers::begin(BlockContext& context, ThreadFunction function, std::uint32_t threads) {
  context_ = &context;
  function_ = function;
  threads_ = threads;
  finished_ = 0;
  barriers_ = {};
  turn_ = 0;
  warpTurns_.assign((threads + kWarpSize - 1) / kWarpSize, WarpTurn());
  allocateFibers(threads);
  for (std::uint32_t thread = 0; thread < threads; ++thread) {
    fibers_[thread]->state = Fiber::State::Ready;
    fibers_[thread]->context = nullptr;
    fibers_[thread]->polls = 0;
  }
}

void ThreadFibers::resume(Fiber& fiber) {
  running_ = static_cast<std::uint32_t>((fiber.stack - stacks_.data()) / kFiberStackBytes);
  if (!fiber.context) {
#ifdef HEDDLE_ASAN
    // AddressSanitizer marks the memory around variables. A thread that has ended on this stack has
    // left its functions by a jump, without taking back these marks.
    __asan_unpoison_memory_region(fiber.stack + memory::pageSize(),
                                  kFiberStackBytes - memory::pageSize());
#endif
    fiber.context = make_fcontext(
        fiber.stack + kFiberStackBytes, kFiberStackBytes - memory::pageSize(), [](transfer_t from) {
          auto* self = static_cast<ThreadFibers*>(from.data);
          self->scheduler_->context = from.fctx;
#ifdef HEDDLE_ASAN
          __sanitizer_finish_switch_fiber(nullptr, &self->scheduler_->stack,
                                          &self->scheduler_->stackBytes);
#endif
          const std::uint32_t thread = self->running_;
          callInKernelMode(self->function_, self->context_, thread);
          self->exit(thread);
        });
  }
#ifdef HEDDLE_ASAN
  void* fake = nullptr;
  __sanitizer_start_switch_fiber(&fake, fiber.stack + memory::pageSize(),
                                 kFiberStackBytes - memory::pageSize());
#endif
  fiber.context = jump_fcontext(fiber.context, this).fctx;
#ifdef HEDDLE_ASAN
  __sanitizer_finish_switch_fiber(fake, nullptr, nullptr);
#endif
}

void ThreadFibers::suspend([[maybe_unused]] Fiber& fiber) {
#ifdef HEDDLE_ASAN
  void* fake = nullptr;
  __sanitizer_start_switch_fiber(fiber.state == Fiber::State::Finished ? nullptr : &fake,
                                 scheduler_->stack, scheduler_->stackBytes);
#endif
  scheduler_->context = jump_fcontext(scheduler_->context, nullptr).fctx;
#ifdef HEDDLE_ASAN
  __sanitizer_finish_switch_fiber(fake, &scheduler_->stack, &scheduler_->stackBytes);
#endif
}

BlockStatus ThreadFibers::schedule() {
  for (;;) {
    bool anyRan = false, anyWaits = false;
    ++turn_;
    for (std::uint32_t thread = 0; thread < threads_; ++thread) {
      Fiber& fiber = *fibers_[thread];
      if (fiber.state != Fiber::State::Ready && fiber.state != Fiber::State::Waiting)
        continue;
      fiber.state = Fiber::State::Ready;
      fiber.agreements = 0;
      resume(fiber);
      anyWaits |= fiber.state == Fiber::State::Waiting;
      anyRan |= fiber.state != Fiber::State::Waiting;
    }
    if (finished_ == threads_)
      return BlockStatus::Done;
    const bool barrierReleased = releaseBarriers();
    const bool warpOperationDone = completeWarpOperations(false);
    if (anyRan || barrierReleased || warpOperationDone)
      continue;
    if (anyWaits)
      return BlockStatus::Yielded;
    // By the rules of CUDA the block now hangs. Instead the threads that are at a warp operation go
    // on without the missing ones.
    if (!completeWarpOperations(true))
      reportDeadlock();
  }
}

void ThreadFibers::reportDeadlock() {
  std::uint32_t thread = 0;
  while (fibers_[thread]->state != Fiber::State::AtBarrier)
    ++thread;
  const Fiber& fiber = *fibers_[thread];
  heddle_barrier_deadlock(context_, fiber.barrier, barriers_[fiber.barrier].threads,
                          fiber.count ? fiber.count : threads_ - finished_);
}

void ThreadFibers::barrier(std::uint32_t thread, std::uint32_t id, std::uint32_t count) {
  barrierSum(thread, id, count, false);
}

// A barrier for a number of threads counts whole warps, as on a GPU, so the last thread of a block
// stands for those that its warp lacks, too.
void ThreadFibers::addTo(Barrier& barrier, std::uint32_t thread) const {
  constexpr std::uint32_t kWarpSize = 32;
  ++barrier.threads;
  if (thread + 1 == threads_)
    barrier.lacking = (kWarpSize - threads_ % kWarpSize) % kWarpSize;
}

void ThreadFibers::arrive(std::uint32_t thread, std::uint32_t id) {
  addTo(barriers_[id % barriers_.size()], thread);
}

std::uint32_t ThreadFibers::barrierSum(std::uint32_t thread, std::uint32_t id, std::uint32_t count,
                                       bool predicate) {
  Fiber& fiber = *fibers_[thread];
  fiber.state = Fiber::State::AtBarrier;
  fiber.polls = 0;
  fiber.barrier = id % barriers_.size();
  fiber.count = count == threads_ ? 0 : count;
  addTo(barriers_[fiber.barrier], thread);
  barriers_[fiber.barrier].sum += predicate;
  suspend(fiber);
  return static_cast<std::uint32_t>(fiber.result);
}

void ThreadFibers::wait(std::uint32_t thread) {
  Fiber& fiber = *fibers_[thread];
  fiber.state = Fiber::State::Waiting;
  ++fiber.polls;
  suspend(fiber);
}

void ThreadFibers::exit(std::uint32_t thread) {
  Fiber& fiber = *fibers_[thread];
  fiber.state = Fiber::State::Finished;
  ++finished_;
  suspend(fiber);
  __builtin_unreachable();
}

bool ThreadFibers::releaseBarriers() {
  bool released = false;
  for (std::uint32_t id = 0; id < barriers_.size(); ++id) {
    Barrier& barrier = barriers_[id];
    bool complete = false;
    for (std::uint32_t thread = 0; thread < threads_; ++thread) {
      const Fiber& fiber = *fibers_[thread];
      if (fiber.state == Fiber::State::AtBarrier && fiber.barrier == id)
        // A thread that has returned no longer counts.
        complete |= fiber.count ? barrier.threads + barrier.lacking >= fiber.count
                                : barrier.threads >= threads_ - finished_;
    }
    if (!complete)
      continue;
    for (std::uint32_t thread = 0; thread < threads_; ++thread) {
      Fiber& fiber = *fibers_[thread];
      if (fiber.state != Fiber::State::AtBarrier || fiber.barrier != id)
        continue;
      fiber.result = barrier.sum;
      fiber.state = Fiber::State::Ready;
    }
    barrier = {};
    released = true;
  }
  return released;
}

} // namespace heddle::exec

extern "C" {

using heddle::BlockContext;
using heddle::exec::ThreadFibers;

heddle::BlockStatus heddle_run_threads(BlockContext* context, heddle::ThreadFunction function,
                                       std::uint32_t threads) {
  return ThreadFibers::run(*context, function, threads);
}

void heddle_barrier(BlockContext* context, std::uint32_t thread, std::uint32_t id,
                    std::uint32_t threads) {
  ThreadFibers::of(*context).barrier(thread, id, threads);
}

void heddle_barrier_arrive(BlockContext* context, std::uint32_t thread, std::uint32_t id,
                           std::uint32_t) {
  ThreadFibers::of(*context).arrive(thread, id);
}

std::uint32_t heddle_barrier_sum(BlockContext* context, std::uint32_t thread, std::uint32_t id,
                                 std::uint32_t threads, std::uint32_t predicate) {
  return ThreadFibers::of(*context).barrierSum(thread, id, threads, predicate != 0);
}

void heddle_wait(BlockContext* context, std::uint32_t thread) {
  ThreadFibers::of(*context).wait(thread);
}

void heddle_exit(BlockContext* context, std::uint32_t thread) {
  ThreadFibers::of(*context).exit(thread);
}

} // extern "C"
