// Kernels that stream through memory: a loop goes through it in steps of the whole grid, as loops
// over more elements than there are threads do. A gang with one register's worth of lanes reads
// only that much in each place, too little for caches and for fetching ahead, so such a kernel gets
// wider gangs (WidenGangPass in execution_form.h).
#pragma once

#include "simt/uniformity_analysis.h"

#include <optional>

namespace heddle::simt {

// How an address changes from one iteration of a loop to the next.
struct AddressStep {
  const llvm::Value* addend;          // what is added to a phi of the loop's header
  std::optional<std::uint64_t> bytes; // the distance, if the addend is constant; large if a factor
                                      // of it is not known
};
// Nothing if the address does not follow a phi of the loop's header that grows by one value.
std::optional<AddressStep> addressStep(const llvm::Value* address, const llvm::Loop& loop);

// Has the kernel a small innermost loop that loads or stores whole runs of memory, a far step
// apart, and does little else?
bool streamsMemory(const llvm::Function& kernel, const Shapes& shapes, const llvm::LoopInfo& loops);

// May gangs be wider than a warp? Not when a thread asks for its lane or its warp, nor when
// barriers may let one warp through before another has come.
bool canOutgrowWarp(const llvm::Function& kernel, const Shapes& shapes);

} // namespace heddle::simt
