// A piece of stream work: so many items, done in ascending chunks by any number of workers once all
// its predecessors are done.
#pragma once

#include "exec/wait.h"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace heddle::exec {

class Domain;
class Worker;

class Task {
public:
  enum class Runner : std::uint8_t {
    Nobody, // done as soon as it is ready
    Workers,
    HostThread,
    Poller, // a ConditionTask
  };

  Task(Domain& domain, Runner runner, std::uint64_t items)
      : domain_(domain), items_(items), remaining_(items), runner_(runner) {}
  virtual ~Task() = default;
  Task(const Task&) = delete;
  Task& operator=(const Task&) = delete;

  // Tasks come and go by the million; their memory is recycled.
  static void* operator new(std::size_t bytes);
  static void operator delete(void* memory, std::size_t bytes);

  // In traces.
  virtual const char* name() const { return "task"; }

  // Items [begin, end). `worker` is null on the host thread. False puts them back, to be done when
  // other tasks have had their turn; only where one item is like another.
  virtual bool run(std::uint64_t, std::uint64_t, Worker*) { return true; }

  Domain& domain() const { return domain_; }
  // Of two tasks that are ready, the one with the smaller number goes first.
  void setPriority(int priority) { priority_ = priority; }
  bool done() const { return state_.load(std::memory_order_acquire) == kDone; }
  void wait(bool spin = true);
  // Valid once done.
  std::uint64_t finishTime() const { return finishTime_; }

  void retain() { references_.fetch_add(1, std::memory_order_relaxed); }
  void release() {
    if (references_.fetch_sub(1, std::memory_order_acq_rel) == 1)
      delete this;
  }

  // Makes this task wait for `predecessor`; only before submission.
  void after(Task& predecessor);

  // This task is not done before `child` is; while it runs.
  void adopt(Task& child) {
    child.parent_ = this;
    remaining_.fetch_add(1, std::memory_order_relaxed);
  }

protected:
  Task* parent() const { return parent_; }
  // All items and children are done. True when there is nothing more to do; false when another
  // child was begun.
  virtual bool complete() { return true; }

private:
  friend class Engine;
  friend class HostThread;
  friend class WorkerPool;
  friend class Poller;

  static constexpr std::uint32_t kPending = 0, kAwaited = 1, kDone = 2;

  bool takeChunk(std::uint64_t wanted, std::uint64_t& begin, std::uint64_t& end);
  std::uint64_t itemsLeft() const;
  // True for the one that did the last item.
  bool finished(std::uint64_t count) {
    return remaining_.fetch_sub(count, std::memory_order_acq_rel) == count;
  }
  std::vector<Task*> markDone();

  Domain& domain_;
  const std::uint64_t items_;
  std::atomic<std::uint64_t> cursor_{0};
  std::atomic<std::uint64_t> remaining_;
  std::atomic<std::uint32_t> state_{kPending};
  std::atomic<std::uint32_t> predecessors_{1}; // the one more is taken away by submission
  std::atomic<std::uint32_t> references_{1};
  const Runner runner_;
  int priority_ = 0;
  SpinLock lock_;                  // successors_, and the step to done
  Task* firstSuccessor_ = nullptr; // nearly always the only one
  std::vector<Task*> moreSuccessors_;
  std::uint64_t finishTime_ = 0;
  Task* parent_ = nullptr;
  std::atomic<std::uint64_t> putBack_{0};
  Task* next_ = nullptr; // in the engine's list
  bool listed_ = false;
};

// A counted reference.
class TaskRef {
public:
  TaskRef() = default;
  static TaskRef adopt(Task* task) {
    TaskRef ref;
    ref.task_ = task;
    return ref;
  }
  explicit TaskRef(Task* task) : task_(task) {
    if (task_)
      task_->retain();
  }
  TaskRef(const TaskRef& other) : TaskRef(other.task_) {}
  TaskRef(TaskRef&& other) noexcept : task_(std::exchange(other.task_, nullptr)) {}
  TaskRef& operator=(TaskRef other) noexcept {
    std::swap(task_, other.task_);
    return *this;
  }
  ~TaskRef() {
    if (task_)
      task_->release();
  }

  Task* get() const { return task_; }
  Task* operator->() const { return task_; }
  Task& operator*() const { return *task_; }
  explicit operator bool() const { return task_ != nullptr; }

private:
  Task* task_ = nullptr;
};

} // namespace heddle::exec
