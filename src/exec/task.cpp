#include "exec/task.h"

#include "exec/engine.h"
#include "exec/execution_context.h"

#include <algorithm>
#include <new>

namespace heddle::exec {

namespace {

// Every pooled block has this many bytes: enough for a KernelTask with its inline parameters, the
// largest of the tasks that are launched often.
constexpr std::size_t kPooledBytes = 1024;
// A KernelTask holds kernel parameters, which are aligned to a cache line.
constexpr std::align_val_t kAlignment{64};
// Free blocks that the pool keeps; at most 8 MiB of memory then lie idle.
constexpr std::size_t kMostFreeBlocks = 8192;

struct FreeBlock {
  FreeBlock* next;
};

SpinLock poolLock;
FreeBlock* poolHead = nullptr;
std::size_t poolCount = 0;

} // namespace

void* Task::operator new(std::size_t bytes) {
  if (bytes > kPooledBytes)
    return ::operator new(bytes, kAlignment);
  poolLock.lock();
  FreeBlock* block = poolHead;
  if (block) {
    poolHead = block->next;
    --poolCount;
  }
  poolLock.unlock();
  return block ? block : ::operator new(kPooledBytes, kAlignment);
}

void Task::operator delete(void* memory, std::size_t bytes) {
  if (bytes <= kPooledBytes) {
    poolLock.lock();
    if (poolCount < kMostFreeBlocks) {
      auto* block = static_cast<FreeBlock*>(memory);
      block->next = poolHead;
      poolHead = block;
      ++poolCount;
      memory = nullptr;
    }
    poolLock.unlock();
  }
  ::operator delete(memory, kAlignment);
}

Task::Task(ExecutionContext& execution, Runner runner, std::uint64_t items)
    : execution_(execution), items_(items), remaining_(items), runner_(runner) {
  if (runner != Runner::Nobody)
    Engine::instance().requireRunner(runner, execution.device());
}

void Task::after(Task& predecessor) {
  bool isNoted = true;
  predecessor.lock_.lock();
  if (!predecessor.done())
    isNoted = predecessor.addSuccessor(*this);
  predecessor.lock_.unlock();
  // Without memory to note the order, it is kept by waiting here. To throw would leave a task that
  // is ordered in part.
  if (!isNoted)
    predecessor.wait();
}

bool Task::addSuccessor(Task& successor) {
  if (firstSuccessor_) {
    try {
      moreSuccessors_.push_back(&successor);
    } catch (const std::bad_alloc&) {
      return false;
    }
  } else {
    firstSuccessor_ = &successor;
  }
  successor.predecessors_.fetch_add(1, std::memory_order_relaxed);
  return true;
}

void Task::wait(bool spin) {
  if (done() || (spin && spinFor(kSpinNanoseconds, [&] { return done(); })))
    return;
  for (;;) {
    std::uint32_t state = kPending;
    state_.compare_exchange_strong(state, kAwaited, std::memory_order_acq_rel);
    if (state == kDone)
      return;
    sleepWhile(state_, kAwaited);
    if (done())
      return;
  }
}

bool Task::takeChunk(std::uint64_t wanted, std::uint64_t& begin, std::uint64_t& end) {
  if (cursor_.load(std::memory_order_relaxed) < items_) {
    begin = cursor_.fetch_add(wanted, std::memory_order_relaxed);
    if (begin < items_) {
      end = std::min(begin + wanted, items_);
      return true;
    }
  }
  std::uint64_t left = itemsGivenBack_.load(std::memory_order_relaxed);
  while (left > 0 &&
         !itemsGivenBack_.compare_exchange_weak(left, left - 1, std::memory_order_relaxed)) {
  }
  begin = 0;
  end = 1;
  return left > 0;
}

std::uint64_t Task::itemsLeft() const {
  const std::uint64_t taken = cursor_.load(std::memory_order_relaxed);
  return (taken >= items_ ? 0 : items_ - taken) + itemsGivenBack_.load(std::memory_order_relaxed);
}

std::vector<Task*> Task::markDone() {
  finishTime_ = monotonicNanoseconds();
  lock_.lock();
  const std::uint32_t before = state_.exchange(kDone, std::memory_order_acq_rel);
  std::vector<Task*> successors = std::move(moreSuccessors_);
  lock_.unlock();
  if (before == kAwaited)
    wakeAll(state_);
  return successors;
}

} // namespace heddle::exec
