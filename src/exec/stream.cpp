#include "exec/stream.h"

#include "exec/engine.h"
#include "exec/execution_context.h"
#include "exec/simple_tasks.h"
#include "exec/stream_group.h"
#include "exec/stream_order.h"

namespace heddle::exec {

namespace {

// Tasks from one checkpoint to the next. A stream holds at most twice as many unfinished tasks,
// which bounds its memory; the number is large enough that waiting there does not drain the stream.
constexpr unsigned kTasksPerCheckpoint = 4096;

std::atomic<std::uint64_t> nextStreamId{1};

} // namespace

Stream::Stream(ExecutionContext& execution, Mode mode, int priority,
               std::shared_ptr<StreamGroup> group)
    : execution_(execution), mode_(mode), priority_(priority), id_(nextStreamId.fetch_add(1)),
      group_(std::move(group)) {
  std::lock_guard lock(execution_.orderMutex_);
  tail_ = firstPredecessor();
  // There is always room for the last tasks of all streams, so that destroying a stream allocates
  // nothing.
  auto& destroyed = execution_.destroyedStreams_;
  const std::size_t most = destroyed.size() + execution_.streams_.size() + 1;
  if (destroyed.capacity() < most)
    destroyed.reserve(2 * most);
  execution_.streams_.push_back(this);
}

TaskRef Stream::firstPredecessor() {
  const TaskRef& ofContext = execution_.newStreamsStartAfter_;
  if (!group_ || !group_->newStreamsStartAfter_)
    return ofContext;
  const TaskRef& ofGroup = group_->newStreamsStartAfter_;
  if (!ofContext || ofContext->done())
    return ofGroup;
  TaskRef both = TaskRef::adopt(new MarkerTask(execution_));
  both->after(*ofContext);
  both->after(*ofGroup);
  Engine::instance().submit(*both);
  return both;
}

const WorkerSet* Stream::workers() const {
  return group_ ? &group_->workers() : nullptr;
}

Stream::~Stream() {
  std::lock_guard lock(execution_.orderMutex_);
  std::erase(execution_.streams_, this);
  forgetFinishedStreams();
  if (tail_ && !tail_->done())
    execution_.destroyedStreams_.push_back(
        {std::move(tail_), mode_ == Mode::Blocking, group_.get()});
}

void Stream::forgetFinishedStreams() {
  std::erase_if(execution_.destroyedStreams_,
                [](const auto& stream) { return stream.tail->done(); });
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
    consider(execution_.legacyStream_->tail_);
  if (mode_ != Mode::Legacy)
    return;
  for (Stream* stream : execution_.streams_)
    if (stream->mode_ == Mode::Blocking)
      consider(stream->tail_);
  forgetFinishedStreams();
  for (auto& stream : execution_.destroyedStreams_)
    if (stream.blocking)
      visit(stream.tail);
}

void Stream::appendTask(Task& task) {
  forEachPredecessor([&](TaskRef& tail) { task.after(*tail); });
  tail_ = TaskRef(&task);
  if (followsStreamOrder()) [[unlikely]]
    noteStreamTask(*this, task);
}

void Stream::submit(const TaskRef& task) {
  task->setPriority(priority_);
  task->setWorkers(workers());
  TaskRef previousCheckpoint;
  {
    std::lock_guard lock(execution_.orderMutex_);
    appendTask(*task);
    if (++tasksSinceCheckpoint_ == kTasksPerCheckpoint) {
      tasksSinceCheckpoint_ = 0;
      previousCheckpoint = std::exchange(checkpoint_, task);
    }
  }
  Engine::instance().submit(*task);
  if (previousCheckpoint)
    previousCheckpoint->wait();
}

void Stream::beginSpan(const TaskRef& first, const TaskRef& last) {
  {
    std::lock_guard lock(execution_.orderMutex_);
    appendTask(*first);
    tail_ = last;
  }
  Engine::instance().submit(*first);
}

void Stream::endSpan(const TaskRef& last) {
  Engine::instance().submit(*last);
}

TaskRef Stream::join() {
  std::unique_lock lock(execution_.orderMutex_);
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
  TaskRef marker = TaskRef::adopt(new MarkerTask(execution_));
  appendTask(*marker);
  lock.unlock();
  Engine::instance().submit(*marker);
  return marker;
}

void Stream::waitFor(const TaskRef& task) {
  if (task && followsStreamOrder()) [[unlikely]]
    noteStreamWait(*this, *task);
  if (!task || task->done())
    return;
  TaskRef marker = TaskRef::adopt(new MarkerTask(execution_));
  marker->after(*task);
  {
    std::lock_guard lock(execution_.orderMutex_);
    appendTask(*marker);
  }
  Engine::instance().submit(*marker);
}

bool Stream::isIdle() {
  std::lock_guard lock(execution_.orderMutex_);
  bool idle = true;
  forEachPredecessor([&](TaskRef&) { idle = false; });
  return idle;
}

void Stream::synchronize(bool spin) {
  if (TaskRef task = join())
    task->wait(spin);
  if (followsStreamOrder()) [[unlikely]]
    noteHostWait(*this);
}

} // namespace heddle::exec
