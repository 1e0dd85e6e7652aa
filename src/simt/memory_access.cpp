#include "simt/expand_atomic_updates.h"
#include "simt/gang_builder.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace heddle::simt {

namespace {

// Stores of single lanes, one after the other, in a function; behind that they are loops, so that
// very long code stays compilable.
constexpr unsigned kMostLaneStores = 1024;

} // namespace

// Somewhere that lanes without a valid address may read and write.
Value* GangBuilder::scratch() {
  if (!scratch_) {
    IRBuilder<> setup(setup_, setup_->begin());
    scratch_ = setup.CreateAlloca(ArrayType::get(setup.getInt8Ty(), 64), nullptr, "scratch");
    scratch_->setAlignment(Align(64));
    IRBuilder<>(setup_->getTerminator()).CreateMemSet(scratch_, builder_.getInt8(0), 64, Align(64));
  }
  return scratch_;
}

bool GangBuilder::isAlwaysReadable(const Value* pointer) const {
  const Value* object = getUnderlyingObject(pointer);
  bool isParameters = isa<Argument>(object) && !thread_.hasFnAttribute(kCalledByGangs);
  return isParameters || isa<AllocaInst>(object) || isa<GlobalVariable>(object);
}

Value* GangBuilder::safeAddresses(Value* addresses) {
  if (!mask_)
    return addresses;
  return builder_.CreateSelect(mask_, addresses, builder_.CreateVectorSplat(width_, scratch()));
}

Value* GangBuilder::laneAddress(const Value* pointer, unsigned lane) {
  Shape shape = shapes_.of(pointer);
  if (shape.isAffine())
    return builder_.CreateConstGEP1_64(builder_.getInt8Ty(), scalar(pointer), shape.stride * lane);
  return builder_.CreateExtractElement(vector(pointer), lane);
}

Value* GangBuilder::loadUniform(LoadInst& load) {
  Value* address = scalar(load.getPointerOperand());
  if (mask_ && !isAlwaysReadable(load.getPointerOperand()))
    address = builder_.CreateSelect(anyActive(), address, scratch());
  auto* clone = cast<LoadInst>(load.clone());
  clone->setOperand(0, address);
  return builder_.Insert(clone, load.getName());
}

