#include "driver/memory/leak_check.h"

#include "driver/context/context.h"
#include "driver/device/device.h"
#include "memory/access_bounds.h"
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
  std::uint64_t id;  // of the allocation; another one may have got the address since
  std::size_t bytes; // that the program has asked for
  Allocated what;
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

void report(std::uint64_t bytes, const std::string& what) {
  trace::reportFinding(trace::Finding::Leak, std::to_string(bytes) + "\nLeaked " +
                                                 trace::withCommas(bytes) + " bytes " + what);
}

std::string hexadecimal(const void* address) {
  return trace::hexadecimal(reinterpret_cast<std::uintptr_t>(address));
}

void report(const void* base, const Noted& leaked) {
  report(leaked.bytes, (leaked.what == Allocated::Array ? "from CUDA array " : "at ") +
                           hexadecimal(base) + trace::describe(leaked.frames, "allocation time"));
}

// Null for all contexts.
void reportMemory(const Context* owner) {
  const std::lock_guard lock(mutex);
  std::erase_if(notedAllocations, [&](const auto& entry) {
    const auto leaked = stillThere(entry.first, entry.second);
    const bool isOwned = leaked && (!owner || leaked->owner == owner);
    if (isOwned)
      report(entry.first, entry.second);
    return isOwned || !leaked;
  });
}

// The table of allocations has those of heaps, too.
void reportHeap(Context& owner) {
  memory::AccessBounds* const bounds = memory::AccessBounds::active();
  if (!bounds || !trace::checkSettings().leaks)
    return;
  for (const auto& [base, bytes] : bounds->allocations())
    if (owner.execution().heap().contains(reinterpret_cast<const void*>(base)))
      report(bytes, "at " + trace::hexadecimal(base) + " on the device heap");
}

} // namespace

void noteAllocation(const void* base, std::size_t bytes, Allocated what) {
  if (!trace::checkSettings().leaks)
    return;
  const auto allocation = Driver::instance().memory().find(base);
  const std::lock_guard lock(mutex);
  if (allocation)
    notedAllocations.insert_or_assign(base,
                                      Noted{allocation->id, bytes, what, trace::hostFrames()});
}

void reportLeaks(Context& owner) {
  reportHeap(owner);
  reportMemory(&owner);
}

void reportAllLeaks() {
  for (const auto& device : Driver::instance().devices())
    if (device->primaryContext().isActive())
      reportHeap(device->primaryContext());
  reportMemory(nullptr);
}

} // namespace heddle::driver
