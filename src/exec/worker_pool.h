// The workers of one device: threads that run the tasks which are ready there, those of higher
// priority first, then the oldest. Devices share the machine's cores in equal parts.
#pragma once

#include "exec/task.h"

#include <memory>
#include <vector>

namespace heddle::exec {

class Engine;

class WorkerPool {
public:
  WorkerPool(Engine& engine, unsigned workers);
  ~WorkerPool();

  // Hands over a task that waits for nothing any more.
  void activate(Task& task);
  // Whether a task other than this one could run now.
  bool othersWait(const Task& task);
  // What a worker does for as long as the process lives.
  void workerMain(Worker& worker);

private:
  void enqueue(Task& task); // under the lock
  void putBack(Task& task, std::uint64_t items);
  Task* take();
  Task* awaitWork(Worker& worker);
  void work(Task& task, Worker& worker);

  Engine& engine_;
  std::vector<std::unique_ptr<Worker>> workers_;

  alignas(64) SpinLock lock_; // what follows
  Task* head_ = nullptr;      // ready tasks, by priority, then oldest first
  Task* tail_ = nullptr;
  std::vector<Worker*> sleepers_;
  unsigned looking_ = 0; // workers that look for work and need no waking
  alignas(64) std::atomic<bool> workWaiting_{false};
  std::atomic<bool> longLooker_{false};
};

} // namespace heddle::exec
