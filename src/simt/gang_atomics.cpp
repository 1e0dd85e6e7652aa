// Atomic updates and exchanges of a gang. Updates of one place whose results nobody reads are
// folded into one; memory that only this block sees, and updates that are atomic for the block
// alone, need no atomic instructions; otherwise lanes take turns, one instruction each.
#include "simt/expand_atomic_updates.h"
#include "simt/gang_builder.h"

#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace heddle::simt {
namespace {

// Where the threads that an update or exchange is atomic for can be.
enum class Observers { AnyBlock, OwnBlock, OwnBlockInShared };

Observers observersOf(const Instruction& atomic) {
  if (atomic.getMetadata(kBlockPrivate))
    return Observers::OwnBlockInShared;
  return isForBlockAlone(atomic) ? Observers::OwnBlock : Observers::AnyBlock;
}

// One worker runs all threads of a block, so that a load and a store are an update for them. Other
// blocks may access the memory meanwhile if it is not shared memory, and must not see half of a
// value.
LoadInst* loadForUpdate(IRBuilder<>& builder, Type* type, Value* address, Align align,
                        Observers observers) {
  LoadInst* load = builder.CreateAlignedLoad(type, address, align);
  if (observers == Observers::OwnBlock)
    load->setAtomic(AtomicOrdering::Monotonic);
  return load;
}

void storeUpdate(IRBuilder<>& builder, Value* value, Value* address, Align align,
                 Observers observers) {
  StoreInst* store = builder.CreateAlignedStore(value, address, align);
  if (observers == Observers::OwnBlock)
    store->setAtomic(AtomicOrdering::Monotonic);
}

// The operation of an atomicrmw as plain arithmetic.
Value* plainUpdate(IRBuilder<>& builder, AtomicRMWInst::BinOp op, Value* old, Value* value,
                   bool inShared) {
  switch (op) {
  case AtomicRMWInst::Xchg:
    return value;
  case AtomicRMWInst::Add:
    return builder.CreateAdd(old, value);
  case AtomicRMWInst::Sub:
    return builder.CreateSub(old, value);
  case AtomicRMWInst::And:
    return builder.CreateAnd(old, value);
  case AtomicRMWInst::Or:
    return builder.CreateOr(old, value);
  case AtomicRMWInst::Xor:
    return builder.CreateXor(old, value);
  case AtomicRMWInst::Max:
    return builder.CreateBinaryIntrinsic(Intrinsic::smax, old, value);
  case AtomicRMWInst::Min:
    return builder.CreateBinaryIntrinsic(Intrinsic::smin, old, value);
  case AtomicRMWInst::UMax:
    return builder.CreateBinaryIntrinsic(Intrinsic::umax, old, value);
  case AtomicRMWInst::UMin:
    return builder.CreateBinaryIntrinsic(Intrinsic::umin, old, value);
  case AtomicRMWInst::FAdd:
    return floatSum(builder, old, value, inShared);
  case AtomicRMWInst::FSub:
    return builder.CreateFSub(old, value);
  case AtomicRMWInst::FMax:
    return builder.CreateMaxNum(old, value);
  case AtomicRMWInst::FMin:
    return builder.CreateMinNum(old, value);
  case AtomicRMWInst::UIncWrap:
  case AtomicRMWInst::UDecWrap:
    return nextCount(builder, old, value, op == AtomicRMWInst::UIncWrap);
  default:
    return nullptr;
  }
}

// The operand with which an update of integers changes nothing; null where there is none.
Constant* neutralOperand(AtomicRMWInst::BinOp op, Type* element) {
  if (!element->isIntegerTy())
    return nullptr;
  switch (op) {
  case AtomicRMWInst::Add:
  case AtomicRMWInst::Sub:
  case AtomicRMWInst::Or:
  case AtomicRMWInst::Xor:
  case AtomicRMWInst::UMax:
    return ConstantInt::get(element, 0);
  case AtomicRMWInst::And:
  case AtomicRMWInst::UMin:
    return ConstantInt::getAllOnesValue(element);
  case AtomicRMWInst::Max:
    return ConstantInt::get(element, APInt::getSignedMinValue(element->getIntegerBitWidth()));
  case AtomicRMWInst::Min:
    return ConstantInt::get(element, APInt::getSignedMaxValue(element->getIntegerBitWidth()));
  default:
    return nullptr;
  }
}

// The operands, with the neutral one in lanes that are not active.
Value* operandsOrNeutral(IRBuilder<>& builder, Value* values, Value* mask, Constant& neutral) {
  if (!mask)
    return values;
  const ElementCount width = cast<VectorType>(values->getType())->getElementCount();
  return builder.CreateSelect(mask, values, ConstantVector::getSplat(width, &neutral));
}

// All lanes' operands folded into one, when the order of the updates cannot be seen.
Value* foldLanes(IRBuilder<>& builder, AtomicRMWInst::BinOp op, Value* values, Value* mask) {
  Constant* const neutral = neutralOperand(op, values->getType()->getScalarType());
  if (!neutral)
    return nullptr;
  values = operandsOrNeutral(builder, values, mask, *neutral);
  switch (op) {
  case AtomicRMWInst::Add:
  case AtomicRMWInst::Sub:
    return builder.CreateAddReduce(values);
  case AtomicRMWInst::Or:
    return builder.CreateOrReduce(values);
  case AtomicRMWInst::Xor:
    return builder.CreateXorReduce(values);
  case AtomicRMWInst::And:
    return builder.CreateAndReduce(values);
  case AtomicRMWInst::UMax:
  case AtomicRMWInst::Max:
    return builder.CreateIntMaxReduce(values, op == AtomicRMWInst::Max);
  case AtomicRMWInst::UMin:
  case AtomicRMWInst::Min:
    return builder.CreateIntMinReduce(values, op == AtomicRMWInst::Min);
  default:
    return nullptr;
  }
}

} // namespace

