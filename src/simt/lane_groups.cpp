#include "simt/lane_groups.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/LoopAccessAnalysis.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Scalar/ADCE.h"
#include "llvm/Transforms/Utils/Cloning.h"

#include <map>

using namespace llvm;

namespace heddle::simt {
namespace {

using Values = std::vector<Value*>;

// Builds vectors of what the lanes of a group compute, beginning at the sums that they store. The
// elements of a vector are those of the first lane, then those of the second one and so on.
class GroupBuilder {
public:
  GroupBuilder(Function& function, const LaneGroup& group,
               const DenseMap<const LoadInst*, std::int64_t>& strides, ScalarEvolution& evolution)
      : function_(function), group_(group), strides_(strides), evolution_(evolution),
        layout_(function.getDataLayout()), builder_(function.getContext()) {}

  // False if some of it has no vector form. What was built by then has no users.
  bool run() {
    const SmallVector<StoreInst*, 64> stores = storesOfSums();
    if (stores.empty())
      return false;
    SmallVector<Value*, 16> sums;
    std::size_t first = 0;
    for (unsigned length : group_.runs) {
      Values values;
      for (unsigned i = 0; i < length; ++i)
        values.push_back(stores[first + i]->getValueOperand());
      sums.push_back(pack(values));
      if (!sums.back())
        return false;
      first += length;
    }
    storeSums(*stores.front()->getParent(), sums);
    for (StoreInst* store : stores)
      store->eraseFromParent();
    return true;
  }

private:
  // One store for each sum, by their places; empty if there is anything else.
  SmallVector<StoreInst*, 64> storesOfSums() const {
    SmallVector<StoreInst*, 64> stores(sum(group_.runs), nullptr);
    for (Instruction& instruction : instructions(function_)) {
      if (!instruction.mayWriteToMemory())
        continue;
      auto* store = dyn_cast<StoreInst>(&instruction);
      std::optional<std::size_t> place =
          store ? placeOfSum(store->getPointerOperand(), store->getValueOperand()->getType())
                : std::nullopt;
      if (!place || stores[*place])
        return {};
      stores[*place] = store;
    }
    const bool isComplete = all_of(stores, [&](const StoreInst* store) {
      return store && store->getParent() == stores.front()->getParent();
    });
    return isComplete ? stores : SmallVector<StoreInst*, 64>();
  }

  static std::size_t sum(ArrayRef<unsigned> lengths) {
    std::size_t all = 0;
    for (unsigned length : lengths)
      all += length;
    return all;
  }

  // Which of the sums an address is that of.
  std::optional<std::size_t> placeOfSum(const Value* pointer, Type* type) const {
    APInt offset(layout_.getIndexTypeSizeInBits(pointer->getType()), 0);
    if (pointer->stripAndAccumulateConstantOffsets(layout_, offset, true) != group_.sums)
      return std::nullopt;
    const auto bytes = static_cast<std::int64_t>(layout_.getTypeStoreSize(type).getFixedValue());
    const std::int64_t place = offset.getSExtValue() / bytes;
    if (offset.getSExtValue() % bytes != 0 || place < 0 ||
        place >= static_cast<std::int64_t>(sum(group_.runs)))
      return std::nullopt;
    return static_cast<std::size_t>(place);
  }

  // The vector of values that the first lane has in a row; null if there is none.
  Value* pack(const Values& values) {
    if (auto found = packed_.find(values); found != packed_.end())
      return found->second;
    if (all_equal(values))
      return packed_[values] = splat(values.front(), values.size());
    auto* first = dyn_cast<Instruction>(values.front());
    const bool areAlike = first && all_of(values, [&](Value* value) {
                            auto* other = dyn_cast<Instruction>(value);
                            return other && other->getParent() == first->getParent() &&
                                   other->isSameOperationAs(first);
                          });
    if (!areAlike)
      return nullptr;
    if (isa<PHINode>(first))
      return packPhi(values);
    if (isa<LoadInst>(first))
      return packed_[values] = packLoad(values);
    return packed_[values] = packArithmetic(values);
  }

