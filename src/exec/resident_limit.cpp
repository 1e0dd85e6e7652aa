#include "exec/resident_limit.h"

#include <map>
#include <mutex>

namespace heddle::exec {
namespace {

std::mutex mutex;
// Never destroyed, since kernels may run until the end of the process. A later grid at the same
// address replaces an earlier one.
std::map<const KernelTask*, std::uint64_t>& limits =
    *new std::map<const KernelTask*, std::uint64_t>;

} // namespace

void setResidentLimit(const KernelTask& grid, std::uint64_t blocks) {
  const std::lock_guard lock(mutex);
  limits.insert_or_assign(&grid, blocks);
}

std::uint64_t residentLimit(const KernelTask& grid) {
  const std::lock_guard lock(mutex);
  const auto found = limits.find(&grid);
  return found == limits.end() ? 0 : found->second;
}

std::uint64_t liftResidentLimit(const KernelTask& grid) {
  const std::lock_guard lock(mutex);
  const auto found = limits.find(&grid);
  if (found == limits.end())
    return 0;
  const std::uint64_t before = found->second;
  limits.erase(found);
  return before;
}

} // namespace heddle::exec
