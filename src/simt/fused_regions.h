// Regions between barriers that run together, for a few gangs at a time. In the steps of a scan or
// a sorting network, each gang mostly accesses what it has accessed itself in the step before, or
// what a few others have. Then the barrier between the steps need not hold up all gangs of the
// block:
//
//   for each gang: step 1             for each pair of gangs:
//   for each gang: step 2      =>       step 1 of both, step 2 of both, step 3 of both
//   for each gang: step 3
//
// so that shared memory from one step to the next can stay in registers. Which gangs have to do
// with each other, their accesses tell (region_accesses.h): the steps of a group are those that
// access memory in common, and each comes behind the earlier ones that access the same memory. No
// group accesses what another one writes.
#pragma once

#include "simt/vector_target.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Function.h"

#include <cstdint>

namespace heddle::simt {

struct FusedRegions {
  // Runs a region for one gang of each group, in the order of the steps.
  struct Step {
    unsigned region = 0;
    unsigned firstGang = 0; // of the first group
    unsigned distance = 0;  // from the gang of one group to that of the next
  };
  unsigned begin = 0; // the regions, up to the one before `end`
  unsigned end = 0;
  unsigned groups = 0;
  llvm::SmallVector<Step, 0> steps = {};
  std::uint32_t result = 0; // of the last region
};

// The regions from `begin` on that are better fused, or this one alone, without steps. `regions`
// are functions of the number of one of `gangs` gangs (region_functions.h), and stay as they are.
FusedRegions fuseRegions(llvm::ArrayRef<llvm::Function*> regions, unsigned begin, unsigned gangs,
                         const VectorTarget& target);

} // namespace heddle::simt
