// Hands values in shared memory from stores to loads, element by element. Where regions between
// barriers have become one piece of straight code (fused_regions.h), what threads store to shared
// memory other threads of the same code load again, and as a rule from somewhere in between:
//
//   store <16 x float> %a, ptr %s               store <16 x float> %a, ptr %s
//   store <16 x float> %b, ptr (%s + 64)        store <16 x float> %b, ptr (%s + 64)
//   %x = gather of every second element    =>   %x = shufflevector %a, %b, <0, 2, 4, …>
//
// The elements of a load, or of a gather from constant places, come from what was stored through
// all shuffles, so that code which only moves elements about is left unused. So do those of a
// shuffle of loads. A store is dropped when all of its elements are stored again, or the CUDA block
// ends, before anybody loads them.
//
// The pass works on one basic block at a time. It takes an address for one in shared memory if that
// is computed from the base in the block's context, and for one elsewhere if it is computed from a
// parameter of the kernel. An access through any other address makes it forget all it knows.
#pragma once

#include "llvm/IR/PassManager.h"

namespace heddle::simt {

class ForwardSharedMemoryPass : public llvm::PassInfoMixin<ForwardSharedMemoryPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

} // namespace heddle::simt
