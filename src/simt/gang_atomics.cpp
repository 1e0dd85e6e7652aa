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

// All lanes' operands folded into one, when the order of the updates cannot be seen.
Value* foldLanes(IRBuilder<>& builder, AtomicRMWInst::BinOp op, Value* values, Value* mask) {
  Type* type = values->getType();
  Type* element = type->getScalarType();
  auto keep = [&](Constant* neutral) {
    return mask ? builder.CreateSelect(
                      mask, values,
                      ConstantVector::getSplat(cast<VectorType>(type)->getElementCount(), neutral))
                : values;
  };
  switch (op) {
  case AtomicRMWInst::Add:
  case AtomicRMWInst::Sub:
    return builder.CreateAddReduce(keep(ConstantInt::get(element, 0)));
  case AtomicRMWInst::Or:
    return builder.CreateOrReduce(keep(ConstantInt::get(element, 0)));
  case AtomicRMWInst::Xor:
    return builder.CreateXorReduce(keep(ConstantInt::get(element, 0)));
  case AtomicRMWInst::And:
    return builder.CreateAndReduce(keep(ConstantInt::getAllOnesValue(element)));
  case AtomicRMWInst::UMax:
    return builder.CreateIntMaxReduce(keep(ConstantInt::get(element, 0)), false);
  case AtomicRMWInst::UMin:
    return builder.CreateIntMinReduce(keep(ConstantInt::getAllOnesValue(element)), false);
  case AtomicRMWInst::Max:
    return builder.CreateIntMaxReduce(
        keep(ConstantInt::get(element, APInt::getSignedMinValue(element->getIntegerBitWidth()))),
        true);
  case AtomicRMWInst::Min:
    return builder.CreateIntMinReduce(
        keep(ConstantInt::get(element, APInt::getSignedMaxValue(element->getIntegerBitWidth()))),
        true);
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
  if (observers != Observers::AnyBlock && !mask_ && !runsLanesInLoops()) {
    Value* result = PoisonValue::get(vectorOf(operand->getType()));
    for (unsigned lane = 0; lane < width_; ++lane) {
      Value* old = update(addressFromIndex(pointer, atomic.getParent(), lane),
                          laneValue(operand, builder_.getInt32(lane)));
      result = builder_.CreateInsertElement(result, old, lane);
    }
    return define(atomic, {.scalar = nullptr, .vector = result, .parts = {}});
  }
  Value* result = forEachActiveLane(operand->getType(), [&](Value* lane) {
    return update(laneValue(pointer, lane), laneValue(operand, lane));
  });
  define(atomic, {.scalar = nullptr, .vector = result, .parts = {}});
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
