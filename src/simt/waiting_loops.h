// Loops in which a thread waits until another one has done something: they read memory until it
// changes, or try to take a lock.
#pragma once

#include "simt/simt.h"

#include "llvm/Analysis/LoopInfo.h"

namespace heddle::simt {

bool isWaiting(const llvm::Loop& loop);

// Is there a loop that waits for another thread?
bool waitsInLoops(llvm::Function& kernel);

// May a lane wait in a loop for something that another lane of its gang has to do later (release a
// lock, publish a value)? Such lanes cannot run in step. For kernels in loop-simplified form.
bool waitsForOtherLanes(llvm::Function& kernel, const BlockShape& shape);

} // namespace heddle::simt
