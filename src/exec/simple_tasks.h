// The small kinds of tasks: a call of one function, and a task that only takes a place in the order
// of others.
#pragma once

#include "exec/task.h"

#include <functional>

namespace heddle::exec {

// Calls one of the program's own functions on the host function thread.
class HostFunctionTask : public Task {
public:
  HostFunctionTask(ExecutionContext& execution, std::function<void()> function)
      : Task(execution, Runner::HostFunctionThread, 1), function_(std::move(function)) {}
  bool run(std::uint64_t, std::uint64_t, Worker*) override {
    function_();
    return true;
  }

private:
  std::function<void()> function_;
};

// Calls a short function of Heddle's own on a worker. It must not block, since it would hold up
// kernels.
class WorkerFunctionTask : public Task {
public:
  WorkerFunctionTask(ExecutionContext& execution, std::function<void()> function)
      : Task(execution, Runner::Workers, 1), function_(std::move(function)) {}
  bool run(std::uint64_t, std::uint64_t, Worker*) override {
    function_();
    return true;
  }

private:
  std::function<void()> function_;
};

// Does nothing and is done when its predecessors are, so that one task can stand for several.
class MarkerTask : public Task {
public:
  explicit MarkerTask(ExecutionContext& execution) : Task(execution, Runner::Nobody, 0) {}
};

} // namespace heddle::exec
