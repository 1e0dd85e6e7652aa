#include "simt/strip_loop_emitter.h"

#include "simt/lane_frame.h"

#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

#include <algorithm>

using namespace llvm;

namespace heddle::simt {
namespace {

// What such a reduction begins with.
Constant* identity(Intrinsic::ID id, IntegerType* type) {
  const unsigned bits = type->getBitWidth();
  switch (id) {
  case Intrinsic::vector_reduce_and:
  case Intrinsic::vector_reduce_umin:
    return ConstantInt::getAllOnesValue(type);
  case Intrinsic::vector_reduce_smax:
    return ConstantInt::get(type, APInt::getSignedMinValue(bits));
  case Intrinsic::vector_reduce_smin:
    return ConstantInt::get(type, APInt::getSignedMaxValue(bits));
  default:
    return ConstantInt::get(type, 0);
  }
}

Value* combine(IRBuilder<>& builder, Intrinsic::ID id, Value* x, Value* y) {
  switch (id) {
  case Intrinsic::vector_reduce_add:
    return builder.CreateAdd(x, y);
  case Intrinsic::vector_reduce_and:
    return builder.CreateAnd(x, y);
  case Intrinsic::vector_reduce_or:
    return builder.CreateOr(x, y);
  case Intrinsic::vector_reduce_xor:
    return builder.CreateXor(x, y);
  case Intrinsic::vector_reduce_smax:
    return builder.CreateBinaryIntrinsic(Intrinsic::smax, x, y);
  case Intrinsic::vector_reduce_smin:
    return builder.CreateBinaryIntrinsic(Intrinsic::smin, x, y);
  case Intrinsic::vector_reduce_umax:
    return builder.CreateBinaryIntrinsic(Intrinsic::umax, x, y);
  default:
    return builder.CreateBinaryIntrinsic(Intrinsic::umin, x, y);
  }
}

} // namespace

StripLoopEmitter::StripLoopEmitter(const StripLoops& loops, const StripLoops::Loop& loop,
                                   const VectorTarget& target, LaneFrame& frame)
    : loops_(loops), loop_(loop), target_(target), stripLanes_(target.stripLanes()), frame_(frame),
      module_(*loop.at->getModule()), layout_(module_.getDataLayout()),
      before_(loop.at->getParent()),
      behind_(before_->splitBasicBlock(loop.at->getIterator(), "behind")),
      builder_(BasicBlock::Create(module_.getContext(), "strip", before_->getParent(), behind_)),
      index_(builder_.CreatePHI(builder_.getInt64Ty(), 2)) {
  before_->getTerminator()->setSuccessor(0, builder_.GetInsertBlock());
}

// Constant offsets from few addresses are part of a load or store.
Value* StripLoopEmitter::stripAddress(Type* stored, std::uint64_t place) {
  Value*& base = frames_[layout_.getTypeStoreSize(stored)];
  if (!base)
    base = address(stored, frame_.address(), index_);
  return builder_.CreateConstInBoundsGEP1_64(builder_.getInt8Ty(), base, place);
}

void StripLoopEmitter::emit() {
  for (Instruction* member : loop_.members)
    emitMember(*member);
  SmallVector<Value*, 4> copied;
  for (const auto& [phi, value] : loop_.copies)
    copied.push_back(strip(value));
  for (unsigned i = 0; i < copied.size(); ++i)
    storeStrip(copied[i], loop_.copies[i].first);
  builder_.SetCurrentDebugLocation({});
  BasicBlock* body = builder_.GetInsertBlock();
  Value* next = builder_.CreateAdd(index_, builder_.getInt64(stripLanes_), "", true, true);
  builder_.CreateCondBr(builder_.CreateICmpULT(next, builder_.getInt64(loop_.lanes)), body,
                        behind_);
  index_->addIncoming(builder_.getInt64(0), before_);
  index_->addIncoming(next, body);
  for (const auto& [phi, value] : carried_)
    phi->addIncoming(value, body);
}

void StripLoopEmitter::emitMember(Instruction& instruction) {
  builder_.SetCurrentDebugLocation(instruction.getDebugLoc());
  Value* value = emitStrip(instruction);
  if (loops_.lanesOf(instruction.getType()) == 0)
    return;
  strips_[&instruction] = value;
  const bool isUsedElsewhere = any_of(instruction.users(), [&](const User* user) {
    if (auto* phi = dyn_cast<PHINode>(user))
      return none_of(loop_.copies,
                     [&](const std::pair<PHINode*, Value*>& copy) {
                       return copy.first == phi && copy.second == &instruction;
                     }) ||
             count(phi->incoming_values(), &instruction) > 1;
    return !loops_.isComputedIn(loop_, user);
  });
  if (isUsedElsewhere)
    storeStrip(value, &instruction);
}

Value* StripLoopEmitter::emitStrip(Instruction& instruction) {
  if (auto* load = dyn_cast<LoadInst>(&instruction))
    return emitLoad(*load);
  if (auto* store = dyn_cast<StoreInst>(&instruction))
    return emitStore(*store);
  if (auto* call = dyn_cast<IntrinsicInst>(&instruction))
    return emitIntrinsic(*call);
  if (auto* cast = dyn_cast<BitCastInst>(&instruction)) {
    if (!cast->getType()->isVectorTy())
      return emitMaskBits(*cast);
    if (!cast->getSrcTy()->isVectorTy())
      return maskOfBits(cast->getOperand(0));
  }
  Instruction* copy = instruction.clone();
  for (Use& operand : copy->operands())
    operand.set(strip(operand.get()));
  copy->mutateType(stripOf(instruction.getType()->getScalarType()));
  return builder_.Insert(copy);
}

Value* StripLoopEmitter::emitCarried(Instruction& instruction, Constant* first,
                                     function_ref<Value*(Value*)> next) {
  PHINode* carried = PHINode::Create(first->getType(), 2, "", index_->getIterator());
  carried->addIncoming(first, before_);
  Value* value = next(carried);
  carried_.push_back({carried, value});
  instruction.replaceAllUsesWith(value);
  return nullptr;
}

Constant* StripLoopEmitter::laneBits() {
  SmallVector<Constant*, 16> bits;
  for (unsigned lane = 0; lane < stripLanes_; ++lane)
    bits.push_back(builder_.getInt32(1u << lane));
  return ConstantVector::get(bits);
}

Value* StripLoopEmitter::emitMaskBits(BitCastInst& cast) {
  auto* type = llvm::cast<IntegerType>(cast.getType());
  Value* mask = strip(cast.getOperand(0));
  Value* bits = nullptr;
  if (target_.maskedMemory) {
    bits = builder_.CreateBitCast(mask, builder_.getIntNTy(stripLanes_));
  } else {
    // CPUs without registers for masks have no quick way from a vector to bits, but most can add up
    // the lanes of a register.
    Value* lanes =
        builder_.CreateAnd(builder_.CreateSExt(mask, stripOf(builder_.getInt32Ty())), laneBits());
    bits = builder_.CreateAddReduce(lanes);
  }
  bits = builder_.CreateShl(builder_.CreateZExtOrTrunc(bits, type),
                            builder_.CreateZExtOrTrunc(index_, type));
  return emitCarried(cast, ConstantInt::get(type, 0),
                     [&](Value* before) { return builder_.CreateOr(before, bits); });
}

Value* StripLoopEmitter::maskOfBits(Value* bits) {
  Value* shifted = builder_.CreateLShr(bits, builder_.CreateZExtOrTrunc(index_, bits->getType()));
  Value* lanes = builder_.CreateVectorSplat(
      stripLanes_, builder_.CreateZExtOrTrunc(shifted, builder_.getInt32Ty()));
  Value* chosen = builder_.CreateAnd(lanes, laneBits());
  return builder_.CreateICmpNE(chosen, Constant::getNullValue(chosen->getType()));
}

Value* StripLoopEmitter::emitIntrinsic(IntrinsicInst& call) {
  const Intrinsic::ID id = call.getIntrinsicID();
  if (is_contained({Intrinsic::masked_load, Intrinsic::masked_store, Intrinsic::masked_gather,
                    Intrinsic::masked_scatter},
                   id))
    return emitMaskedAccess(call);
  if (isIntegerReduction(id)) {
    Value* operand = strip(call.getArgOperand(0));
    return emitCarried(call, identity(id, cast<IntegerType>(call.getType())), [&](Value* before) {
      Value* reduced = builder_.CreateIntrinsic(id, {operand->getType()}, {operand});
      return combine(builder_, id, before, reduced);
    });
  }
  Type* result = stripOf(call.getType()->getScalarType());
  SmallVector<Type*, 4> types;
  SmallVector<Value*, 4> arguments;
  if (isVectorIntrinsicWithOverloadTypeAtArg(id, -1))
    types.push_back(result);
  for (unsigned i = 0; i < call.arg_size(); ++i) {
    arguments.push_back(strip(call.getArgOperand(i)));
    if (isVectorIntrinsicWithOverloadTypeAtArg(id, static_cast<int>(i)))
      types.push_back(arguments.back()->getType());
  }
  CallInst* created =
      builder_.CreateCall(Intrinsic::getDeclaration(&module_, id, types), arguments);
  if (isa<FPMathOperator>(created))
    created->copyFastMathFlags(&call);
  return created;
}

Value* StripLoopEmitter::emitLoad(LoadInst& load) {
  Type* element = load.getType()->getScalarType();
  LoadInst* created = builder_.CreateAlignedLoad(
      stripOf(element), address(element, load.getPointerOperand(), index_),
      commonAlignment(load.getAlign(), layout_.getTypeStoreSize(element) * stripLanes_));
  if (MDNode* invariant = load.getMetadata(LLVMContext::MD_invariant_load))
    created->setMetadata(LLVMContext::MD_invariant_load, invariant);
  return created;
}

Value* StripLoopEmitter::emitStore(StoreInst& store) {
  Type* element = store.getValueOperand()->getType()->getScalarType();
  builder_.CreateAlignedStore(
      strip(store.getValueOperand()), address(element, store.getPointerOperand(), index_),
      commonAlignment(store.getAlign(), layout_.getTypeStoreSize(element) * stripLanes_));
  return nullptr;
}

// Masked loads and stores, gathers and scatters, as such where the CPU has them for these elements.
// Elsewhere lanes that are not active access the scratch memory.
Value* StripLoopEmitter::emitMaskedAccess(IntrinsicInst& call) {
  const Intrinsic::ID id = call.getIntrinsicID();
  const bool isLoad = id == Intrinsic::masked_load || id == Intrinsic::masked_gather;
  const bool isContiguous = id == Intrinsic::masked_load || id == Intrinsic::masked_store;
  const unsigned pointerArgument = isLoad ? 0 : 1;
  Type* element = (isLoad ? call.getType() : call.getArgOperand(0)->getType())->getScalarType();
  const unsigned bytes = static_cast<unsigned>(layout_.getTypeStoreSize(element));
  const Align given =
      cast<ConstantInt>(call.getArgOperand(pointerArgument + 1))->getMaybeAlignValue().valueOrOne();
  const Align align = isContiguous ? commonAlignment(given, bytes) : given;
  Value* mask = strip(call.getArgOperand(pointerArgument + 2));
  Value* value = isLoad ? nullptr : strip(call.getArgOperand(0));
  Value* passed = isLoad ? strip(call.getArgOperand(3)) : nullptr;
  Value* pointer = call.getArgOperand(pointerArgument);
  const bool isWord = bytes == 4 || bytes == 8;
  if (isContiguous && target_.maskedMemory && isWord) {
    Value* base = address(element, pointer, index_);
    return isLoad ? builder_.CreateMaskedLoad(stripOf(element), base, align, mask, passed)
                  : (builder_.CreateMaskedStore(value, base, align, mask), nullptr);
  }
  Value* pointers = nullptr;
  if (isContiguous) {
    SmallVector<Constant*, 16> lanes;
    for (unsigned lane = 0; lane < stripLanes_; ++lane)
      lanes.push_back(builder_.getInt64(lane));
    pointers =
        builder_.CreateGEP(element, pointer,
                           builder_.CreateAdd(builder_.CreateVectorSplat(stripLanes_, index_),
                                              ConstantVector::get(lanes)));
  } else {
    pointers = strip(pointer);
  }
  if (!isContiguous && isWord && (isLoad ? target_.gather : target_.scatter))
    return isLoad ? builder_.CreateMaskedGather(stripOf(element), pointers, align, mask, passed)
                  : (builder_.CreateMaskedScatter(value, pointers, align, mask), nullptr);
  auto* constantMask = dyn_cast<Constant>(mask);
  const bool isMasked = !constantMask || !constantMask->isAllOnesValue();
  if (isMasked)
    pointers = builder_.CreateSelect(mask, pointers,
                                     builder_.CreateVectorSplat(stripLanes_, frame_.scratch()));
  Value* loaded = isLoad ? PoisonValue::get(stripOf(element)) : nullptr;
  for (unsigned lane = 0; lane < stripLanes_; ++lane) {
    Value* at = builder_.CreateExtractElement(pointers, lane);
    if (isLoad)
      loaded = builder_.CreateInsertElement(loaded, builder_.CreateAlignedLoad(element, at, align),
                                            lane);
    else
      builder_.CreateAlignedStore(builder_.CreateExtractElement(value, lane), at, align);
  }
  if (isLoad && isMasked && !isa<UndefValue>(passed))
    loaded = builder_.CreateSelect(mask, loaded, passed);
  return loaded;
}

void StripLoopEmitter::storeStrip(Value* strip, const Value* value) {
  Type* stored = LaneFrame::memoryElement(strip->getType()->getScalarType());
  frame_.storeStrip(builder_, strip, stripAddress(stored, frame_.placeOf(value)));
}

Value* StripLoopEmitter::strip(Value* value) {
  if (loops_.lanesOf(value->getType()) == 0)
    return value;
  if (Value* known = strips_.lookup(value))
    return known;
  Value* made = nullptr;
  if (auto* constant = dyn_cast<Constant>(value); constant && !isa<ConstantExpr>(constant))
    made = stripOfConstant(constant);
  else if (Value* splat = getSplatValue(value))
    made = builder_.CreateVectorSplat(stripLanes_, splat);
  else
    made =
        frame_.loadStrip(builder_, value->getType()->getScalarType(),
                         stripAddress(LaneFrame::memoryElement(value->getType()->getScalarType()),
                                      frame_.placeOf(value)));
  return strips_[value] = made;
}

Value* StripLoopEmitter::stripOfConstant(Constant* constant) {
  auto* type = cast<FixedVectorType>(constant->getType());
  Type* element = type->getElementType();
  if (isa<PoisonValue>(constant))
    return PoisonValue::get(stripOf(element));
  if (Constant* splat = constant->getSplatValue(true))
    return ConstantVector::getSplat(ElementCount::getFixed(stripLanes_), splat);
  SmallVector<Constant*, 32> elements;
  for (unsigned lane = 0; lane < type->getNumElements(); ++lane) {
    Constant* each = constant->getAggregateElement(lane);
    elements.push_back(isa<UndefValue>(each) ? Constant::getNullValue(element) : each);
  }
  if (element->isIntegerTy(1)) {
    APInt bits(type->getNumElements(), 0);
    for (unsigned lane = 0; lane < elements.size(); ++lane)
      bits.setBitVal(lane, elements[lane]->isOneValue());
    return maskOfBits(builder_.getInt(bits));
  }
  // A constant whose lanes form an arithmetic progression, such as the numbers of the lanes, is
  // computed from the strip's first lane, so that it needs no constant in memory for each strip.
  if (auto* first = dyn_cast<ConstantInt>(elements[0]);
      first && all_of(elements, [](Constant* each) { return isa<ConstantInt>(each); })) {
    const APInt step = cast<ConstantInt>(elements[1])->getValue() - first->getValue();
    bool isProgression = true;
    for (unsigned lane = 1; lane < elements.size(); ++lane)
      isProgression &= cast<ConstantInt>(elements[lane])->getValue() -
                           cast<ConstantInt>(elements[lane - 1])->getValue() ==
                       step;
    if (isProgression && step.isZero())
      return ConstantVector::getSplat(ElementCount::getFixed(stripLanes_), first);
    if (isProgression) {
      Value* base =
          builder_.CreateMul(builder_.CreateZExtOrTrunc(index_, element), builder_.getInt(step));
      return builder_.CreateAdd(builder_.CreateVectorSplat(stripLanes_, base),
                                ConstantVector::get(ArrayRef(elements).take_front(stripLanes_)));
    }
  }
  auto* table = new GlobalVariable(module_, type, true, GlobalValue::PrivateLinkage,
                                   ConstantVector::get(elements), "lanes");
  return builder_.CreateAlignedLoad(stripOf(element), address(element, table, index_),
                                    Align(layout_.getTypeStoreSize(element)));
}

} // namespace heddle::simt