// One value per part, each a vector over the lanes.
SmallVector<Value*, 4> GangBuilder::loadLanes(LoadInst& load, Type* element, unsigned parts) {
  const Value* pointer = load.getPointerOperand();
  Shape shape = shapes_.of(pointer);
  auto bytes = static_cast<std::int64_t>(layout_.getTypeStoreSize(element).getFixedValue());
  Align align = load.getAlign();
  Type* wide = vectorOf(element);
  SmallVector<Value*, 4> result;
  bool contiguous = shape.isAffine() && shape.stride == bytes * parts && !load.isAtomic() &&
                    element->getPrimitiveSizeInBits() >= 8;
  auto copyFlags = [&](LoadInst* created) {
    created->setVolatile(load.isVolatile());
    if (MDNode* invariant = load.getMetadata(LLVMContext::MD_invariant_load))
      created->setMetadata(LLVMContext::MD_invariant_load, invariant);
    return created;
  };

  if (contiguous && !mask_) {
    Type* all = FixedVectorType::get(element, width_ * parts);
    LoadInst* loaded = copyFlags(builder_.CreateAlignedLoad(all, scalar(pointer), align));
    for (unsigned part = 0; part < parts; ++part)
      result.push_back(
          parts == 1 ? static_cast<Value*>(loaded)
                     : builder_.CreateShuffleVector(loaded, createStrideMask(part, parts, width_)));
    return result;
  }
  // Where all gangs but the last have the whole mask, they load without it.
  if (contiguous && !load.isVolatile() && parts > 1 && onlyMissingThreads_) {
    Type* all = FixedVectorType::get(element, width_ * parts);
    Value* mask = builder_.CreateShuffleVector(mask_, createReplicatedMask(parts, width_));
    Value* loaded =
        builder_.CreateMaskedLoad(all, scalar(pointer), align, mask, Constant::getNullValue(all));
    for (unsigned part = 0; part < parts; ++part)
      result.push_back(builder_.CreateShuffleVector(loaded, createStrideMask(part, parts, width_)));
    return result;
  }
  if (contiguous && parts == 1 && (target_.maskedMemory || onlyMissingThreads_) &&
      !load.isVolatile()) {
    result.push_back(builder_.CreateMaskedLoad(wide, scalar(pointer), align, mask_,
                                               Constant::getNullValue(wide)));
    return result;
  }
  unsigned bits = element->getPrimitiveSizeInBits();
  bool hardware =
      target_.gather && (bits == 32 || bits == 64) && !load.isVolatile() && !load.isAtomic();
  if (hardware && !(shape.isAffine() && !mask_ && parts > 1)) {
    for (unsigned part = 0; part < parts; ++part) {
      Value* addresses = vector(pointer);
      if (part)
        addresses =
            builder_.CreateGEP(builder_.getInt8Ty(), addresses, builder_.getInt64(part * bytes));
      result.push_back(builder_.CreateMaskedGather(wide, addresses, std::min(align, Align(bytes)),
                                                   mask_, Constant::getNullValue(wide)));
    }
    return result;
  }
  // Lane after lane, without branches: inactive lanes read the scratch area.
  Value* addresses = mask_ || !shape.isAffine() ? safeAddresses(vector(pointer)) : nullptr;
  Type* unit = parts == 1 ? element : FixedVectorType::get(element, parts);
  result.assign(parts, PoisonValue::get(wide));
  for (unsigned lane = 0; lane < width_; ++lane) {
    Value* address =
        addresses ? builder_.CreateExtractElement(addresses, lane) : laneAddress(pointer, lane);
    LoadInst* loaded = copyFlags(builder_.CreateAlignedLoad(unit, address, align));
    if (load.isAtomic())
      loaded->setAtomic(load.getOrdering(), load.getSyncScopeID());
    for (unsigned part = 0; part < parts; ++part) {
      Value* value =
          parts == 1 ? static_cast<Value*>(loaded) : builder_.CreateExtractElement(loaded, part);
      result[part] = builder_.CreateInsertElement(result[part], value, lane);
    }
  }
  return result;
}

void GangBuilder::emitLoad(LoadInst& load) {
  Shape shape = shapes_.of(&load);
  if (!shape.isVarying()) {
    define(load, {.scalar = loadUniform(load), .vector = nullptr, .parts = {}});
    return;
  }
  Lanes result;
  if (auto* type = dyn_cast<FixedVectorType>(load.getType()))
    result.parts = loadLanes(load, type->getElementType(), type->getNumElements());
  else
    result.vector = loadLanes(load, load.getType(), 1)[0];
  define(load, result);
}

