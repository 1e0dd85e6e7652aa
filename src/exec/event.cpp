#include "exec/event.h"

#include "exec/stream.h"
#include "exec/stream_order.h"

namespace heddle::exec {

void Event::record(Stream& stream) {
  recordTask(stream.join());
  if (followsStreamOrder()) [[unlikely]]
    noteEventRecord(*this, stream);
}

void Event::recordTask(const TaskRef& task) {
  std::lock_guard lock(mutex_);
  recorded_ = true;
  recordTime_ = monotonicNanoseconds();
  task_ = task;
}

TaskRef Event::task() const {
  std::lock_guard lock(mutex_);
  return task_ && !task_->done() ? task_ : TaskRef();
}

bool Event::recorded() const {
  std::lock_guard lock(mutex_);
  return recorded_;
}

std::uint64_t Event::time() const {
  std::lock_guard lock(mutex_);
  return task_ ? task_->finishTime() : recordTime_;
}

} // namespace heddle::exec
