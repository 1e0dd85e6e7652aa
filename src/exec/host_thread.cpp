#include "exec/host_thread.h"

#include "exec/engine.h"

namespace heddle::exec {

HEDDLE_QUICK_THREAD_LOCAL bool HostThread::isHostThread_ = false;

void HostThread::enqueue(Task& task) {
  std::lock_guard lock(mutex_);
  if (!started_) {
    started_ = true;
    std::thread([this] { main(); }).detach();
  }
  queue_.push(&task);
  arrived_.notify_one();
}

void HostThread::main() {
  isHostThread_ = true;
  for (;;) {
    std::unique_lock lock(mutex_);
    arrived_.wait(lock, [&] { return !queue_.empty(); });
    Task* task = queue_.front();
    queue_.pop();
    lock.unlock();
    task->run(0, 1, nullptr);
    engine_.finish(*task);
  }
}

} // namespace heddle::exec
