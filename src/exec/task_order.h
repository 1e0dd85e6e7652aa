// Which grids nothing orders, as far as streams, events and waits of the host say, for races on
// global memory between them. Copies and fills by the API count as grids. A grid that was done when
// another one was submitted counts as ordered before it, whether or not the host has waited for it:
// so some races are not found, but nothing that is ordered is taken for a race. Grids that kernels
// launch count as ordered.
#pragma once

#include "trace/findings.h"

#include <cstdint>
#include <set>

namespace heddle::exec {

class Task;

inline bool followsTaskOrder() {
  static const bool follows = trace::checkSettings().globalRaces;
  return follows;
}

// The task is a grid with this id.
void noteGrid(const Task& task, std::uint64_t gridId);
// `successor`, which is not done, waits for `predecessor`, which is not done either. Nothing that
// is noted later may come before a grid that runs.
void noteTaskOrder(const Task& successor, const Task& predecessor);
// Nothing more will be waited for by this task.
void noteTaskSubmitted(const Task& task, bool isPartOfAnother);
// To be called just before the task is done.
void noteTaskDone(const Task& task);

// The grids that nothing orders with this one, by their ids.
std::set<std::uint64_t> unorderedGrids(std::uint64_t gridId);
void forgetUnorderedGrids(std::uint64_t gridId);

} // namespace heddle::exec
