#include "simt/insert_broadcast_yields.h"

#include "ir/thread_operations.h"
#include "simt/execution_form.h"
#include "simt/function_attributes.h"
#include "simt/insert_yields.h"

#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;

namespace heddle::simt {
namespace {

// The variable that an address with a constant offset is in, and that offset; null for other
// addresses.
const GlobalVariable* placeOf(const Value* address, const DataLayout& layout, APInt& offset) {
  const Value* base = address->stripAndAccumulateConstantOffsets(layout, offset, true);
  // PTX computes addresses of shared variables as numbers: inttoptr (ptrtoint variable + offset).
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

// The shared variable that all threads read at the same offset; null for other loads.
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

// Is it the thread's number, or one that is made of it, such as the number in a block of several
// dimensions?
bool isMadeOfThreadNumber(const Value* value) {
  while (isa<CastInst>(value))
    value = cast<CastInst>(value)->getOperand(0);
  auto* instruction = dyn_cast<Instruction>(value);
  if (!instruction)
    return false;
  const ThreadOp op = threadOp(*instruction);
  if (op == ThreadOp::TidX || op == ThreadOp::TidY || op == ThreadOp::TidZ)
    return true;
  auto isSum = [](unsigned opcode) {
    return opcode == Instruction::Add || opcode == Instruction::Or || opcode == Instruction::Mul ||
           opcode == Instruction::Shl;
  };
  return isSum(instruction->getOpcode()) && any_of(instruction->operands(), isMadeOfThreadNumber);
}

// Does the condition hold in one warp at most? It compares the thread's number, or its warp's.
bool selectsOneWarp(const Value* condition) {
  using namespace PatternMatch;
  const Value* number = nullptr;
  const APInt* bound = nullptr;
  ICmpInst::Predicate predicate;
  if (!match(condition, m_ICmp(predicate, m_Value(number), m_APInt(bound))))
    return false;
  const bool isEqual = predicate == ICmpInst::ICMP_EQ || predicate == ICmpInst::ICMP_NE;
  const bool isBelow = predicate == ICmpInst::ICMP_ULT || predicate == ICmpInst::ICMP_SLT ||
                       predicate == ICmpInst::ICMP_UGT || predicate == ICmpInst::ICMP_SGT;
  if (isMadeOfThreadNumber(number))
    return isEqual || (isBelow && bound->ule(kWarpSize));
  const Value* thread = nullptr;
  while (isa<CastInst>(number))
    number = cast<CastInst>(number)->getOperand(0);
  return match(number, m_LShr(m_Value(thread), m_SpecificInt(Log2_32(kWarpSize)))) &&
         isMadeOfThreadNumber(thread) && isEqual;
}

// Do several warps come to this load after some barrier? A load that the threads of one warp make
// alone, as the first thread does to sum up, is faster without a yield behind it.
bool isReadBySeveralWarps(const LoadInst& load, ArrayRef<const Instruction*> meetings,
                          const DominatorTree& dominators,
                          const PostDominatorTree& postDominators) {
  const BasicBlock* block = load.getParent();
  // The branches on which it depends whether a thread comes here: a block that dominates the next
  // one on the way, and is not post-dominated by it.
  const BasicBlock* below = block;
  for (auto* node = dominators.getNode(block)->getIDom(); node; node = node->getIDom()) {
    auto* branch = dyn_cast<BranchInst>(node->getBlock()->getTerminator());
    if (branch && branch->isConditional() && !postDominators.dominates(below, node->getBlock()) &&
        selectsOneWarp(branch->getCondition()))
      return false;
    below = node->getBlock();
  }
  return any_of(meetings, [&](const Instruction* meeting) {
    return meeting->getParent() == block ? meeting->comesBefore(&load)
                                         : dominators.dominates(meeting->getParent(), block);
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

bool insertYields(Function& kernel, const DominatorTree& dominators,
                  const PostDominatorTree& postDominators) {
  const DataLayout& layout = kernel.getParent()->getDataLayout();
  SmallVector<const Instruction*, 4> meetings;
  for (const Instruction& instruction : instructions(kernel))
    if (meetsOthers(instruction))
      meetings.push_back(&instruction);
  SmallVector<LoadInst*, 4> loads;
  for (Instruction& instruction : instructions(kernel))
    if (auto* load = dyn_cast<LoadInst>(&instruction)) {
      APInt place;
      const GlobalVariable* variable = broadcastFrom(*load, layout, place);
      if (variable && isReadBySeveralWarps(*load, meetings, dominators, postDominators) &&
          isOverwritten(*load, *variable, place))
        loads.push_back(load);
    }
  for (LoadInst* load : loads) {
    // Loads that follow each other get one yield, behind the last of them.
    Instruction* next = load->getNextNode();
    while (!next->isTerminator() && !next->mayWriteToMemory() && !is_contained(loads, next))
      next = next->getNextNode();
    if (!is_contained(loads, next))
      insertGangSwitch(ThreadOp::Yield, load->getNextNode());
  }
  return !loads.empty();
}

} // namespace

PreservedAnalyses InsertBroadcastYieldsPass::run(Function& function,
                                                 FunctionAnalysisManager& analyses) {
  if (!function.hasFnAttribute(kKernel) ||
      !insertYields(function, analyses.getResult<DominatorTreeAnalysis>(function),
                    analyses.getResult<PostDominatorTreeAnalysis>(function)))
    return PreservedAnalyses::all();
  PreservedAnalyses preserved;
  preserved.preserveSet<CFGAnalyses>();
  return preserved;
}

} // namespace heddle::simt
