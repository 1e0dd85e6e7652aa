// SIMT on SIMD: LLVM passes that turn thread IR (src/ir/thread_ir.md), the code of one thread, into
// gang IR, W lanes that execute one instruction stream under a mask, and that into a block function
// which runs all gangs of a block between its barriers. One pass per file:
//
//   clusters          what threads ask about their cluster becomes arithmetic
//   specialise        block shape becomes constant, shared memory gets its layout
//   alignment_checks  misaligned accesses get addresses that fault
//   lockstep          whether lanes count on each other to run in step
//   region_copies     guarded regions get a copy for the case that all lanes take the guard
//   yields            where gangs take turns without having to meet
//   shapes            which values are uniform, affine in the lane, or varying
//   linearisation     the order and the masks of divergent control flow
//   gang_function     emits the gang function: its control flow under masks
//   gang_values       its values, uniform, affine and varying, and masks
//   gang_instructions vector arithmetic
//   gang_calls        calls, and what threads ask about themselves
//   memory_access     loads, stores and atomics of a gang
//   warp_operations   shuffles, votes and their like
//   block_function    gang loops, parallel regions between barriers
//   gang_scheduler    gangs as coroutines, where they are not all at the same place
//   called_functions  large device functions that gangs call, all active lanes at once
//   thread_functions  device functions that are called lane by lane
#pragma once

#include <cstdint>
#include <string>

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace heddle::simt {

struct BlockShape {
  std::uint32_t x = 1, y = 1, z = 1;
  std::uint32_t threads() const { return x * y * z; }
};

// What the passes need to know of the CPU.
struct VectorTarget {
  unsigned registerBits = 128;
  bool maskedMemory = false; // masked loads and stores in hardware
  bool gather = false;
  bool scatter = false;
  unsigned gangWidth = 0; // lanes of a gang, whatever the block shape; 0: chooseGangWidth decides
  bool fibers = false;    // each thread by itself, also where gangs would do
};

struct BlockCode {
  llvm::Function* function = nullptr; // BlockStatus (BlockContext*)
  std::uint32_t gangWidth = 1;
  std::uint32_t frameBytes = 0;
  std::uint32_t staticSharedBytes = 0;
  std::uint32_t dynamicSharedOffset = 0;
  bool yields = false; // may return BlockStatus::Yielded
};

// Turns the thread IR of one kernel into a block function named `name`. The module must have been
// cleaned (inlining, SSA); functions still called become thread functions. Empty string on success,
// otherwise what cannot be done.
std::string buildBlockFunction(llvm::Function& kernel, const BlockShape& shape,
                               const VectorTarget& target, const std::string& name,
                               BlockCode& result);

// On a kernel: functions that it may call through pointers meet other threads (barriers and such).
inline constexpr const char* kFunctionsMeet = "heddle-functions-meet";

// Does a function that is not inlined contain a barrier, a warp operation or an exit?
bool functionsMeetOthers(llvm::Module& module);

// Makes every device function of the module callable as `NAME(context, thread, arguments...)`, for
// functions that are reached through pointers.
std::string buildThreadFunctions(llvm::Module& module);

} // namespace heddle::simt
