#include "driver/memory/leak_check.h"

#include "memory/address_space.h"
#include "trace/findings.h"
#include "trace/host_frames.h"

#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

namespace heddle::driver {

namespace {

struct Noted {
  std::uint64_t id; // of the allocation; another one may have got the address since
  trace::HostFrames frames;
};

// By address, so that reports have an order. Never destroyed, since contexts may end during the
// exit of the process.
std::mutex mutex;
std::map<const void*, Noted>& notedAllocations = *new std::map<const void*, Noted>;

std::optional<memory::Allocation> stillThere(const void* base, const Noted& noted) {
  auto allocation = Driver::instance().memory().find(base);
  return allocation && allocation->id == noted.id ? allocation : std::nullopt;
}

void report(const memory::Allocation& leaked, const trace::HostFrames& frames) {
  const std::string bytes = std::to_string(leaked.size);
  const auto base = reinterpret_cast<std::uintptr_t>(leaked.base);
  trace::reportFinding(trace::Finding::Leak, bytes + "\nLeaked " + bytes + " bytes at " +
                                                 trace::hexadecimal(base) +
                                                 trace::describe(frames, "allocation time"));
}

} // namespace

void noteAllocation(const void* base) {
  if (!trace::checkSettings().leaks)
    return;
  const auto allocation = Driver::instance().memory().find(base);
  const std::lock_guard lock(mutex);
  if (allocation)
    notedAllocations.insert_or_assign(base, Noted{allocation->id, trace::hostFrames()});
}

void reportLeaks(const Context* owner) {
  const std::lock_guard lock(mutex);
  std::erase_if(notedAllocations, [&](const auto& entry) {
    const auto leaked = stillThere(entry.first, entry.second);
    const bool isOwned = leaked && (!owner || leaked->owner == owner);
    if (isOwned)
      report(*leaked, entry.second.frames);
    return isOwned || !leaked;
  });
}

} // namespace heddle::driver
