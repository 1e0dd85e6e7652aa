#include "simt/insert_yields.h"

#include "simt/execution_form.h"
#include "simt/uniformity_analysis.h"
#include "simt/waiting_loops.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace heddle::simt {

void insertGangSwitch(ThreadOp op, Instruction* before) {
  IRBuilder<> builder(before);
  callThreadOp(builder, op);
}

namespace {

// Levels of an expression in which gridDim is looked for: blockDim.x * gridDim.x has two, and casts
// and factors of unrolled loops add some.
constexpr unsigned kLongestStepExpression = 6;

bool dependsOnGridSize(const Value* value, unsigned depth) {
  auto* instruction = dyn_cast<Instruction>(value);
  if (!instruction || depth == 0)
    return false;
  ThreadOp op = threadOp(*instruction);
  if (op == ThreadOp::NctaidX || op == ThreadOp::NctaidY || op == ThreadOp::NctaidZ)
    return true;
  if (isa<PHINode>(instruction) || isa<CallBase>(instruction))
    return false;
  return any_of(instruction->operands(),
                [&](const Use& operand) { return dependsOnGridSize(operand, depth - 1); });
}

bool isGridStride(const Loop& loop, const Shapes& shapes) {
  using namespace PatternMatch;
  if (!loop.isInnermost() || shapes.isDivergentLoop(&loop) || !loop.getLoopLatch())
    return false;
  bool reads = false;
  for (BasicBlock* block : loop.blocks())
    for (Instruction& instruction : *block) {
      if (auto* call = dyn_cast<CallBase>(&instruction);
          call && threadOpInfo(*call).flags & (BlockLevel | WarpLevel))
        return false;
      reads |= isa<LoadInst>(instruction);
    }
  if (!reads)
    return false;
  for (PHINode& phi : loop.getHeader()->phis()) {
    Value* step = nullptr;
    Value* next = phi.getIncomingValueForBlock(loop.getLoopLatch());
    if (shapes.of(&phi).isAffine() && match(next, m_c_Add(m_Specific(&phi), m_Value(step))) &&
        dependsOnGridSize(step, kLongestStepExpression))
      return true;
  }
  return false;
}

// Inserts the wait in the latch, which a thread comes to only if it has to wait any longer.
void insertWait(BasicBlock& latch, Loop& loop, LoopInfo& loops) {
  BasicBlock* place =
      latch.getSingleSuccessor() ? &latch : SplitEdge(&latch, loop.getHeader(), nullptr, &loops);
  insertGangSwitch(ThreadOp::Wait, place->getTerminator());
}

SmallVector<Loop*, 4> waitingLoops(const LoopInfo& loops) {
  SmallVector<Loop*, 4> waiting;
  for (Loop* loop : loops.getLoopsInPreorder())
    if (isWaiting(*loop))
      waiting.push_back(loop);
  return waiting;
}

} // namespace

PreservedAnalyses InsertWaitsPass::run(Function& function, FunctionAnalysisManager& analyses) {
  LoopInfo& loops = analyses.getResult<LoopAnalysis>(function);
  const SmallVector<Loop*, 4> waiting = waitingLoops(loops);
  for (Loop* loop : waiting) {
    SmallVector<BasicBlock*, 4> latches;
    loop->getLoopLatches(latches);
    for (BasicBlock* latch : latches)
      insertWait(*latch, *loop, loops);
  }
  return waiting.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
}

PreservedAnalyses InsertYieldsPass::run(Function& function, FunctionAnalysisManager& analyses) {
  if (!function.hasFnAttribute(kKernel))
    return PreservedAnalyses::all();
  LoopInfo& loops = analyses.getResult<LoopAnalysis>(function);
  const Shapes& shapes = analyses.getResult<UniformityAnalysis>(function);
  const bool hasOtherGangs = blockDim(function).threads() > gangWidth(function);
  const SmallVector<Loop*, 4> waiting = waitingLoops(loops);
  bool changed = !waiting.empty();
  for (Loop* loop : loops.getLoopsInPreorder())
    if (hasOtherGangs && !is_contained(waiting, loop) && isGridStride(*loop, shapes)) {
      insertGangSwitch(ThreadOp::Yield, &*loop->getHeader()->getFirstInsertionPt());
      changed = true;
    }
  for (Loop* loop : waiting)
    if (BasicBlock* latch = loop->getLoopLatch())
      insertWait(*latch, *loop, loops);
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace heddle::simt
