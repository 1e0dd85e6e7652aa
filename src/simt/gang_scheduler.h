// Emits the code that schedules the gangs of a block as coroutines: each is resumed from its own
// state when its barrier is complete. It is needed when the gangs are not all at the same barrier,
// or when barriers are for part of the block.
#pragma once

#include "ir/kernel_abi.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Support/MathExtras.h"

#include <functional>

namespace heddle::simt {

// A region function returns kFinished or the number of the region that the gang goes on with. With
// kYielded the gang may go on at once, otherwise it waits at a barrier. With kWaiting as well, it
// found nothing to do: another gang or another block has to do something first.
inline constexpr std::int32_t kFinished = -1;
inline constexpr std::uint32_t kYielded = 0x40000000;
inline constexpr std::uint32_t kWaiting = 0x20000000;
// There are PTX's named barriers, and as many for Heddle's own use (lower_clusters.cpp has one).
// The number is a power of two, because a number from a program is masked.
inline constexpr unsigned kGangBarriers = 2 * kNamedBarriers;

// Where a gang waits.
struct GangWait {
  std::uint32_t barrier;
  std::uint32_t threads; // that the barrier is for; 0: all that have not returned
};

// The frame of a block with barriers, by offsets in bytes: the header; what the scheduler knows of
// the barriers and of each gang; the values of each gang that live across barriers.
struct BlockFrameLayout {
  explicit BlockFrameLayout(unsigned gangs)
      : waits(states + gangs * sizeof(std::int32_t)),
        values(llvm::alignTo(waits + gangs * sizeof(GangWait), alignof(BlockFrameHeader))) {}

  static constexpr std::size_t arrived = sizeof(BlockFrameHeader); // threads, at each barrier
  static constexpr std::size_t states = arrived + kGangBarriers * sizeof(std::uint32_t);
  std::size_t waits;
  std::size_t values;
};

// What a gang that comes to a barrier adds to its count. A GPU counts whole warps, so the last gang
// of a block stands for the threads that its warp lacks, too.
llvm::Value* arrivalsOf(llvm::IRBuilder<>& builder, llvm::Value* gang, unsigned gangs,
                        unsigned width);

// Emits a loop that counts the gangs, around what `body` emits. Leaves the builder behind it.
void emitGangLoop(llvm::IRBuilder<>& builder, unsigned gangs,
                  const std::function<void(llvm::Value* gang)>& body);

// The state to store for a region's result: the number of the region that the gang goes on with, -2
// minus that number while the gang waits at a barrier, or kFinished.
llvm::Value* emitStoredState(llvm::IRBuilder<>& builder, llvm::Value* result);

struct GangScheduler {
  llvm::Value* context;
  llvm::Value* frame;
  llvm::ArrayRef<llvm::Function*> regions;
  // By region, the block to go to when all gangs are to go on with it. Empty if the scheduler goes
  // on by itself.
  llvm::ArrayRef<llvm::BasicBlock*> rounds;
  llvm::BasicBlock* exit;
  llvm::BasicBlock* suspend; // where to go when every gang waits for another block; may be null
  unsigned gangs;
  unsigned width;

  // Emits the scheduler where the builder is. It ends the builder's function.
  void emit(llvm::IRBuilder<>& builder) const;
};

} // namespace heddle::simt
