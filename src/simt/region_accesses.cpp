#include "simt/region_accesses.h"

#include "ir/kernel_abi.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

#include <cstddef>

using namespace llvm;

namespace heddle::simt {
namespace {

// A gang's way through a region is followed for this many instructions, with those of all branches
// that its number does not decide. A step of a sorting network has 40.
constexpr unsigned kLongestWay = 1000;

// What a value may be the address of.
enum class Space {
  Unknown, // anything
  None,    // a number; as a part of an address it is an index
  Context,
  Parameters,
  Shared,
  Frame,
  Global, // what a parameter points to
  Local,  // of the gang alone
};

// A value on the way of a gang.
struct Known {
  Space space = Space::Unknown;
  Constant* number = nullptr; // the number, or the address's offset in the space; null: any
};

bool isPlace(Space space) {
  return space != Space::Unknown && space != Space::None;
}

// The space of a value that is one of two, or is computed from both as an address is.
Space combined(Space left, Space right) {
  if (left == right || right == Space::None)
    return left;
  return left == Space::None ? right : Space::Unknown;
}

// Numbers with fewer bits are no addresses.
bool mayHoldAddress(const Type* type) {
  return type->isPtrOrPtrVectorTy() || type->getScalarSizeInBits() >= 64;
}

class Walk {
public:
  Walk(Function& region, unsigned gang)
      : region_(region), layout_(region.getParent()->getDataLayout()) {
    values_[region.getArg(0)] = {Space::Context, offset(0)};
    values_[region.getArg(1)] = {Space::None, ConstantInt::get(region.getArg(1)->getType(), gang)};
  }

  std::optional<RegionAccesses> run() {
    if (!follow(&region_.getEntryBlock(), nullptr) || !hasResult_)
      return std::nullopt;
    return std::move(accesses_);
  }

private:
  Constant* offset(std::int64_t bytes) const {
    return ConstantInt::getSigned(Type::getInt64Ty(region_.getContext()), bytes);
  }

  // From the block on to the ends of the region. False if that cannot be followed.
  bool follow(BasicBlock* block, BasicBlock* from) {
    while (block) {
      enter(*block, from);
      for (Instruction& instruction : *block)
        if (!isa<PHINode>(instruction) && !instruction.isTerminator() && !pass(instruction))
          return false;
      from = block;
      if (auto* end = dyn_cast<ReturnInst>(block->getTerminator()))
        return noteResult(*end);
      auto* branch = dyn_cast<BranchInst>(block->getTerminator());
      if (!branch)
        return false;
      if (branch->isUnconditional()) {
        block = branch->getSuccessor(0);
        continue;
      }
      Constant* condition = known(branch->getCondition()).number;
      if (auto* decided = dyn_cast_or_null<ConstantInt>(condition)) {
        block = branch->getSuccessor(decided->isZero() ? 1 : 0);
        continue;
      }
      const DenseMap<const Value*, Known> before = values_;
      if (!follow(branch->getSuccessor(0), from))
        return false;
      values_ = before;
      block = branch->getSuccessor(1);
    }
    return false;
  }

  bool noteResult(const ReturnInst& end) {
    auto* result = dyn_cast_or_null<ConstantInt>(known(end.getReturnValue()).number);
    if (!result || (hasResult_ && accesses_.result != result->getZExtValue()))
      return false;
    accesses_.result = static_cast<std::uint32_t>(result->getZExtValue());
    hasResult_ = true;
    return true;
  }

  void enter(BasicBlock& block, BasicBlock* from) {
    SmallVector<std::pair<const PHINode*, Known>, 8> entered;
    for (PHINode& phi : block.phis())
      entered.push_back({&phi, known(phi.getIncomingValueForBlock(from))});
    for (const auto& [phi, value] : entered)
      values_[phi] = value;
  }

  Known known(Value* value) const {
    if (auto found = values_.find(value); found != values_.end())
      return found->second;
    if (isa<GlobalValue>(getUnderlyingObject(value)))
      return {Space::Global};
    auto* constant = dyn_cast<Constant>(value);
    return constant && !value->getType()->isPtrOrPtrVectorTy() ? Known{Space::None, constant}
                                                               : Known{};
  }

  // Notes what the instruction accesses and what it computes. False if it does anything else.
  bool pass(Instruction& instruction) {
    if (++passed_ > kLongestWay || instruction.isAtomic() || instruction.isVolatile() ||
        !access(instruction))
      return false;
    const Known value =
        instruction.getType()->isVoidTy() ? Known{Space::None} : evaluate(instruction);
    values_[&instruction] = value;
    if (value.space == Space::None && !value.number)
      ++accesses_.instructions;
    return true;
  }

