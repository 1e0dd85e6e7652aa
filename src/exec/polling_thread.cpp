#include "exec/polling_thread.h"

#include "exec/engine.h"
#include "exec/execution_context.h"
#include "memory/protection_keys.h"

#include <algorithm>
#include <chrono>
#include <pthread.h>
#include <thread>

namespace heddle::exec {

namespace {

// Time between two looks at the conditions. It begins at the shortest and doubles while none of
// them holds: a short wait ends soon, and a long one costs little processor time.
constexpr std::chrono::microseconds kShortestPause{10}, kLongestPause{1000};

} // namespace

void PollingThread::start() {
  std::lock_guard lock(mutex_);
  if (started_)
    return;
  std::thread([this] { main(); }).detach();
  started_ = true;
}

void PollingThread::enqueue(PollingTask& task) {
  std::lock_guard lock(mutex_);
  waiting_.push(task);
  taskArrived_.notify_one();
}

void PollingThread::main() {
  pthread_setname_np(pthread_self(), "heddle-poll");
  memory::allowAllKeys();
  auto pause = kShortestPause;
  std::unique_lock lock(mutex_);
  for (;;) {
    taskArrived_.wait(lock, [&] { return !waiting_.empty(); });
    TaskList finished, stillWaiting;
    while (Task* task = waiting_.pop()) {
      // After a fault nothing may bring the condition about any more.
      const bool ends =
          task->execution().faulted() || static_cast<PollingTask*>(task)->conditionHolds();
      (ends ? finished : stillWaiting).push(*task);
    }
    waiting_ = stillWaiting;
    if (finished.empty()) {
      taskArrived_.wait_for(lock, pause);
      pause = std::min(2 * pause, kLongestPause);
      continue;
    }
    pause = kShortestPause;
    lock.unlock();
    while (Task* task = finished.pop())
      engine_.finish(*task);
    lock.lock();
  }
}

} // namespace heddle::exec
