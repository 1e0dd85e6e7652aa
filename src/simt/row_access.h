// Loads and stores of lanes whose vectors lie apart in memory, as where each thread has the next 15
// elements of an array: a row is what one lane accesses, and at least as large as the smallest
// register. Each row is accessed whole, and shuffles transpose rows and lanes:
//
//   lane 0:  a0 a1 a2 a3            part 0:  a0 b0 c0 d0
//   lane 1:  b0 b1 b2 b3     <=>    part 1:  a1 b1 c1 d1
//   lane 2:  c0 c1 c2 c3            part 2:  a2 b2 c2 d2
//   lane 3:  d0 d1 d2 d3            part 3:  a3 b3 c3 d3
#pragma once

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"

namespace heddle::simt {

// A row of so many bytes is worth an access of its own.
inline constexpr unsigned kRowBytes = 16;

struct Rows {
  llvm::Type* element;
  unsigned parts;        // how many elements a row has, a power of two
  unsigned width;        // how many lanes there are
  unsigned registerBits; // of the widest registers
};

// Returns the parts, vectors of all lanes, of the rows that `load` loads for each lane.
llvm::SmallVector<llvm::Value*, 4> loadRows(llvm::IRBuilder<>& builder, const Rows& rows,
                                            llvm::function_ref<llvm::Value*(unsigned)> load);

// Calls `store` with each lane and its row.
void storeRows(llvm::IRBuilder<>& builder, const Rows& rows, llvm::ArrayRef<llvm::Value*> parts,
               llvm::function_ref<void(unsigned, llvm::Value*)> store);

} // namespace heddle::simt
