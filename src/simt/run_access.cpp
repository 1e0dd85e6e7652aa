// Accesses whose lanes come in runs, each of them to contiguous memory (lane_runs.h): one load or
// store for each run.
#include "simt/gang_builder.h"
#include "simt/lane_groups.h"
#include "simt/lane_runs.h"

#include "llvm/Analysis/VectorUtils.h"

using namespace llvm;

namespace heddle::simt {

// Returns how many lanes a run has, or one if there are no runs that are worth an access of their
// own. Where the CPU can gather, shorter runs are not, because a gather takes as long as a few
// loads.
unsigned GangBuilder::lanesOfRun(const LaneAccess& access, bool isSimple) {
  if (mask_ || !isSimple || access.parts != 1 || access.shape.isUniform() || runsLanesInLoops() ||
      access.element->getPrimitiveSizeInBits() < 8)
    return 1;
  const unsigned shortest = target_.gather ? 4 : 2;
  for (unsigned run = width_ / 2; run >= shortest; run /= 2) {
    const std::optional<std::int64_t> stride = access.shape.isVarying()
                                                   ? strideInRuns(*vector(access.pointer), run)
                                                   : strideInGroups(access.shape, width_, run);
    if (stride == access.bytes)
      return run;
  }
  return 1;
}

Value* GangBuilder::runAddress(const LaneAccess& access, unsigned lane) {
  return access.shape.isVarying()
             ? builder_.CreateExtractElement(vector(access.pointer), std::uint64_t{lane})
             : laneAddress(access.pointer, lane);
}

Value* GangBuilder::loadRuns(const LoadInst& load, const LaneAccess& access, unsigned run) {
  auto* type = FixedVectorType::get(access.element, run);
  SmallVector<Value*, 8> runs;
  for (unsigned lane = 0; lane < width_; lane += run) {
    LoadInst* loaded = builder_.CreateAlignedLoad(type, runAddress(access, lane), access.align);
    loaded->setAAMetadata(load.getAAMetadata());
    if (MDNode* invariant = load.getMetadata(LLVMContext::MD_invariant_load))
      loaded->setMetadata(LLVMContext::MD_invariant_load, invariant);
    runs.push_back(loaded);
  }
  return concatenateVectors(builder_, runs);
}

void GangBuilder::storeRuns(const StoreInst& store, const LaneAccess& access, unsigned run,
                            Value* values) {
  for (unsigned lane = 0; lane < width_; lane += run) {
    Value* part = builder_.CreateShuffleVector(values, createSequentialMask(lane, run, 0));
    builder_.CreateAlignedStore(part, runAddress(access, lane), access.align)
        ->setAAMetadata(store.getAAMetadata());
  }
}

} // namespace heddle::simt
