#include "simt/insert_yields.h"

#include "simt/execution_form.h"
#include "simt/uniformity_analysis.h"
#include "simt/waiting_loops.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

#include <utility>

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

// Does the step pass over whole blocks, as `tiles * TILE_ITEMS` does? The compiler does not know it
// but for a factor, which is a multiple of the block's threads. Constant steps do not count: such
// loops go through rows of a tile or a matrix, and their gangs would take turns for little.
bool passesOverBlocks(const Value* step, const Loop& loop, unsigned threads) {
  if (isa<Constant>(step) || !loop.isLoopInvariant(step))
    return false;
  const KnownBits known = computeKnownBits(step, loop.getHeader()->getDataLayout());
  return known.countMinTrailingZeros() >= Log2_32_Ceil(threads);
}

// What a phi of the loop's header grows by whenever the loop goes round; null if that is not one
// value. Where the last tile ends the loop, as an incomplete one does in CUB, the ways through the
// loop meet before the latch, and those of that tile bring the phi as it was.
Value* growth(PHINode& phi, const Loop& loop) {
  using namespace PatternMatch;
  Value* const next = phi.getIncomingValueForBlock(loop.getLoopLatch());
  Value* step = nullptr;
  if (match(next, m_c_Add(m_Specific(&phi), m_Value(step))))
    return step;
  auto* met = dyn_cast<PHINode>(next);
  if (!met || !loop.contains(met))
    return nullptr;
  for (Value* way : met->incoming_values())
    if (Value* added = nullptr;
        way != &phi &&
        (!match(way, m_c_Add(m_Specific(&phi), m_Value(added))) || std::exchange(step, added)))
      return nullptr;
  return step;
}

bool isGridStride(const Loop& loop, const Shapes& shapes, unsigned threads) {
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
    Value* const step = growth(phi, loop);
    if (!step || shapes.of(&phi).isVarying())
      continue;
    if ((shapes.of(&phi).isAffine() && dependsOnGridSize(step, kLongestStepExpression)) ||
        passesOverBlocks(step, loop, threads))
      return true;
  }
  return false;
}

// How far ahead the gangs of a block fetch what they will read, in bytes and in turns of all gangs.
// Far enough for the time that memory takes, and so little that it stays in the first cache.
// Measured on a Neoverse V1 with a sum of 2^25 floats in 64 blocks (2026-11).
constexpr std::uint64_t kBytesAhead = 4096;
constexpr std::uint64_t kMostTurnsAhead = 8;

// The value that `value` will have `turns` iterations later, where it is computed from phis of the
// loop's header that grow by a constant step in each; null for other values.
Value* valueAhead(Value* value, const Loop& loop, std::uint64_t turns, IRBuilder<>& builder) {
  auto* instruction = dyn_cast<Instruction>(value);
  if (!instruction || !loop.contains(instruction))
    return value;
  if (auto* phi = dyn_cast<PHINode>(instruction)) {
    if (phi->getParent() != loop.getHeader() || !phi->getType()->isIntegerTy())
      return nullptr;
    Value* const step = growth(*phi, loop);
    if (!step || !loop.isLoopInvariant(step))
      return nullptr;
    return builder.CreateAdd(phi,
                             builder.CreateMul(step, ConstantInt::get(step->getType(), turns)));
  }
  if (!isa<CastInst, BinaryOperator, GetElementPtrInst>(instruction) || instruction->isIntDivRem())
    return nullptr;
  SmallVector<Value*, 2> operands;
  for (Value* operand : instruction->operands()) {
    Value* const ahead = valueAhead(operand, loop, turns, builder);
    if (!ahead)
      return nullptr;
    operands.push_back(ahead);
  }
  Instruction* const copy = instruction->clone();
  // What holds for the numbers in the loop need not hold behind its end.
  copy->dropPoisonGeneratingFlags();
  for (unsigned i = 0; i < operands.size(); ++i)
    copy->setOperand(i, operands[i]);
  return builder.Insert(copy);
}

// Gangs that take turns read a run of memory and then one a far step away, which hardware does not
// foresee.
void prefetchNextTurns(const Loop& loop, const Shapes& shapes, unsigned threads) {
  SmallVector<LoadInst*, 8> loads;
  for (BasicBlock* block : loop.blocks())
    for (Instruction& instruction : *block)
      if (auto* load = dyn_cast<LoadInst>(&instruction);
          load && load->isSimple() && shapes.of(load->getPointerOperand()).isAffine())
        loads.push_back(load);
  for (LoadInst* load : loads) {
    const std::uint64_t bytes = load->getDataLayout().getTypeStoreSize(load->getType());
    const std::uint64_t turns =
        std::clamp<std::uint64_t>(kBytesAhead / (bytes * threads), 1, kMostTurnsAhead);
    IRBuilder<> builder(load);
    if (Value* ahead = valueAhead(load->getPointerOperand(), loop, turns, builder);
        ahead && ahead != load->getPointerOperand())
      // The arguments say that data are fetched, to be read, and kept in all caches.
      builder.CreateIntrinsic(
          Intrinsic::prefetch, {ahead->getType()},
          {ahead, builder.getInt32(0), builder.getInt32(3), builder.getInt32(1)});
  }
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
  const unsigned threads = blockDim(function).threads();
  const bool hasOtherGangs = threads > gangWidth(function);
  const SmallVector<Loop*, 4> waiting = waitingLoops(loops);
  bool changed = !waiting.empty();
  for (Loop* loop : loops.getLoopsInPreorder())
    if (hasOtherGangs && !is_contained(waiting, loop) && isGridStride(*loop, shapes, threads)) {
      prefetchNextTurns(*loop, shapes, threads);
      insertGangSwitch(ThreadOp::Yield, &*loop->getHeader()->getFirstInsertionPt());
      changed = true;
    }
  for (Loop* loop : waiting)
    if (BasicBlock* latch = loop->getLoopLatch())
      insertWait(*latch, *loop, loops);
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace heddle::simt
