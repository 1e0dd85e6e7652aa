#include "exec/task.h"

#include "exec/engine.h"
#include "exec/execution_context.h"
#include "exec/kernel_task.h"
#include "exec/task_order.h"

#include <algorithm>
#include <mutex>
#include <new>
#include <utility>

namespace heddle::exec {

namespace {

// Every pooled block has this many bytes: enough for a KernelTask, the largest of the tasks that
// are launched often.
constexpr std::size_t kPooledBytes = 512;
constexpr std::align_val_t kAlignment{64};
// How many blocks wait at most to be used again; with as many that are about to be, 8 MiB of memory
// then lie idle.
constexpr std::size_t kMostReturnedBlocks = 8192;

static_assert(sizeof(KernelTask) <= kPooledBytes);

std::atomic<std::uint32_t> sleepers{0}; // in Task::wait()

// Free blocks for tasks. Threads that launch take blocks, and workers give them back: each side has
// a list of its own, so that they seldom meet at a lock.
class TaskPool {
public:
  // Returns null if there is no free block.
  void* take() {
    std::lock_guard lock(takeLock_);
    if (!free_) {
      std::lock_guard returnedLock(returnLock_);
      free_ = std::exchange(returned_, nullptr);
      returnedCount_ = 0;
    }
    Block* const block = free_;
    if (block)
      free_ = block->next;
    return block;
  }
  // Returns false if the pool has enough blocks.
  bool give(void* memory) {
    std::lock_guard lock(returnLock_);
    if (returnedCount_ == kMostReturnedBlocks)
      return false;
    returned_ = ::new (memory) Block{returned_};
    ++returnedCount_;
    return true;
  }

private:
  struct Block {
    Block* next;
  };
  alignas(64) SpinLock takeLock_;
  Block* free_ = nullptr;
  alignas(64) SpinLock returnLock_;
  Block* returned_ = nullptr;
  std::size_t returnedCount_ = 0;
};

TaskPool pool;

} // namespace

void* Task::operator new(std::size_t bytes) {
  if (bytes > kPooledBytes)
    return ::operator new(bytes, kAlignment);
  void* const block = pool.take();
  return block ? block : ::operator new(kPooledBytes, kAlignment);
}

void Task::operator delete(void* memory, std::size_t bytes) {
  if (bytes > kPooledBytes || !pool.give(memory))
    ::operator delete(memory, kAlignment);
}

Task::Task(ExecutionContext& execution, Runner runner, std::uint64_t items)
    : execution_(execution), items_(items), remaining_(items), runner_(runner) {
  // This also makes the engine, so that to submit a task cannot fail: streams and other tasks know
  // it by then.
  Engine::instance().requireRunner(runner, execution.device());
}

void Task::after(Task& predecessor) {
  bool isNoted = true;
  predecessor.lock_.lock();
  if (!predecessor.done()) {
    isNoted = predecessor.addSuccessor(*this);
    if (followsTaskOrder()) [[unlikely]]
      noteTaskOrder(*this, predecessor);
  }
  predecessor.lock_.unlock();
  // Without memory to note the order, it is kept by waiting here. To throw would leave a task that
  // is ordered in part.
  if (!isNoted)
    predecessor.wait();
}

void Task::afterUnsubmitted(Task& predecessor) {
  if (!predecessor.addSuccessor(*this))
    throw std::bad_alloc();
  if (followsTaskOrder()) [[unlikely]]
    noteTaskOrder(*this, predecessor);
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

std::uint32_t Task::sleepingThreads() {
  return sleepers.load(std::memory_order_relaxed);
}

void Task::wait(bool spin) {
  if (done() || (spin && spinFor(kSpinNanoseconds, [&] { return done(); })))
    return;
  for (;;) {
    std::uint32_t state = kPending;
    state_.compare_exchange_strong(state, kAwaited, std::memory_order_acq_rel);
    if (state == kDone)
      return;
    sleepers.fetch_add(1, std::memory_order_relaxed);
    sleepWhile(state_, kAwaited);
    sleepers.fetch_sub(1, std::memory_order_relaxed);
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
