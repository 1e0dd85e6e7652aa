// Accesses of several gangs that run together, turned round. Where the lanes of a gang access
// memory far from each other, but the gangs of the rows below access the elements next to theirs
// (row_strides.h), as all gangs do that turn a matrix:
//
//   call void @llvm.masked.scatter(<16 x float> %row0, <16 x ptr> %to, …)
//   call void @llvm.masked.scatter(<16 x float> %row1, <16 x ptr> (%to + 4), …)
//   …
//
// the elements of a column are contiguous in memory. So the squares of as many lanes as there are
// rows are turned in registers, and each lane stores, or loads, its column at once:
//
//   store <8 x float> %column0, ptr %to.of.lane.0
//   store <8 x float> %column1, ptr %to.of.lane.1
//   …
#pragma once

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

#include <optional>

namespace heddle::simt {

// What a gather or scatter of a gang says about the gangs of the rows below its own, in metadata.
struct RowsBelow {
  unsigned gangsPerRow = 1; // the gang below has a number greater by so many
  unsigned rows = 1;        // as many rows belong together, a power of two that divides the block's
  bool mayWrap = false;     // as RowStrides::Stride has it
};
void noteRowsBelow(llvm::Instruction& access, const RowsBelow& rows);
std::optional<RowsBelow> rowsBelow(const llvm::Instruction& access);

// Of such a gather or scatter: which of the two it is, the addresses of its lanes, and the type of
// what the lanes load or store.
bool isGather(const llvm::CallInst& access);
llvm::Value* pointersOf(const llvm::CallInst& access);
llvm::FixedVectorType* typeOfLanes(const llvm::CallInst& access);

// Whether the last row's elements are as far from those of the first row as they are unless an
// index wraps.
llvm::Value* areRowsTogether(llvm::IRBuilder<>& builder, llvm::ArrayRef<llvm::CallInst*> accesses);

// Accesses the columns where the builder is, and leaves the accesses as they are. `values` is what
// the gangs store; returns the values of all gangs if the accesses are loads.
llvm::SmallVector<llvm::Value*, 4> accessColumns(llvm::IRBuilder<>& builder,
                                                 llvm::ArrayRef<llvm::CallInst*> accesses,
                                                 llvm::ArrayRef<llvm::Value*> values,
                                                 unsigned registerBits);

// Replaces the accesses, which are gathers or scatters with such notes for rows that follow each
// other, and stand one behind the other in the code. Their number is a power of two that divides
// the number of lanes. `registerBits` is the size of a vector register.
void turnSquares(llvm::ArrayRef<llvm::CallInst*> accesses, unsigned registerBits);

} // namespace heddle::simt
