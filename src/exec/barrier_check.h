// What the tool synccheck knows about the barriers of a block that runs.
#pragma once

#include "ir/kernel_abi.h"

#include <string>

namespace heddle::exec {

// A line for each place in the source where threads of the block wait, each with a newline before
// it. Empty where the kernel does not tell the tool of its barriers.
std::string describeWaitingThreads(const BlockContext& context);

} // namespace heddle::exec
