#include "simt/recover_local_addresses.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace heddle::simt {
namespace {

// Where a number points to: into which variable, if that is certain.
class Base {
public:
  enum class Kind { NotYetKnown, Pointer, Uncertain };

  static Base of(Value* pointer) { return {Kind::Pointer, pointer}; }
  static Base uncertain() { return {Kind::Uncertain, nullptr}; }
  Base() = default;

  Value* pointer() const { return pointer_; }
  bool isKnown() const { return kind_ != Kind::NotYetKnown; }
  bool operator==(const Base&) const = default;

  // Of a number that is this one or the other one.
  Base either(Base other) const {
    if (!isKnown())
      return other;
    return !other.isKnown() || *this == other ? *this : uncertain();
  }

private:
  Base(Kind kind, Value* pointer) : kind_(kind), pointer_(pointer) {}

  Kind kind_ = Kind::NotYetKnown;
  Value* pointer_ = nullptr;
};

class Recovery {
public:
  explicit Recovery(Function& function) : function_(function), layout_(function.getDataLayout()) {}

  bool run() {
    for (Instruction& instruction : instructions(function_))
      if (auto* cast = dyn_cast<PtrToIntInst>(&instruction); cast && isLocalAddress(*cast))
        addWithUsers(*cast);
    if (numbers_.empty())
      return false;
    findBases();
    bool changed = false;
    for (Instruction* user : users())
      changed |= rewrite(*user);
    removeDead();
    return changed;
  }

private:
  bool isLocalAddress(const PtrToIntInst& cast) const {
    return cast.getType() == layout_.getIntPtrType(cast.getPointerOperand()->getType()) &&
           isa<AllocaInst>(getUnderlyingObject(cast.getPointerOperand(), 0));
  }

  static bool isArithmetic(const Value& value) {
    return isa<PHINode, SelectInst>(value) ||
           match(&value, m_CombineOr(m_Sub(m_Value(), m_Value()), m_AddLike(m_Value(), m_Value())));
  }

  // Collects the numbers that are computed from this one.
  void addWithUsers(Instruction& first) {
    SmallVector<Instruction*, 16> toDo{&first};
    while (!toDo.empty()) {
      Instruction* number = toDo.pop_back_val();
      if (!numbers_.insert({number, Base()}).second)
        continue;
      for (User* user : number->users())
        if (user->getType() == number->getType() && isArithmetic(*user))
          toDo.push_back(cast<Instruction>(user));
    }
  }

  // Starts from the belief that numbers of a loop point to what the first one of them does.
  void findBases() {
    for (bool changed = true; changed;) {
      changed = false;
      for (auto& [number, base] : numbers_) {
        const Base found = findBase(*number);
        changed |= !(found == base);
        base = found;
      }
    }
  }

  bool isAddress(Value* value) const {
    auto* instruction = dyn_cast<Instruction>(value);
    return instruction && numbers_.contains(instruction);
  }

  // A number that is not computed from an address of a local variable points anywhere.
  Base baseOf(Value* value) const {
    return isAddress(value) ? numbers_.lookup(cast<Instruction>(value)) : Base::uncertain();
  }

  Base findBase(Instruction& number) const {
    if (auto* cast = dyn_cast<PtrToIntInst>(&number)) {
      APInt offset(layout_.getIndexTypeSizeInBits(cast->getPointerOperand()->getType()), 0);
      return Base::of(
          cast->getPointerOperand()->stripAndAccumulateConstantOffsets(layout_, offset, true));
    }
    if (auto* phi = dyn_cast<PHINode>(&number)) {
      Base base;
      for (Value* incoming : phi->incoming_values())
        base = base.either(baseOf(incoming));
      return base;
    }
    if (auto* select = dyn_cast<SelectInst>(&number))
      return baseOf(select->getTrueValue()).either(baseOf(select->getFalseValue()));
    Value *left = number.getOperand(0), *right = number.getOperand(1);
    // Where both sides are addresses, either could be the one that is meant.
    if (isAddress(left) == isAddress(right))
      return Base::uncertain();
    if (isAddress(right))
      return number.getOpcode() == Instruction::Sub ? Base::uncertain() : baseOf(right);
    return baseOf(left);
  }

  // What uses the numbers and can do with pointers or distances.
  SmallVector<Instruction*, 16> users() const {
    SmallVector<Instruction*, 16> found;
    SmallPtrSet<Instruction*, 16> seen;
    for (const auto& [number, base] : numbers_)
      for (User* user : number->users())
        if (isa<IntToPtrInst, ICmpInst>(user) && seen.insert(cast<Instruction>(user)).second)
          found.push_back(cast<Instruction>(user));
    return found;
  }

