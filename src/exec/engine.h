// src/exec runs tasks (kernels, copies, host functions) on worker threads, in the order that
// streams and events demand. It calls the compiled kernels of src/jit block by block, turns their
// faults into errors, and provides device printf, device malloc and the device runtime. The layers
// above use Engine, ExecutionContext (one per CUDA context), Stream, Event and the task classes.
//
// The Engine starts tasks whose predecessors are done and owns the threads that run them. There is
// one per process, and it is never destroyed, so that a process may exit while kernels still run.
#pragma once

#include "exec/task.h"

#include <memory>
#include <mutex>
#include <vector>

namespace heddle::exec {

class HostFunctionThread;
class PollingThread;
class WorkerPool;

class Engine {
public:
  static Engine& instance();
  static bool started();
  // Sets how many devices share the cores of the machine. Must be called before the first task.
  static void setDevices(unsigned count);
  static unsigned workersPerDevice();

  // Takes a task that will get no further predecessors, and starts it when those it has are done.
  // The engine holds a reference of its own until then.
  void submit(Task& task);

  // Starts the threads that run tasks of this kind, unless they run already. Throws
  // std::system_error when the system refuses a thread.
  void requireRunner(Task::Runner runner, unsigned device);

  // Undoes one Task::holdOpen(). May be called on any thread.
  void finishHeld(Task& task);

  // Whether a worker of the same device could run another task now.
  bool hasOtherReadyTask(const Task& task);

  // How many tasks have started and not ended. Counted only for the tool synccheck.
  std::uint32_t runningTasks() const { return runningTasks_.load(std::memory_order_relaxed); }

  // Interrupts the workers that run kernels of a context which has met a fault.
  void interruptWorkers(const ExecutionContext& execution);

  // Called when the process exits: from then on workers start nothing more.
  void stop() { stopping_.store(true, std::memory_order_relaxed); }
  bool stopping() const { return stopping_.load(std::memory_order_relaxed); }

private:
  friend class HostFunctionThread;
  friend class PollingThread;
  friend class WorkerPool;

  Engine();

  void start(Task& task);
  // Called when all items of a task are done: starts its successors.
  void finish(Task& task);
  // As Task::complete(), but an exception ends the context.
  static bool complete(Task& task);
  WorkerPool& poolOf(unsigned device);

  std::unique_ptr<HostFunctionThread> hostFunctionThread_;
  std::unique_ptr<PollingThread> pollingThread_;
  std::atomic<bool> stopping_{false};
  std::atomic<std::uint32_t> runningTasks_{0};
  // The workers of a device, created for its first task; null before. They are never destroyed, as
  // the engine itself.
  struct DevicePool {
    std::once_flag created;
    std::atomic<WorkerPool*> pool{nullptr};
  };
  std::vector<DevicePool> pools_;
};

} // namespace heddle::exec
