// What threads of a block may do at the same time: the instructions between two barriers of the
// whole block. All threads come to such a barrier before one of them goes on, so the interval
// behind it ends at whichever barrier of the whole block comes next, on each way.
#pragma once

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Function.h"

namespace heddle::simt {

using InstructionSet = llvm::SmallPtrSet<const llvm::Instruction*, 16>;

// The instructions that stand only in intervals without anything for which `isWrite` holds. A call
// of a device function counts as such, and so does what comes before a function that is no kernel.
// Threads that meet at different barriers, which CUDA does not allow, are left out of account.
InstructionSet
instructionsWithoutWrites(llvm::Function& function,
                          llvm::function_ref<bool(const llvm::Instruction&)> isWrite);

} // namespace heddle::simt
