// The thread that runs host functions and stream callbacks (cuLaunchHostFunc, cuStreamAddCallback).
// They are the program's own code and may block, so they must not occupy a worker.
#pragma once

#include "exec/task.h"
#include "memory/quick_thread_local.h"

#include <condition_variable>
#include <mutex>
#include <thread>

namespace heddle::exec {

class Engine;

class HostFunctionThread {
public:
  explicit HostFunctionThread(Engine& engine) : engine_(engine) {}

  // Starts the thread, unless it runs. Throws std::system_error when the system refuses.
  void start();
  void enqueue(Task& task);
  // Whether the caller is a host function. CUDA forbids most API calls there.
  static bool isCurrent() { return isHostFunctionThread_; }

private:
  void main();

  Engine& engine_;
  std::mutex mutex_;
  std::condition_variable taskArrived_;
  TaskList queue_;
  bool started_ = false;
  static HEDDLE_QUICK_THREAD_LOCAL bool isHostFunctionThread_;
};

} // namespace heddle::exec
