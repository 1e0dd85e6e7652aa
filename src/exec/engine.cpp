#include "exec/engine.h"

#include "exec/domain.h"
#include "exec/host_thread.h"
#include "exec/poller.h"
#include "exec/worker_pool.h"

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
    auto* made = new Engine;
    isStarted = true;
    return made;
  }();
  return *engine;
}

bool Engine::started() {
  return isStarted;
}

namespace {

unsigned machineWorkers() {
  if (const char* text = std::getenv("HEDDLE_WORKERS")) {
    const long wanted = std::strtol(text, nullptr, 10);
    if (wanted > 0)
      return static_cast<unsigned>(std::min(wanted, 1024L));
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

unsigned Engine::workerCount() {
  static const unsigned all = machineWorkers();
  return std::max(1u, all / deviceCount);
}

Engine::Engine()
    : hostThread_(std::make_unique<HostThread>(*this)), poller_(std::make_unique<Poller>(*this)),
      pools_(deviceCount) {}

WorkerPool& Engine::poolOf(unsigned device) {
  DevicePool& place = pools_[device];
  std::call_once(place.made,
                 [&] { place.pool = std::make_unique<WorkerPool>(*this, workerCount()); });
  return *place.pool;
}

void Engine::submit(Task& task) {
  task.retain(); // until finished
  task.domain_.begun();
  if (task.predecessors_.fetch_sub(1, std::memory_order_acq_rel) == 1)
    dispatch(task);
}

void Engine::dispatch(Task& task) {
  switch (task.runner_) {
  case Task::Runner::Nobody:
    finish(task);
    break;
  case Task::Runner::Workers:
    poolOf(task.domain_.device()).activate(task);
    break;
  case Task::Runner::HostThread:
    hostThread_->enqueue(task);
    break;
  case Task::Runner::Poller:
    poller_->enqueue(static_cast<ConditionTask&>(task));
    break;
  }
}

void Engine::finish(Task& first) {
  Task* task = &first;
  std::vector<Task*> also; // tasks that nobody runs, and parents, finished by this one
  for (;;) {
    if (!task->complete()) {
      if (also.empty())
        return;
      task = also.back();
      also.pop_back();
      continue;
    }
    // Before it is done: then the domain may be gone.
    task->domain_.ended();
    std::vector<Task*> successors = task->markDone();
    const auto arrived = [&](Task* successor) {
      if (successor->predecessors_.fetch_sub(1, std::memory_order_acq_rel) != 1)
        return;
      if (successor->runner_ == Task::Runner::Nobody)
        also.push_back(successor);
      else
        dispatch(*successor);
    };
    if (task->firstSuccessor_)
      arrived(task->firstSuccessor_);
    for (Task* successor : successors)
      arrived(successor);
    if (Task* parent = task->parent_; parent && parent->finished(1))
      also.push_back(parent);
    task->release();
    if (also.empty())
      return;
    task = also.back();
    also.pop_back();
  }
}

bool Engine::othersWait(const Task& task) {
  return poolOf(task.domain_.device()).othersWait(task);
}

} // namespace heddle::exec
