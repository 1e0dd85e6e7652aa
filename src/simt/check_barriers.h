// Makes a kernel tell the engine when its threads come to barriers of the block, for the tool
// synccheck of compute-sanitizer: all threads of a warp have to come to such a barrier together,
// unless it is a `barrier` without `.aligned`. It also tells of asynchronous barriers.
//
// Threads that do not come to a barrier that others of their warp have come to wait for those where
// their ways meet again, at the immediate post-dominator of the branch. If a thread gets there
// without having been at the barrier, it has passed by it. A thread that has returned does not
// count, as on a GPU.
//
//   br i1 %some, label %meet, label %join         br i1 %some, label %meet, label %join
// meet:                                         meet:
//   call void @heddle.barrier(i32 0, i32 0)  =>   call void @heddle_sync_barrier(ptr @site, ptr @n)
//   br label %join                                call void @heddle.barrier(i32 0, i32 0)
// join:                                           br label %join
//   store ...                                   join:
//   ret void                                      call void @heddle_sync_passed(i32 1)
//                                                 store ...
//                                                 call void @heddle_sync_exit()
//                                                 ret void
//
// Operations of a warp, as shuffles and votes, are followed in the same way: a thread that their
// mask names must not pass by.
//
// Code all of whose barriers and warp operations are certainly for all threads is left as it is.
#pragma once

#include "llvm/IR/PassManager.h"

namespace heddle::simt {

class CheckBarriersPass : public llvm::PassInfoMixin<CheckBarriersPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

// Removes the notes (ThreadOp::Note) that no tool has asked for.
class DropNotesPass : public llvm::PassInfoMixin<DropNotesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

} // namespace heddle::simt
