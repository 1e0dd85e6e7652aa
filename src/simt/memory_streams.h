// Kernels that stream through memory: a loop goes through it in steps of the whole grid, as loops
// over more elements than there are threads do. A gang with one register's worth of lanes reads
// only that much in each place, too little for caches and for fetching ahead, so such a kernel gets
// wider gangs (WidenGangPass in execution_form.h).
#pragma once

#include "simt/uniformity_analysis.h"

namespace heddle::simt {

// Has the kernel a small innermost loop that loads or stores whole runs of memory, a far step
// apart, and does little else?
bool streamsMemory(const llvm::Function& kernel, const Shapes& shapes, const llvm::LoopInfo& loops);

// May gangs be wider than a warp? Not when a thread asks for its lane or its warp, nor when
// barriers may let one warp through before another has come.
bool canOutgrowWarp(const llvm::Function& kernel, const Shapes& shapes);

} // namespace heddle::simt
