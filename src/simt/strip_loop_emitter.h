// Emits one loop over strips of a gang's lanes, for strip_mine_vectors.h. The members of the loop
// stay where they are; who calls this erases them when all loops are there.
#pragma once

#include "simt/strip_loops.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/IRBuilder.h"

namespace heddle::simt {

class LaneFrame;

class StripLoopEmitter {
public:
  StripLoopEmitter(const StripLoops& loops, const StripLoops::Loop& loop,
                   const VectorTarget& target, LaneFrame& frame);
  void emit();

private:
  void emitMember(llvm::Instruction& instruction);
  // The strip of the instruction's result, or null if that is not a vector.
  llvm::Value* emitStrip(llvm::Instruction& instruction);
  llvm::Value* emitIntrinsic(llvm::IntrinsicInst& call);
  // Emits a scalar that depends on all strips, such as a sum over the lanes. `next` computes its
  // value after a strip from the value before that strip.
  llvm::Value* emitCarried(llvm::Instruction& instruction, llvm::Constant* first,
                           llvm::function_ref<llvm::Value*(llvm::Value*)> next);
  // For each lane of a strip a 32-bit integer with the bit of its number.
  llvm::Constant* laneBits();
  llvm::Value* emitMaskBits(llvm::BitCastInst& cast);
  llvm::Value* maskOfBits(llvm::Value* bits);
  llvm::Value* emitLoad(llvm::LoadInst& load);
  llvm::Value* emitStore(llvm::StoreInst& store);
  llvm::Value* emitMaskedAccess(llvm::IntrinsicInst& call);
  // The number of the strip's first lane.
  llvm::Value* firstLane();
  // The strip of an operand.
  llvm::Value* strip(llvm::Value* value);
  // The constant must have elements. A constant expression, such as an offset from a variable's
  // address, has none.
  llvm::Value* stripOfConstant(llvm::Constant* constant);
  void storeStrip(llvm::Value* strip, const llvm::Value* value);
  llvm::Type* stripOf(llvm::Type* element) const;
  // A strip with the same value in each lane.
  llvm::Value* splat(llvm::Value* value);
  // A strip of constants.
  static llvm::Constant* constantStrip(llvm::ArrayRef<llvm::Constant*> lanes);
  llvm::Value* address(llvm::Type* element, llvm::Value* base, llvm::Value* index) {
    return builder_.CreateGEP(element, base, index);
  }
  // Returns the address, in the frame, of the strip that the present round of the loop works on.
  // `place` is where the vector's first lane lies.
  llvm::Value* stripAddress(llvm::Type* stored, std::uint64_t place);

  const StripLoops& loops_;
  const StripLoops::Loop& loop_;
  const VectorTarget& target_;
  const unsigned stripLanes_;
  LaneFrame& frame_;
  llvm::Module& module_;
  const llvm::DataLayout& layout_;
  llvm::BasicBlock* before_;
  llvm::BasicBlock* behind_;
  llvm::IRBuilder<> builder_;
  llvm::PHINode* index_;     // the first lane of the round
  unsigned laneOfRound_ = 0; // the first lane of the strip, counted from that of the round
  llvm::DenseMap<const llvm::Value*, llvm::Value*> strips_;
  llvm::SmallVector<std::pair<llvm::PHINode*, llvm::Value*>, 2> carried_; // with their next value
  // By the size of an element: the frame's address, moved by the first lane of the strip. It is
  // computed from round to round, so that code generation has only the offset of each vector to
  // look at.
  llvm::SmallMapVector<std::uint64_t, llvm::PHINode*, 4> frames_;
};

} // namespace heddle::simt