void GangBuilder::emitAtomicRMW(AtomicRMWInst& atomic) {
  const Value* pointer = atomic.getPointerOperand();
  Value* operand = atomic.getValOperand();
  AtomicRMWInst::BinOp op = atomic.getOperation();
  const Observers observers = observersOf(atomic);
  auto update = [&](Value* address, Value* value) -> Value* {
    if (observers != Observers::AnyBlock && !operand->getType()->isVectorTy()) {
      LoadInst* old =
          loadForUpdate(builder_, value->getType(), address, atomic.getAlign(), observers);
      if (Value* next =
              plainUpdate(builder_, op, old, value, observers == Observers::OwnBlockInShared)) {
        storeUpdate(builder_, next, address, atomic.getAlign(), observers);
        return old;
      }
    }
    return builder_.CreateAtomicRMW(op, address, value, atomic.getAlign(), atomic.getOrdering(),
                                    atomic.getSyncScopeID());
  };
  if (width_ == 1)
    return define(
        atomic,
        {.scalar = update(scalar(pointer), scalar(operand)), .vector = nullptr, .parts = {}});
  if (operand->getType()->isVectorTy())
    return fail("a vector atomic");

  if (atomic.use_empty() && shapes_.of(pointer).isUniform())
    if (Value* folded = foldLanes(builder_, op, vector(operand), mask_)) {
      Value* address = scalar(pointer);
      whenAny([&] { update(address, folded); });
      return;
    }
  // The vectors are made before the loop over the lanes, in which they would be made once per lane.
  for (const Value* value : {pointer, static_cast<const Value*>(operand)})
    if (!shapes_.of(value).isUniform() && !shapes_.of(value).isExactlyAffine())
      vector(value);
  const bool isInOrder = observers != Observers::AnyBlock && !mask_ && !runsLanesInLoops();
  Value* result = isInOrder ? updateInOrder(atomic, update) : updateInTurns(atomic, update);
  define(atomic, {.scalar = nullptr, .vector = result, .parts = {}});
}

// All lanes are active.
Value* GangBuilder::updateInOrder(const AtomicRMWInst& atomic, LaneUpdate update) {
  Value* result = PoisonValue::get(vectorOf(atomic.getType()));
  for (unsigned lane = 0; lane < width_; ++lane) {
    Value* old = update(addressFromIndex(atomic.getPointerOperand(), atomic.getParent(), lane),
                        laneValue(atomic.getValOperand(), builder_.getInt32(lane)));
    result = builder_.CreateInsertElement(result, old, lane);
  }
  return result;
}

Value* GangBuilder::updateInTurns(const AtomicRMWInst& atomic, LaneUpdate update) {
  return forEachActiveLane(atomic.getType(), [&](Value* lane) {
    return update(laneValue(atomic.getPointerOperand(), lane),
                  laneValue(atomic.getValOperand(), lane));
  });
}

void GangBuilder::emitCmpXchg(AtomicCmpXchgInst& exchange) {
  const Value* pointer = exchange.getPointerOperand();
  Type* type = exchange.getCompareOperand()->getType();
  const Observers observers = observersOf(exchange);
  auto swap = [&](Value* address, Value* expected, Value* desired) -> Value* {
    if (observers != Observers::AnyBlock) {
      LoadInst* old = loadForUpdate(builder_, type, address, exchange.getAlign(), observers);
      Value* next = builder_.CreateSelect(builder_.CreateICmpEQ(old, expected), desired, old);
      storeUpdate(builder_, next, address, exchange.getAlign(), observers);
      return old;
    }
    Value* both = builder_.CreateAtomicCmpXchg(
        address, expected, desired, exchange.getAlign(), exchange.getSuccessOrdering(),
        exchange.getFailureOrdering(), exchange.getSyncScopeID());
    return builder_.CreateExtractValue(both, 0);
  };
  if (width_ == 1) {
    Value* old = swap(scalar(pointer), scalar(exchange.getCompareOperand()),
                      scalar(exchange.getNewValOperand()));
    Value* success = builder_.CreateICmpEQ(old, scalar(exchange.getCompareOperand()));
    Value* both = builder_.CreateInsertValue(PoisonValue::get(exchange.getType()), old, 0);
    return define(
        exchange,
        {.scalar = builder_.CreateInsertValue(both, success, 1), .vector = nullptr, .parts = {}});
  }
  for (const Value* value : {pointer, static_cast<const Value*>(exchange.getCompareOperand()),
                             static_cast<const Value*>(exchange.getNewValOperand())})
    vector(value);
  Value* old = forEachActiveLane(type, [&](Value* lane) {
    return swap(laneValue(pointer, lane), laneValue(exchange.getCompareOperand(), lane),
                laneValue(exchange.getNewValOperand(), lane));
  });
  Lanes result;
  result.parts = {old, builder_.CreateICmpEQ(old, vector(exchange.getCompareOperand()))};
  define(exchange, result);
}

} // namespace heddle::simt
