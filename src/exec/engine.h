// Running what CUDA programs ask for: tasks (kernels, copies, host functions) in the order that
// streams and events give them, on a pool of workers; blocks of threads by the compiled kernels of
// src/jit; faults turned into errors; device printf and malloc. The layers above use Engine, Domain
// (one per context), Stream and Event, and the task classes.
//
// The Engine is the pool: one per process, never destroyed, so that a process may end while kernels
// still run.
#pragma once

#include "exec/task.h"

#include <memory>
#include <vector>

namespace heddle::exec {

class HostThread;
class Poller;

class Engine {
public:
  static Engine& instance();
  static bool started();
  static unsigned workerCount(); // before the pool is started as well

  // Hands a task to the pool; its dependencies are complete. Takes no reference of the caller's.
  void submit(Task& task);

  // At process end: workers take nothing more.
  void stop() { stopping_.store(true, std::memory_order_relaxed); }
  bool stopping() const { return stopping_.load(std::memory_order_relaxed); }

private:
  friend class HostThread;
  friend class Poller;
  friend class Worker;

  Engine();

  void dispatch(Task& task);
  void finish(Task& task);
  void activate(Task& task);
  void enqueue(Task& task); // under the lock
  void workerMain(Worker& worker);
  Task* take();
  Task* awaitWork(Worker& worker);
  void work(Task& task, Worker& worker);

  std::vector<std::unique_ptr<Worker>> workers_;
  std::unique_ptr<HostThread> hostThread_;
  std::unique_ptr<Poller> poller_;
  std::atomic<bool> stopping_{false};

  alignas(64) SpinLock lock_; // what follows
  Task* head_ = nullptr;      // ready tasks, by priority, then oldest first
  Task* tail_ = nullptr;
  std::vector<Worker*> sleepers_;
  unsigned looking_ = 0; // workers that look for work and need no waking
  alignas(64) std::atomic<bool> workWaiting_{false};
  std::atomic<bool> longLooker_{false};
};

} // namespace heddle::exec
