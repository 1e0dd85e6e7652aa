#include "simt/index_lanes_in_memory.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/IRBuilder.h"

using namespace llvm;

namespace heddle::simt {
namespace {

using Extracts = SmallVector<ExtractElementInst*, 4>;

// Elements of one bit are packed in memory, so that none has an address.
bool hasAddresses(const FixedVectorType& type) {
  return !type.getElementType()->isIntegerTy() || type.getScalarSizeInBits() % 8 == 0;
}

// Finds the vectors that the loop takes elements of, each with the instructions that do so.
MapVector<Value*, Extracts> indexedVectors(const Loop& loop) {
  MapVector<Value*, Extracts> found;
  for (BasicBlock* block : loop.blocks())
    for (Instruction& instruction : *block)
      if (auto* extract = dyn_cast<ExtractElementInst>(&instruction);
          extract && !isa<Constant>(extract->getIndexOperand()) &&
          loop.isLoopInvariant(extract->getVectorOperand()))
        if (auto* type = dyn_cast<FixedVectorType>(extract->getVectorOperandType());
            type && hasAddresses(*type))
          found[extract->getVectorOperand()].push_back(extract);
  return found;
}

// Gives out places on the stack in which vectors are stored. Innermost loops do not overlap, so
// that all of them can use the same places.
class Places {
public:
  explicit Places(Function& function) : function_(function) {}

  // Returns a place that this loop does not use yet. The next loop gets the same places again.
  AllocaInst* take(Type* type) {
    auto& [places, used] = byType_[type];
    if (used == places.size()) {
      IRBuilder<> builder(&*function_.getEntryBlock().getFirstInsertionPt());
      places.push_back(builder.CreateAlloca(type, nullptr, "lanes"));
    }
    return places[used++];
  }
  void beginLoop() {
    for (auto& [type, entry] : byType_)
      entry.second = 0;
  }

private:
  Function& function_;
  MapVector<Type*, std::pair<SmallVector<AllocaInst*, 4>, std::size_t>> byType_;
};

void loadElements(const Extracts& extracts, AllocaInst& place, Type* elementType) {
  for (ExtractElementInst* extract : extracts) {
    IRBuilder<> builder(extract);
    Value* const index =
        builder.CreateZExtOrTrunc(extract->getIndexOperand(), builder.getInt64Ty());
    Value* const address = builder.CreateInBoundsGEP(elementType, &place, index);
    Value* const element = builder.CreateLoad(elementType, address);
    element->takeName(extract);
    extract->replaceAllUsesWith(element);
    extract->eraseFromParent();
  }
}

} // namespace

PreservedAnalyses IndexLanesInMemoryPass::run(Function& function,
                                              FunctionAnalysisManager& analyses) {
  Places places(function);
  bool changed = false;
  for (Loop* loop : analyses.getResult<LoopAnalysis>(function).getLoopsInPreorder()) {
    // A block inside of another loop, which branches to this one when it is left, would overwrite
    // that loop's places in each iteration; a preheader goes nowhere else.
    BasicBlock* const before = loop->getLoopPreheader();
    if (!loop->isInnermost() || !before)
      continue;
    places.beginLoop();
    for (const auto& [vector, extracts] : indexedVectors(*loop)) {
      AllocaInst* const place = places.take(vector->getType());
      IRBuilder<>(before->getTerminator()).CreateStore(vector, place);
      loadElements(extracts, *place, vector->getType()->getScalarType());
      changed = true;
    }
  }
  if (!changed)
    return PreservedAnalyses::all();
  PreservedAnalyses preserved;
  preserved.preserveSet<CFGAnalyses>();
  return preserved;
}

} // namespace heddle::simt
