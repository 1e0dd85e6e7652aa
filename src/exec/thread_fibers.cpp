#include "exec/thread_fibers.h"

#include "exec/warp_exchange.h"
#include "memory/sanitizer.h"

#include <bit>
#include <boost/context/detail/fcontext.hpp>
#include <cstring>
#include <mutex>
#include <sys/mman.h>

#ifdef HEDDLE_ASAN
#include <sanitizer/common_interface_defs.h>
#endif

namespace heddle::exec {

using boost::context::detail::fcontext_t;
using boost::context::detail::jump_fcontext;
using boost::context::detail::make_fcontext;
using boost::context::detail::transfer_t;

namespace {

constexpr std::size_t kStackBytes = 256u << 10;
constexpr std::uint32_t kMostThreads = 1024;
constexpr std::uint32_t kWarp = 32;

// Not every loop that looks so waits for others: for so many iterations the rest of the warp stays
// with a lane in it, as they would for any loop.
constexpr std::uint32_t kPatience = 32;

// Made once and used again, for any block.
struct Pool {
  std::mutex mutex;
  std::vector<std::unique_ptr<ThreadFibers>> idle;
};
Pool& pool() {
  static Pool* const instance = new Pool; // kernels may outlive the destructors of statics
  return *instance;
}

ThreadFibers*& slot(char* frame) {
  return *reinterpret_cast<ThreadFibers**>(frame + kFrameFibersOffset);
}

} // namespace

struct ThreadFibers::Fiber {
  enum class State { Ready, AtBarrier, InWarp, InStep, Waiting, Finished };

  fcontext_t context; // null until it begins
  char* stack;
  State state;
  std::uint32_t barrier, count; // AtBarrier
  std::uint64_t result;
  // InWarp
  WarpOperation operation;
  std::uint64_t value;
  std::uint32_t b, c, members;
  const void* place; // in the code
  // InStep
  std::size_t depth; // of the stack
  std::uint64_t position;
  std::uint32_t polls; // iterations of loops that wait, since it last met others

