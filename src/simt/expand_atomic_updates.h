// Atomic updates that hosts do not have as one instruction: additions of floats with a GPU's
// results, which differ between global and shared memory, and counters that wrap at a limit. The
// pass turns those that are still one instruction into loops around an exchange or, in memory that
// only the block sees, into plain updates. LLVM 19 would do the same for the counters, but for
// AArch64 with LSE it ends the process instead.
//
//   %old = atomicrmw fadd ptr %p, float %v
//
// becomes
//
//   update:
//     %held = phi i32 [ %first, %a ], [ %seen, %update ]
//     ; %next is the sum of %held and %v as a GPU computes it.
//     %pair = cmpxchg ptr %p, i32 %held, i32 %next
//     ; %seen and %stored are the elements of %pair.
//     br i1 %stored, label %done, label %update
#pragma once

#include "llvm/IR/PassManager.h"

namespace llvm {
class Instruction;
class IRBuilderBase;
class Value;
} // namespace llvm

namespace heddle::simt {

// Is an update or exchange atomic for threads of its block alone, so that a load and a store do the
// same? It is in shared memory, and where its scope is the block: PTX says that atomics of scopes
// that do not include each other see each other as a read and a write behind it.
bool isForBlockAlone(const llvm::Instruction& atomic);

// What is in memory after `value` was added to `old`.
llvm::Value* floatSum(llvm::IRBuilderBase& builder, llvm::Value* old, llvm::Value* value,
                      bool inShared);

// What is in memory after inc (or dec) with the limit `value`.
llvm::Value* nextCount(llvm::IRBuilderBase& builder, llvm::Value* old, llvm::Value* value, bool up);

class ExpandAtomicUpdatesPass : public llvm::PassInfoMixin<ExpandAtomicUpdatesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

} // namespace heddle::simt
