#include "simt/join_columns.h"

#include "simt/address_distance.h"
#include "simt/turn_squares.h"
#include "simt/vector_target.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

#include <algorithm>

using namespace llvm;

namespace heddle::simt {
namespace {

// Accesses between those that are joined, whose addresses are compared with theirs. With more of
// them the comparison would cost more than half lines do.
constexpr std::size_t kMostBetween = 32;

std::int64_t bytesOfElement(const CallInst& access) {
  const Type* type = typeOfLanes(access)->getElementType();
  return static_cast<std::int64_t>(
      access.getDataLayout().getTypeStoreSize(const_cast<Type*>(type)).getFixedValue());
}

// Joins accesses of one block that follow each other both in the code and in memory.
class ColumnJoin {
public:
  ColumnJoin(ArrayRef<ColumnAccess> parts, bool mayWrap, unsigned registerBits)
      : parts_(parts), mayWrap_(mayWrap), registerBits_(registerBits) {
    for (const ColumnAccess& part : parts)
      all_.append(part.begin(), part.end());
  }

  // False if they have to stay apart.
  bool run() {
    if (!findBetween())
      return false;
    hoistAddresses();
    if (!areAddressesKnown())
      return false;
    IRBuilder<> builder(all_.front());
    if (Value* condition = canJoin(builder))
      joinIf(condition);
    else
      joinHere();
    return true;
  }

private:
  bool loads() const { return isGather(*all_.front()); }

  // Lists what stands between the accesses. False if it accesses memory in a way that cannot be
  // compared.
  bool findBetween() {
    for (Instruction* instruction = all_.front(); instruction != all_.back()->getNextNode();
         instruction = instruction->getNextNode()) {
      if (auto* call = dyn_cast<CallInst>(instruction); call && is_contained(all_, call))
        continue;
      between_.push_back(instruction);
      if (!instruction->mayReadOrWriteMemory() && !instruction->mayHaveSideEffects())
        continue;
      const bool fits = loads() ? isa<StoreInst>(instruction) : isa<LoadInst>(instruction);
      if (!fits)
        return false;
      accesses_.push_back(instruction);
    }
    return accesses_.size() <= kMostBetween;
  }

  // Computes before the accesses what does not depend on memory, as the addresses of all of them.
  void hoistAddresses() {
    SmallPtrSet<const Value*, 32> staying(all_.begin(), all_.end());
    SmallVector<Instruction*, 32> rest;
    for (Instruction* instruction : between_) {
      if (!instruction->mayReadOrWriteMemory() && isSafeToSpeculativelyExecute(instruction) &&
          none_of(instruction->operands(), [&](Value* value) { return staying.contains(value); })) {
        instruction->moveBefore(all_.front());
        continue;
      }
      staying.insert(instruction);
      rest.push_back(instruction);
    }
    between_ = std::move(rest);
  }

  bool areAddressesKnown() const {
    const auto isBefore = [&](const Value* value) {
      auto* instruction = dyn_cast<Instruction>(value);
      return !instruction ||
             (!is_contained(between_, instruction) &&
              none_of(all_, [&](const CallInst* access) { return access == value; }));
    };
    return isBefore(pointersOf(*all_.front())) && isBefore(pointersOf(*all_.back())) &&
           all_of(accesses_, [&](const Instruction* access) {
             return isBefore(getLoadStorePointerOperand(access));
           });
  }

  // Whether the accesses are as far apart as they are unless an index wraps, and apart from those
  // between them. Null if that is so in any case.
  Value* canJoin(IRBuilder<>& builder) const {
    Value* together = mayWrap_ ? areRowsTogether(builder, all_) : nullptr;
    Value* apart = accesses_.empty() ? nullptr : areApart(builder);
    return together && apart ? builder.CreateAnd(together, apart) : together ? together : apart;
  }

  // Whether no column has a byte of the memory from the first to the last of the accesses between.
  Value* areApart(IRBuilder<>& builder) const {
    Value *low = nullptr, *high = nullptr;
    for (Instruction* access : accesses_) {
      const std::uint64_t bytes =
          access->getDataLayout().getTypeStoreSize(getLoadStoreType(access)).getFixedValue();
      Value* first =
          builder.CreatePtrToInt(getLoadStorePointerOperand(access), builder.getInt64Ty());
      Value* end = builder.CreateAdd(first, builder.getInt64(bytes));
      low = low ? builder.CreateBinaryIntrinsic(Intrinsic::umin, low, first) : first;
      high = high ? builder.CreateBinaryIntrinsic(Intrinsic::umax, high, end) : end;
    }
    // A column that begins at least its own length before `low`, or at `high` or behind it, is
    // apart: one comparison without sign, from the first place where it would not be.
    const auto lanes = typeOfLanes(*all_.front())->getElementCount();
    const std::uint64_t length = all_.size() * bytesOfElement(*all_.front());
    Value* from = builder.CreateSub(low, builder.getInt64(length - 1));
    Value* places = builder.CreatePtrToInt(pointersOf(*all_.front()),
                                           VectorType::get(builder.getInt64Ty(), lanes));
    places = builder.CreateSub(places, builder.CreateVectorSplat(lanes, from));
    Value* size = builder.CreateVectorSplat(lanes, builder.CreateSub(high, from));
    return builder.CreateAndReduce(builder.CreateICmpUGE(places, size));
  }

