// How many lanes a gang has.
#pragma once

#include "simt/simt.h"

namespace heddle::simt {

// The lanes that a gang of this kernel gets; `usesWarp`: lanes of a warp must meet.
unsigned chooseGangWidth(const BlockShape& shape, const VectorTarget& target, bool usesWarp);

// What that becomes for a kernel that is ready for analysis. A gang of a kernel that goes through
// memory in steps of the whole grid, as loops over more elements than there are threads do, reads
// one register's worth in each place when it has as many lanes as a register: too little for caches
// and for fetching ahead. Such a gang gets several registers' worth of lanes.
unsigned adjustGangWidth(llvm::Function& kernel, const BlockShape& shape,
                         const VectorTarget& target, unsigned width, bool callsFunctions);

} // namespace heddle::simt
