// heddle.texture_sample.*: calls of the sampler, one for all lanes of a gang.
#pragma once

#include "llvm/IR/IRBuilder.h"

namespace heddle::simt {

// Calls the sampler for `lanes` lanes; `argument` brings an argument of the call as a vector over
// them, or as a scalar for one lane. `active` has a bit per lane. The four words come back
// likewise. Buffers are made in `setup`.
llvm::SmallVector<llvm::Value*, 4>
callSampler(llvm::IRBuilder<>& builder, llvm::BasicBlock& setup, const llvm::CallBase& call,
            unsigned lanes, llvm::Value* active,
            llvm::function_ref<llvm::Value*(llvm::Value*)> argument);

} // namespace heddle::simt
