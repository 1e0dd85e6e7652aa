// Running what CUDA programs ask for: tasks (kernels, copies, host functions) in the order that
// streams and events give them, on pools of workers; blocks of threads by the compiled kernels of
// src/jit; faults turned into errors; device printf and malloc. The layers above use Engine, Domain
// (one per context), Stream and Event, and the task classes.
//
// The Engine holds the pools: one per process, never destroyed, so that a process may end while
// kernels still run.
#pragma once

#include "exec/task.h"

#include <memory>
#include <mutex>
#include <vector>

namespace heddle::exec {

class HostThread;
class Poller;
class WorkerPool;

class Engine {
public:
  static Engine& instance();
  static bool started();
  // How many devices share the machine; before the first task.
  static void setDevices(unsigned count);
  static unsigned workerCount(); // of each device

  // Hands a task to the pool; its dependencies are complete. Takes no reference of the caller's.
  void submit(Task& task);

  // Whether a task other than this one could run now.
  bool othersWait(const Task& task);

  // At process end: workers take nothing more.
  void stop() { stopping_.store(true, std::memory_order_relaxed); }
  bool stopping() const { return stopping_.load(std::memory_order_relaxed); }

private:
  friend class HostThread;
  friend class Poller;
  friend class WorkerPool;

  Engine();

  void dispatch(Task& task);
  void finish(Task& task);
  WorkerPool& poolOf(unsigned device);

  std::unique_ptr<HostThread> hostThread_;
  std::unique_ptr<Poller> poller_;
  std::atomic<bool> stopping_{false};
  struct DevicePool {
    std::once_flag made;
    std::unique_ptr<WorkerPool> pool;
  };
  std::vector<DevicePool> pools_; // by device, each from its first task on
};

} // namespace heddle::exec
