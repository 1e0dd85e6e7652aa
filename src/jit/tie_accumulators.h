// Keeps a sum of products in one register. A fused multiply-add of x86-64 overwrites one of its
// three operands, and LLVM often chooses a factor although the sum is not needed any more. In a
// loop
//
//   %a = VBROADCASTSS (a factor from memory)
//   %next = COPY %a                     =>     %next = COPY %sum
//   %next = VFMADD213 %next, %b, %sum          %next = VFMADD231 %next, %b, %a
//
// it moves the sum to the register of %a. A tile of eight sums then wanders through all 16
// registers of AVX2, and some of them go to the stack in each iteration. The pass turns operands
// around so that the sum is overwritten, where it comes from another sum or around the loop.
// Instructions of other CPUs, such as FMLA of AArch64, always overwrite the sum.
//
// For machine code before registers are coalesced.
#pragma once

namespace llvm {
class FunctionPass;
}

namespace heddle::jit {

llvm::FunctionPass* createTieAccumulatorsPass();

} // namespace heddle::jit