  // A value that is the same in all lanes of the group.
  Value* splat(Value* value, std::size_t length) {
    auto* load = dyn_cast<LoadInst>(value);
    if (!isa<Constant>(value) && !(load && strideOf(*load) == 0))
      return nullptr;
    if (load)
      builder_.SetInsertPoint(load->getParent(), std::next(load->getIterator()));
    else
      builder_.SetInsertPoint(&function_.getEntryBlock(), function_.getEntryBlock().begin());
    return builder_.CreateVectorSplat(static_cast<unsigned>(length * group_.lanes), value);
  }

  std::optional<std::int64_t> strideOf(const LoadInst& load) const {
    auto found = strides_.find(&load);
    return found == strides_.end() ? std::nullopt : std::optional(found->second);
  }

  Value* packPhi(const Values& values) {
    auto* first = cast<PHINode>(values.front());
    builder_.SetInsertPoint(first);
    PHINode* phi = builder_.CreatePHI(vectorOf(values), first->getNumIncomingValues());
    packed_[values] = phi;
    for (BasicBlock* block : first->blocks()) {
      Values incoming;
      for (Value* value : values)
        incoming.push_back(cast<PHINode>(value)->getIncomingValueForBlock(block));
      Value* vector = pack(incoming);
      phi->addIncoming(vector ? vector : PoisonValue::get(phi->getType()), block);
      if (!vector)
        return nullptr;
    }
    return phi;
  }

  Value* packLoad(const Values& values) {
    auto* first = cast<LoadInst>(values.front());
    if (!areNeighbours(values))
      return nullptr;
    builder_.SetInsertPoint(first);
    if (placeOfSum(first->getPointerOperand(), first->getType()))
      return loadSums(*first, values.size());
    const auto bytes = static_cast<std::int64_t>(
        layout_.getTypeStoreSize(first->getType()).getFixedValue() * values.size());
    if (strideOf(*first) != bytes)
      return nullptr;
    return builder_.CreateAlignedLoad(vectorOf(values), first->getPointerOperand(),
                                      first->getAlign());
  }

  bool areNeighbours(const Values& values) const {
    auto* first = cast<LoadInst>(values.front());
    for (const auto& [i, value] : enumerate(values))
      if (getPointersDiff(first->getType(), first->getPointerOperand(), first->getType(),
                          cast<LoadInst>(value)->getPointerOperand(), layout_, evolution_,
                          true) != static_cast<int>(i))
        return false;
    return true;
  }

  Value* packArithmetic(const Values& values) {
    auto* first = cast<Instruction>(values.front());
    auto* call = dyn_cast<IntrinsicInst>(first);
    const bool isMultiplyAdd = call && (call->getIntrinsicID() == Intrinsic::fma ||
                                        call->getIntrinsicID() == Intrinsic::fmuladd);
    if (!isMultiplyAdd && !isa<BinaryOperator>(first))
      return nullptr;
    SmallVector<Value*, 3> operands;
    for (unsigned i = 0; i < (call ? call->arg_size() : first->getNumOperands()); ++i) {
      Values operand;
      for (Value* value : values)
        operand.push_back(cast<Instruction>(value)->getOperand(i));
      operands.push_back(pack(operand));
      if (!operands.back())
        return nullptr;
    }
    // Behind the last one, where the operands of all of them are there.
    Instruction* last = first;
    for (Value* value : values)
      if (last->comesBefore(cast<Instruction>(value)))
        last = cast<Instruction>(value);
    builder_.SetInsertPoint(last);
    if (isMultiplyAdd)
      return builder_.CreateIntrinsic(call->getIntrinsicID(), {vectorOf(values)}, operands, call);
    Value* result =
        builder_.CreateBinOp(cast<BinaryOperator>(first)->getOpcode(), operands[0], operands[1]);
    if (auto* created = dyn_cast<Instruction>(result))
      created->copyIRFlags(first);
    return result;
  }

