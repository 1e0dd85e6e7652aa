// Where the gangs of a block take turns without having to meet: in loops that wait for another
// thread, which may be one of the same block, and in loops over the whole grid's data (grid-stride
// loops), where the gangs of a block then read neighbouring memory instead of each going through
// all of it.
#pragma once

#include "simt/simt.h"

namespace heddle::simt {

// All gangs read what the block shares at one place (the sum of a reduction, say) before any of
// them goes on to write there. Programs that lack a barrier between the two work on GPUs, where the
// warps read soon after the barrier before. On thread IR, before shared memory gets its layout.
void insertYieldsAfterBroadcasts(llvm::Function& kernel);

// For code that runs one thread at a time: where it waits for another one.
void insertWaits(llvm::Function& function);

void insertYields(llvm::Function& kernel, const BlockShape& shape, unsigned width);

} // namespace heddle::simt
