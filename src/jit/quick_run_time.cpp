#include "jit/quick_run_time.h"

#include "jit/object_cache.h"

#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <string_view>
#include <unistd.h>

namespace heddle::jit {
namespace {

std::string nameInCache(const std::string& key) {
  return "quick-run-time." + key;
}

std::uint64_t loadTime(const std::string& key) {
  const auto stored = ObjectCache::global().load(nameInCache(key));
  std::uint64_t time = 0;
  if (stored && stored->size() == sizeof time)
    std::memcpy(&time, stored->data(), sizeof time);
  return time;
}

void storeTime(const std::string& key, std::uint64_t time) {
  ObjectCache::global().store(nameInCache(key),
                              std::string_view(reinterpret_cast<const char*>(&time), sizeof time));
}

class QuickRunTimes {
public:
  QuickRunTime& of(const std::string& key) {
    std::lock_guard lock(mutex_);
    const auto [entry, isNew] = times_.try_emplace(key);
    if (isNew)
      entry->second.total = entry->second.earlier = loadTime(key);
    return entry->second;
  }

  // Processes that exit at the same moment may overwrite each other's time, which then is too short
  // and harms nobody.
  void write() {
    if (process_ != getpid())
      return; // what a child process has a copy of, its parent writes
    std::lock_guard lock(mutex_);
    for (const auto& [key, time] : times_)
      if (const std::uint64_t here = time.total - time.earlier; here > 0)
        storeTime(key, loadTime(key) + here);
  }

private:
  const pid_t process_ = getpid();
  std::mutex mutex_; // guards times_
  std::map<std::string, QuickRunTime> times_;
};

// It is never destroyed, since workers count until the process is gone.
QuickRunTimes& quickRunTimes() {
  static auto* const made = [] {
    auto* const times = new QuickRunTimes;
    (void)std::atexit([] { quickRunTimes().write(); });
    return times;
  }();
  return *made;
}

} // namespace

QuickRunTime& quickRunTime(const std::string& key) {
  return quickRunTimes().of(key);
}

} // namespace heddle::jit
