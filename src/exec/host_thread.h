// The thread that runs the program's own functions (host functions and callbacks of streams): these
// may block, and must not hold up kernels.
#pragma once

#include "exec/task.h"
#include "memory/quick_thread_local.h"

#include <condition_variable>
#include <functional>
#include <mutex>
#include <queue>
#include <thread>

namespace heddle::exec {

class Engine;

class HostThread {
public:
  explicit HostThread(Engine& engine) : engine_(engine) {}

  void enqueue(Task& task);
  // Whether the caller is that thread: most API calls are forbidden there.
  static bool isCurrent() { return isHostThread_; }

private:
  void main();

  Engine& engine_;
  std::mutex mutex_;
  std::condition_variable arrived_;
  std::queue<Task*> queue_;
  bool started_ = false;
  static HEDDLE_QUICK_THREAD_LOCAL bool isHostThread_;
};

class HostTask : public Task {
public:
  HostTask(Domain& domain, std::function<void()> function)
      : Task(domain, Runner::HostThread, 1), function_(std::move(function)) {}
  bool run(std::uint64_t, std::uint64_t, Worker*) override {
    function_();
    return true;
  }

private:
  std::function<void()> function_;
};

// A short action of ours, in stream order, on a worker.
class ActionTask : public Task {
public:
  ActionTask(Domain& domain, std::function<void()> function)
      : Task(domain, Runner::Workers, 1), function_(std::move(function)) {}
  bool run(std::uint64_t, std::uint64_t, Worker*) override {
    function_();
    return true;
  }

private:
  std::function<void()> function_;
};

// Nothing but a place in the order.
class MarkerTask : public Task {
public:
  explicit MarkerTask(Domain& domain) : Task(domain, Runner::Nobody, 0) {}
};

} // namespace heddle::exec
