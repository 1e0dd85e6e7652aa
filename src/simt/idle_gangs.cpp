#include "simt/idle_gangs.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace heddle::simt {
namespace {

// A gang that has something to do is mostly found out before this many blocks.
constexpr unsigned kMostBlocks = 16;

// Follows one gang through a region.
class Walk {
public:
  Walk(Function& region, unsigned gang) : region_(region) {
    values_[region.getArg(1)] = ConstantInt::get(region.getArg(1)->getType(), gang);
  }

  bool isIdle() {
    const BasicBlock* from = nullptr;
    const BasicBlock* block = &region_.getEntryBlock();
    for (unsigned passed = 0; passed < kMostBlocks; ++passed) {
      if (!pass(*block, from))
        return false;
      if (isa<ReturnInst>(block->getTerminator()))
        return true;
      from = block;
      block = next(*block);
      if (!block)
        return false;
    }
    return false;
  }

private:
  // The value of what the walk has passed; null if it is not a constant.
  Constant* value(Value* of) const {
    auto* constant = dyn_cast<Constant>(of);
    return constant ? constant : values_.lookup(of);
  }

  // False if the block has an effect.
  bool pass(const BasicBlock& block, const BasicBlock* from) {
    for (const Instruction& instruction : block) {
      if (instruction.isTerminator())
        return true;
      if (instruction.mayHaveSideEffects() || instruction.isVolatile())
        return false;
      if (auto* phi = dyn_cast<PHINode>(&instruction))
        values_[phi] = value(phi->getIncomingValueForBlock(from));
      else
        values_[&instruction] = fold(instruction);
    }
    return true;
  }

  Constant* fold(const Instruction& instruction) const {
    SmallVector<Constant*, 4> operands;
    for (Value* operand : instruction.operands()) {
      Constant* known = value(operand);
      if (!known)
        return nullptr;
      operands.push_back(known);
    }
    const DataLayout& layout = region_.getParent()->getDataLayout();
    if (auto* comparison = dyn_cast<CmpInst>(&instruction))
      return ConstantFoldCompareInstOperands(comparison->getPredicate(), operands[0], operands[1],
                                             layout);
    return ConstantFoldInstOperands(const_cast<Instruction*>(&instruction), operands, layout);
  }

  const BasicBlock* next(const BasicBlock& block) const {
    auto* branch = dyn_cast<BranchInst>(block.getTerminator());
    if (!branch)
      return nullptr;
    if (branch->isUnconditional())
      return branch->getSuccessor(0);
    auto* condition = dyn_cast_or_null<ConstantInt>(value(branch->getCondition()));
    return condition ? branch->getSuccessor(condition->isZero() ? 1 : 0) : nullptr;
  }

  Function& region_;
  DenseMap<const Value*, Constant*> values_;
};

} // namespace

unsigned countBusyGangs(Function& region, unsigned gangs) {
  while (gangs > 0 && Walk(region, gangs - 1).isIdle())
    --gangs;
  return gangs;
}

} // namespace heddle::simt
