// Atomic additions of floats with a GPU's results, which differ between global and shared memory.
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

// Additions that are still one instruction, which no host has, become loops around an exchange; in
// memory of the block alone, plain ones.
void expandFloatAtomics(llvm::Module& module);

} // namespace heddle::simt
