// Atomic updates and exchanges of a gang. Updates of one place whose results nobody reads are
// folded into one; memory that only this block sees is updated without atomic instructions;
// otherwise lanes take turns, one instruction each.
#include "simt/expand_atomic_updates.h"
#include "simt/gang_builder.h"

#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace heddle::simt {
namespace {

// The operation of an atomicrmw as plain arithmetic, for memory that one worker alone can see.
Value* plainUpdate(IRBuilder<>& builder, AtomicRMWInst::BinOp op, Value* old, Value* value) {
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
    return floatSum(builder, old, value, true);
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
  bool blockPrivate = atomic.getMetadata(kBlockPrivate) != nullptr;
  auto update = [&](Value* address, Value* value) -> Value* {
    if (blockPrivate && !operand->getType()->isVectorTy()) {
      LoadInst* old = builder_.CreateAlignedLoad(value->getType(), address, atomic.getAlign());
      if (Value* next = plainUpdate(builder_, op, old, value)) {
        builder_.CreateAlignedStore(next, address, atomic.getAlign());
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
  if (blockPrivate && !mask_ && !runsLanesInLoops()) {
    Value* result = PoisonValue::get(vectorOf(operand->getType()));
    for (unsigned lane = 0; lane < width_; ++lane) {
      Value* old = update(laneAddress(pointer, lane), laneValue(operand, builder_.getInt32(lane)));
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
  bool blockPrivate = exchange.getMetadata(kBlockPrivate) != nullptr;
  auto swap = [&](Value* address, Value* expected, Value* desired) -> Value* {
    if (blockPrivate) {
      LoadInst* old = builder_.CreateAlignedLoad(type, address, exchange.getAlign());
      Value* next = builder_.CreateSelect(builder_.CreateICmpEQ(old, expected), desired, old);
      builder_.CreateAlignedStore(next, address, exchange.getAlign());
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