void GangBuilder::emitStore(StoreInst& store) {
  const Value* pointer = store.getPointerOperand();
  Value* stored = store.getValueOperand();
  Shape shape = shapes_.of(pointer);
  Align align = store.getAlign();

  if (width_ == 1 || (shape.isUniform() && shapes_.of(stored).isUniform())) {
    Value* value = scalar(stored);
    Value* address = scalar(pointer);
    whenAny([&] {
      auto* clone = cast<StoreInst>(store.clone());
      clone->setOperand(0, value);
      clone->setOperand(1, address);
      builder_.Insert(clone);
    });
    return;
  }
  auto* vectorType = dyn_cast<FixedVectorType>(stored->getType());
  Type* element = vectorType ? vectorType->getElementType() : stored->getType();
  unsigned parts = vectorType ? vectorType->getNumElements() : 1;
  auto bytes = static_cast<std::int64_t>(layout_.getTypeStoreSize(element).getFixedValue());
  SmallVector<Value*, 4> values;
  for (unsigned part = 0; part < parts; ++part)
    values.push_back(vectorType ? this->part(stored, part) : vector(stored));

  auto storeLane = [&](Value* address, Value* lane) {
    Value* value;
    if (parts == 1) {
      value = builder_.CreateExtractElement(values[0], lane);
    } else {
      value = PoisonValue::get(vectorType);
      for (unsigned part = 0; part < parts; ++part)
        value = builder_.CreateInsertElement(
            value, builder_.CreateExtractElement(values[part], lane), part);
    }
    StoreInst* created = builder_.CreateAlignedStore(value, address, align);
    created->setVolatile(store.isVolatile());
    if (store.isAtomic())
      created->setAtomic(store.getOrdering(), store.getSyncScopeID());
  };

  if (shape.isUniform()) {
    // Every lane writes the same place: the last one stays.
    Value* address = scalar(pointer);
    whenAny([&] {
      Value* lane = builder_.getInt32(width_ - 1);
      if (mask_) {
        Value* zeros =
            builder_.CreateBinaryIntrinsic(Intrinsic::ctlz, maskBits(mask_), builder_.getTrue());
        lane = builder_.CreateSub(lane, builder_.CreateZExtOrTrunc(zeros, builder_.getInt32Ty()));
      }
      storeLane(address, lane);
    });
    return;
  }
  bool contiguous = shape.isAffine() && shape.stride == bytes * parts && !store.isAtomic() &&
                    element->getPrimitiveSizeInBits() >= 8;
  if (contiguous && !mask_) {
    Value* all = values[0];
    if (parts > 1)
      all = builder_.CreateShuffleVector(concatenateVectors(builder_, values),
                                         createInterleaveMask(width_, parts));
    builder_.CreateAlignedStore(all, scalar(pointer), align)->setVolatile(store.isVolatile());
    return;
  }
  if (contiguous && parts > 1 && !store.isVolatile() && onlyMissingThreads_) {
    Value* all = builder_.CreateShuffleVector(concatenateVectors(builder_, values),
                                              createInterleaveMask(width_, parts));
    Value* mask = builder_.CreateShuffleVector(mask_, createReplicatedMask(parts, width_));
    builder_.CreateMaskedStore(all, scalar(pointer), align, mask);
    return;
  }
  if (contiguous && parts == 1 && !store.isVolatile()) {
    builder_.CreateMaskedStore(values[0], scalar(pointer), align, mask_);
    return;
  }
  unsigned bits = element->getPrimitiveSizeInBits();
  if (target_.scatter && (bits == 32 || bits == 64) && !store.isVolatile() && !store.isAtomic()) {
    for (unsigned part = 0; part < parts; ++part) {
      Value* addresses = vector(pointer);
      if (part)
        addresses =
            builder_.CreateGEP(builder_.getInt8Ty(), addresses, builder_.getInt64(part * bytes));
      builder_.CreateMaskedScatter(values[part], addresses, std::min(align, Align(bytes)), mask_);
    }
    return;
  }
  laneStores_ += width_;
  if (laneStores_ > kMostLaneStores) {
    if (shape.isVarying() || shape.assumed)
      vector(pointer); // before the loop over the lanes, where it would be made once per lane
    forEachActiveLane(nullptr, [&](Value* lane) -> Value* {
      storeLane(laneValue(pointer, lane), lane);
      return nullptr;
    });
    return;
  }
  Value* addresses = mask_ || !shape.isAffine() ? safeAddresses(vector(pointer)) : nullptr;
  for (unsigned lane = 0; lane < width_; ++lane) {
    Value* address =
        addresses ? builder_.CreateExtractElement(addresses, lane) : laneAddress(pointer, lane);
    storeLane(address, builder_.getInt32(lane));
  }
}

// --- atomics ----------------------------------------------------------------------------------

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
  // Made before the loop over the lanes, where they would be made once per lane.
  for (const Value* value : {pointer, static_cast<const Value*>(operand)})
    if (shapes_.of(value).isVarying() || shapes_.of(value).assumed)
      vector(value);
  if (blockPrivate && !mask_) {
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
