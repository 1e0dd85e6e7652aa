// Atomic updates that hosts do not have as one instruction: additions of floats with a GPU's
// results, which differ between global and shared memory, and counters that wrap at a limit.
#pragma once

namespace llvm {
class IRBuilderBase;
class Module;
class Value;
} // namespace llvm

namespace heddle::simt {

// What is in memory after `value` was added to `old`.
llvm::Value* floatSum(llvm::IRBuilderBase& builder, llvm::Value* old, llvm::Value* value,
                      bool inShared);

// What is in memory after inc (or dec) with the limit `value`.
llvm::Value* nextCount(llvm::IRBuilderBase& builder, llvm::Value* old, llvm::Value* value, bool up);

// Those that are still one instruction become loops around an exchange; in memory of the block
// alone, plain updates. LLVM 19 would do the same for the counters, but for AArch64 with LSE it
// ends the process instead.
void expandAtomicUpdates(llvm::Module& module);

} // namespace heddle::simt
