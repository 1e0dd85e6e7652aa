// Makes a kernel find its races on global memory, for the tool racecheck, beyond what NVIDIA's
// finds: between threads of a block, and between blocks of a grid. Grids count as ordered one
// behind the other.
//
// Each access looks into the shadow of its four bytes (ir/checker_abi.h), which has the last write
// and the last read. What is of the thread itself, of its block before the last barrier, or of an
// earlier grid is no race, and the access is noted in the shadow. All of
// that is inline code. Otherwise heddle_check_global_race judges it (exec/global_race_check.cpp).
//
//   store i32 %v, ptr %at   =>   %shadow = load i64, ptr %chunk   ; of the table of shadows
//                                %stamp = load i64, ptr %my.stamp
//                                %written = load i64, ptr %words
//                                %read = load i64, ptr %words.read
//                                %conflict = …
//                                ; in lanes where it holds:
//                                call void @heddle_check_global_race(…)
//                                store i32 %v, ptr %at
//                                store i64 %word, ptr %words
//
// Atomic and volatile accesses order blocks, as flags and counters do. The engine is told of each,
// and takes every pair at one address for a release and an acquire, because programs that leave the
// fences out work on GPUs.
//
// A kernel that orders its blocks by barriers of clusters is left as it is.
#pragma once

#include "llvm/IR/PassManager.h"

namespace heddle::simt {

class CheckGlobalRacesPass : public llvm::PassInfoMixin<CheckGlobalRacesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

} // namespace heddle::simt
