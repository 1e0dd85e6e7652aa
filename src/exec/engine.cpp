#include "exec/engine.h"

#include "environment/environment.h"
#include "exec/execution_context.h"
#include "exec/host_function_thread.h"
#include "exec/polling_thread.h"
#include "exec/task_order.h"
#include "exec/worker_pool.h"
#include "exec/worker_set.h"
#include "trace/findings.h"

#include <algorithm>
#include <cstdlib>
#include <mutex>
#include <sched.h>

namespace heddle::exec {

namespace {

std::atomic<bool> isStarted{false};
unsigned deviceCount = 1;

} // namespace

Engine& Engine::instance() {
  static Engine* const engine = [] {
    auto* created = new Engine;
    isStarted = true;
    return created;
  }();
  return *engine;
}

bool Engine::started() {
  return isStarted;
}

namespace {

// Workers for all devices together: what HEDDLE_WORKERS says, else one for each core that this
// process may use.
unsigned machineWorkers() {
  if (const char* text = environmentVariable("HEDDLE_WORKERS")) {
    const long wanted = std::strtol(text, nullptr, 10);
    if (wanted > 0)
      return static_cast<unsigned>(std::min<long>(wanted, kMostWorkers));
  }
  cpu_set_t cpus;
  CPU_ZERO(&cpus);
  if (sched_getaffinity(0, sizeof cpus, &cpus) == 0)
    return static_cast<unsigned>(std::max(1, CPU_COUNT(&cpus)));
  return 1;
}

} // namespace

void Engine::setDevices(unsigned count) {
  deviceCount = count;
}

unsigned Engine::workersPerDevice() {
  static const unsigned all = machineWorkers();
  return std::max(1u, all / deviceCount);
}

Engine::Engine()
    : hostFunctionThread_(std::make_unique<HostFunctionThread>(*this)),
      pollingThread_(std::make_unique<PollingThread>(*this)), pools_(deviceCount) {}

WorkerPool& Engine::poolOf(unsigned device) {
  DevicePool& entry = pools_[device];
  // std::call_once() prepares its call before it looks whether there is anything to do, which each
  // launch would pay for.
  if (WorkerPool* const pool = entry.pool.load(std::memory_order_acquire))
    return *pool;
  std::call_once(entry.created, [&] { entry.pool = new WorkerPool(*this, workersPerDevice()); });
  return *entry.pool;
}

void Engine::requireRunner(Task::Runner runner, unsigned device) {
  switch (runner) {
  case Task::Runner::Nobody:
    break;
  case Task::Runner::Workers:
    poolOf(device);
    break;
  case Task::Runner::HostFunctionThread:
    hostFunctionThread_->start();
    break;
  case Task::Runner::PollingThread:
    pollingThread_->start();
    break;
  }
}

void Engine::submit(Task& task) {
  task.retain(); // released by finish()
  task.execution_.taskSubmitted();
  if (followsTaskOrder()) [[unlikely]]
    noteTaskSubmitted(task, task.parent_ != nullptr);
  if (task.predecessors_.fetch_sub(1, std::memory_order_acq_rel) == 1)
    start(task);
}

void Engine::start(Task& task) {
  if (trace::checkSettings().synchronisation && task.runner_ != Task::Runner::Nobody) [[unlikely]]
    runningTasks_.fetch_add(1, std::memory_order_relaxed);
  switch (task.runner_) {
  case Task::Runner::Nobody:
    finish(task);
    break;
  case Task::Runner::Workers:
    poolOf(task.execution_.device()).addReady(task);
    break;
  case Task::Runner::HostFunctionThread:
    hostFunctionThread_->enqueue(task);
    break;
  case Task::Runner::PollingThread:
    pollingThread_->enqueue(static_cast<PollingTask&>(task));
    break;
  }
}

void Engine::finishHeld(Task& task) {
  if (task.finishItems(1))
    finish(task);
}

bool Engine::complete(Task& task) {
  try {
    return task.complete();
  } catch (...) {
    task.execution_.raiseFault(Fault::OutOfMemory, [&] { reportNoMemory(task.name()); });
    return true;
  }
}

void Engine::finish(Task& finished) {
  // Finishing a task can also finish the markers behind it and its parent. They go into a list
  // rather than into a recursion, because a chain of them may be longer than the stack is deep.
  TaskList alsoFinished;
  for (Task* task = &finished; task; task = alsoFinished.pop()) {
    if (!complete(*task))
      continue;
    // This must precede markDone(): once the task is done, its context may be destroyed.
    task->execution_.taskFinished();
    if (followsTaskOrder()) [[unlikely]]
      noteTaskDone(*task);
    if (trace::checkSettings().synchronisation && task->runner_ != Task::Runner::Nobody)
        [[unlikely]]
      runningTasks_.fetch_sub(1, std::memory_order_relaxed);
    std::vector<Task*> successors = task->markDone();
    const auto predecessorDone = [&](Task* successor) {
      if (successor->predecessors_.fetch_sub(1, std::memory_order_acq_rel) != 1)
        return;
      if (successor->runner_ == Task::Runner::Nobody)
        alsoFinished.push(*successor);
      else
        start(*successor);
    };
    if (task->firstSuccessor_)
      predecessorDone(task->firstSuccessor_);
    for (Task* successor : successors)
      predecessorDone(successor);
    if (Task* parent = task->parent_; parent && parent->finishItems(1))
      alsoFinished.push(*parent);
    task->release();
  }
}

void Engine::interruptWorkers(const ExecutionContext& execution) {
  if (WorkerPool* const pool = pools_[execution.device()].pool)
    pool->interruptWorkers(execution);
}

bool Engine::hasOtherReadyTask(const Task& task) {
  return poolOf(task.execution_.device()).hasOtherReadyTask(task);
}

} // namespace heddle::exec