  bool access(Instruction& instruction) {
    if (auto* load = dyn_cast<LoadInst>(&instruction))
      return note(load->getPointerOperand(), load->getType(), false);
    if (auto* store = dyn_cast<StoreInst>(&instruction))
      return note(store->getPointerOperand(), store->getValueOperand()->getType(), true);
    if (!instruction.mayReadOrWriteMemory())
      return true;
    auto* call = dyn_cast<IntrinsicInst>(&instruction);
    switch (call ? call->getIntrinsicID() : Intrinsic::not_intrinsic) {
    case Intrinsic::masked_load:
    case Intrinsic::masked_gather:
      return note(call->getArgOperand(0), call->getType(), false);
    case Intrinsic::masked_store:
    case Intrinsic::masked_scatter:
      return note(call->getArgOperand(1), call->getArgOperand(0)->getType(), true);
    default:
      return false;
    }
  }

  bool note(Value* pointer, Type* type, bool isWritten) {
    const Known place = known(pointer);
    switch (place.space) {
    case Space::Unknown:
    case Space::None:
      return false;
    case Space::Context:
    case Space::Parameters:
      return !isWritten;
    case Space::Local:
      return true;
    case Space::Global:
      (isWritten ? accesses_.writesGlobal : accesses_.readsGlobal) = true;
      return true;
    case Space::Shared:
    case Space::Frame:
      return noteRanges(place, pointer->getType()->isVectorTy() ? type->getScalarType() : type,
                        isWritten);
    }
    return false;
  }

  // False if the address, or that of a lane, is not known.
  bool noteRanges(const Known& place, Type* type, bool isWritten) {
    const auto bytes = static_cast<std::int64_t>(layout_.getTypeStoreSize(type).getFixedValue());
    const auto add = [&](Constant* at) {
      auto* begin = dyn_cast_or_null<ConstantInt>(at);
      if (begin)
        accesses_.ranges.push_back({place.space == Space::Frame, begin->getSExtValue(),
                                    begin->getSExtValue() + bytes, isWritten});
      return begin != nullptr;
    };
    auto* lanes = place.number ? dyn_cast<FixedVectorType>(place.number->getType()) : nullptr;
    if (!lanes)
      return add(place.number);
    return all_of(seq(lanes->getNumElements()),
                  [&](unsigned lane) { return add(place.number->getAggregateElement(lane)); });
  }

  Known evaluate(Instruction& instruction) {
    if (isa<AllocaInst>(instruction))
      return {Space::Local};
    if (auto* load = dyn_cast<LoadInst>(&instruction))
      return loaded(*load);
    if (auto* address = dyn_cast<GEPOperator>(&instruction))
      return moved(*address);
    if (isa<PtrToIntInst, IntToPtrInst, FreezeInst>(instruction))
      return known(instruction.getOperand(0));
    if (auto* choice = dyn_cast<SelectInst>(&instruction))
      return chosen(*choice);
    if (Value* one =
            instruction.getType()->isPtrOrPtrVectorTy() ? getSplatValue(&instruction) : nullptr)
      return known(one);
    if (Constant* number = fold(instruction))
      return {Space::None, number};
    if (!mayHoldAddress(instruction.getType()))
      return {Space::None};
    return computed(instruction);
  }

  Known loaded(const LoadInst& load) const {
    const Known from = known(const_cast<Value*>(load.getPointerOperand()));
    const bool mayBeAddress = mayHoldAddress(load.getType());
    if (from.space == Space::Parameters)
      return {mayBeAddress ? Space::Global : Space::None};
    auto* field = dyn_cast_or_null<ConstantInt>(from.number);
    if (from.space == Space::Context && field)
      switch (field->getZExtValue()) {
      case offsetof(BlockContext, shared):
        return {Space::Shared, offset(0)};
      case offsetof(BlockContext, frame):
        return {Space::Frame, offset(0)};
      case offsetof(BlockContext, params):
        return {Space::Parameters};
      default:
        break;
      }
    return {mayBeAddress ? Space::Unknown : Space::None};
  }

