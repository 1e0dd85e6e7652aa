// Copies of guarded regions. `if (i < n) body` becomes: a branch that all lanes take together to a
// copy of the body when the condition holds for all active lanes, past it when it holds for none,
// and to the masked body otherwise. The tests are uniform, so that the copy runs under the mask
// that was there before, for a whole gang without any. Likewise a loop that lanes leave at
// different times first runs in a copy, as long as no lane leaves it.
#pragma once

#include "simt/simt.h"

namespace heddle::simt {

void copyGuardedRegions(llvm::Function& kernel, const BlockShape& shape, unsigned width,
                        const VectorTarget& target);

} // namespace heddle::simt
