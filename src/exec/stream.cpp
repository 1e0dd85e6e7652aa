#include "exec/stream.h"

#include "exec/domain.h"
#include "exec/engine.h"
#include "exec/host_thread.h"

namespace heddle::exec {

namespace {
constexpr unsigned kCheckpointEvery = 4096;
} // namespace

Stream::Stream(Domain& domain, Mode mode, int priority)
    : domain_(domain), mode_(mode), priority_(priority) {
  std::lock_guard lock(domain_.order_);
  tail_ = domain_.barrier_;
  domain_.streams_.push_back(this);
}

Stream::~Stream() {
  std::lock_guard lock(domain_.order_);
  std::erase(domain_.streams_, this);
  if (tail_ && !tail_->done())
    domain_.orphans_.push_back({std::move(tail_), mode_ == Mode::Blocking});
}

template <typename Visit> void Stream::forEachPredecessor(Visit visit) {
  const auto consider = [&](TaskRef& tail) {
    if (!tail)
      return;
    if (tail->done())
      tail = TaskRef();
    else
      visit(tail);
  };
  consider(tail_);
  if (mode_ == Mode::Blocking)
    consider(domain_.legacy_->tail_);
  if (mode_ != Mode::Legacy)
    return;
  for (Stream* stream : domain_.streams_)
    if (stream->mode_ == Mode::Blocking)
      consider(stream->tail_);
  std::erase_if(domain_.orphans_, [](const auto& orphan) { return orphan.tail->done(); });
  for (auto& orphan : domain_.orphans_)
    if (orphan.blocking)
      visit(orphan.tail);
}

void Stream::order(Task& task) {
  forEachPredecessor([&](TaskRef& tail) { task.after(*tail); });
  tail_ = TaskRef(&task);
}

void Stream::submit(const TaskRef& task) {
  task->setPriority(priority_);
  TaskRef longAgo;
  {
    std::lock_guard lock(domain_.order_);
    order(*task);
    if (++sinceCheckpoint_ == kCheckpointEvery) {
      sinceCheckpoint_ = 0;
      longAgo = std::exchange(checkpoint_, task);
    }
  }
  Engine::instance().submit(*task);
  if (longAgo)
    longAgo->wait();
}

void Stream::beginSpan(const TaskRef& first, const TaskRef& last) {
  {
    std::lock_guard lock(domain_.order_);
    order(*first);
    tail_ = last;
  }
  Engine::instance().submit(*first);
}

void Stream::endSpan(const TaskRef& last) {
  Engine::instance().submit(*last);
}

TaskRef Stream::join() {
  std::unique_lock lock(domain_.order_);
  TaskRef only;
  unsigned count = 0;
  forEachPredecessor([&](TaskRef& tail) {
    if (!only || only.get() != tail.get())
      ++count;
    only = tail;
  });
  if (count <= 1) {
    if (only)
      tail_ = only;
    return only;
  }
  TaskRef marker = TaskRef::adopt(new MarkerTask(domain_));
  order(*marker);
  lock.unlock();
  Engine::instance().submit(*marker);
  return marker;
}

void Stream::waitFor(const TaskRef& task) {
  if (!task || task->done())
    return;
  TaskRef marker = TaskRef::adopt(new MarkerTask(domain_));
  marker->after(*task);
  {
    std::lock_guard lock(domain_.order_);
    order(*marker);
  }
  Engine::instance().submit(*marker);
}

bool Stream::idle() {
  std::lock_guard lock(domain_.order_);
  bool idle = true;
  forEachPredecessor([&](TaskRef&) { idle = false; });
  return idle;
}

void Stream::synchronize(bool spin) {
  if (TaskRef task = join())
    task->wait(spin);
}

void Event::record(Stream& stream) {
  TaskRef task = stream.join();
  std::lock_guard lock(mutex_);
  recorded_ = true;
  time_ = monotonicNanoseconds();
  task_ = std::move(task);
}

void Event::recordTask(const TaskRef& task) {
  std::lock_guard lock(mutex_);
  recorded_ = true;
  time_ = monotonicNanoseconds();
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
  return task_ ? task_->finishTime() : time_;
}

} // namespace heddle::exec
