#include "exec/host_function_thread.h"

#include "exec/engine.h"

#include <pthread.h>

namespace heddle::exec {

HEDDLE_QUICK_THREAD_LOCAL bool HostFunctionThread::isHostFunctionThread_ = false;

void HostFunctionThread::start() {
  std::lock_guard lock(mutex_);
  if (started_)
    return;
  std::thread([this] { main(); }).detach();
  started_ = true;
}

void HostFunctionThread::enqueue(Task& task) {
  std::lock_guard lock(mutex_);
  queue_.push(task);
  taskArrived_.notify_one();
}

void HostFunctionThread::main() {
  pthread_setname_np(pthread_self(), "heddle-host");
  isHostFunctionThread_ = true;
  for (;;) {
    std::unique_lock lock(mutex_);
    taskArrived_.wait(lock, [&] { return !queue_.empty(); });
    Task* task = queue_.pop();
    lock.unlock();
    task->run(0, 1, nullptr);
    engine_.finish(*task);
  }
}

} // namespace heddle::exec
