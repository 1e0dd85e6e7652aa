#include "simt/yields.h"

#include "simt/shapes.h"
#include "simt/thread_intrinsics.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;

namespace heddle::simt {
namespace {

struct Waiting {
  bool forValue = false; // reads memory until it changes
  bool forLock = false;  // tries an exchange until it succeeds
};

// The same in every iteration, though perhaps computed in each.
bool isSame(const Loop& loop, const Value* value, unsigned depth = 8) {
  if (loop.isLoopInvariant(value))
    return true;
  auto* instruction = dyn_cast<Instruction>(value);
  if (!instruction || depth == 0 || isa<PHINode>(instruction) ||
      instruction->mayReadOrWriteMemory())
    return false;
  return all_of(instruction->operands(),
                [&](const Use& operand) { return isSame(loop, operand, depth - 1); });
}

// A loop that only waits: it changes nothing but, perhaps, by the one exchange it tries.
Waiting classify(const Loop& loop) {
  Waiting result;
  for (BasicBlock* block : loop.blocks())
    for (Instruction& instruction : *block) {
      if (auto* load = dyn_cast<LoadInst>(&instruction)) {
        result.forValue |=
            (load->isVolatile() || load->isAtomic()) && isSame(loop, load->getPointerOperand());
      } else if (auto* exchange = dyn_cast<AtomicCmpXchgInst>(&instruction)) {
        if (result.forLock || !isSame(loop, exchange->getPointerOperand()) ||
            !isSame(loop, exchange->getCompareOperand()) ||
            !isSame(loop, exchange->getNewValOperand()))
          return {};
        result.forLock = true;
      } else if (auto* update = dyn_cast<AtomicRMWInst>(&instruction)) {
        // An update that changes nothing is a way to read.
        auto* constant = dyn_cast<ConstantInt>(update->getValOperand());
        bool reads = constant && constant->isZero() &&
                     (update->getOperation() == AtomicRMWInst::Add ||
                      update->getOperation() == AtomicRMWInst::Or);
        if (!isSame(loop, update->getPointerOperand()) || !isSame(loop, update->getValOperand()))
          return {};
        if (reads) {
          result.forValue = true;
        } else {
          if (result.forLock || update->getOperation() != AtomicRMWInst::Xchg)
            return {};
          result.forLock = true;
        }
      } else if (isa<FenceInst>(instruction) || threadOp(instruction) == ThreadOp::NanoSleep ||
                 threadOp(instruction) == ThreadOp::MaskAll ||
                 threadOp(instruction) == ThreadOp::MaskAny) {
        continue;
      } else if (instruction.mayWriteToMemory()) {
        return {};
      }
    }
  return result;
}

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
        dependsOnGridSize(step, 6))
      return true;
  }
  return false;
}

} // namespace

bool waitsForOtherLanes(Function& kernel) {
  DominatorTree dominators(kernel);
  LoopInfo loops(dominators);
  return any_of(loops.getLoopsInPreorder(), [](Loop* loop) { return classify(*loop).forLock; });
}

void insertYields(Function& kernel, const BlockShape& shape, unsigned width) {
  if (shape.threads() <= width)
    return;
  DominatorTree dominators(kernel);
  PostDominatorTree postDominators(kernel);
  LoopInfo loops(dominators);
  Shapes shapes(kernel, shape, width, postDominators, loops);
  for (Loop* loop : loops.getLoopsInPreorder()) {
    Waiting waiting = classify(*loop);
    if (!waiting.forLock && !waiting.forValue && !isGridStride(*loop, shapes))
      continue;
    IRBuilder<> builder(&*loop->getHeader()->getFirstInsertionPt());
    FunctionCallee yield =
        kernel.getParent()->getOrInsertFunction(threadOpName(ThreadOp::Yield), builder.getVoidTy());
    auto* declared = cast<Function>(yield.getCallee());
    declared->addFnAttr(Attribute::Convergent);
    declared->setDoesNotThrow();
    builder.CreateCall(yield);
  }
}

} // namespace heddle::simt
