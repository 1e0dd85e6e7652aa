// Gangs as coroutines: code that runs the gangs of a block each from its own state, when they are
// not all at the same place, or when barriers are for part of the block.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/IR/IRBuilder.h"

#include <functional>

namespace heddle::simt {

// What a region gives back: the state after it, which names the region to go on with. With kYielded
// the gang may go on at once, otherwise it waits at a barrier. With kWaiting too, it found nothing
// to do: another gang or another block has to do something first.
inline constexpr std::int32_t kFinished = -1;
inline constexpr std::uint32_t kYielded = 0x40000000;
inline constexpr std::uint32_t kWaiting = 0x20000000;
inline constexpr unsigned kNamedBarriers = 32; // 16 of PTX, and those of Heddle's own

// The head of a block's frame: the sum of bar.red at each named barrier, whether the block has been
// suspended, the arrivals at each named barrier, then per gang its state, then per gang the barrier
// it waits at and how many threads that is for (0: all that have not returned).
struct FrameHead {
  static constexpr unsigned sums = 0;
  static constexpr unsigned suspended = 64;
  static constexpr unsigned arrived = 128;
  static constexpr unsigned states = arrived + 4 * kNamedBarriers;
  static unsigned waits(unsigned gangs) { return states + 4 * gangs; }
  static unsigned bytes(unsigned gangs) { return (waits(gangs) + 8 * gangs + 63) & ~63u; }
};

// A counted loop over the gangs around what `body` emits; leaves the builder after it.
void emitGangLoop(llvm::IRBuilder<>& builder, unsigned gangs,
                  const std::function<void(llvm::Value* gang)>& body);

// The stored state for a region's result: where the gang goes on, or -2 less that while it waits.
llvm::Value* emitStoredState(llvm::IRBuilder<>& builder, llvm::Value* result);

struct GangScheduler {
  llvm::Value* context;
  llvm::Value* frame;
  llvm::ArrayRef<llvm::Function*> regions; // by state
  llvm::ArrayRef<llvm::BasicBlock*>
      rounds; // where to go when all gangs are in one state; may be empty
  llvm::BasicBlock* exit;
  llvm::BasicBlock* suspend; // where to go when every gang waits for another block; may be null
  unsigned gangs;
  unsigned width;

  // Emits the scheduler at the builder's place, as the end of its function.
  void emit(llvm::IRBuilder<>& builder) const;
};

} // namespace heddle::simt
