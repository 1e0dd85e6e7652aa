#include "driver/stream/interprocess_event.h"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <unistd.h>

namespace heddle::driver {

namespace {
constexpr char kMagic[8] = "heddleE";
} // namespace

std::shared_ptr<InterprocessEvent> InterprocessEvent::create() {
  std::shared_ptr<InterprocessEvent> event(new InterprocessEvent);
  event->memory_ = memory::InterprocessMemory(memory::pageSize());
  if (!event->memory_)
    return nullptr;
  event->mapping_ = memory::Reservation(memory::User::Driver, event->memory_);
  return event->mapping_ ? event : nullptr;
}

std::shared_ptr<InterprocessEvent> InterprocessEvent::open(const Name& name) {
  if (std::memcmp(name.magic, kMagic, sizeof kMagic) != 0)
    return nullptr;
  std::shared_ptr<InterprocessEvent> event(new InterprocessEvent);
  event->memory_ = memory::InterprocessMemory::ofProcess(name.process, name.descriptor);
  if (event->memory_.size() < memory::pageSize())
    return nullptr;
  event->mapping_ = memory::Reservation(memory::User::Driver, event->memory_);
  return event->mapping_ ? event : nullptr;
}

InterprocessEvent::Name InterprocessEvent::name() const {
  Name name{};
  std::memcpy(name.magic, kMagic, sizeof kMagic);
  name.process = getpid();
  name.descriptor = memory_.descriptor();
  return name;
}

std::uint64_t InterprocessEvent::record() {
  state().recorder = getpid();
  return state().recorded.fetch_add(1) + 1;
}

void InterprocessEvent::complete(std::uint64_t record) {
  std::uint64_t completed = state().completed.load();
  while (completed < record && !state().completed.compare_exchange_weak(completed, record)) {
  }
}

bool InterprocessEvent::done(std::uint64_t record) const {
  if (state().completed.load() >= record)
    return true;
  const pid_t recorder = state().recorder.load();
  return kill(recorder, 0) != 0 && errno == ESRCH;
}

} // namespace heddle::driver
