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
  // For each task that is not done, the tasks that wait for it.
  std::map<const Task*, std::set<const Task*>> followers;
  std::map<const Task*, std::uint64_t> grids; // that are not done, with their ids
  std::set<const Task*> submitted;            // of the grids
  std::map<std::uint64_t, GridIds> unordered;
};
// Never destroyed, since tasks may end until the end of the process.
State& state() {
  static auto& instance = *new State;
  return instance;
}

// Adds grids before a task and before all that wait for it: the tasks of a graph wait for each
// other before the first of them is ordered behind what its stream has.
void addBefore(State& all, const Task* task, const GridIds& grids) {
  GridIds& before = all.before[task];
  GridIds added;
  for (const std::uint64_t grid : grids)
    if (before.insert(grid).second)
      added.insert(grid);
  const auto found = all.followers.find(task);
  if (added.empty() || found == all.followers.end())
    return;
  for (const Task* const follower : found->second)
    addBefore(all, follower, added);
}

} // namespace

void noteGrid(const Task& task, std::uint64_t gridId) {
  const std::lock_guard lock(state().mutex);
  state().grids.insert_or_assign(&task, gridId);
}

void noteTaskOrder(const Task& successor, const Task& predecessor) {
  State& all = state();
  const std::lock_guard lock(all.mutex);
  GridIds earlier;
  if (const auto found = all.before.find(&predecessor); found != all.before.end())
    earlier = found->second;
  if (const auto grid = all.grids.find(&predecessor); grid != all.grids.end())
    earlier.insert(grid->second);
  all.followers[&predecessor].insert(&successor);
  addBefore(all, &successor, earlier);
}

void noteTaskSubmitted(const Task& task, bool isPartOfAnother) {
  State& all = state();
  const std::lock_guard lock(all.mutex);
  const auto grid = all.grids.find(&task);
  if (grid == all.grids.end() || isPartOfAnother)
    return;
  const GridIds& before = all.before[&task];
  for (const Task* const other : all.submitted)
    if (const std::uint64_t otherGrid = all.grids[other];
        !before.contains(otherGrid) && !all.before[other].contains(grid->second)) {
      all.unordered[grid->second].insert(otherGrid);
      all.unordered[otherGrid].insert(grid->second);
    }
  all.submitted.insert(&task);
}

void noteTaskDone(const Task& task) {
  State& all = state();
  const std::lock_guard lock(all.mutex);
  all.before.erase(&task);
  all.followers.erase(&task);
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
