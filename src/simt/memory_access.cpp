// Loads and stores of a gang: one vector access where lanes are contiguous, a masked or gathered
// one where the CPU has that, or one access per lane.
#include "simt/gang_builder.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace heddle::simt {

namespace {

// Stores of single lanes that a function may have in a row. Beyond that, they become loops over the
// lanes, so that very long code still compiles in reasonable time.
constexpr unsigned kMostLaneStores = 1024;

} // namespace

// Memory that lanes without a valid address may read and write.
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

// Loads for all lanes. Returns one vector over the lanes for each element of the value.
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
  // Only the last gang of the block lacks lanes. For the others the block function makes the mask
  // constant, and LLVM drops it.
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
    // All lanes write to the same address, and the value of the last active lane stays.
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
      vector(pointer); // Made here rather than in the loop, where it would be made once per lane.
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

} // namespace heddle::simt
