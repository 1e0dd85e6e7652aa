// Which code relies on the lanes of a warp to run together.
#pragma once

#include "ir/thread_operations.h"

namespace heddle::simt {

// Is it an access to volatile shared memory? Before Volta, programs exchanged values between the
// lanes of a warp through it, without a barrier (warp-synchronous programming).
bool isWarpSynchronous(const llvm::Instruction& instruction);
// Does any instruction of the function need the lanes of a warp to meet?
bool usesWarpOperations(const llvm::Function& function);

} // namespace heddle::simt
