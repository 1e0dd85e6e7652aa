// The workers of one device and the list of tasks that are ready to run there. Workers take tasks
// by priority, and the oldest first among equals.
#pragma once

#include "exec/task.h"

#include <memory>
#include <span>
#include <vector>

namespace heddle::exec {

class Engine;

class WorkerPool {
public:
  WorkerPool(Engine& engine, unsigned workers);
  ~WorkerPool();

  // Adds a task whose predecessors are done.
  void addReady(Task& task);
  // Whether another task than this one has items that no worker has taken.
  bool hasOtherReadyTask(const Task& task);
  // Interrupts the workers that run kernels of a context which has met a fault.
  void interruptWorkers(const ExecutionContext& execution);
  // The main function of a worker's thread, which never returns.
  void workerMain(Worker& worker);

private:
  void insertByPriority(Task& task); // needs lock_
  void giveBack(Task& task, std::uint64_t items);
  Task* tryTakeTask(const Worker& worker);
  // The first task of the list that has items for the worker; null when there is none. Takes tasks
  // without items out of the list on the way, as many as `removed` holds. Needs lock_.
  Task* findTask(const Worker& worker, std::span<Task*> removed, unsigned& removedCount);
  // Whether the list has a task for the worker, or one without items that it can take out. Needs
  // lock_.
  bool hasUseFor(const Worker& worker) const;
  // Takes a worker that sleeps and may run the task from the list; null when there is none. Needs
  // lock_.
  Worker* takeSleeper(const Task& task);
  Task* waitForTask(Worker& worker);
  void addWorker(unsigned index, unsigned count);
  void runTask(Task& task, Worker& worker);
  // As Task::run(), but an exception of the task ends the context.
  static bool runItems(Task& task, std::uint64_t begin, std::uint64_t end, Worker& worker);
  void startWatch(std::uint64_t timeout);
  // The main function of a thread that ends grids which run longer than HEDDLE_TIMEOUT.
  [[noreturn]] void watchDeadlines(std::uint64_t timeout);

  Engine& engine_;
  std::vector<std::unique_ptr<Worker>> workers_;

  alignas(64) SpinLock lock_;  // guards the members up to spinning_
  Task* firstReady_ = nullptr; // the ready tasks, linked by Task::nextReady_
  Task* lastReady_ = nullptr;
  std::vector<Worker*> sleepers_;
  unsigned spinning_ = 0; // workers that poll hasReadyTasks_ and need not be woken
  alignas(64) std::atomic<bool> hasReadyTasks_{false};
  std::atomic<bool> hasLongSpinner_{false};
};

} // namespace heddle::exec
