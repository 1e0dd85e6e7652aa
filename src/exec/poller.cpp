#include "exec/poller.h"

#include "exec/domain.h"
#include "exec/engine.h"
#include "memory/device_keys.h"

#include <algorithm>
#include <chrono>
#include <thread>

namespace heddle::exec {

namespace {
// At first often, then rarely.
constexpr std::chrono::microseconds kShortestPause{10}, kLongestPause{1000};
} // namespace

void Poller::enqueue(ConditionTask& task) {
  std::lock_guard lock(mutex_);
  if (!started_) {
    started_ = true;
    std::thread([this] { main(); }).detach();
  }
  waiting_.push_back(&task);
  arrived_.notify_one();
}

void Poller::main() {
  memory::allowAllDevices();
  auto pause = kShortestPause;
  std::unique_lock lock(mutex_);
  for (;;) {
    arrived_.wait(lock, [&] { return !waiting_.empty(); });
    std::vector<ConditionTask*> met;
    std::erase_if(waiting_, [&](ConditionTask* task) {
      const bool ended = task->domain().faulted() || task->holds();
      if (ended)
        met.push_back(task);
      return ended;
    });
    if (met.empty()) {
      arrived_.wait_for(lock, pause);
      pause = std::min(2 * pause, kLongestPause);
      continue;
    }
    pause = kShortestPause;
    lock.unlock();
    for (ConditionTask* task : met)
      engine_.finish(*task);
    lock.lock();
  }
}

} // namespace heddle::exec
