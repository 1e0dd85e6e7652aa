#include "exec/worker_set.h"

#include <algorithm>
#include <deque>
#include <mutex>

namespace heddle::exec {

const WorkerSet& internedWorkerSet(const WorkerSet& workers) {
  static std::mutex mutex;
  static auto* const sets = new std::deque<WorkerSet>; // a deque keeps its elements in place
  std::lock_guard lock(mutex);
  const auto found = std::ranges::find(*sets, workers);
  return found != sets->end() ? *found : sets->emplace_back(workers);
}

} // namespace heddle::exec
