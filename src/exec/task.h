// A unit of stream work: a kernel, a copy, a host function. It consists of a number of items (the
// blocks of a grid, the pieces of a copy), which workers take in chunks of ascending order once all
// the tasks before it are done.
#pragma once

#include "exec/task_order.h"
#include "exec/wait.h"
#include "exec/worker_set.h"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace heddle::exec {

class ExecutionContext;
class TaskList;
class Worker;

class Task {
public:
  enum class Runner : std::uint8_t {
    Nobody, // done as soon as its predecessors are
    Workers,
    HostFunctionThread,
    PollingThread, // only for a PollingTask
  };

  // Makes sure that the engine and the threads which run such tasks exist. Throws when a thread
  // cannot be started or there is no memory.
  Task(ExecutionContext& execution, Runner runner, std::uint64_t items);
  virtual ~Task() = default;
  Task(const Task&) = delete;
  Task& operator=(const Task&) = delete;

  // A program may launch millions of tasks, so their memory is recycled.
  static void* operator new(std::size_t bytes);
  static void operator delete(void* memory, std::size_t bytes);

  // The name that traces show.
  virtual const char* name() const { return "task"; }
  // Whether the next items run code that was made quickly, which traces show.
  virtual bool runsQuickCode() const { return false; }

  // Does the items [begin, end). `worker` is null on the host function thread. Returns false to
  // give the items back, so that a worker takes as many of them again after other tasks have run;
  // only tasks whose items are interchangeable may do so.
  virtual bool run(std::uint64_t, std::uint64_t, Worker*) { return true; }

  ExecutionContext& execution() const { return execution_; }
  // Among tasks that are ready, the one with the smallest number runs first.
  void setPriority(int priority) { priority_ = priority; }
  // Limits the task to these workers; null allows all workers of the device. Nobody tells the task
  // when a set is gone, so the set must live until the process ends.
  void setWorkers(const WorkerSet* workers) { workers_ = workers; }
  bool done() const { return state_.load(std::memory_order_acquire) == kDone; }
  void wait(bool spin = true);
  // Counts the threads that sleep in wait(), by which a deadlock of the whole process is told.
  static std::uint32_t sleepingThreads();
  // Valid once done.
  std::uint64_t finishTime() const { return finishTime_; }

  void retain() { references_.fetch_add(1, std::memory_order_relaxed); }
  void release() {
    if (references_.fetch_sub(1, std::memory_order_acq_rel) == 1)
      delete this;
  }

  // Makes this task wait for `predecessor`, which is submitted or will be in any case. Must be
  // called before this task is submitted, and it then must be: the predecessor knows it from here
  // on.
  void after(Task& predecessor);
  // The same for two tasks that are submitted together later. Throws std::bad_alloc; neither task
  // must be submitted then.
  void afterUnsubmitted(Task& predecessor);

  // Makes `child` part of this task, which is then not done before `child` is. May be called only
  // while this task runs.
  void adopt(Task& child) {
    child.parent_ = this;
    child.workers_ = workers_;
    remaining_.fetch_add(1, std::memory_order_relaxed);
    if (followsTaskOrder()) [[unlikely]]
      noteTaskOrder(*this, child);
  }

  // Keeps this task from being done until Engine::finishHeld() is called. May be called only while
  // this task runs.
  void holdOpen() { remaining_.fetch_add(1, std::memory_order_relaxed); }

protected:
  Task* parent() const { return parent_; }
  // How many items no worker has taken yet.
  std::uint64_t itemsLeft() const;
  // Called when all items and children are done. Returns true when the task is complete, false when
  // it has started another child.
  virtual bool complete() { return true; }

private:
  friend class Engine;
  friend class HostFunctionThread;
  friend class TaskList;
  friend class WorkerPool;
  friend class PollingThread;

  static constexpr std::uint32_t kPending = 0, kAwaited = 1, kDone = 2;

  bool takeChunk(std::uint64_t wanted, std::uint64_t& begin, std::uint64_t& end);
  // Counts items as done. Returns true to the caller that did the last one.
  bool finishItems(std::uint64_t count) {
    return remaining_.fetch_sub(count, std::memory_order_acq_rel) == count;
  }
  std::vector<Task*> markDone();
  // False when there is no memory for it. Needs lock_ once this task is submitted.
  bool addSuccessor(Task& successor);

  ExecutionContext& execution_;
  const std::uint64_t items_;
  std::atomic<std::uint64_t> cursor_{0};
  std::atomic<std::uint64_t> remaining_;
  std::atomic<std::uint32_t> state_{kPending};
  // Tasks that must be done before this one starts, plus one until it is submitted.
  std::atomic<std::uint32_t> predecessors_{1};
  std::atomic<std::uint32_t> references_{1};
  const Runner runner_;
  int priority_ = 0;
  const WorkerSet* workers_ = nullptr;
  SpinLock lock_; // guards the successors and the change of state_ to kDone
  // Nearly every task has at most one successor, which needs no allocation this way.
  Task* firstSuccessor_ = nullptr;
  std::vector<Task*> moreSuccessors_;
  std::uint64_t finishTime_ = 0;
  Task* parent_ = nullptr;
  std::atomic<std::uint64_t> itemsGivenBack_{0};
  // Membership in the list of ready tasks of a WorkerPool.
  Task* nextReady_ = nullptr;
  bool isListed_ = false;
  // The next one of a list of tasks that are finished together, or that wait for a thread of their
  // own.
  Task* next_ = nullptr;
};

// A queue of tasks that allocates nothing. A task can be in one at a time.
class TaskList {
public:
  bool empty() const { return !first_; }
  void push(Task& task) {
    task.next_ = nullptr;
    (first_ ? last_->next_ : first_) = &task;
    last_ = &task;
  }
  // The first task, or null.
  Task* pop() {
    Task* const task = first_;
    if (task)
      first_ = task->next_;
    return task;
  }

private:
  Task* first_ = nullptr;
  Task* last_ = nullptr;
};

// A counted reference to a task.
class TaskRef {
public:
  TaskRef() = default;
  // Takes over the reference that a new task is created with.
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