  bool isInStep() const { return polls < kPatience; }
};

struct ThreadFibers::Scheduler {
  fcontext_t context;
  const void* stack = nullptr; // as the sanitizer wants it
  std::size_t stackBytes = 0;
};

ThreadFibers::ThreadFibers()
    : stacks_(kMostThreads * kStackBytes, memory::pageSize()),
      scheduler_(std::make_unique<Scheduler>()) {}

ThreadFibers::~ThreadFibers() = default;

ThreadFibers& ThreadFibers::of(BlockContext& context) {
  return *slot(context.frame);
}

std::optional<std::uint32_t> ThreadFibers::running(char* frame) {
  const ThreadFibers* fibers = slot(frame);
  return fibers ? std::optional(fibers->running_) : std::nullopt;
}

std::unique_ptr<ThreadFibers> ThreadFibers::take() {
  std::lock_guard lock(pool().mutex);
  if (pool().idle.empty())
    return std::unique_ptr<ThreadFibers>(new ThreadFibers);
  std::unique_ptr<ThreadFibers> taken = std::move(pool().idle.back());
  pool().idle.pop_back();
  return taken;
}

void ThreadFibers::prepare(std::uint32_t threads) {
  std::unique_ptr<ThreadFibers> fibers = take();
  fibers->grow(threads);
  std::lock_guard lock(pool().mutex);
  pool().idle.push_back(std::move(fibers));
}

BlockStatus ThreadFibers::run(BlockContext& context, ThreadFunction function,
                              std::uint32_t threads) {
  ThreadFibers*& fibers = slot(context.frame);
  if (!fibers) {
    fibers = take().release();
    fibers->begin(context, function, threads);
  }
  const char* const low = context.localLow;
  const char* const high = context.localHigh;
  context.localLow = fibers->stacks_.data();
  context.localHigh = fibers->stacks_.data() + fibers->stacks_.size();
  const BlockStatus status = fibers->schedule();
  context.localLow = low;
  context.localHigh = high;
  if (status == BlockStatus::Done)
    discard(context.frame);
  return status;
}

void ThreadFibers::discard(char* frame) {
  if (ThreadFibers* fibers = std::exchange(slot(frame), nullptr)) {
    std::lock_guard lock(pool().mutex);
    pool().idle.emplace_back(fibers);
  }
}

void ThreadFibers::grow(std::uint32_t threads) {
  while (fibers_.size() < threads) {
    auto fiber = std::make_unique<Fiber>();
    fiber->stack = stacks_.data() + fibers_.size() * kStackBytes;
    // Each stack ends in a page that nobody may touch.
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
  grow(threads);
  for (std::uint32_t thread = 0; thread < threads; ++thread) {
    fibers_[thread]->state = Fiber::State::Ready;
    fibers_[thread]->context = nullptr;
    fibers_[thread]->polls = 0;
  }
}

void ThreadFibers::resume(Fiber& fiber) {
  running_ = static_cast<std::uint32_t>((fiber.stack - stacks_.data()) / kStackBytes);
  if (!fiber.context)
    fiber.context = make_fcontext(
        fiber.stack + kStackBytes, kStackBytes - memory::pageSize(), [](transfer_t from) {
          auto* self = static_cast<ThreadFibers*>(from.data);
          self->scheduler_->context = from.fctx;
#ifdef HEDDLE_ASAN
          __sanitizer_finish_switch_fiber(nullptr, &self->scheduler_->stack,
                                          &self->scheduler_->stackBytes);
#endif
          const std::uint32_t thread = self->running_;
          self->function_(self->context_, thread);
          self->exit(thread);
        });
#ifdef HEDDLE_ASAN
  void* fake = nullptr;
  __sanitizer_start_switch_fiber(&fake, fiber.stack + memory::pageSize(),
                                 kStackBytes - memory::pageSize());
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
    bool moved = false, waits = false;
    for (std::uint32_t thread = 0; thread < threads_; ++thread) {
      Fiber& fiber = *fibers_[thread];
      if (fiber.state != Fiber::State::Ready && fiber.state != Fiber::State::Waiting)
        continue;
      fiber.state = Fiber::State::Ready;
      resume(fiber);
      waits |= fiber.state == Fiber::State::Waiting;
      moved |= fiber.state != Fiber::State::Waiting;
    }
    if (finished_ == threads_)
      return BlockStatus::Done;
    const bool released = releaseBarriers(false);
    const bool met = meet(false);
    if (moved || released || met)
      continue;
    if (waits)
      return BlockStatus::Yielded;
    // The program waits for ever by the letter; those who are there go on together.
    if (!meet(true))
      releaseBarriers(true);
  }
}

void ThreadFibers::barrier(std::uint32_t thread, std::uint32_t id, std::uint32_t count) {
  barrierSum(thread, id, count, false);
}

void ThreadFibers::arrive(std::uint32_t id, std::uint32_t) {
  ++barriers_[id % barriers_.size()].arrived;
}

std::uint32_t ThreadFibers::barrierSum(std::uint32_t thread, std::uint32_t id, std::uint32_t count,
                                       bool predicate) {
  Fiber& fiber = *fibers_[thread];
  fiber.state = Fiber::State::AtBarrier;
  fiber.polls = 0;
  fiber.barrier = id % barriers_.size();
  fiber.count = count == threads_ ? 0 : count;
  ++barriers_[fiber.barrier].arrived;
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

bool ThreadFibers::releaseBarriers(bool stuck) {
  bool released = false;
  for (std::uint32_t id = 0; id < barriers_.size(); ++id) {
    Barrier& barrier = barriers_[id];
    bool complete = false;
    for (std::uint32_t thread = 0; thread < threads_; ++thread) {
      const Fiber& fiber = *fibers_[thread];
      if (fiber.state == Fiber::State::AtBarrier && fiber.barrier == id)
        // A thread that has returned no longer counts.
        complete |= stuck || barrier.arrived >= (fiber.count ? fiber.count : threads_ - finished_);
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

std::uint64_t ThreadFibers::warpOperation(std::uint32_t thread, WarpOperation operation,
                                          std::uint64_t value, std::uint32_t b, std::uint32_t c,
                                          std::uint32_t members, const void* place) {
  Fiber& fiber = *fibers_[thread];
  fiber.operation = operation;
  fiber.value = value;
  fiber.b = b;
  fiber.c = c;
  fiber.members = members;
  fiber.place = place;
  fiber.state = Fiber::State::InWarp;
  fiber.polls = 0;
  suspend(fiber);
  return fiber.result;
}

void ThreadFibers::step(std::uint32_t thread, std::uint64_t position) {
  Fiber& fiber = *fibers_[thread];
  fiber.state = Fiber::State::InStep;
  fiber.depth = static_cast<std::size_t>(fiber.stack + kStackBytes -
                                         static_cast<char*>(__builtin_frame_address(0)));
  fiber.position = position;
  suspend(fiber);
}

bool ThreadFibers::meet(bool stuck) {
  bool met = false;
  for (std::uint32_t first = 0; first < threads_; first += kWarp)
    met |= meetInWarp(first, stuck);
  return met;
}

bool ThreadFibers::meetInWarp(std::uint32_t first, bool stuck) {
  const std::uint32_t lanes = std::min(kWarp, threads_ - first);
  std::uint32_t live = 0, here = 0, runs = 0;
  for (std::uint32_t lane = 0; lane < lanes; ++lane) {
    const Fiber& fiber = *fibers_[first + lane];
    live |= std::uint32_t{fiber.state != Fiber::State::Finished} << lane;
    here |= std::uint32_t{fiber.state == Fiber::State::InWarp} << lane;
    runs |= std::uint32_t{fiber.state == Fiber::State::Ready} << lane;
  }
  bool met = false;
  for (std::uint32_t lane = 0; lane < lanes; ++lane) {
    if (!(here >> lane & 1))
      continue;
    const Fiber& fiber = *fibers_[first + lane];
    std::uint32_t same = 0, samePlace = 0;
    for (std::uint32_t other = 0; other < lanes; ++other)
      if (here >> other & 1) {
        const Fiber& its = *fibers_[first + other];
        same |= std::uint32_t{its.members == fiber.members && its.operation == fiber.operation}
                << other;
        samePlace |= std::uint32_t{its.place == fiber.place} << other;
      }
    std::uint32_t together = 0;
    if (fiber.operation == WarpOperation::ActiveMask) {
      // Those who run together: who is here when nobody of the warp can run any more.
      if (runs == 0)
        together = samePlace;
    } else {
      const std::uint32_t wanted = (fiber.members & live) | std::uint32_t{1} << lane;
      if ((same & wanted) == wanted)
        together = wanted;
      else if (stuck)
        together = same & samePlace;
    }
    if (!together)
      continue;
    complete(first, together);
    here &= ~together;
    met = true;
  }
  return met || (runs == 0 && stepInWarp(first, lanes));
}

// Those who are behind go on, until they are where others wait for them.
bool ThreadFibers::stepInWarp(std::uint32_t first, std::uint32_t lanes) {
  const Fiber* behind = nullptr;
  auto isBehind = [&](const Fiber& fiber) {
    return std::pair(fiber.depth, behind->position) > std::pair(behind->depth, fiber.position);
  };
  bool any = false, stay = false;
  for (std::uint32_t lane = 0; lane < lanes; ++lane) {
    const Fiber& fiber = *fibers_[first + lane];
    stay |= fiber.state == Fiber::State::Waiting && fiber.isInStep();
    if (fiber.state != Fiber::State::InStep)
      continue;
    any = true;
    if (fiber.isInStep() && (!behind || isBehind(fiber)))
      behind = &fiber;
  }
  if (!any || stay)
    return any;
  for (std::uint32_t lane = 0; lane < lanes; ++lane) {
    Fiber& fiber = *fibers_[first + lane];
    if (fiber.state == Fiber::State::InStep &&
        (!fiber.isInStep() || (fiber.depth == behind->depth && fiber.position == behind->position)))
      fiber.state = Fiber::State::Ready;
  }
  return true;
}

void ThreadFibers::complete(std::uint32_t first, std::uint32_t lanes) {
  WarpExchange exchange{};
  exchange.members = lanes;
  for (std::uint32_t lane = 0; lane < kWarp; ++lane)
    if (lanes >> lane & 1) {
      const Fiber& fiber = *fibers_[first + lane];
      exchange.operation = fiber.operation;
      exchange.value[lane] = fiber.value;
      exchange.b[lane] = fiber.b;
      exchange.c[lane] = fiber.c;
    }
  for (std::uint32_t lane = 0; lane < kWarp; ++lane)
    if (lanes >> lane & 1) {
      Fiber& fiber = *fibers_[first + lane];
      fiber.result = exchange.resultFor(lane);
      fiber.state = Fiber::State::Ready;
    }
}

} // namespace heddle::exec
