#include "exec/execution_context.h"

#include "exec/engine.h"
#include "exec/interruptions.h"
#include "exec/simple_tasks.h"
#include "exec/stream.h"
#include "exec/stream_group.h"
#include "exec/stream_order.h"

namespace heddle::exec {

ExecutionContext::ExecutionContext(unsigned device)
    : device_(device), accessibleDevices_(std::uint64_t{1} << device),
      legacyStream_(std::make_unique<Stream>(*this, Stream::Mode::Legacy)) {}

ExecutionContext::~ExecutionContext() {
  while (const TaskRef task = anyUnfinishedTail())
    task->wait();
  printf_.flush();
}

TaskRef ExecutionContext::anyUnfinishedTail() {
  std::lock_guard lock(orderMutex_);
  for (Stream* stream : streams_)
    if (stream->tail_ && !stream->tail_->done())
      return stream->tail_;
  for (const DestroyedStream& stream : destroyedStreams_)
    if (!stream.tail->done())
      return stream.tail;
  return {};
}

void ExecutionContext::interruptKernels() {
  Interruptions::add();
  if (Engine::started())
    Engine::instance().interruptWorkers(*this);
}

std::vector<TaskRef> ExecutionContext::unfinishedTails(const StreamGroup* group) {
  std::lock_guard lock(orderMutex_);
  std::vector<TaskRef> tails;
  for (Stream* stream : streams_)
    if ((!group || stream->group_.get() == group) && stream->tail_ && !stream->tail_->done())
      tails.push_back(stream->tail_);
  std::erase_if(destroyedStreams_,
                [](const DestroyedStream& stream) { return stream.tail->done(); });
  for (const DestroyedStream& stream : destroyedStreams_)
    if (!group || stream.group == group)
      tails.push_back(stream.tail);
  return tails;
}

void ExecutionContext::synchronize(bool spin, const StreamGroup* group) {
  for (const TaskRef& task : unfinishedTails(group))
    task->wait(spin);
  if (followsStreamOrder()) [[unlikely]]
    noteHostWaitForAll();
}

TaskRef ExecutionContext::join(const StreamGroup* group) {
  const std::vector<TaskRef> tails = unfinishedTails(group);
  if (tails.size() < 2)
    return tails.empty() ? TaskRef() : tails.front();
  TaskRef marker = TaskRef::adopt(new MarkerTask(*this));
  for (const TaskRef& tail : tails)
    marker->after(*tail);
  Engine::instance().submit(*marker);
  return marker;
}

void ExecutionContext::waitFor(const TaskRef& task, StreamGroup* group) {
  if (!task || task->done())
    return;
  std::vector<TaskRef> markers;
  {
    std::lock_guard lock(orderMutex_);
    // Each stream gets a marker of its own: a shared one would make streams wait for each other.
    // All markers are made before the first becomes the tail of a stream, because making one may
    // throw, and a tail must be submitted.
    markers.resize(streams_.size() + 1);
    for (TaskRef& marker : markers)
      marker = TaskRef::adopt(new MarkerTask(*this));
    const auto append = [&](TaskRef& marker, TaskRef& tail) {
      marker->after(*task);
      if (tail)
        marker->after(*tail);
      tail = marker;
    };
    auto marker = markers.begin();
    for (Stream* stream : streams_)
      if (!group || stream->group_.get() == group)
        append(*marker++, stream->tail_);
    append(*marker++, group ? group->newStreamsStartAfter_ : newStreamsStartAfter_);
    markers.erase(marker, markers.end());
  }
  for (const TaskRef& marker : markers)
    Engine::instance().submit(*marker);
}

} // namespace heddle::exec
