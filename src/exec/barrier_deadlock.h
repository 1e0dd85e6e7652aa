// Barriers that never complete. On a GPU the kernel would hang; here it ends with a fault.
#pragma once

#include "ir/kernel_abi.h"

#include <cstdint>

// Called by the schedulers of gangs (simt/gang_scheduler.cpp) and of fibers when no thread of the
// block can go on. The barrier is for `threads` of them, or with 0 for all that have not returned,
// and `arrived` have come there.
extern "C" [[noreturn]] void heddle_barrier_deadlock(heddle::BlockContext*, std::uint32_t barrier,
                                                     std::uint32_t arrived, std::uint32_t threads);
