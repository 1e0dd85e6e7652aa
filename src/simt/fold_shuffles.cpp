#include "simt/fold_shuffles.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace heddle::simt {
namespace {

// An element of a vector; of none, if it is poison.
struct Element {
  Value* vector = nullptr;
  int index = -1;
};

unsigned lengthOf(const Value* vector) {
  return cast<FixedVectorType>(vector->getType())->getNumElements();
}

// Where the element comes from, through all shuffles.
Element origin(Value* vector, int index) {
  while (auto* shuffle = dyn_cast<ShuffleVectorInst>(vector)) {
    index = shuffle->getMaskValue(index);
    if (index < 0)
      return {};
    const auto length = static_cast<int>(lengthOf(shuffle->getOperand(0)));
    vector = shuffle->getOperand(index < length ? 0 : 1);
    index -= index < length ? 0 : length;
  }
  return isa<PoisonValue>(vector) ? Element{} : Element{vector, index};
}

bool isShuffleOfShuffle(const ShuffleVectorInst& shuffle) {
  return any_of(shuffle.operands(),
                [](const Use& operand) { return isa<ShuffleVectorInst>(operand); });
}

// A vector, or a part of a longer one that begins at a multiple of its own length. Of a gang's
// vectors, which take several registers, such a part is one of them.
struct Part {
  Value* vector = nullptr;
  int number = 0;
  bool operator==(const Part&) const = default;
};

Value* extract(IRBuilder<>& builder, const Part& part, unsigned length) {
  if (lengthOf(part.vector) == length)
    return part.vector;
  return builder.CreateShuffleVector(
      part.vector, createSequentialMask(static_cast<unsigned>(part.number) * length, length, 0));
}

bool fold(ShuffleVectorInst& shuffle) {
  if (!isShuffleOfShuffle(shuffle) || !isa<FixedVectorType>(shuffle.getType()))
    return false;
  const auto length = static_cast<int>(lengthOf(&shuffle));
  SmallVector<Part, 2> parts;
  SmallVector<int, 32> mask;
  for (int i = 0; i < length; ++i) {
    const Element element = origin(&shuffle, i);
    if (!element.vector) {
      mask.push_back(-1);
      continue;
    }
    if (lengthOf(element.vector) % static_cast<unsigned>(length) != 0)
      return false;
    const Part part{element.vector, element.index / length};
    const bool isFirst = parts.empty() || parts[0] == part;
    if (!is_contained(parts, part)) {
      if (parts.size() == 2)
        return false;
      parts.push_back(part);
    }
    mask.push_back(element.index % length + (isFirst ? 0 : length));
  }
  if (parts.empty())
    return false;
  IRBuilder<> builder(&shuffle);
  SmallVector<Value*, 2> vectors;
  for (const Part& part : parts)
    vectors.push_back(extract(builder, part, static_cast<unsigned>(length)));
  Value* folded = vectors.size() == 1 ? builder.CreateShuffleVector(vectors[0], mask)
                                      : builder.CreateShuffleVector(vectors[0], vectors[1], mask);
  shuffle.replaceAllUsesWith(folded);
  return true;
}

} // namespace

PreservedAnalyses FoldShufflesPass::run(Function& function, FunctionAnalysisManager&) {
  bool changed = false;
  for (Instruction& instruction : make_early_inc_range(instructions(function)))
    if (auto* shuffle = dyn_cast<ShuffleVectorInst>(&instruction))
      changed |= fold(*shuffle);
  if (!changed)
    return PreservedAnalyses::all();
  PreservedAnalyses preserved;
  preserved.preserveSet<CFGAnalyses>();
  return preserved;
}

} // namespace heddle::simt
