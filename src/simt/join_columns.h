// Accesses to columns (turn_squares.h) that continue each other. A kernel that turns a matrix often
// has a thread move several elements, as the rows y, y + 8, y + 16 and y + 24 of a tile. A column
// of the gangs of eight rows is then half a cache line, which the next access goes on with:
//
//   call void @llvm.masked.scatter(<16 x float> %a0, <16 x ptr> %to, …)              ; of 8 gangs
//   %b0 = load <16 x float>, ptr %from                                               ; of 8 gangs
//   call void @llvm.masked.scatter(<16 x float> %b0, <16 x ptr> (%to + 32), …)       ; of 8 gangs
//
// Together the accesses are one to columns of 16 rows, which are whole lines: a store then need not
// fetch what it stores to, and does not lose the line before its other half comes. Where the rows
// of a matrix are a power of two apart, as many lines as lanes go to the few places of the cache
// for one of them.
//
// What lies between the accesses may be accesses of the same thread to the same memory. So the code
// asks whether the memory of these begins behind that of the columns or ends before it, and keeps
// the order of the source where it does not.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Instructions.h"

namespace heddle::simt {

// Accesses of gangs of rows that follow each other, as turnSquares takes them.
using ColumnAccess = llvm::SmallVector<llvm::CallInst*, 16>;

// Replaces the accesses, joining those that can be joined.
void turnColumns(llvm::ArrayRef<ColumnAccess> accesses, unsigned registerBits);

} // namespace heddle::simt
