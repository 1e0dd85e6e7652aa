// A function in the kernel's module that finds the lanes of a warp with the same small value. It
// keeps the lanes of each value in a table, which takes a few instructions for each lane. Comparing
// each lane with all others takes as many for each pair of registers.
#pragma once

#include "llvm/IR/Function.h"

namespace heddle::simt {

// The bits of a value that is small enough to be an index of the table.
inline constexpr unsigned kSmallMatchBits = 8;

// Returns `void match(ptr lanes, i32 active)`, which is made at the first call. `lanes` points to
// the values of all lanes, 32 bits each, and the function replaces each by the active lanes with
// the same value, as bits. Bits of the values above kSmallMatchBits do not count.
llvm::Function* smallMatchFunction(llvm::Module& module);

} // namespace heddle::simt
