// Preparation of thread IR for a block shape: constants for the shape, one return, one layout of
// shared memory.
#pragma once

#include "simt/simt.h"

namespace heddle::simt {

// blockDim becomes constant, indices along axes of length 1 become zero, and conversions of shared
// addresses become arithmetic on heddle.shared.base(). Before optimisation.
void specialiseBlockShape(llvm::Module& module, const BlockShape& shape);

// Traps and exits become returns after their call; the function gets one return block.
void unifyReturns(llvm::Function& function);

// Threads beyond the block's last one, in its last gang, return at once.
void guardPartialGang(llvm::Function& kernel, const BlockShape& shape, unsigned width);

// Lanes that do not call the function return at once.
void guardCall(llvm::Function& function);

struct SharedLayout {
  std::uint32_t staticBytes = 0;
  std::uint32_t dynamicOffset = 0;
};
// Gives the shared variables of the module their offsets and replaces address space 3 by addresses
// from heddle.shared.base().
SharedLayout lowerSharedMemory(llvm::Module& module);

} // namespace heddle::simt
