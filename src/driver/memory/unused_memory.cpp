#include "driver/memory/unused_memory.h"

#include "environment/environment.h"
#include "memory/initialised_bytes.h"
#include "trace/findings.h"
#include "trace/host_frames.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <mutex>
#include <string>
#include <vector>

namespace heddle::driver {

namespace {

struct Noted {
  std::size_t bytes;
  trace::HostFrames frames;
};

// Never destroyed, since memory may be freed during the exit of the process.
std::mutex mutex;
std::map<const void*, Noted>& noted = *new std::map<const void*, Noted>;

// In percent: allocations of which less is unused are not reported.
double threshold() {
  const char* const given = environmentVariable("HEDDLE_CHECK_UNUSED");
  return given ? std::strtod(given, nullptr) : 0;
}

void report(const void* base, const Noted& allocation) {
  memory::InitialisedBytes* const initialised = memory::InitialisedBytes::active();
  if (!initialised)
    return;
  const auto begin = reinterpret_cast<std::uintptr_t>(base);
  const std::vector<memory::InitialisedBytes::Range> ranges =
      initialised->unwritten(base, allocation.bytes);
  std::size_t unused = 0;
  for (const memory::InitialisedBytes::Range& range : ranges)
    unused += range.bytes;
  const double percent =
      100.0 * static_cast<double>(unused) / static_cast<double>(allocation.bytes);
  if (unused == 0 || percent < threshold())
    return;
  const auto place = [&](std::size_t offset) {
    return trace::hexadecimal(offset) + " (" + trace::hexadecimal(begin + offset) + ")";
  };
  const std::size_t first = ranges.front().offset,
                    last = ranges.back().offset + ranges.back().bytes - 1;
  const std::string where = ranges.size() == 1 ? "at offset " + place(first)
                                               : "between offsets " + place(first) + " and " +
                                                     place(last) + " (inclusive)";
  char percentage[32];
  std::snprintf(percentage, sizeof percentage, "%g", percent);
  trace::reportFinding(
      trace::Finding::Error,
      " Unused memory in allocation " + trace::hexadecimal(begin) + " of size " +
          trace::withCommas(allocation.bytes) + " bytes" +
          (unused == allocation.bytes
               ? "\n    Not written any memory."
               : "\n    Not written " + trace::withCommas(unused) + " bytes " + where) +
          "\n    " + percentage + "% of allocation were unused." +
          trace::describe(allocation.frames, "allocation time"));
}

} // namespace

void noteForUse(const void* base, std::size_t bytes) {
  if (!trace::checkSettings().unusedMemory)
    return;
  const std::lock_guard lock(mutex);
  noted.insert_or_assign(base, Noted{bytes, trace::hostFrames()});
}

void reportUnused(const void* base) {
  if (!trace::checkSettings().unusedMemory)
    return;
  const std::lock_guard lock(mutex);
  if (const auto found = noted.find(base); found != noted.end()) {
    report(base, found->second);
    noted.erase(found);
  }
}

void reportAllUnused() {
  const std::lock_guard lock(mutex);
  for (const auto& [base, allocation] : noted)
    report(base, allocation);
  noted.clear();
}

} // namespace heddle::driver
