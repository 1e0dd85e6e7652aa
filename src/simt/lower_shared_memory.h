// Shared memory is address space 3 in thread IR, where an address is an offset into the block's
// shared memory. lower-shared-memory gives the shared variables their offsets and replaces the
// address space by addresses from heddle.shared.base():
//
//   @tile = addrspace(3) global [32 x i32] undef        %shared = call ptr @heddle.shared.base()
//   %v = load i32, ptr addrspace(3) @tile          =>   %v = load i32, ptr %shared
//
// Variables with an offset of their own (heddle-shared-offset) lie there, before all others, which
// begin behind the bytes that the kernel reserves for them (heddle-reserved-shared-bytes). A module
// of functions that are called through pointers has no kernel; dynamic shared memory begins there
// where the kernel that runs has it.
//
// It marks atomics on shared memory as private to the block, since one worker runs the whole block,
// and leaves the size of the static variables and the offset of the dynamic ones on the kernel
// (heddle-static-shared-bytes, heddle-dynamic-shared-offset).
//
// lower-shared-conversions makes conversions between shared and generic addresses arithmetic on
// that base. It runs before LLVM's optimiser, which then sees that two branches compute the same.
#pragma once

#include "llvm/IR/PassManager.h"

namespace heddle::simt {

// On a shared variable: its offset, which is the same in all kernels.
inline constexpr const char* kSharedOffset = "heddle-shared-offset";
// On a kernel: the size of the variables that have such an offset.
inline constexpr const char* kReservedSharedBytes = "heddle-reserved-shared-bytes";

class LowerSharedConversionsPass : public llvm::PassInfoMixin<LowerSharedConversionsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

class LowerSharedMemoryPass : public llvm::PassInfoMixin<LowerSharedMemoryPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

} // namespace heddle::simt
