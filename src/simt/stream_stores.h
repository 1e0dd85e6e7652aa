// Lets grids that write more than the caches hold store around them. A store to a line that is not
// in a cache first fetches the line, although the store replaces all of it. Non-temporal stores
// save that, a third of what a copy moves; but what they write is not in the cache for the kernel
// after this one. So each store of a gang that covers whole lines is there twice:
//
//   store <16 x float> %x, ptr %p, align 4
//   =>
//   br i1 (this grid writes more than context->cachedGridBytes, and %p is aligned), …
//   store <16 x float> %x, ptr %p, align 64, !nontemporal
//   store <16 x float> %x, ptr %p, align 4
//
// The pass only does this for x86. On AArch64 (measured on a Neoverse V1) it makes kernels neither
// faster nor slower, so the second store would be code for nothing.
//
// Memory that the kernel also reads is stored to as ever, because its lines are in the cache. CPUs
// may order non-temporal stores behind what follows them, up to the end of the worker's blocks. The
// pass therefore leaves functions alone that tell other blocks of what they have written: those
// with atomic or volatile accesses, fences or calls. It also leaves regions alone that end at a
// barrier (region_functions.h), behind which another one may tell.
#pragma once

#include "llvm/IR/PassManager.h"

namespace heddle::simt {

class StreamStoresPass : public llvm::PassInfoMixin<StreamStoresPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

} // namespace heddle::simt