  Known moved(GEPOperator& address) const {
    Known place = known(address.getPointerOperand());
    MapVector<Value*, APInt> variable;
    APInt constant(64, 0);
    if (!isPlace(place.space))
      return {};
    // An index that is an address, or may be one, leads out of the space.
    if (place.space != Space::Global &&
        any_of(address.indices(), [&](Value* index) { return known(index).space != Space::None; }))
      return {};
    if (!place.number || !address.collectOffset(layout_, 64, variable, constant))
      return {place.space};
    Type* type = Type::getInt64Ty(region_.getContext());
    if (auto* lanes = dyn_cast<FixedVectorType>(address.getType()))
      type = FixedVectorType::get(type, lanes);
    Constant* sum = added(spread(place.number, type), ConstantInt::get(type, constant));
    for (const auto& [index, scale] : variable) {
      Constant* number = spread(known(index).number, type);
      number = number ? ConstantFoldBinaryOpOperands(Instruction::Mul, number,
                                                     ConstantInt::get(type, scale), layout_)
                      : nullptr;
      sum = added(sum, number);
    }
    return {place.space, sum};
  }

  // The number as one of addresses, in each lane where these are a vector.
  Constant* spread(Constant* number, Type* type) const {
    if (!number)
      return nullptr;
    if (number->getType()->getScalarType() != type->getScalarType()) {
      Type* wide = type->getScalarType();
      if (auto* lanes = dyn_cast<FixedVectorType>(number->getType()))
        wide = FixedVectorType::get(wide, lanes);
      number = ConstantFoldIntegerCast(number, wide, true, layout_);
    }
    if (number && type->isVectorTy() && !number->getType()->isVectorTy())
      number = ConstantVector::getSplat(cast<VectorType>(type)->getElementCount(), number);
    return number;
  }

  Constant* added(Constant* left, Constant* right) const {
    if (!left || !right)
      return nullptr;
    return ConstantFoldBinaryOpOperands(Instruction::Add, left, right, layout_);
  }

  Known chosen(const SelectInst& choice) const {
    const Known first = known(const_cast<Value*>(choice.getTrueValue()));
    const Known second = known(const_cast<Value*>(choice.getFalseValue()));
    auto* condition =
        dyn_cast_or_null<ConstantInt>(known(const_cast<Value*>(choice.getCondition())).number);
    if (condition)
      return condition->isZero() ? second : first;
    return {first.space == second.space ? first.space : Space::Unknown,
            first.number == second.number ? first.number : nullptr};
  }

  Constant* fold(const Instruction& instruction) const {
    SmallVector<Constant*, 4> operands;
    for (Value* operand : instruction.operands()) {
      const Known value = known(operand);
      if (auto* function = dyn_cast<Function>(operand))
        operands.push_back(function);
      else if (value.space == Space::None && value.number)
        operands.push_back(value.number);
      else
        return nullptr;
    }
    if (auto* comparison = dyn_cast<CmpInst>(&instruction))
      return ConstantFoldCompareInstOperands(comparison->getPredicate(), operands[0], operands[1],
                                             layout_);
    return ConstantFoldInstOperands(const_cast<Instruction*>(&instruction), operands, layout_);
  }

  // Arithmetic on numbers as long as addresses, and vectors of addresses put together.
  Known computed(const Instruction& instruction) const {
    Space space = Space::None;
    for (Value* operand : instruction.operands())
      if (mayHoldAddress(operand->getType()) && !isa<UndefValue>(operand))
        space = combined(space, known(operand).space);
    switch (instruction.getOpcode()) {
    case Instruction::Add:
    case Instruction::Sub:
    case Instruction::Or:
      return {space, placeOfSum(instruction, space)};
    case Instruction::InsertElement:
    case Instruction::ExtractElement:
    case Instruction::ShuffleVector:
      return {space};
    default:
      // A product with a parameter, as with the length of a row, is an index.
      return {space == Space::None || space == Space::Global ? Space::None : Space::Unknown};
    }
  }

  Constant* placeOfSum(const Instruction& sum, Space space) const {
    const Known left = known(sum.getOperand(0)), right = known(sum.getOperand(1));
    if (!isPlace(space) || sum.getOpcode() != Instruction::Add ||
        (isPlace(left.space) && isPlace(right.space)))
      return nullptr;
    return added(left.number, right.number);
  }

  Function& region_;
  const DataLayout& layout_;
  DenseMap<const Value*, Known> values_;
  RegionAccesses accesses_;
  unsigned passed_ = 0;
  bool hasResult_ = false;
};

} // namespace

bool RegionAccesses::writes() const {
  return writesGlobal || any_of(ranges, [](const Range& range) { return range.isWritten; });
}

std::optional<RegionAccesses> accessesOfGang(Function& region, unsigned gang) {
  return Walk(region, gang).run();
}

} // namespace heddle::simt
