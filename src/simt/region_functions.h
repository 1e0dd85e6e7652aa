// Builds a function for each barrier region of a gang function:
//   i32 region(ptr context, i32 gang)
// runs one gang from a barrier, or from the start, to its next barrier, and returns the gang's next
// state: which region it goes on with, and whether it has to wait before (gang_scheduler.h).
#pragma once

#include "simt/barrier_regions.h"
#include "simt/gang_scheduler.h"

#include "llvm/IR/Function.h"

namespace heddle::simt {

// An attribute of these functions, until they are inlined into the block function. Its value is
// kLastRegion if a gang only returns at the end of the region, so that nobody who has met it at a
// barrier can tell other blocks what it has written there.
inline constexpr const char* kRegion = "heddle-region";
inline constexpr const char* kLastRegion = "last";

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
