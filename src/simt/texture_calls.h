// heddle.texture_sample.*: calls of the sampler, one for all lanes of a gang.
#pragma once

#include "llvm/IR/IRBuilder.h"

namespace heddle::simt {

// Calls the sampler for `lanes` lanes. `argument` turns an argument of the call into a vector over
// the lanes, or into a scalar for one lane. The four words of the result have the same form.
// `active` has a bit per lane. Buffers are allocated in the block `setup`.
llvm::SmallVector<llvm::Value*, 4>
callSampler(llvm::IRBuilder<>& builder, llvm::BasicBlock& setup, const llvm::CallBase& call,
            unsigned lanes, llvm::Value* active,
            llvm::function_ref<llvm::Value*(llvm::Value*)> argument);

} // namespace heddle::simt
