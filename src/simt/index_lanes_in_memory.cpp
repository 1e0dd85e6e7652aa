#include "simt/index_lanes_in_memory.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/Local.h"

#include <map>
#include <tuple>
#include <vector>

using namespace llvm;

namespace heddle::simt {
namespace {

using Extracts = SmallVector<ExtractElementInst*, 4>;

// Elements of one bit are packed in memory, so that none has an address.
bool hasAddresses(const FixedVectorType& type) {
  return !type.getElementType()->isIntegerTy() || type.getScalarSizeInBits() % 8 == 0;
}

// A vector that each iteration of the loop takes an element of, at a place known only then.
bool isIndexed(const ExtractElementInst& extract, const Loop& loop) {
  auto* type = dyn_cast<FixedVectorType>(extract.getVectorOperandType());
  return type && hasAddresses(*type) && !isa<Constant>(extract.getIndexOperand()) &&
         loop.isLoopInvariant(extract.getVectorOperand());
}

// Makes the arithmetic of each lane that of vectors, before the loop, where it needs elements of
// several vectors: then one of them is stored and not all. Above all an address is a sum of
// vectors, which LLVM's passes have split into sums of elements.
class JoinedVectors {
public:
  JoinedVectors(Loop& loop, BasicBlock& before) : loop_(loop), builder_(before.getTerminator()) {}

  bool join() {
    std::vector<Instruction*> all;
    for (BasicBlock* block : loop_.blocks())
      for (Instruction& instruction : *block)
        all.push_back(&instruction);
    bool changed = false;
    for (Instruction* instruction : all)
      if (isRoot(*instruction) && pays(*instruction)) {
        IRBuilder<> builder(instruction);
        Value* const element =
            builder.CreateExtractElement(vectorOf(instruction), laneOf(instruction));
        element->takeName(instruction);
        instruction->replaceAllUsesWith(element);
        dead_.push_back(instruction);
        changed = true;
      }
    for (WeakTrackingVH& instruction : dead_)
      if (instruction)
        RecursivelyDeleteTriviallyDeadInstructions(instruction);
    return changed;
  }

private:
  static bool isArithmetic(const Instruction& instruction) {
    switch (instruction.getOpcode()) {
    case Instruction::Add:
    case Instruction::Sub:
    case Instruction::Shl:
    case Instruction::And:
    case Instruction::Or:
    case Instruction::ZExt:
    case Instruction::SExt:
    case Instruction::PtrToInt:
    case Instruction::IntToPtr:
      return true;
    case Instruction::GetElementPtr:
      return instruction.getNumOperands() == 2;
    default:
      return false;
    }
  }

  // The number of the one lane whose elements `value` is computed from; null where it is computed
  // from others or from none.
  Value* laneOf(Value* value) {
    auto* instruction = dyn_cast<Instruction>(value);
    if (!instruction || !loop_.contains(instruction))
      return nullptr;
    if (auto* extract = dyn_cast<ExtractElementInst>(instruction))
      return isIndexed(*extract, loop_) ? extract->getIndexOperand() : nullptr;
    if (!isArithmetic(*instruction))
      return nullptr;
    auto [entry, isNew] = lanes_.try_emplace(instruction, nullptr);
    if (!isNew)
      return entry->second;
    Value* lane = nullptr;
    for (Value* operand : instruction->operands()) {
      if (loop_.isLoopInvariant(operand))
        continue;
      Value* const other = laneOf(operand);
      if (!other || (lane && other != lane))
        return nullptr;
      lane = other;
    }
    return lanes_[instruction] = lane;
  }

  bool hasSeveralLaneOperands(Instruction& instruction) {
    return count_if(instruction.operands(), [&](Use& use) { return laneOf(use) != nullptr; }) > 1;
  }

  // The last instruction that joins elements. What only adds the same number for all lanes to its
  // result costs nothing in an address.
  bool isRoot(Instruction& instruction) {
    if (!laneOf(&instruction) || !hasSeveralLaneOperands(instruction))
      return false;
    for (Instruction* last = &instruction; last->hasOneUse();) {
      last = last->user_back();
      if (!laneOf(last))
        break;
      if (hasSeveralLaneOperands(*last))
        return false;
    }
    return true;
  }

  // A vector less to store pays for two operations on vectors.
  bool pays(Instruction& root) {
    SmallPtrSet<Value*, 4> vectors;
    SetVector<Value*> visited;
    visited.insert(&root);
    std::size_t operations = 0;
    for (std::size_t i = 0; i < visited.size(); ++i) {
      auto* instruction = cast<Instruction>(visited[i]);
      if (auto* extract = dyn_cast<ExtractElementInst>(instruction)) {
        vectors.insert(extract->getVectorOperand());
        continue;
      }
      ++operations;
      for (Value* operand : instruction->operands())
        if (laneOf(operand))
          visited.insert(operand);
    }
    return operations <= 2 * (vectors.size() - 1);
  }

  // The vector that has what `value` is for each lane. Copies of the loop's body, of which each
  // runs for a lane of its own, share it.
  Value* vectorOf(Value* value) {
    auto* instruction = cast<Instruction>(value);
    if (auto* extract = dyn_cast<ExtractElementInst>(instruction))
      return extract->getVectorOperand();
    std::vector<Value*> operands;
    ElementCount lanes;
    for (Value* operand : instruction->operands())
      operands.push_back(laneOf(operand) ? vectorOf(operand) : operand);
    for (Value* operand : operands)
      if (auto* type = dyn_cast<VectorType>(operand->getType()))
        lanes = type->getElementCount();
    Value*& vector = vectors_[{instruction->getOpcode(), instruction->getType(), operands}];
    if (vector)
      return vector;
    for (Value*& operand : operands)
      if (!operand->getType()->isVectorTy())
        operand = builder_.CreateVectorSplat(lanes, operand);
    if (auto* gep = dyn_cast<GetElementPtrInst>(instruction))
      return vector = builder_.CreateGEP(gep->getSourceElementType(), operands[0], operands[1]);
    if (auto* cast = dyn_cast<CastInst>(instruction))
      return vector = builder_.CreateCast(cast->getOpcode(), operands[0],
                                          VectorType::get(cast->getType(), lanes));
    return vector = builder_.CreateBinOp(cast<BinaryOperator>(instruction)->getOpcode(),
                                         operands[0], operands[1]);
  }

  using Operation = std::tuple<unsigned, Type*, std::vector<Value*>>;

  Loop& loop_;
  IRBuilder<> builder_;
  DenseMap<Instruction*, Value*> lanes_;
  std::map<Operation, Value*> vectors_;
  std::vector<WeakTrackingVH> dead_;
};

// Finds the vectors that the loop takes elements of, each with the instructions that do so.
MapVector<Value*, Extracts> indexedVectors(const Loop& loop) {
  MapVector<Value*, Extracts> found;
  for (BasicBlock* block : loop.blocks())
    for (Instruction& instruction : *block)
      if (auto* extract = dyn_cast<ExtractElementInst>(&instruction);
          extract && isIndexed(*extract, loop))
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
    changed |= JoinedVectors(*loop, *before).join();
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
