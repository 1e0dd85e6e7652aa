// Several gangs of a block in one instruction stream. A gang whose loop is one chain of
// multiply-adds waits for each result before it can begin the next one; gangs of other rows have
// chains of their own, and often read the same memory: of the naive matrix product, all rows of a
// block read the same row of B.
//
//   define void @gang(ptr %context, i32 %gang)
// becomes
//   define void @gang.jam(ptr %context, i32 %gang)   ; for the gangs %gang to %gang + 3
//
// in which what depends on the gang's number is there once for each gang, next to each other, and
// all the rest once. Where a branch depends on the gang, all gangs must want to go the same way. If
// they do not, each runs alone from the start, so nothing may have been stored before such a
// branch. Threads of different gangs have no order between barriers, so nobody can tell.
//
// Gangs of several rows of the block are also jammed where they access columns of a matrix, which
// they can only do together (turn_squares.h).
#pragma once

#include "simt/vector_target.h"

namespace heddle::simt {

struct JammedGangs {
  llvm::Function* function = nullptr; // null: the gangs are better off alone
  unsigned count = 1;                 // how many gangs it runs
  unsigned distance = 1;              // from the number of one of them to that of the next
};

// Of a gang function or a region of one, which says with its result, if it has one, where all gangs
// go on. The function itself stays as it is. `gangs` is how many there are.
JammedGangs jamGangs(llvm::Function& gang, unsigned gangs, const VectorTarget& target);

} // namespace heddle::simt
