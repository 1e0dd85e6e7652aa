// How many blocks of a grid a GPU would hold at a time, for the tool portability of the checker.
// Blocks that wait for each other then run as they would there, and it is reported if they wait for
// ever.
#pragma once

#include <cstdint>

namespace heddle::exec {

class KernelTask;

// To be called for a grid before it is submitted.
void setResidentLimit(const KernelTask& grid, std::uint64_t blocks);
// 0 where there is no limit.
std::uint64_t residentLimit(const KernelTask& grid);
// Returns what the limit was.
std::uint64_t liftResidentLimit(const KernelTask& grid);

} // namespace heddle::exec
