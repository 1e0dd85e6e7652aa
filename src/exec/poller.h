// The thread that watches for what no task of ours brings about: a value that the host or a kernel
// writes, an event of another process. Tasks that wait for such a thing hold up nothing but what is
// behind them in their streams.
#pragma once

#include "exec/task.h"

#include <condition_variable>
#include <functional>
#include <mutex>
#include <vector>

namespace heddle::exec {

class Engine;

// Done as soon as a condition holds, which is looked at again and again.
class ConditionTask : public Task {
public:
  ConditionTask(Domain& domain, std::function<bool()> condition)
      : Task(domain, Runner::Poller, 1), condition_(std::move(condition)) {}
  bool holds() const { return condition_(); }

private:
  std::function<bool()> condition_;
};

class Poller {
public:
  explicit Poller(Engine& engine) : engine_(engine) {}
  void enqueue(ConditionTask& task);

private:
  void main();

  Engine& engine_;
  std::mutex mutex_;
  std::condition_variable arrived_;
  std::vector<ConditionTask*> waiting_;
  bool started_ = false;
};

} // namespace heddle::exec
