// Makes a kernel find its races on shared memory, for the tool racecheck of compute-sanitizer.
//
// Each access looks into the shadow of its four bytes (ir/checker_abi.h), which has the last write
// and the last read. If those are of the thread itself, or from before the last barrier of the
// block, there is no race, and the access is noted in the shadow: all of that is inline code,
// vectorised like the kernel. Otherwise heddle_check_race judges it (exec/race_check.cpp).
//
//   store i32 %v, ptr %at   =>   %stamp = load i64, ptr %my.stamp
//                                %written = load i64, ptr %shadow
//                                %read = load i64, ptr %shadow.read
//                                %conflict = …                 ; another thread, the same epoch
//                                %any = call i1 @heddle.mask.any(i1 %conflict)
//                                br i1 %any, label %judge, label %access
//                              access:
//                                store i32 %v, ptr %at
//                                store i64 %word, ptr %shadow  ; %stamp and the place
//                                ; lanes whose word is not there have all written to one address,
//                                ; and are judged, too
//
// Reads between two barriers of the block between which nothing is written are left as they are
// (barrier_intervals.h), unless the kernel makes asynchronous copies, which write at any time.
//
// Many threads read the same address. A kernel whose only barriers are those of the whole block
// notes that there are several readers, and nothing more. In a kernel with other barriers some of
// the readers may have come to one since, so the engine keeps all of them; likewise where accesses
// are of less than four bytes. Such a kernel also tells the engine of those barriers, and of
// atomics that acquire or release, as asynchronous barriers do. A barrier of the cluster orders the
// threads of a block as a barrier of their own, with an arrival and a wait.
//
// Accesses to the shared memory of other blocks are not followed. A kernel that makes them and has
// atomics that acquire or release is left as it is, since its threads may be ordered by way of
// another block; likewise one with copies of tensors.
#pragma once

#include "llvm/IR/PassManager.h"

namespace heddle::simt {

class CheckSharedRacesPass : public llvm::PassInfoMixin<CheckSharedRacesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

} // namespace heddle::simt
