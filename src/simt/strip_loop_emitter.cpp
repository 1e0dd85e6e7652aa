#include "simt/strip_loop_emitter.h"

#include "simt/lane_frame.h"

#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

#include <algorithm>

using namespace llvm;

namespace heddle::simt {
namespace {

// How many lanes each round of a loop over single lanes works on. More make the loop faster and
// longer.
constexpr unsigned kSingleLanesOfRound = 2;

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
    : loops_(loops), loop_(loop), target_(target), stripLanes_(loop.stripLanes), frame_(frame),
      module_(*loop.at->getModule()), layout_(module_.getDataLayout()),
      before_(loop.at->getParent()),
      behind_(before_->splitBasicBlock(loop.at->getIterator(), "behind")),
      builder_(BasicBlock::Create(module_.getContext(), "strip", before_->getParent(), behind_)),
      index_(builder_.CreatePHI(builder_.getInt64Ty(), 2)) {
  before_->getTerminator()->setSuccessor(0, builder_.GetInsertBlock());
}

Type* StripLoopEmitter::stripOf(Type* element) const {
  return LaneFrame::stripType(element, stripLanes_);
}

Value* StripLoopEmitter::splat(Value* value) {
  return stripLanes_ == 1 ? value : builder_.CreateVectorSplat(stripLanes_, value);
}

Constant* StripLoopEmitter::constantStrip(ArrayRef<Constant*> lanes) {
  return lanes.size() == 1 ? lanes[0] : ConstantVector::get(lanes);
}

// Constant offsets from few addresses are part of a load or store.
Value* StripLoopEmitter::stripAddress(Type* stored, std::uint64_t place) {
  const std::uint64_t bytes = layout_.getTypeStoreSize(stored);
  PHINode*& base = frames_[bytes];
  if (!base) {
    base = PHINode::Create(frame_.address()->getType(), 2, "", index_->getIterator());
    base->addIncoming(frame_.address(), before_);
  }
  return builder_.CreateConstInBoundsGEP1_64(builder_.getInt8Ty(), base,
                                             place + bytes * laneOfRound_);
}

Value* StripLoopEmitter::firstLane() {
  return laneOfRound_ == 0
             ? index_
             : builder_.CreateAdd(index_, builder_.getInt64(laneOfRound_), "", true, true);
}

void StripLoopEmitter::emit() {
  const unsigned lanesOfRound = stripLanes_ == 1 ? kSingleLanesOfRound : stripLanes_;
  for (laneOfRound_ = 0; laneOfRound_ < lanesOfRound; laneOfRound_ += stripLanes_) {
    strips_.clear();
    for (Instruction* member : loop_.members)
      emitMember(*member);
  }
  laneOfRound_ = 0;
  SmallVector<Value*, 4> copied;
  for (const auto& [phi, value] : loop_.copies)
    copied.push_back(strip(value));
  for (unsigned i = 0; i < copied.size(); ++i)
    storeStrip(copied[i], loop_.copies[i].first);
  builder_.SetCurrentDebugLocation({});
  BasicBlock* body = builder_.GetInsertBlock();
  for (const auto& [bytes, base] : frames_)
    base->addIncoming(
        builder_.CreateConstInBoundsGEP1_64(builder_.getInt8Ty(), base, bytes * lanesOfRound),
        body);
  Value* next = builder_.CreateAdd(index_, builder_.getInt64(lanesOfRound), "", true, true);
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
  return constantStrip(bits);
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
                            builder_.CreateZExtOrTrunc(firstLane(), type));
  return emitCarried(cast, ConstantInt::get(type, 0),
                     [&](Value* before) { return builder_.CreateOr(before, bits); });
}

Value* StripLoopEmitter::maskOfBits(Value* bits) {
  Value* shifted =
      builder_.CreateLShr(bits, builder_.CreateZExtOrTrunc(firstLane(), bits->getType()));
  Value* lanes = splat(builder_.CreateZExtOrTrunc(shifted, builder_.getInt32Ty()));
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
      stripOf(element), address(element, load.getPointerOperand(), firstLane()),
      commonAlignment(load.getAlign(), layout_.getTypeStoreSize(element) * stripLanes_));
  if (MDNode* invariant = load.getMetadata(LLVMContext::MD_invariant_load))
    created->setMetadata(LLVMContext::MD_invariant_load, invariant);
  return created;
}

Value* StripLoopEmitter::emitStore(StoreInst& store) {
  Type* element = store.getValueOperand()->getType()->getScalarType();
  builder_.CreateAlignedStore(
      strip(store.getValueOperand()), address(element, store.getPointerOperand(), firstLane()),
      commonAlignment(store.getAlign(), layout_.getTypeStoreSize(element) * stripLanes_));
  return nullptr;
}

