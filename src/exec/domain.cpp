#include "exec/domain.h"

#include "exec/stream.h"

namespace heddle::exec {

Domain::Domain(unsigned device)
    : device_(device), reachable_(std::uint64_t{1} << device),
      legacy_(std::make_unique<Stream>(*this, Stream::Mode::Legacy)) {}

Domain::~Domain() {
  synchronize();
  printf_.flush();
}

bool Domain::raise(Fault fault) {
  Fault none = Fault::None;
  return fault_.compare_exchange_strong(none, fault, std::memory_order_acq_rel);
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

bool Domain::idle() {
  return pending().empty();
}

} // namespace heddle::exec
