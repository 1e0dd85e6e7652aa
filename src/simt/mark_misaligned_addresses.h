// A misaligned access is a fault on a GPU, and on a CPU it is not. This pass gives every access
// whose alignment is not certain an address that faults when it is misaligned: the true one plus
// kMisalignedDistance (ir/kernel_abi.h). Whether it is misaligned follows from the part of the
// address that is not a multiple of the access's size, mostly a pointer among the kernel's
// parameters; so the test stands where that part is made, in no loop, and the access itself costs
// what it did.
//
//   %low = and i32 %pointerBits, 3
//   %misaligned = icmp ne i32 %low, 0
//   %distance = select i1 %misaligned, i64 <kMisalignedDistance>, i64 0
//   %marked = getelementptr i8, ptr %pointer, i64 %distance
//
// Runs when shared memory has been lowered. Leaves control flow as it is.
#pragma once

#include "llvm/IR/PassManager.h"

namespace heddle::simt {

class MarkMisalignedAddressesPass : public llvm::PassInfoMixin<MarkMisalignedAddressesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

} // namespace heddle::simt
