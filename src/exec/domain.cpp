#include "exec/domain.h"

#include "exec/engine.h"
#include "exec/host_thread.h"
#include "exec/stream.h"

namespace heddle::exec {

Domain::Domain(unsigned device)
    : device_(device), reachable_(std::uint64_t{1} << device),
      legacy_(std::make_unique<Stream>(*this, Stream::Mode::Legacy)) {}

Domain::~Domain() {
  synchronize();
  printf_.flush();
}

std::vector<TaskRef> Domain::pending() {
  std::lock_guard lock(order_);
  std::vector<TaskRef> tails;
  for (Stream* stream : streams_)
    if (stream->tail_ && !stream->tail_->done())
      tails.push_back(stream->tail_);
  std::erase_if(orphans_, [](const Orphan& orphan) { return orphan.tail->done(); });
  for (const Orphan& orphan : orphans_)
    tails.push_back(orphan.tail);
  return tails;
}

void Domain::synchronize(bool spin) {
  for (const TaskRef& task : pending())
    task->wait(spin);
}

TaskRef Domain::join() {
  const std::vector<TaskRef> tails = pending();
  if (tails.size() < 2)
    return tails.empty() ? TaskRef() : tails.front();
  TaskRef marker = TaskRef::adopt(new MarkerTask(*this));
  for (const TaskRef& tail : tails)
    marker->after(*tail);
  Engine::instance().submit(*marker);
  return marker;
}

void Domain::waitFor(const TaskRef& task) {
  if (!task || task->done())
    return;
  std::vector<TaskRef> markers;
  {
    std::lock_guard lock(order_);
    const auto putBehind = [&](TaskRef& tail) {
      TaskRef marker = TaskRef::adopt(new MarkerTask(*this));
      marker->after(*task);
      if (tail)
        marker->after(*tail);
      markers.push_back(marker);
      tail = std::move(marker);
    };
    // Each by itself: streams do not wait for each other.
    for (Stream* stream : streams_)
      putBehind(stream->tail_);
    putBehind(barrier_);
  }
  for (const TaskRef& marker : markers)
    Engine::instance().submit(*marker);
}

bool Domain::idle() {
  return pending().empty();
}

} // namespace heddle::exec
