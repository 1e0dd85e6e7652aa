// The thread that runs host functions and stream callbacks (cuLaunchHostFunc, cuStreamAddCallback).
// They are the program's own code and may block, so they must not occupy a worker.
#pragma once

#include "exec/task.h"
#include "memory/quick_thread_local.h"

#include <condition_variable>
#include <mutex>
#include <queue>
#include <thread>

namespace heddle::exec {

class Engine;

class HostFunctionThread {
public:
  explicit HostFunctionThread(Engine& engine) : engine_(engine) {}

  void enqueue(Task& task);
  // Whether the caller is a host function. CUDA forbids most API calls there.
  static bool isCurrent() { return isHostFunctionThread_; }

private:
  void main();

  Engine& engine_;
  std::mutex mutex_;
  std::condition_variable taskArrived_;
  std::queue<Task*> queue_;
  bool started_ = false;
  static HEDDLE_QUICK_THREAD_LOCAL bool isHostFunctionThread_;
};

} // namespace heddle::exec
