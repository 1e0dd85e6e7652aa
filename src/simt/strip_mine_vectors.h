// Loops over a few lanes in place of instructions on all lanes of a gang, for code that is made
// quickly. A value of a gang of 32 lanes fills 8 registers of 128 bits, and code generation would
// make, allocate and spill each instruction 8 times. Here what lanes do alone is there once, in a
// loop over strips of as many lanes as fill one register, but of no more than eight. What crosses
// lanes, as a shuffle does, and what lives across strip loops goes through memory on the stack.
//
//   %c = add <32 x i32> %a, %b           strip:  %i = phi i64 [ 0, ... ], [ %next, %strip ]
//   %d = mul <32 x i32> %c, %c    =>             %a4 = load <4 x i32> at %i of %a's memory
//   %e = shufflevector <32 x i32> %d             %b4 = load <4 x i32> at %i of %b's memory
//                                                %c4 = add <4 x i32> %a4, %b4
//                                                %d4 = mul <4 x i32> %c4, %c4
//                                                store <4 x i32> %d4 at %i of %d's memory
//                                                %next = add i64 %i, 4
//                                                br i1 (%next < 32), label %strip, label %behind
//                                        behind: ; copies strips of %d's memory to %e's
//
// Runs last of all passes, and only where VectorTarget::stripMined says so: build-gang-functions
// then also leaves loads and stores of single lanes as gathers and scatters. Unless the CPU has
// them, they are in loops over single lanes here, whose scalars code generation takes much faster.
#pragma once

#include "llvm/IR/PassManager.h"

namespace heddle::simt {

class StripMineVectorsPass : public llvm::PassInfoMixin<StripMineVectorsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

} // namespace heddle::simt
