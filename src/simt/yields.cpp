#include "simt/yields.h"

#include "simt/shapes.h"
#include "simt/thread_intrinsics.h"
#include "simt/waiting_loops.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace heddle::simt {
namespace {

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

void insertCall(Function& kernel, ThreadOp op, Instruction* before) {
  IRBuilder<> builder(before);
  FunctionCallee callee =
      kernel.getParent()->getOrInsertFunction(threadOpName(op), builder.getVoidTy());
  auto* declared = cast<Function>(callee.getCallee());
  declared->addFnAttr(Attribute::Convergent);
  declared->setDoesNotThrow();
  builder.CreateCall(callee);
}

// Only who has to wait any longer comes to the latch.
void insertWait(BasicBlock& latch, Loop& loop, LoopInfo& loops) {
  BasicBlock* place =
      latch.getSingleSuccessor() ? &latch : SplitEdge(&latch, loop.getHeader(), nullptr, &loops);
  insertCall(*latch.getParent(), ThreadOp::Wait, place->getTerminator());
}

// The variable, and where in it, that an address without anything variable is; else null.
const GlobalVariable* placeOf(const Value* address, const DataLayout& layout, APInt& offset) {
  const Value* base = address->stripAndAccumulateConstantOffsets(layout, offset, true);
  // What PTX computes as a number.
  if (auto* pointer = dyn_cast<ConstantExpr>(base);
      pointer && pointer->getOpcode() == Instruction::IntToPtr) {
    auto* sum = dyn_cast<ConstantExpr>(pointer->getOperand(0));
    auto* distance = sum && sum->getOpcode() == Instruction::Add
                         ? dyn_cast<ConstantInt>(sum->getOperand(1))
                         : nullptr;
    auto* number = distance ? dyn_cast<ConstantExpr>(sum->getOperand(0)) : nullptr;
    if (number && number->getOpcode() == Instruction::PtrToInt) {
      offset += distance->getValue().sextOrTrunc(offset.getBitWidth());
      base = number->getOperand(0)->stripAndAccumulateConstantOffsets(layout, offset, true);
    }
  }
  return dyn_cast<GlobalVariable>(base);
}

// The shared variable that a thread reads at one place, and where; null for other accesses.
const GlobalVariable* broadcastFrom(const LoadInst& load, const DataLayout& layout, APInt& offset) {
  if (load.getPointerAddressSpace() != 3)
    return nullptr;
  offset = APInt(layout.getIndexTypeSizeInBits(load.getPointerOperandType()), 0);
  return placeOf(load.getPointerOperand(), layout, offset);
}

bool mayWrite(const Instruction& instruction, const GlobalVariable& variable, const APInt& place,
              const DataLayout& layout) {
  const Value* pointer = nullptr;
  if (auto* store = dyn_cast<StoreInst>(&instruction))
    pointer = store->getPointerOperand();
  else if (auto* update = dyn_cast<AtomicRMWInst>(&instruction))
    pointer = update->getPointerOperand();
  if (!pointer)
    return false;
  APInt offset(place.getBitWidth(), 0);
  if (const GlobalVariable* written = placeOf(pointer, layout, offset))
    return written == &variable && offset == place;
  return getUnderlyingObject(pointer) == &variable;
}

bool meetsOthers(const Instruction& instruction) {
  auto* call = dyn_cast<CallBase>(&instruction);
  return call && (threadOpInfo(*call).flags & BlockLevel);
}

// Do all threads that have met at some barrier come here? What only some of them read, as the first
// one does to sum up, they read best without a pause.
bool isReadByAll(const LoadInst& load, ArrayRef<const Instruction*> meetings,
                 const PostDominatorTree& postDominators) {
  return any_of(meetings, [&](const Instruction* meeting) {
    return meeting->getParent() == load.getParent()
               ? meeting->comesBefore(&load)
               : postDominators.dominates(load.getParent(), meeting->getParent());
  });
}

// Is the variable written after the load, before the threads meet again?
bool isOverwritten(const LoadInst& load, const GlobalVariable& variable, const APInt& place) {
  const DataLayout& layout = load.getModule()->getDataLayout();
  SmallPtrSet<const BasicBlock*, 16> seen;
  SmallVector<BasicBlock::const_iterator, 8> work = {std::next(load.getIterator())};
  while (!work.empty()) {
    BasicBlock::const_iterator at = work.pop_back_val();
    const BasicBlock* block = at->getParent();
    bool meets = false;
    for (; at != block->end() && !meets; ++at) {
      if (mayWrite(*at, variable, place, layout))
        return true;
      meets = meetsOthers(*at);
    }
    if (meets)
      continue;
    for (const BasicBlock* successor : successors(block))
      if (seen.insert(successor).second)
        work.push_back(successor->begin());
  }
  return false;
}

} // namespace

void insertYieldsAfterBroadcasts(Function& kernel) {
  const DataLayout& layout = kernel.getParent()->getDataLayout();
  const PostDominatorTree postDominators(kernel);
  SmallVector<const Instruction*, 4> meetings;
  for (const Instruction& instruction : instructions(kernel))
    if (meetsOthers(instruction))
      meetings.push_back(&instruction);
  SmallVector<LoadInst*, 4> loads;
  for (Instruction& instruction : instructions(kernel))
    if (auto* load = dyn_cast<LoadInst>(&instruction)) {
      APInt place;
      const GlobalVariable* variable = broadcastFrom(*load, layout, place);
      if (variable && isReadByAll(*load, meetings, postDominators) &&
          isOverwritten(*load, *variable, place))
        loads.push_back(load);
    }
  for (LoadInst* load : loads) {
    // One yield for loads that follow each other.
    Instruction* next = load->getNextNode();
    while (!next->isTerminator() && !next->mayWriteToMemory() && !is_contained(loads, next))
      next = next->getNextNode();
    if (!is_contained(loads, next))
      insertCall(kernel, ThreadOp::Yield, load->getNextNode());
  }
}

void insertWaits(Function& function) {
  DominatorTree dominators(function);
  LoopInfo loops(dominators);
  SmallVector<Loop*, 4> waiting;
  for (Loop* loop : loops.getLoopsInPreorder())
    if (isWaiting(*loop))
      waiting.push_back(loop);
  for (Loop* loop : waiting) {
    SmallVector<BasicBlock*, 4> latches;
    loop->getLoopLatches(latches);
    for (BasicBlock* latch : latches)
      insertWait(*latch, *loop, loops);
  }
}

void insertYields(Function& kernel, const BlockShape& shape, unsigned width) {
  DominatorTree dominators(kernel);
  PostDominatorTree postDominators(kernel);
  LoopInfo loops(dominators);
  Shapes shapes(kernel, shape, width, postDominators, loops);
  SmallVector<Loop*, 4> waiting;
  for (Loop* loop : loops.getLoopsInPreorder()) {
    if (isWaiting(*loop))
      waiting.push_back(loop);
    else if (shape.threads() > width && isGridStride(*loop, shapes))
      insertCall(kernel, ThreadOp::Yield, &*loop->getHeader()->getFirstInsertionPt());
  }
  for (Loop* loop : waiting)
    if (BasicBlock* latch = loop->getLoopLatch())
      insertWait(*latch, *loop, loops);
}

} // namespace heddle::simt
