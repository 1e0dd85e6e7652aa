#include "simt/take_lanes_from_words.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/IR/IRBuilder.h"

using namespace llvm;

namespace heddle::simt {
namespace {

constexpr unsigned kWordBits = 64;
// In lanes. Fewer are not worth the shifts.
constexpr unsigned kFewestLanes = 8;

using Extracts = SmallVector<ExtractElementInst*, 16>;

bool fillsWords(const FixedVectorType& type) {
  const unsigned bits = type.getScalarSizeInBits();
  return type.getElementType()->isIntegerTy() && (bits == 8 || bits == 16 || bits == 32) &&
         type.getNumElements() >= kFewestLanes && type.getNumElements() * bits % kWordBits == 0;
}

// The vectors of which the block takes each lane, with the instructions that do so.
MapVector<Value*, Extracts> separatedVectors(BasicBlock& block) {
  MapVector<Value*, Extracts> found;
  for (Instruction& instruction : block)
    if (auto* extract = dyn_cast<ExtractElementInst>(&instruction))
      if (auto* type = dyn_cast<FixedVectorType>(extract->getVectorOperandType());
          type && fillsWords(*type) && isa<ConstantInt>(extract->getIndexOperand()))
        found[extract->getVectorOperand()].push_back(extract);
  found.remove_if([](const auto& entry) {
    const unsigned lanes = cast<FixedVectorType>(entry.first->getType())->getNumElements();
    return entry.second.size() < lanes || isa<Constant>(entry.first);
  });
  return found;
}

// Takes each word where the first of its lanes was taken, so that few of them are alive at once.
void takeFromWords(Value& vector, const Extracts& extracts) {
  auto* type = cast<FixedVectorType>(vector.getType());
  const unsigned bits = type->getScalarSizeInBits(), lanesOfWord = kWordBits / bits;
  IRBuilder<> first(extracts.front());
  // One lane that is poison, as of a thread that does not count, would make poison of its word.
  Value* const words = first.CreateBitCast(
      first.CreateFreeze(&vector),
      FixedVectorType::get(first.getInt64Ty(), type->getNumElements() / lanesOfWord));
  SmallDenseMap<std::uint64_t, Value*> taken;
  for (ExtractElementInst* extract : extracts) {
    IRBuilder<> builder(extract);
    const std::uint64_t lane = cast<ConstantInt>(extract->getIndexOperand())->getZExtValue();
    Value*& word = taken[lane / lanesOfWord];
    if (!word)
      word = builder.CreateExtractElement(words, lane / lanesOfWord);
    const std::uint64_t shift = lane % lanesOfWord * bits;
    Value* const shifted = shift ? builder.CreateLShr(word, shift) : word;
    Value* const element = builder.CreateTrunc(shifted, type->getElementType());
    element->takeName(extract);
    extract->replaceAllUsesWith(element);
    extract->eraseFromParent();
  }
}

} // namespace

PreservedAnalyses TakeLanesFromWordsPass::run(Function& function, FunctionAnalysisManager&) {
  bool changed = false;
  for (BasicBlock& block : function)
    for (const auto& [vector, extracts] : separatedVectors(block)) {
      takeFromWords(*vector, extracts);
      changed = true;
    }
  if (!changed)
    return PreservedAnalyses::all();
  PreservedAnalyses preserved;
  preserved.preserveSet<CFGAnalyses>();
  return preserved;
}

} // namespace heddle::simt