// Masked loads and stores, gathers and scatters stay what they are in a loop over strips, where
// they only are if the CPU has instructions for them. In a loop over single lanes they become plain
// accesses, for which a lane that is not active gets the address of the scratch memory.
Value* StripLoopEmitter::emitMaskedAccess(IntrinsicInst& call) {
  const Intrinsic::ID id = call.getIntrinsicID();
  const bool isLoad = id == Intrinsic::masked_load || id == Intrinsic::masked_gather;
  const bool isContiguous = id == Intrinsic::masked_load || id == Intrinsic::masked_store;
  const unsigned pointerArgument = isLoad ? 0 : 1;
  Type* element = (isLoad ? call.getType() : call.getArgOperand(0)->getType())->getScalarType();
  const Align given =
      cast<ConstantInt>(call.getArgOperand(pointerArgument + 1))->getMaybeAlignValue().valueOrOne();
  const Align align =
      isContiguous ? commonAlignment(given, layout_.getTypeStoreSize(element)) : given;
  Value* mask = strip(call.getArgOperand(pointerArgument + 2));
  Value* value = isLoad ? nullptr : strip(call.getArgOperand(0));
  Value* passed = isLoad ? strip(call.getArgOperand(3)) : nullptr;
  Value* pointer = call.getArgOperand(pointerArgument);
  pointer = isContiguous ? address(element, pointer, firstLane()) : strip(pointer);
  if (stripLanes_ != 1) {
    if (isContiguous)
      return isLoad ? builder_.CreateMaskedLoad(stripOf(element), pointer, align, mask, passed)
                    : (builder_.CreateMaskedStore(value, pointer, align, mask), nullptr);
    return isLoad ? builder_.CreateMaskedGather(stripOf(element), pointer, align, mask, passed)
                  : (builder_.CreateMaskedScatter(value, pointer, align, mask), nullptr);
  }
  auto* constantMask = dyn_cast<Constant>(mask);
  const bool isMasked = !constantMask || !constantMask->isAllOnesValue();
  if (isMasked)
    pointer = builder_.CreateSelect(mask, pointer, frame_.scratch());
  if (!isLoad)
    return builder_.CreateAlignedStore(value, pointer, align), nullptr;
  Value* loaded = builder_.CreateAlignedLoad(element, pointer, align);
  return isMasked && !isa<UndefValue>(passed) ? builder_.CreateSelect(mask, loaded, passed)
                                              : loaded;
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
  else if (Value* same = getSplatValue(value))
    made = splat(same);
  else
    made =
        frame_.loadStrip(builder_, value->getType()->getScalarType(), stripLanes_,
                         stripAddress(LaneFrame::memoryElement(value->getType()->getScalarType()),
                                      frame_.placeOf(value)));
  return strips_[value] = made;
}

Value* StripLoopEmitter::stripOfConstant(Constant* constant) {
  auto* type = cast<FixedVectorType>(constant->getType());
  Type* element = type->getElementType();
  if (isa<PoisonValue>(constant))
    return PoisonValue::get(stripOf(element));
  if (Constant* same = constant->getSplatValue(true))
    return constantStrip(SmallVector<Constant*, 16>(stripLanes_, same));
  SmallVector<Constant*, 32> elements;
  for (unsigned lane = 0; lane < type->getNumElements(); ++lane) {
    Constant* each = constant->getAggregateElement(lane);
    elements.push_back(isa<UndefValue>(each) ? Constant::getNullValue(element) : each);
  }
  if (element->isIntegerTy(1)) {
    Type* number = builder_.getIntNTy(type->getNumElements());
    Value* bits = ConstantInt::get(number, 0);
    for (unsigned lane = 0; lane < elements.size(); ++lane)
      bits = builder_.CreateOr(
          bits, builder_.CreateShl(builder_.CreateZExt(elements[lane], number), lane));
    return maskOfBits(bits);
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
      return constantStrip(SmallVector<Constant*, 16>(stripLanes_, first));
    if (isProgression) {
      Value* base = builder_.CreateZExtOrTrunc(firstLane(), element);
      if (!step.isOne())
        base = builder_.CreateMul(base, builder_.getInt(step));
      return builder_.CreateAdd(splat(base),
                                constantStrip(ArrayRef(elements).take_front(stripLanes_)));
    }
  }
  auto* table = new GlobalVariable(module_, type, true, GlobalValue::PrivateLinkage,
                                   ConstantVector::get(elements), "lanes");
  return builder_.CreateAlignedLoad(stripOf(element), address(element, table, firstLane()),
                                    Align(layout_.getTypeStoreSize(element)));
}

} // namespace heddle::simt