  bool rewrite(Instruction& user) {
    Value* const number = user.getOperand(0);
    Value* const base = baseOf(number).pointer();
    if (!base)
      return false;
    IRBuilder<> builder(&user);
    if (auto* comparison = dyn_cast<ICmpInst>(&user)) {
      if (baseOf(comparison->getOperand(1)).pointer() != base)
        return false;
      // No variable lies across the end of the address space, but a distance may be negative.
      const CmpInst::Predicate predicate = comparison->getSignedPredicate();
      Value* const other = offsetOf(comparison->getOperand(1));
      user.replaceAllUsesWith(builder.CreateICmp(predicate, offsetOf(number), other));
    } else {
      if (user.getType() != base->getType())
        return false;
      user.replaceAllUsesWith(builder.CreatePtrAdd(base, offsetOf(number)));
    }
    dead_.emplace_back(&user);
    return true;
  }

  // The distance of a number from the base that is known of it.
  Value* offsetOf(Value* number) {
    auto* const instruction = cast<Instruction>(number);
    if (const auto known = offsets_.find(instruction); known != offsets_.end())
      return known->second;
    if (auto* phi = dyn_cast<PHINode>(instruction))
      return offsetOfPhi(*phi);
    Value* const offset = makeOffset(*instruction);
    offsets_[instruction] = offset;
    return offset;
  }

  Value* offsetOfPhi(PHINode& phi) {
    PHINode* const offset = PHINode::Create(phi.getType(), phi.getNumIncomingValues(),
                                            phi.getName() + ".offset", phi.getIterator());
    offsets_[&phi] = offset;
    for (const auto& [value, block] : zip(phi.incoming_values(), phi.blocks()))
      offset->addIncoming(offsetOf(value), block);
    return offset;
  }

  Value* makeOffset(Instruction& number) {
    if (auto* cast = dyn_cast<PtrToIntInst>(&number)) {
      APInt offset(layout_.getIndexTypeSizeInBits(cast->getPointerOperand()->getType()), 0);
      cast->getPointerOperand()->stripAndAccumulateConstantOffsets(layout_, offset, true);
      return ConstantInt::get(number.getType(), offset);
    }
    IRBuilder<> builder(&number);
    if (auto* select = dyn_cast<SelectInst>(&number)) {
      Value* const ifTrue = offsetOf(select->getTrueValue());
      Value* const ifFalse = offsetOf(select->getFalseValue());
      Value* const known = offsets_.lookup(&number);
      return known ? known : builder.CreateSelect(select->getCondition(), ifTrue, ifFalse);
    }
    const bool isLeft = isAddress(number.getOperand(0));
    Value* const offset = offsetOf(number.getOperand(isLeft ? 0 : 1));
    // The way to the base may have led around a loop and through this number.
    if (Value* const known = offsets_.lookup(&number))
      return known;
    Value* const other = number.getOperand(isLeft ? 1 : 0);
    return number.getOpcode() == Instruction::Sub ? builder.CreateSub(offset, other)
                                                  : builder.CreateAdd(offset, other);
  }

  // What nothing uses any more would still keep variables in memory, loops of numbers that only use
  // each other among it.
  void removeDead() {
    for (auto& [number, base] : reverse(numbers_))
      dead_.emplace_back(number);
    SmallVector<WeakTrackingVH, 16> all(dead_);
    RecursivelyDeleteTriviallyDeadInstructionsPermissive(dead_);
    for (const WeakTrackingVH& handle : all)
      if (auto* phi = dyn_cast_or_null<PHINode>(static_cast<Value*>(handle)))
        RecursivelyDeleteDeadPHINode(phi);
  }

  Function& function_;
  const DataLayout& layout_;
  MapVector<Instruction*, Base> numbers_;
  DenseMap<Instruction*, Value*> offsets_;
  SmallVector<WeakTrackingVH, 16> dead_;
};

} // namespace

PreservedAnalyses RecoverLocalAddressesPass::run(Function& function, FunctionAnalysisManager&) {
  if (!Recovery(function).run())
    return PreservedAnalyses::all();
  PreservedAnalyses preserved;
  preserved.preserveSet<CFGAnalyses>();
  return preserved;
}

} // namespace heddle::simt
