#include "simt/check_waits.h"

#include "ir/thread_operations.h"
#include "simt/checked_accesses.h"
#include "simt/race_instrumentation.h"
#include "simt/waiting_loops.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace heddle::simt {
namespace {

// The instruction whose line in the source stands for the loop: the first one that reads what
// another thread may have written.
const Instruction& placeOf(const Loop& loop) {
  for (const BasicBlock* block : loop.blocks())
    for (const Instruction& instruction : *block)
      if ((instruction.isAtomic() || instruction.isVolatile()) && instruction.getDebugLoc())
        return instruction;
  return *loop.getHeader()->getTerminator();
}

void noteWait(CheckedAccesses& sites, Instruction* before, const Instruction& place,
              const char* kind) {
  IRBuilder<> builder(before);
  sites.callEngine(builder, "heddle_sync_wait", {sites.site(builder, place, kind)});
}
void noteGoingOn(CheckedAccesses& sites, Instruction* before) {
  IRBuilder<> builder(before);
  sites.callEngine(builder, "heddle_sync_went_on", {});
}

void noteLoop(CheckedAccesses& sites, Loop& loop, LoopInfo& loops) {
  const Instruction& place = placeOf(loop);
  SmallVector<BasicBlock*, 4> latches;
  loop.getLoopLatches(latches);
  for (BasicBlock* latch : latches) {
    BasicBlock* const again =
        latch->getSingleSuccessor() ? latch : SplitEdge(latch, loop.getHeader(), nullptr, &loops);
    noteWait(sites, again->getTerminator(), place, "loop");
  }
  SmallVector<BasicBlock*, 4> exits;
  loop.getUniqueExitBlocks(exits);
  for (BasicBlock* exit : exits)
    noteGoingOn(sites, &*exit->getFirstInsertionPt());
}

} // namespace

PreservedAnalyses CheckWaitsPass::run(Function& function, FunctionAnalysisManager& analyses) {
  LoopInfo& loops = analyses.getResult<LoopAnalysis>(function);
  SmallVector<Loop*, 4> waiting;
  for (Loop* loop : loops.getLoopsInPreorder())
    if (isWaiting(*loop))
      waiting.push_back(loop);
  if (waiting.empty())
    return PreservedAnalyses::all();
  SmallVector<Instruction*, 8> barriers;
  for (Instruction& instruction : instructions(function))
    if (isBarrierOfBlock(instruction) && threadOp(instruction) != ThreadOp::BarrierArrive)
      barriers.push_back(&instruction);
  CheckedAccesses sites(function);
  for (Loop* loop : waiting)
    noteLoop(sites, *loop, loops);
  for (Instruction* barrier : barriers) {
    noteWait(sites, barrier, *barrier, "barrier");
    noteGoingOn(sites, barrier->getNextNode());
  }
  return PreservedAnalyses::none();
}

} // namespace heddle::simt
