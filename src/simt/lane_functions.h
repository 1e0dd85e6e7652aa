// Moves a part of a kernel into a scalar function that gangs call lane by lane, like the thread
// functions of thread_functions.h. clean-up-block-function inlines it into the loop over the lanes.
//
//   before:  br label %first                          before:  call void @k.lane(...)
//   first:   ...                              =>               br label %after
//   last:    br label %after
//   after:   ...                                      define internal void @k.lane.thread(ptr, i32,
//   ...)
//
// What a thread computes stays in order, so its results are the same bits. Whoever moves code sees
// to it that nobody can tell in which order the lanes have run it.
#pragma once

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Function.h"

namespace heddle::simt {

// Blocks with one way in and one way out, and without phis for the way in other than in the first.
struct LanePart {
  llvm::SmallVector<llvm::BasicBlock*, 4> blocks; // the first one begins the part
  llvm::BasicBlock* before = nullptr;
  llvm::BasicBlock* last = nullptr; // the only block that goes to `after`
  llvm::BasicBlock* after = nullptr;
  llvm::Instruction* result = nullptr; // null: nothing of the part is used outside
  bool stores = false;                 // whether the part writes to memory
};

// Whether lanes may run the instruction in any order, without anybody noticing.
bool isIndependentOfLanes(const llvm::Instruction& instruction);

// The values from outside of the part that it uses.
llvm::SetVector<llvm::Value*> inputsOf(const LanePart& part);

// Whether each of the values can be an argument of a call for one lane.
bool arePassable(const llvm::SetVector<llvm::Value*>& inputs);

// Copies arithmetic that computes inputs into the first block of the part, which has no phis. So a
// few bases are passed in place of many addresses that differ by constants.
void recomputeInputs(const LanePart& part);

// Returns the scalar function. The inputs must be passable.
llvm::Function* moveToLaneFunction(const LanePart& part, const llvm::Twine& name);

} // namespace heddle::simt
