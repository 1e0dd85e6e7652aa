// Lets a sum of products stay in its register. A fused multiply-add of x86-64 overwrites one of its
// three operands, and LLVM takes that which was made last. In a loop
//
//   %a = VBROADCASTSS ...
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
