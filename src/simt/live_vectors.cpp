#include "simt/live_vectors.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace heddle::simt {
namespace {

// A longer function would take long to look at, and has many values.
constexpr unsigned kLongestFunction = 4000;

using Values = DenseSet<const Value*>;

class Liveness {
public:
  Liveness(const Function& function, const Shapes& shapes) : shapes_(shapes) {
    const ReversePostOrderTraversal<const Function*> order(&function);
    SmallVector<const BasicBlock*, 32> blocks(order.begin(), order.end());
    // Values flow backwards; loops need further rounds.
    for (bool changed = true; changed;) {
      changed = false;
      for (const BasicBlock* block : reverse(blocks))
        changed |= update(*block);
    }
  }

  // Walks through the block from its end, with the number of vectors at each place.
  unsigned mostIn(const BasicBlock& block) {
    Values live = atEnd(block);
    unsigned count = 0, most = 0;
    for (const Value* value : live)
      count += vectorsOf(*value);
    for (const Instruction& instruction : reverse(block)) {
      if (live.erase(&instruction))
        count -= vectorsOf(instruction);
      if (!isa<PHINode>(instruction))
        for (const Value* operand : instruction.operands())
          if (isVector(operand) && live.insert(operand).second)
            count += vectorsOf(*operand);
      most = std::max(most, count);
    }
    return most;
  }

private:
  bool isVector(const Value* value) const {
    return isa<Instruction>(value) && shapes_.of(value).isVarying() &&
           !value->getType()->isIntOrIntVectorTy(1);
  }

  static unsigned vectorsOf(const Value& value) {
    Type* type = value.getType();
    const auto bits = static_cast<unsigned>(
        cast<Instruction>(value).getDataLayout().getTypeSizeInBits(type).getFixedValue());
    return std::max(1u, (bits + 31) / 32);
  }

  Values atEnd(const BasicBlock& block) const {
    Values live;
    for (const BasicBlock* successor : successors(&block)) {
      if (auto known = atStart_.find(successor); known != atStart_.end())
        live.insert(known->second.begin(), known->second.end());
      for (const PHINode& phi : successor->phis())
        if (const Value* value = phi.getIncomingValueForBlock(&block); isVector(value))
          live.insert(value);
    }
    return live;
  }

  bool update(const BasicBlock& block) {
    Values live = atEnd(block);
    for (const Instruction& instruction : reverse(block)) {
      live.erase(&instruction);
      if (!isa<PHINode>(instruction))
        for (const Value* operand : instruction.operands())
          if (isVector(operand))
            live.insert(operand);
    }
    Values& known = atStart_[&block];
    const bool changed = live.size() != known.size();
    known = std::move(live);
    return changed;
  }

  const Shapes& shapes_;
  DenseMap<const BasicBlock*, Values> atStart_;
};

} // namespace

unsigned mostLiveVectors(const Function& function, const Shapes& shapes, unsigned limit) {
  if (function.getInstructionCount() > kLongestFunction)
    return limit;
  Liveness liveness(function, shapes);
  unsigned most = 0;
  for (const BasicBlock& block : function) {
    most = std::max(most, liveness.mostIn(block));
    if (most >= limit)
      return limit;
  }
  return most;
}

} // namespace heddle::simt
