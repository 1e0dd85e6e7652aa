// Where the gangs of a block take turns without having to meet: in loops that wait for another
// thread, which may be one of the same block, and in loops over the whole grid's data (grid-stride
// loops), where the gangs of a block then read neighbouring memory instead of each going through
// all of it.
#pragma once

#include "simt/simt.h"

namespace heddle::simt {

// Does a lane wait in a loop for something that another lane of its gang may hold (a lock that is
// released after the loop)? Such lanes cannot run in step.
bool waitsForOtherLanes(llvm::Function& kernel);

void insertYields(llvm::Function& kernel, const BlockShape& shape, unsigned width);

} // namespace heddle::simt