  void joinHere() {
    IRBuilder<> builder(loads() ? all_.front() : all_.back());
    const SmallVector<Value*, 4> rows =
        accessColumns(builder, all_, valuesOf(nullptr), registerBits_);
    for (auto [access, row] : zip(all_, rows))
      access->replaceAllUsesWith(row);
    for (CallInst* access : all_)
      access->eraseFromParent();
  }

  // Makes two copies of the code from the first access to the last, of which the second one has the
  // accesses as they are.
  void joinIf(Value* condition) {
    Instruction *joined = nullptr, *separate = nullptr;
    SmallVector<Instruction*, 64> code;
    for (Instruction* instruction = all_.front(); instruction != all_.back()->getNextNode();
         instruction = instruction->getNextNode())
      code.push_back(instruction);
    SplitBlockAndInsertIfThenElse(condition, all_.front(), &joined, &separate);
    for (Instruction* instruction : code)
      instruction->moveBefore(separate);
    ValueToValueMapTy map;
    copyJoined(code, *joined, map);
    mergeValues(code, *joined->getParent(), *separate->getParent(), map);
    for (const ColumnAccess& part : parts_)
      turnSquares(part, registerBits_);
  }

  void copyJoined(ArrayRef<Instruction*> code, Instruction& end, ValueToValueMapTy& map) {
    IRBuilder<> builder(&end);
    if (loads())
      for (auto [access, row] : zip(all_, accessColumns(builder, all_, {}, registerBits_)))
        map[access] = row;
    for (Instruction* instruction : code) {
      if (auto* call = dyn_cast<CallInst>(instruction); call && is_contained(all_, call))
        continue;
      Instruction* copy = instruction->clone();
      copy->setName(instruction->getName());
      builder.Insert(copy);
      map[instruction] = copy;
      RemapInstruction(copy, map, RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
    }
    if (!loads())
      accessColumns(builder, all_, valuesOf(&map), registerBits_);
  }

  // What the scatters store, or the copies of that.
  SmallVector<Value*, 16> valuesOf(const ValueToValueMapTy* copies) const {
    SmallVector<Value*, 16> values;
    if (loads())
      return values;
    for (const CallInst* access : all_) {
      Value* value = access->getArgOperand(0);
      Value* copy = copies ? static_cast<Value*>(copies->lookup(value)) : nullptr;
      values.push_back(copy ? copy : value);
    }
    return values;
  }

  // Gives the code behind both copies the values of the one that has run.
  static void mergeValues(ArrayRef<Instruction*> code, BasicBlock& joined, BasicBlock& separate,
                          ValueToValueMapTy& map) {
    BasicBlock& behind = *separate.getSingleSuccessor();
    for (Instruction* value : code) {
      if (none_of(value->users(), [&](const User* user) {
            return cast<Instruction>(user)->getParent() != &separate;
          }))
        continue;
      PHINode* phi = PHINode::Create(value->getType(), 2, "", behind.begin());
      value->replaceUsesOutsideBlock(phi, &separate);
      phi->addIncoming(map[value], &joined);
      phi->addIncoming(value, &separate);
    }
  }

  ArrayRef<ColumnAccess> parts_;
  const bool mayWrap_;
  const unsigned registerBits_;
  ColumnAccess all_;                       // in the order of the rows
  SmallVector<Instruction*, 32> between_;  // the rest of the code from the first to the last
  SmallVector<Instruction*, 32> accesses_; // those of `between_` that access memory
};

// How far the second access's columns are from the first one's, if the two are otherwise alike.
std::optional<AddressDistance> distanceOf(const ColumnAccess& first, const ColumnAccess& second) {
  const CallInst &from = *first.front(), &to = *second.front();
  if (from.getParent() != to.getParent() || isGather(from) != isGather(to) ||
      typeOfLanes(from) != typeOfLanes(to) || first.size() != second.size())
    return std::nullopt;
  return addressDistance(pointersOf(from), pointersOf(to));
}

// Finds how many of the accesses, from the first on, make columns that fill a vector register, but
// not more than a cache line.
std::size_t countJoined(ArrayRef<ColumnAccess> accesses, unsigned registerBits, bool& mayWrap) {
  const auto bytes =
      static_cast<std::int64_t>(accesses[0].size()) * bytesOfElement(*accesses[0].front());
  const std::int64_t longest = std::min(registerBits / 8, kCacheLineBytes);
  mayWrap = rowsBelow(*accesses[0].front())->mayWrap;
  std::size_t count = 1;
  for (bool wraps = mayWrap; count < accesses.size(); ++count) {
    const auto distance = distanceOf(accesses[count - 1], accesses[count]);
    if (!distance || distance->bytes != bytes ||
        static_cast<std::int64_t>(count + 1) * bytes > longest)
      break;
    wraps |= distance->mayWrap;
    mayWrap = wraps;
  }
  return bit_floor(count);
}

} // namespace

void turnColumns(ArrayRef<ColumnAccess> accesses, unsigned registerBits) {
  while (!accesses.empty()) {
    bool mayWrap = false;
    const std::size_t count = countJoined(accesses, registerBits, mayWrap);
    if (count == 1 || !ColumnJoin(accesses.take_front(count), mayWrap, registerBits).run())
      for (const ColumnAccess& access : accesses.take_front(count))
        turnSquares(access, registerBits);
    accesses = accesses.drop_front(count);
  }
}

} // namespace heddle::simt
