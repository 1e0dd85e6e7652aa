// Makes a kernel report its accesses to shared memory, and the barriers that its threads pass, to
// the engine, which finds races from that (exec/race_check.cpp), for the tool racecheck of
// compute-sanitizer.
//
//   store i32 %v, ptr %at         =>   call void @heddle_check_race(i64 %at.number, i64 %v, ptr
//   @site)
//                                      store i32 %v, ptr %at
//   call void @heddle.barrier(…)  =>   call void @heddle.barrier(…)
//                                      call void @heddle_note_barrier(i32 0)
//
// Operations of a warp are barriers of the warp. A kernel that orders its threads in other ways is
// left as it is, because what it does would be taken for races: by barriers for some of the block's
// threads, and by atomics on shared memory that acquire or release, as asynchronous barriers are.
#pragma once

#include "llvm/IR/PassManager.h"

namespace heddle::simt {

class CheckSharedRacesPass : public llvm::PassInfoMixin<CheckSharedRacesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

} // namespace heddle::simt
