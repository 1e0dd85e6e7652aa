// Values and masks of a gang.
#include "simt/gang_builder.h"

#include "ir/kernel_abi.h"

#include <cstddef>

using namespace llvm;

namespace heddle::simt {
namespace {

// A gather or scatter of so few lanes takes no less time than accesses of one lane each.
constexpr unsigned kFewLanes = 4;
// Lanes that one turn of a loop over all lanes takes: enough that counting turns costs little, and
// few enough that the loop stays short.
constexpr unsigned kLanesAtATime = 8;
// In bytes. A vector would be aligned to its size, and the stack with it in each call.
constexpr unsigned kLaneArrayAlignment = 16;

} // namespace

Type* GangBuilder::vectorOf(Type* type) const {
  return FixedVectorType::get(type, width_);
}

AllocaInst* GangBuilder::slot(Type* type, const Twine& name) {
  auto* alloca = IRBuilder<>(setup_, setup_->begin()).CreateAlloca(type, nullptr, name);
  promotable_.push_back(alloca);
  return alloca;
}

bool GangBuilder::leavesBlock(const Instruction& instruction) const {
  for (const User* user : instruction.users()) {
    auto* use = cast<Instruction>(user);
    if (use->getParent() != instruction.getParent() || isa<PHINode>(use))
      return true;
  }
  return false;
}

GangBuilder::Slots& GangBuilder::slots(const Instruction& instruction) {
  Slots& slots = slots_[&instruction];
  if (slots.scalar || slots.vector)
    return slots;
  Shape shape = shapes_.of(&instruction);
  if (!shape.isVarying())
    slots.scalar = slot(instruction.getType(), instruction.getName());
  if (shape.isVarying() || shape.assumed) {
    if (!VectorType::isValidElementType(instruction.getType())) {
      fail("a vector value that lives across blocks");
      slots.vector = slot(instruction.getType(), instruction.getName());
      return slots;
    }
    slots.vector = slot(vectorOf(instruction.getType()), instruction.getName());
  }
  return slots;
}

GangBuilder::Lanes& GangBuilder::lanes(const Value* value) {
  if (auto* instruction = dyn_cast<Instruction>(value);
      instruction && deferred_.contains(instruction) && !local_.contains(value))
    emitNow(*const_cast<Instruction*>(instruction));
  auto [entry, fresh] = local_.try_emplace(value);
  Lanes& lanes = entry->second;
  if (!fresh)
    return lanes;
  if (auto* argument = dyn_cast<Argument>(value);
      argument && thread_.hasFnAttribute(kCalledByGangs)) {
    Value* given = gangArgument(*gang_, *argument);
    (given->getType() == argument->getType() ? lanes.scalar : lanes.vector) = given;
    return lanes;
  }
  if (isa<Argument>(value)) { // a kernel has one: its parameter buffer
    lanes.scalar = contextField(offsetof(BlockContext, params), builder_.getPtrTy(), "params");
    // With these facts LLVM can read parameters once for all gangs, before it is known which gang
    // needs them.
    auto number = [&](std::size_t value) {
      return MDNode::get(context_, ConstantAsMetadata::get(builder_.getInt64(value)));
    };
    auto* load = cast<LoadInst>(lanes.scalar);
    load->setMetadata(LLVMContext::MD_dereferenceable, number(kLeastParameterBytes));
    load->setMetadata(LLVMContext::MD_align, number(kParameterAlignment));
    return lanes;
  }
  if (auto* instruction = dyn_cast<Instruction>(value)) {
    Slots slots = this->slots(*instruction);
    Lanes loaded;
    if (slots.scalar)
      loaded.scalar = builder_.CreateLoad(slots.scalar->getAllocatedType(), slots.scalar);
    if (slots.vector)
      loaded.vector = builder_.CreateLoad(slots.vector->getAllocatedType(), slots.vector);
    return local_[value] = loaded;
  }
  lanes.scalar = const_cast<Value*>(value);
  return lanes;
}

Value* GangBuilder::scalar(const Value* value) {
  if (isa<Constant>(value))
    return const_cast<Value*>(value);
  return lanes(value).scalar;
}

Constant* GangBuilder::laneConstants(Type* element,
                                     function_ref<std::int64_t(unsigned lane)> constant) {
  SmallVector<Constant*, 32> numbers;
  for (unsigned lane = 0; lane < width_; ++lane)
    numbers.push_back(ConstantInt::get(element, static_cast<std::uint64_t>(constant(lane)), true));
  return ConstantVector::get(numbers);
}

Value* GangBuilder::laneNumbers(Type* element, std::int64_t stride) {
  return laneConstants(element, [&](unsigned lane) { return stride * lane; });
}

// The vector of an affine value or a pattern.
Value* GangBuilder::vectorFromLane0(Value* base, const Shape& shape) {
  const auto offset = [&](unsigned lane) { return shape.offset(lane); };
  if (shape.isConstant(base->getType()))
    return laneConstants(base->getType(), [&](unsigned lane) { return shape.constant(lane); });
  if (base->getType()->isPointerTy())
    return builder_.CreateGEP(builder_.getInt8Ty(), base,
                              laneConstants(builder_.getInt64Ty(), offset));
  return builder_.CreateAdd(builder_.CreateVectorSplat(width_, base),
                            laneConstants(base->getType(), offset));
}

Value* GangBuilder::vector(const Value* value) {
  if (auto* constant = dyn_cast<Constant>(value)) {
    if (isa<PoisonValue>(constant))
      return PoisonValue::get(vectorOf(constant->getType()));
    if (isa<UndefValue>(constant))
      return UndefValue::get(vectorOf(constant->getType()));
    return ConstantVector::getSplat(ElementCount::getFixed(width_),
                                    const_cast<Constant*>(constant));
  }
  Lanes& known = lanes(value);
  if (known.vector)
    return known.vector;
  Shape shape = shapes_.of(value);
  Value* scalarValue = known.scalar;
  Value* result = shape.isUniform() ? builder_.CreateVectorSplat(width_, scalarValue)
                                    : vectorFromLane0(scalarValue, shape);
  return local_[value].vector = result;
}

Value* GangBuilder::laneValue(const Value* value, Value* lane) {
  Shape shape = shapes_.of(value);
  if (shape.isUniform() || isa<Constant>(value))
    return scalar(value);
  if (shape.isExactlyAffine()) {
    Value* base = scalar(value);
    if (base->getType()->isPointerTy()) {
      Value* offset = builder_.CreateMul(builder_.CreateZExt(lane, builder_.getInt64Ty()),
                                         builder_.getInt64(shape.stride));
      return builder_.CreateGEP(builder_.getInt8Ty(), base, offset);
    }
    Value* number = builder_.CreateZExtOrTrunc(lane, base->getType());
    return builder_.CreateAdd(
        base, builder_.CreateMul(number, ConstantInt::get(base->getType(), shape.stride, true)));
  }
  if (!VectorType::isValidElementType(value->getType())) {
    auto* type = dyn_cast<FixedVectorType>(value->getType());
    if (!type) {
      fail("a struct value in a call");
      return PoisonValue::get(value->getType());
    }
    Value* result = PoisonValue::get(type);
    for (unsigned i = 0; i < type->getNumElements(); ++i)
      result = builder_.CreateInsertElement(result,
                                            builder_.CreateExtractElement(part(value, i), lane), i);
    return result;
  }
  return builder_.CreateExtractElement(vector(value), lane);
}

Value* GangBuilder::part(const Value* value, unsigned index) {
  if (auto* constant = dyn_cast<Constant>(value))
    return vector(constant->getAggregateElement(index));
  Lanes& known = lanes(value);
  if (!known.parts.empty())
    return known.parts[index];
  if (!known.scalar) {
    fail("a vector value without parts");
    return PoisonValue::get(vectorOf(builder_.getInt32Ty()));
  }
  Value* element = value->getType()->isVectorTy()
                       ? builder_.CreateExtractElement(known.scalar, index)
                       : builder_.CreateExtractValue(known.scalar, index);
  return builder_.CreateVectorSplat(width_, element);
}

void GangBuilder::define(const Instruction& instruction, Lanes lanes) {
  if (leavesBlock(instruction)) {
    Slots& slots = this->slots(instruction);
    if (slots.scalar && lanes.scalar)
      builder_.CreateStore(lanes.scalar, slots.scalar);
    if (slots.vector && lanes.vector)
      builder_.CreateStore(lanes.vector, slots.vector);
  }
  local_[&instruction] = std::move(lanes);
}

Value* GangBuilder::contextField(std::size_t offset, Type* type, const Twine& name) {
  Value*& field = contextFields_[offset];
  if (!field) {
    IRBuilder<> setup(setup_->getTerminator());
    field = loadContextField(setup, gang_->getArg(0), offset, type, name);
  }
  return field;
}

// From here on, the functions are about masks.

Value* GangBuilder::maskBits(Value* mask) {
  Type* bits = builder_.getIntNTy(width_);
  return mask ? builder_.CreateBitCast(mask, bits) : ConstantInt::getAllOnesValue(bits);
}

Value* GangBuilder::anyOf(Value* lanes) {
  return builder_.CreateICmpNE(maskBits(lanes), ConstantInt::get(builder_.getIntNTy(width_), 0));
}

Value* GangBuilder::allOf(Value* lanes) {
  return builder_.CreateICmpEQ(maskBits(lanes),
                               ConstantInt::getAllOnesValue(builder_.getIntNTy(width_)));
}

bool GangBuilder::isOff(unsigned lane) const {
  auto* constant = dyn_cast_or_null<Constant>(mask_);
  return constant && constant->getAggregateElement(lane)->isNullValue();
}

bool GangBuilder::hasFewLanes() const {
  if (!mask_ || !isa<Constant>(mask_))
    return false;
  unsigned active = 0;
  for (unsigned lane = 0; lane < width_; ++lane)
    active += !isOff(lane);
  return active <= kFewLanes;
}

Value* GangBuilder::anyActive() {
  if (!mask_)
    return builder_.getTrue();
  if (!anyActive_)
    anyActive_ = anyOf(mask_);
  return anyActive_;
}

// A select rather than an `and`: what a lane that is not active computed may be poison.
Value* GangBuilder::andMask(Value* mask, Value* condition) {
  if (!mask)
    return condition;
  return builder_.CreateSelect(mask, condition, Constant::getNullValue(condition->getType()));
}

void GangBuilder::whenAny(const std::function<void()>& body) {
  if (!mask_)
    return body();
  BasicBlock* then = BasicBlock::Create(context_, "active", gang_);
  BasicBlock* done = BasicBlock::Create(context_, "done", gang_);
  builder_.CreateCondBr(anyActive(), then, done);
  builder_.SetInsertPoint(then);
  auto saved = local_; // what the body computes does not hold after it
  body();
  local_ = std::move(saved);
  builder_.CreateBr(done);
  builder_.SetInsertPoint(done);
}

AllocaInst* GangBuilder::laneArray(Type* element) {
  AllocaInst* array =
      IRBuilder<>(setup_, setup_->begin()).CreateAlloca(vectorOf(element), nullptr, "lanes");
  array->setAlignment(Align(kLaneArrayAlignment));
  return array;
}

void GangBuilder::setLane(AllocaInst* array, Value* lane, Value* value) {
  builder_.CreateStore(value, builder_.CreateGEP(value->getType(), array, lane));
}

Value* GangBuilder::lanesOf(AllocaInst* array) {
  return builder_.CreateAlignedLoad(array->getAllocatedType(), array, array->getAlign());
}

Value* GangBuilder::forEachActiveLane(Type* result, const std::function<Value*(Value*)>& body) {
  if (width_ == 1) {
    Value* single = nullptr;
    whenAny([&] { single = body(builder_.getInt32(0)); });
    return single;
  }
  Type* bitsType = builder_.getIntNTy(width_);
  bool hasResult = result && !result->isVoidTy();
  // The results are collected in an array in memory: an insertion into a vector of several strips
  // or registers would copy all of them for each lane.
  const bool isArray =
      hasResult && !result->isIntegerTy(1) &&
      (runsLanesInLoops() || layout_.getTypeSizeInBits(result) * width_ > target_.registerBits);
  AllocaInst* collected = isArray     ? laneArray(result)
                          : hasResult ? slot(vectorOf(result), "lanes")
                                      : nullptr;
  if (collected && !isArray)
    builder_.CreateStore(PoisonValue::get(vectorOf(result)), collected);
  Value* bits = maskBits(mask_);
  BasicBlock* before = builder_.GetInsertBlock();
  BasicBlock* head = BasicBlock::Create(context_, "lane.head", gang_);
  BasicBlock* loop = BasicBlock::Create(context_, "lane.body", gang_);
  BasicBlock* done = BasicBlock::Create(context_, "lane.done", gang_);
  builder_.CreateBr(head);
  builder_.SetInsertPoint(head);
  PHINode* left = builder_.CreatePHI(bitsType, 2);
  left->addIncoming(bits, before);
  builder_.CreateCondBr(builder_.CreateICmpNE(left, ConstantInt::get(bitsType, 0)), loop, done);
  builder_.SetInsertPoint(loop);
  Value* lane = builder_.CreateBinaryIntrinsic(Intrinsic::cttz, left, builder_.getTrue());
  lane = builder_.CreateZExtOrTrunc(lane, builder_.getInt32Ty());
  // What the body computes must not be taken for something that holds after the loop.
  auto saved = local_;
  Value* value = body(lane);
  if (isArray) {
    setLane(collected, lane, value);
  } else if (collected) {
    Value* old = builder_.CreateLoad(vectorOf(result), collected);
    builder_.CreateStore(builder_.CreateInsertElement(old, value, lane), collected);
  }
  local_ = std::move(saved);
  Value* rest = builder_.CreateAnd(left, builder_.CreateSub(left, ConstantInt::get(bitsType, 1)));
  left->addIncoming(rest, builder_.GetInsertBlock());
  builder_.CreateBr(head);
  builder_.SetInsertPoint(done);
  if (isArray)
    return lanesOf(collected);
  return collected ? builder_.CreateLoad(vectorOf(result), collected) : nullptr;
}

void GangBuilder::forEachLane(const std::function<void(Value*)>& body) {
  const auto singly = [&] {
    forEachActiveLane(nullptr, [&](Value* lane) -> Value* {
      body(lane);
      return nullptr;
    });
  };
  if (runsLanesInLoops() || width_ <= kLanesAtATime)
    return singly();
  const auto together = [&] {
    forEachGroup(kLanesAtATime, [&](Value* first) {
      for (unsigned i = 0; i < kLanesAtATime; ++i)
        body(builder_.CreateAdd(first, builder_.getInt32(i), "", true, true));
    });
  };
  if (!mask_)
    return together();
  BasicBlock* whole = BasicBlock::Create(context_, "whole", gang_);
  BasicBlock* part = BasicBlock::Create(context_, "part", gang_);
  BasicBlock* done = BasicBlock::Create(context_, "done", gang_);
  builder_.CreateCondBr(allOf(mask_), whole, part);
  builder_.SetInsertPoint(whole);
  together();
  builder_.CreateBr(done);
  builder_.SetInsertPoint(part);
  singly();
  builder_.CreateBr(done);
  builder_.SetInsertPoint(done);
}

void GangBuilder::forEachGroup(unsigned lanes, const std::function<void(Value*)>& body) {
  BasicBlock* before = builder_.GetInsertBlock();
  BasicBlock* loop = BasicBlock::Create(context_, "group.body", gang_);
  BasicBlock* done = BasicBlock::Create(context_, "group.done", gang_);
  builder_.CreateBr(loop);
  builder_.SetInsertPoint(loop);
  PHINode* lane = builder_.CreatePHI(builder_.getInt32Ty(), 2, "lane");
  lane->addIncoming(builder_.getInt32(0), before);
  // What the body computes must not be taken for something that holds after the loop.
  auto saved = local_;
  body(lane);
  local_ = std::move(saved);
  Value* next = builder_.CreateAdd(lane, builder_.getInt32(lanes), "", true, true);
  lane->addIncoming(next, builder_.GetInsertBlock());
  builder_.CreateCondBr(builder_.CreateICmpULT(next, builder_.getInt32(width_)), loop, done);
  builder_.SetInsertPoint(done);
}

} // namespace heddle::simt
