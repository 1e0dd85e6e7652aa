// The thread that polls for conditions which no task of this process brings about: a value in
// memory (cuStreamWaitValue), or an event of another process. It keeps such waits off the workers,
// so a condition that is not met holds up nothing but the work behind it in its stream.
#pragma once

#include "exec/task.h"

#include <condition_variable>
#include <functional>
#include <mutex>

namespace heddle::exec {

class Engine;

// A task that is done as soon as its condition holds.
class PollingTask : public Task {
public:
  PollingTask(ExecutionContext& execution, std::function<bool()> condition)
      : Task(execution, Runner::PollingThread, 1), condition_(std::move(condition)) {}
  bool conditionHolds() const { return condition_(); }

private:
  std::function<bool()> condition_;
};

class PollingThread {
public:
  explicit PollingThread(Engine& engine) : engine_(engine) {}
  // Starts the thread, unless it runs. Throws std::system_error when the system refuses.
  void start();
  void enqueue(PollingTask& task);

private:
  void main();

  Engine& engine_;
  std::mutex mutex_;
  std::condition_variable taskArrived_;
  TaskList waiting_;
  bool started_ = false;
};

} // namespace heddle::exec
