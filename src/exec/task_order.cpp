#include "exec/task_order.h"

#include <map>
#include <mutex>

namespace heddle::exec {
namespace {

using GridIds = std::set<std::uint64_t>;

struct State {
  std::mutex mutex;
  // The grids before each task that was not done when this was noted.
  std::map<const Task*, GridIds> before;
  std::map<const Task*, std::uint64_t> grids; // that are not done, with their ids
  std::set<const Task*> submitted;            // of the grids
  std::map<std::uint64_t, GridIds> unordered;
};
// Never destroyed, since tasks may end until the end of the process.
State& state() {
  static auto& instance = *new State;
  return instance;
}

} // namespace

void noteGrid(const Task& task, std::uint64_t gridId) {
  const std::lock_guard lock(state().mutex);
  state().grids.insert_or_assign(&task, gridId);
}

void noteTaskOrder(const Task& successor, const Task& predecessor) {
  State& all = state();
  const std::lock_guard lock(all.mutex);
  GridIds& before = all.before[&successor];
  if (const auto grid = all.grids.find(&predecessor); grid != all.grids.end())
    before.insert(grid->second);
  if (const auto found = all.before.find(&predecessor); found != all.before.end()) {
    const GridIds earlier = found->second;
    before.insert(earlier.begin(), earlier.end());
  }
}

void noteTaskSubmitted(const Task& task, bool isPartOfAnother) {
  State& all = state();
  const std::lock_guard lock(all.mutex);
  const auto grid = all.grids.find(&task);
  if (grid == all.grids.end() || isPartOfAnother)
    return;
  const GridIds& before = all.before[&task];
  for (const Task* const other : all.submitted)
    if (const std::uint64_t otherGrid = all.grids[other]; !before.contains(otherGrid)) {
      all.unordered[grid->second].insert(otherGrid);
      all.unordered[otherGrid].insert(grid->second);
    }
  all.submitted.insert(&task);
}

void noteTaskDone(const Task& task) {
  State& all = state();
  const std::lock_guard lock(all.mutex);
  all.before.erase(&task);
  all.grids.erase(&task);
  all.submitted.erase(&task);
}

std::set<std::uint64_t> unorderedGrids(std::uint64_t gridId) {
  State& all = state();
  const std::lock_guard lock(all.mutex);
  const auto found = all.unordered.find(gridId);
  return found == all.unordered.end() ? GridIds() : found->second;
}

void forgetUnorderedGrids(std::uint64_t gridId) {
  State& all = state();
  const std::lock_guard lock(all.mutex);
  all.unordered.erase(gridId);
}

} // namespace heddle::exec
