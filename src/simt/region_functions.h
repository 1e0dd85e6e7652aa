// Builds a function for each barrier region of a gang function:
//   i32 region(ptr context, i32 gang)
// runs one gang from a barrier, or from the start, to its next barrier, and returns the gang's next
// state: which region it goes on with, and whether it has to wait before (gang_scheduler.h).
#pragma once

#include "simt/barrier_regions.h"
#include "simt/gang_scheduler.h"

#include "llvm/IR/Function.h"

namespace heddle::simt {

// What a region returns that ends at the boundary with this index.
std::uint32_t regionResult(const BarrierRegions& regions, unsigned boundary);

struct RegionFunctions {
  std::vector<llvm::Function*> functions; // by region
  std::uint64_t gangBytes = 0;            // of each gang in the frame: its values and local memory
};

// Takes the gang function apart; nothing but erasing it may follow.
RegionFunctions buildRegionFunctions(llvm::Function& gang, const BarrierRegions& regions,
                                     unsigned width, const BlockFrameLayout& layout);

} // namespace heddle::simt