  Type* vectorOf(const Values& values) const {
    return FixedVectorType::get(values.front()->getType(),
                                static_cast<unsigned>(values.size() * group_.lanes));
  }

  Value* sumsOfLane(Value* sums, unsigned lane) {
    return builder_.CreateConstGEP1_64(builder_.getInt8Ty(), sums, lane * group_.bytesOfSums);
  }

  Value* loadSums(LoadInst& first, std::size_t length) {
    Type* type = FixedVectorType::get(first.getType(), static_cast<unsigned>(length));
    SmallVector<Value*, 8> lanes;
    for (unsigned lane = 0; lane < group_.lanes; ++lane)
      lanes.push_back(builder_.CreateAlignedLoad(type, sumsOfLane(first.getPointerOperand(), lane),
                                                 first.getAlign()));
    return concatenateVectors(builder_, lanes);
  }

  void storeSums(BasicBlock& block, ArrayRef<Value*> sums) {
    builder_.SetInsertPoint(block.getTerminator());
    std::int64_t offset = 0;
    for (const auto& [vector, length] : zip(sums, group_.runs)) {
      Type* element = vector->getType()->getScalarType();
      const Align align = layout_.getABITypeAlign(element);
      Value* place = builder_.CreateConstGEP1_64(builder_.getInt8Ty(), group_.sums, offset);
      for (unsigned lane = 0; lane < group_.lanes; ++lane)
        builder_.CreateAlignedStore(
            builder_.CreateShuffleVector(vector, createSequentialMask(lane * length, length, 0)),
            sumsOfLane(place, lane), align);
      offset +=
          static_cast<std::int64_t>(layout_.getTypeStoreSize(element).getFixedValue() * length);
    }
  }

  Function& function_;
  const LaneGroup& group_;
  const DenseMap<const LoadInst*, std::int64_t>& strides_;
  ScalarEvolution& evolution_;
  const DataLayout& layout_;
  IRBuilder<> builder_;
  std::map<Values, Value*> packed_;
};

} // namespace

std::optional<std::int64_t> strideInGroups(const Shape& shape, unsigned width, unsigned lanes) {
  if (shape.isVarying() || width % lanes != 0)
    return std::nullopt;
  const std::int64_t stride = lanes > 1 ? shape.offset(1) - shape.offset(0) : 0;
  for (unsigned lane = 0; lane < width; ++lane)
    if (shape.offset(lane) - shape.offset(lane / lanes * lanes) !=
        static_cast<std::int64_t>(lane % lanes) * stride)
      return std::nullopt;
  return stride;
}

Function* makeLaneGroup(Function& lane, const LaneGroup& group,
                        const DenseMap<const LoadInst*, Shape>& pointers, unsigned width,
                        FunctionAnalysisManager& analyses) {
  ValueToValueMapTy map;
  Function* function = CloneFunction(&lane, map);
  LaneGroup mapped = group;
  mapped.sums = cast<Argument>(map[group.sums]);
  DenseMap<const LoadInst*, std::int64_t> strides;
  for (Instruction& instruction : instructions(lane))
    if (auto* load = dyn_cast<LoadInst>(&instruction))
      if (auto found = pointers.find(load); found != pointers.end())
        if (auto stride = strideInGroups(found->second, width, group.lanes))
          strides[cast<LoadInst>(map[load])] = *stride;
  ScalarEvolution& evolution = analyses.getResult<ScalarEvolutionAnalysis>(*function);
  const bool isBuilt = GroupBuilder(*function, mapped, strides, evolution).run();
  analyses.clear(*function, function->getName());
  if (!isBuilt) {
    function->eraseFromParent();
    return nullptr;
  }
  ADCEPass().run(*function, analyses);
  analyses.clear(*function, function->getName());
  return function;
}

} // namespace heddle::simt
