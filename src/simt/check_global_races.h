// Makes a kernel find its races on global memory, for the tool racecheck, beyond what NVIDIA's
// finds: between threads of a block, between blocks of a grid, and between grids that nothing
// orders.
//
// Each access looks into the shadow of its four bytes (ir/checker_abi.h), which has the last
// access. Words of the thread itself and of grids that are ordered before are no race, and neither
// are two reads, as little code can tell for a whole gang; it then notes the access in the shadow.
// Otherwise the words are looked at lane by lane, and heddle_check_global_race
// (exec/global_race_check.cpp) judges those that are neither of the block before its last barrier.
//
//   store i32 %v, ptr %at   =>   %stamp = load i64, ptr %my.stamp
//                                %last = load i64, ptr %last.at
//                                %suspicious = …
//                                ; in gangs with such a lane, and lanes with a conflict:
//                                call void @heddle_check_global_race(…)
//                                store i32 %v, ptr %at
//                                store i64 %word, ptr %last.at
//
// A write takes the place of what was noted before it: whatever comes after it is either behind the
// write, and so behind all that the write is behind, or in conflict with the write itself. A read
// takes the place of earlier reads, which flags in its word stand for, and of a write by another
// thread, or before a barrier, for which its word has the number of an entry in a table. The engine
// adds entries; kernels find those that are there.
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
