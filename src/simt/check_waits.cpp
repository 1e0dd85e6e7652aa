#include "simt/check_waits.h"

#include "ir/thread_operations.h"
#include "simt/checked_accesses.h"
#include "simt/race_instrumentation.h"
#include "simt/waiting_loops.h"

#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace heddle::simt {
namespace {

// The instruction whose line in the source stands for the loop: the first one with a line that
// reads what another thread may have written.
Instruction& placeOf(const Loop& loop) {
  Instruction* place = loop.getHeader()->getTerminator();
  for (BasicBlock* block : reverse(loop.blocks()))
    for (Instruction& instruction : reverse(*block))
      if ((instruction.isAtomic() || instruction.isVolatile()) &&
          (instruction.getDebugLoc() || !place->getDebugLoc()))
        place = &instruction;
  return *place;
}

// `address` is that of the memory that the thread waits for; null where it is not known.
void noteWait(CheckedAccesses& sites, Instruction* before, const Instruction& place,
              const char* kind, Value* address) {
  IRBuilder<> builder(before);
  Value* const number =
      address ? builder.CreatePtrToInt(address, builder.getInt64Ty()) : builder.getInt64(0);
  sites.callEngine(builder, "heddle_sync_wait", {sites.site(builder, place, kind), number});
}
void noteGoingOn(CheckedAccesses& sites, Instruction* before) {
  IRBuilder<> builder(before);
  sites.callEngine(builder, "heddle_sync_went_on", {});
}

// The address that a loop reads at this place, if it is known where the loop begins again.
Value* awaitedAddress(Instruction& place, const BasicBlock& latch,
                      const DominatorTree& dominators) {
  const std::optional<Access> access = accessOf(place);
  return access && dominators.dominates(access->pointer, latch.getTerminator()) ? access->pointer
                                                                                : nullptr;
}

void noteLoop(CheckedAccesses& sites, Loop& loop, LoopInfo& loops, DominatorTree& dominators) {
  Instruction& place = placeOf(loop);
  SmallVector<BasicBlock*, 4> latches;
  loop.getLoopLatches(latches);
  for (BasicBlock* latch : latches) {
    BasicBlock* const again = latch->getSingleSuccessor()
                                  ? latch
                                  : SplitEdge(latch, loop.getHeader(), &dominators, &loops);
    noteWait(sites, again->getTerminator(), place, "loop",
             awaitedAddress(place, *again, dominators));
  }
  SmallVector<BasicBlock*, 4> exits;
  loop.getUniqueExitBlocks(exits);
  for (BasicBlock* exit : exits)
    noteGoingOn(sites, &*exit->getFirstInsertionPt());
}

} // namespace

PreservedAnalyses CheckWaitsPass::run(Function& function, FunctionAnalysisManager& analyses) {
  LoopInfo& loops = analyses.getResult<LoopAnalysis>(function);
  DominatorTree& dominators = analyses.getResult<DominatorTreeAnalysis>(function);
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
    noteLoop(sites, *loop, loops, dominators);
  for (Instruction* barrier : barriers) {
    noteWait(sites, barrier, *barrier, "barrier", nullptr);
    noteGoingOn(sites, barrier->getNextNode());
  }
  return PreservedAnalyses::none();
}

} // namespace heddle::simt
