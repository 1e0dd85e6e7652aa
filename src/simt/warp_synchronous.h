// Which code relies on the lanes of a warp to run together.
#pragma once

#include "ir/thread_operations.h"

namespace heddle::simt {

// On functions of a module that was compiled by GCC's -muniform-simt: outside of SIMD regions all
// lanes of a warp do the same, at the same addresses too, so that `n = n + 1` in memory of the
// whole warp counts once, provided that no lane loads what another one has stored already.
inline constexpr const char* kUniformSimt = "heddle-uniform-simt";

// Is it an access to volatile shared memory? Before Volta, programs exchanged values between the
// lanes of a warp through it, without a barrier (warp-synchronous programming). Or, in uniform SIMT
// code, a store to memory that is not the thread's own, or an atomic operation, which one lane does
// for all of them when all have stored?
bool isWarpSynchronous(const llvm::Instruction& instruction);
// Is it a load of uniform SIMT code from memory that other blocks may be changing, by which the
// lanes of the warp decide together what to do next? It is if it is volatile or a fence follows, or
// if a compare-and-swap expects its value. The lanes of a GPU then all get the same value.
bool mustAgree(const llvm::Instruction& instruction);
// Does any instruction of the function need the lanes of a warp to meet?
bool usesWarpOperations(const llvm::Function& function);

} // namespace heddle::simt
