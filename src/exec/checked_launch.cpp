#include "exec/checked_launch.h"

#include "exec/kernel_task.h"

#include <map>
#include <mutex>
#include <utility>

namespace heddle::exec {

namespace {

std::mutex mutex;
// Never destroyed, since kernels may run until the end of the process.
std::map<const KernelTask*, CheckedLaunch>& launches =
    *new std::map<const KernelTask*, CheckedLaunch>;

} // namespace

void noteLaunch(const KernelTask& grid, CheckedLaunch launch) {
  const std::lock_guard lock(mutex);
  launches.insert_or_assign(&grid, std::move(launch));
}

CheckedLaunch checkedLaunch(const BlockContext& context) {
  const std::lock_guard lock(mutex);
  const auto found = launches.find(context.launch->grid);
  return found == launches.end() ? CheckedLaunch() : found->second;
}

} // namespace heddle::exec
