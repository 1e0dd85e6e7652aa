#include "simt/gang_builder.h"

#include "ir/kernel_abi.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"
#include "llvm/Transforms/Utils/SSAUpdater.h"

#include <cstddef>

using namespace llvm;

namespace heddle::simt {

Value* loadContextField(IRBuilder<>& builder, Value* context, std::size_t offset, Type* type,
                        const Twine& name) {
  Value* address = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), context, offset);
  LoadInst* load = builder.CreateLoad(type, address, name);
  load->setMetadata(LLVMContext::MD_invariant_load, MDNode::get(builder.getContext(), {}));
  return load;
}

GangBuilder::GangBuilder(Function& thread, const BlockShape& block, unsigned width,
                         const VectorTarget& target, const Shapes& shapes,
                         const Linearisation& plan, LoopInfo& loops)
    : thread_(thread), module_(*thread.getParent()), context_(thread.getContext()),
      layout_(module_.getDataLayout()), block_(block), width_(width), target_(target),
      shapes_(shapes), plan_(plan), loops_(loops), builder_(context_) {}

Function* GangBuilder::build(const std::string& name) {
  if (thread_.hasFnAttribute(kCalledByGangs)) {
    gang_ = declareGangFunction(thread_, width_);
  } else {
    Type* pointer = PointerType::getUnqual(context_);
    auto* type = FunctionType::get(builder_.getVoidTy(), {pointer, builder_.getInt32Ty()}, false);
    gang_ = Function::Create(type, GlobalValue::InternalLinkage, name, module_);
  }
  gang_->addFnAttr(Attribute::NoUnwind);
  gang_->addFnAttr(Attribute::NullPointerIsValid); // an access there is a fault to report
  gang_->getArg(0)->setName("context");
  gang_->addParamAttr(0, Attribute::NoAlias);
  gang_->getArg(1)->setName("gang");
  setup_ = BasicBlock::Create(context_, "setup", gang_);
  for (BasicBlock* block : plan_.order())
    starts_[block] = BasicBlock::Create(context_, block->getName(), gang_);
  IRBuilder<>(setup_).CreateBr(starts_[plan_.order().front()]);

  for (Instruction& instruction : instructions(thread_))
    if (auto* alloca = dyn_cast<AllocaInst>(&instruction)) {
      auto size = alloca->getAllocationSize(layout_);
      if (!size || size->isScalable()) {
        fail("a local variable of unknown size");
        break;
      }
      // One copy per lane, lane after lane: the address is affine in the lane.
      IRBuilder<> setup(setup_->getTerminator());
      std::uint64_t bytes = alignTo(size->getFixedValue(), 16);
      auto* copies = setup.CreateAlloca(ArrayType::get(setup.getInt8Ty(), bytes * width_), nullptr,
                                        alloca->getName());
      copies->setAlignment(std::max(Align(64), alloca->getAlign()));
      locals_[alloca] = copies;
    }
  for (BasicBlock* block : plan_.order()) {
    if (!error_.empty())
      break;
    emitBlock(*block);
  }
  if (!error_.empty())
    return nullptr;
  removeUnreachableBlocks(*gang_);
  promoteSlots();
  return gang_;
}

// PromoteMemToReg looks at everything that the stores dominate, most of the function; where there
// is more than one, this looks only at what lies between them and the loads.
void GangBuilder::promoteSlots() {
  class Promoter : public LoadAndStorePromoter {
  public:
    Promoter(ArrayRef<const Instruction*> uses, SSAUpdater& updater, const AllocaInst& slot)
        : LoadAndStorePromoter(uses, updater), slot_(slot) {}
    bool isInstInList(Instruction* instruction,
                      const SmallVectorImpl<Instruction*>&) const override {
      return getLoadStorePointerOperand(instruction) == &slot_;
    }

  private:
    const AllocaInst& slot_;
  };
  DominatorTree dominators(*gang_);
  SmallVector<AllocaInst*, 32> simple;
  for (AllocaInst* slot : promotable_) {
    if (!isAllocaPromotable(slot))
      continue;
    SmallVector<Instruction*, 16> uses;
    unsigned stores = 0;
    for (User* user : slot->users()) {
      uses.push_back(cast<Instruction>(user));
      stores += isa<StoreInst>(user);
    }
    if (stores < 2) {
      simple.push_back(slot);
      continue;
    }
    SSAUpdater updater;
    Promoter(ArrayRef<const Instruction*>(uses.data(), uses.size()), updater, *slot).run(uses);
    slot->eraseFromParent();
  }
  PromoteMemToReg(simple, dominators);
}

// --- values -----------------------------------------------------------------------------------

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
    // So that they are read once for all gangs, whoever needs them.
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

Value* GangBuilder::laneNumbers(Type* element, std::int64_t stride) {
  SmallVector<Constant*, 32> numbers;
  for (unsigned lane = 0; lane < width_; ++lane)
    numbers.push_back(ConstantInt::get(element, static_cast<std::uint64_t>(stride * lane), true));
  return ConstantVector::get(numbers);
}

Value* GangBuilder::affineVector(Value* base, std::int64_t stride) {
  if (base->getType()->isPointerTy())
    return builder_.CreateGEP(builder_.getInt8Ty(), base,
                              laneNumbers(builder_.getInt64Ty(), stride));
  return builder_.CreateAdd(builder_.CreateVectorSplat(width_, base),
                            laneNumbers(base->getType(), stride));
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
  Value* result = shape.isAffine() ? affineVector(scalarValue, shape.stride)
                                   : builder_.CreateVectorSplat(width_, scalarValue);
  return local_[value].vector = result;
}

Value* GangBuilder::laneValue(const Value* value, Value* lane) {
  Shape shape = shapes_.of(value);
  if (shape.isUniform() || isa<Constant>(value))
    return scalar(value);
  if (shape.isAffine() && !shape.assumed) {
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

// --- masks ------------------------------------------------------------------------------------

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

Value* GangBuilder::forEachActiveLane(Type* result, const std::function<Value*(Value*)>& body) {
  if (width_ == 1) {
    Value* single = nullptr;
    whenAny([&] { single = body(builder_.getInt32(0)); });
    return single;
  }
  Type* bitsType = builder_.getIntNTy(width_);
  bool hasResult = result && !result->isVoidTy();
  AllocaInst* collected = hasResult ? slot(vectorOf(result), "lanes") : nullptr;
  if (collected)
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
  if (collected) {
    Value* old = builder_.CreateLoad(vectorOf(result), collected);
    builder_.CreateStore(builder_.CreateInsertElement(old, value, lane), collected);
  }
  local_ = std::move(saved);
  Value* rest = builder_.CreateAnd(left, builder_.CreateSub(left, ConstantInt::get(bitsType, 1)));
  left->addIncoming(rest, builder_.GetInsertBlock());
  builder_.CreateBr(head);
  builder_.SetInsertPoint(done);
  return collected ? builder_.CreateLoad(vectorOf(result), collected) : nullptr;
}

// --- control flow -----------------------------------------------------------------------------

AllocaInst* GangBuilder::edgeSlot(const BasicBlock* from, const BasicBlock* to) {
  AllocaInst*& result = edgeSlots_[{from, to}];
  if (!result)
    result = slot(vectorOf(builder_.getInt1Ty()), "edge");
  return result;
}

AllocaInst* GangBuilder::maskSlot(const BasicBlock* block) {
  AllocaInst*& result = maskSlots_[block];
  if (!result)
    result = slot(vectorOf(builder_.getInt1Ty()), "mask");
  return result;
}

void GangBuilder::emitBlockStart(BasicBlock& block) {
  Constant* noLanes = Constant::getNullValue(vectorOf(builder_.getInt1Ty()));
  const Loop* loop = loops_.getLoopFor(&block);
  bool isHeader = loop && loop->getHeader() == &block;
  auto startAnew = [&](BasicBlock* inner) {
    const Loop* innerLoop = loops_.getLoopFor(inner);
    if (innerLoop != loop || inner == &block || (innerLoop && innerLoop->getHeader() == inner))
      return;
    if (plan_.hasOwnMask(inner)) {
      builder_.CreateStore(noLanes, maskSlot(inner));
      for (BasicBlock* from : predecessors(inner))
        builder_.CreateStore(noLanes, edgeSlot(from, inner));
    }
    for (PHINode& phi : inner->phis()) {
      Slots& slots = this->slots(phi);
      for (AllocaInst* alloca : {slots.scalar, slots.vector})
        if (alloca)
          builder_.CreateStore(UndefValue::get(alloca->getAllocatedType()), alloca);
    }
  };
  // Masks and merged values of an iteration start anew: a block that a uniform branch skips this
  // time must not find what it left there the last time. Once more where all ways to the block
  // begin, so that promoteSlots finds it near.
  if (isHeader || &block == plan_.order().front())
    for (BasicBlock* inner : plan_.order())
      startAnew(inner);
  else
    for (BasicBlock* inner : plan_.dominatedBy(&block))
      startAnew(inner);

  mask_ = nullptr;
  anyActive_ = nullptr;
  const BasicBlock* source = plan_.maskSource(&block);
  const BasicBlock* guard = source ? source->getSinglePredecessor() : nullptr;
  auto* branch = guard ? dyn_cast<BranchInst>(guard->getTerminator()) : nullptr;
  auto* condition =
      branch && branch->isConditional() ? dyn_cast<Instruction>(branch->getCondition()) : nullptr;
  onlyMissingThreads_ = condition && threadOp(*condition) == ThreadOp::Inside;
  Type* maskType = vectorOf(builder_.getInt1Ty());
  if (plan_.hasFullMask(&block))
    return;
  if (source != &block) {
    mask_ = builder_.CreateLoad(maskType, maskSlot(source), "mask");
    return;
  }
  if (isHeader && plan_.isMaskedLoop(loop)) {
    mask_ = builder_.CreateLoad(maskType, maskSlot(&block), "mask");
    return;
  }
  for (BasicBlock* from : predecessors(&block)) {
    Value* lanes = builder_.CreateLoad(maskType, edgeSlot(from, &block), "edge");
    mask_ = mask_ ? builder_.CreateOr(mask_, lanes) : lanes;
  }
  builder_.CreateStore(mask_, maskSlot(&block));
}

void GangBuilder::emitBlock(BasicBlock& block) {
  local_.clear();
  builder_.SetInsertPoint(starts_[&block]);
  emitBlockStart(block);
  for (Instruction& instruction : block) {
    if (isa<PHINode>(instruction))
      continue; // its slots were filled on the way in
    if (instruction.isTerminator())
      break;
    builder_.SetCurrentDebugLocation(instruction.getDebugLoc());
    emit(instruction);
    if (!error_.empty())
      return;
  }
  emitTerminator(block);
}

// The lanes that take this edge.
Value* GangBuilder::edgeMask(BasicBlock& from, unsigned successor) {
  Instruction* terminator = from.getTerminator();
  if (terminator->getNumSuccessors() < 2)
    return mask_;
  auto* branch = cast<BranchInst>(terminator);
  Value* condition = vector(branch->getCondition());
  if (successor == 1)
    condition = builder_.CreateNot(condition);
  return andMask(mask_, condition);
}

// What has to happen on an edge: its lanes' mask and the values of the target's phis. `physical`:
// only lanes that take this edge get here, otherwise the code runs for the other edges' lanes as
// well.
void GangBuilder::emitEdge(BasicBlock& from, BasicBlock& to, unsigned successor, bool physical) {
  Value* lanes = physical ? mask_ : edgeMask(from, successor);
  Value* someLane = nullptr;
  auto any = [&] {
    if (!someLane)
      someLane = lanes ? anyOf(lanes) : builder_.getTrue();
    return someLane;
  };
  const Loop* loop = loops_.getLoopFor(&to);
  bool toHeader = loop && loop->getHeader() == &to;
  Type* maskType = vectorOf(builder_.getInt1Ty());
  Value* stored = lanes ? lanes : Constant::getAllOnesValue(maskType);

  // Leaving a masked loop: the edge is passed in every iteration, by some lanes each time.
  bool leavesMasked = false;
  for (const Loop* l = loops_.getLoopFor(&from); l && !l->contains(&to); l = l->getParentLoop())
    leavesMasked |= plan_.isMaskedLoop(l);

  if (toHeader && plan_.isMaskedLoop(loop)) {
    builder_.CreateStore(stored, maskSlot(&to));
  } else if (plan_.hasOwnMask(&to)) {
    AllocaInst* edge = edgeSlot(&from, &to);
    if (leavesMasked)
      stored = builder_.CreateOr(builder_.CreateLoad(maskType, edge), stored);
    builder_.CreateStore(stored, edge);
  }

  bool merges = !toHeader && lanes && (leavesMasked || !to.getSinglePredecessor());
  // All phis read before any is written.
  SmallVector<std::pair<AllocaInst*, Value*>, 8> writes;
  for (PHINode& phi : to.phis()) {
    Value* incoming = phi.getIncomingValueForBlock(&from);
    Slots& slots = this->slots(phi);
    // Lanes with no value leave the others theirs: a phi of one value and undefined ones is
    // uniform.
    bool isNothing = isa<UndefValue>(incoming) ||
                     (isa<Instruction>(incoming) && shapes_.of(incoming).kind == Shape::Undefined);
    if (slots.scalar && !(merges && isNothing)) {
      Value* value = scalar(incoming);
      if (merges)
        value = builder_.CreateSelect(any(), value,
                                      builder_.CreateLoad(value->getType(), slots.scalar));
      writes.push_back({slots.scalar, value});
    }
    if (slots.vector) {
      Value* value = vector(incoming);
      if (merges)
        value = builder_.CreateSelect(lanes, value,
                                      builder_.CreateLoad(value->getType(), slots.vector));
      writes.push_back({slots.vector, value});
    }
  }
  for (auto [alloca, value] : writes)
    builder_.CreateStore(value, alloca);
}

void GangBuilder::emitTerminator(BasicBlock& block) {
  Instruction* terminator = block.getTerminator();
  builder_.SetCurrentDebugLocation(terminator->getDebugLoc());
  if (isa<SwitchInst>(terminator) || isa<IndirectBrInst>(terminator))
    return fail("a switch that was not lowered");
  switch (plan_.terminator(&block)) {
  case Linearisation::Terminator::Return:
    if (Value* result = cast<ReturnInst>(terminator)->getReturnValue())
      builder_.CreateRet(width_ == 1 ? scalar(result) : vector(result));
    else
      builder_.CreateRetVoid();
    return;
  case Linearisation::Terminator::Branch: {
    auto* branch = cast<BranchInst>(terminator);
    Value* condition = scalar(branch->getCondition());
    BasicBlock* edges[2];
    for (unsigned i = 0; i < 2; ++i)
      edges[i] = BasicBlock::Create(context_, "edge", gang_);
    builder_.CreateCondBr(condition, edges[0], edges[1]);
    auto saved = local_;
    Value* savedAny = anyActive_;
    for (unsigned i = 0; i < 2; ++i) {
      builder_.SetInsertPoint(edges[i]);
      emitEdge(block, *branch->getSuccessor(i), i, true);
      builder_.CreateBr(starts_[plan_.target(&block, i)]);
      local_ = saved;
      anyActive_ = savedAny;
    }
    return;
  }
  case Linearisation::Terminator::Jump:
    for (unsigned i = 0; i < terminator->getNumSuccessors(); ++i)
      emitEdge(block, *terminator->getSuccessor(i), i, terminator->getNumSuccessors() == 1);
    builder_.CreateBr(starts_[plan_.target(&block)]);
    return;
  case Linearisation::Terminator::MaskedLatch: {
    Value* again = nullptr;
    BasicBlock* header = loops_.getLoopFor(&block)->getHeader();
    for (unsigned i = 0; i < terminator->getNumSuccessors(); ++i) {
      BasicBlock* successor = terminator->getSuccessor(i);
      emitEdge(block, *successor, i, terminator->getNumSuccessors() == 1);
      if (successor == header)
        again = builder_.CreateLoad(vectorOf(builder_.getInt1Ty()), maskSlot(header));
    }
    builder_.CreateCondBr(anyOf(again), starts_[header], starts_[plan_.target(&block)]);
    return;
  }
  }
}

// --- instructions -----------------------------------------------------------------------------

void GangBuilder::emit(Instruction& instruction) {
  if (auto* alloca = dyn_cast<AllocaInst>(&instruction)) {
    define(instruction, {.scalar = locals_[alloca], .vector = nullptr, .parts = {}});
    return;
  }
  if (auto* load = dyn_cast<LoadInst>(&instruction))
    return emitLoad(*load);
  if (auto* store = dyn_cast<StoreInst>(&instruction))
    return emitStore(*store);
  if (auto* atomic = dyn_cast<AtomicRMWInst>(&instruction))
    return emitAtomicRMW(*atomic);
  if (auto* exchange = dyn_cast<AtomicCmpXchgInst>(&instruction))
    return emitCmpXchg(*exchange);
  if (auto* call = dyn_cast<CallBase>(&instruction))
    return emitCall(*call);
  if (isa<FenceInst>(instruction)) {
    builder_.Insert(instruction.clone());
    return;
  }
  Shape shape = shapes_.of(&instruction);
  if (!shape.isVarying())
    emitScalar(instruction);
  else
    emitVector(instruction);
}

void GangBuilder::emitScalar(Instruction& instruction) {
  Shape shape = shapes_.of(&instruction);
  Lanes result;
  Instruction* clone = instruction.clone();
  for (Use& operand : clone->operands())
    operand.set(scalar(operand));
  // The flags of an affine value speak of every lane, the base is one lane's.
  result.scalar = builder_.Insert(clone, instruction.getName());
  if (shape.assumed) {
    if (isa<ZExtInst>(instruction) && shape.stride > 0) {
      // Of a 32-bit index that wraps, the lanes after the wrap are the ones that can be used: count
      // from the last one.
      Value* narrow = clone->getOperand(0);
      auto reach = static_cast<std::uint64_t>(shape.stride * (width_ - 1));
      Value* last = builder_.CreateAdd(narrow, ConstantInt::get(narrow->getType(), reach));
      last = builder_.CreateZExt(last, clone->getType());
      result.scalar = builder_.CreateSub(last, ConstantInt::get(clone->getType(), reach));
      clone->eraseFromParent();
    }
    local_[&instruction] = result;
    Lanes exact;
    std::swap(exact, result);
    // The exact value, for all uses but addresses.
    local_.erase(&instruction);
    emitVector(instruction);
    exact.vector = local_[&instruction].vector;
    result = exact;
  }
  define(instruction, result);
}

void GangBuilder::emitVector(Instruction& instruction) {
  Type* type = instruction.getType();
  Lanes result;
  auto operand = [&](unsigned i) { return vector(instruction.getOperand(i)); };
  auto finish = [&](Value* value) {
    if (auto* created = dyn_cast<Instruction>(value);
        created && isa<FPMathOperator>(created) && isa<FPMathOperator>(instruction))
      created->copyFastMathFlags(&instruction);
    result.vector = value;
    define(instruction, result);
  };
  if (auto* extract = dyn_cast<ExtractElementInst>(&instruction)) {
    auto* index = dyn_cast<ConstantInt>(extract->getIndexOperand());
    if (!index)
      return fail("a vector indexed by a variable");
    return finish(part(extract->getVectorOperand(), index->getZExtValue()));
  }
  if (auto* extract = dyn_cast<ExtractValueInst>(&instruction))
    return finish(part(extract->getAggregateOperand(), extract->getIndices()[0]));
  if (auto* insert = dyn_cast<InsertElementInst>(&instruction)) {
    auto* index = dyn_cast<ConstantInt>(insert->getOperand(2));
    if (!index)
      return fail("a vector indexed by a variable");
    auto count = cast<FixedVectorType>(type)->getNumElements();
    for (unsigned i = 0; i < count; ++i)
      result.parts.push_back(i == index->getZExtValue() ? operand(1)
                                                        : part(insert->getOperand(0), i));
    return define(instruction, result);
  }
  if (auto* insert = dyn_cast<InsertValueInst>(&instruction);
      insert && insert->getNumIndices() == 1 && type->isStructTy()) {
    for (unsigned i = 0; i < type->getStructNumElements(); ++i)
      result.parts.push_back(i == insert->getIndices()[0] ? operand(1)
                                                          : part(insert->getOperand(0), i));
    return define(instruction, result);
  }
  if (auto* shuffle = dyn_cast<ShuffleVectorInst>(&instruction)) {
    unsigned count = cast<FixedVectorType>(shuffle->getOperand(0)->getType())->getNumElements();
    for (int index : shuffle->getShuffleMask()) {
      if (index < 0)
        result.parts.push_back(PoisonValue::get(vectorOf(type->getScalarType())));
      else
        result.parts.push_back(
            part(shuffle->getOperand(unsigned(index) / count), unsigned(index) % count));
    }
    return define(instruction, result);
  }
  if (isa<FreezeInst>(instruction) && (type->isStructTy() || type->isVectorTy())) {
    unsigned count = type->isStructTy() ? type->getStructNumElements()
                                        : cast<FixedVectorType>(type)->getNumElements();
    for (unsigned i = 0; i < count; ++i)
      result.parts.push_back(builder_.CreateFreeze(part(instruction.getOperand(0), i)));
    return define(instruction, result);
  }
  if (auto* select = dyn_cast<SelectInst>(&instruction);
      select && (type->isStructTy() || type->isVectorTy())) {
    unsigned count = type->isStructTy() ? type->getStructNumElements()
                                        : cast<FixedVectorType>(type)->getNumElements();
    bool separate = select->getCondition()->getType()->isVectorTy();
    for (unsigned i = 0; i < count; ++i)
      result.parts.push_back(
          builder_.CreateSelect(separate ? part(select->getCondition(), i) : operand(0),
                                part(select->getTrueValue(), i), part(select->getFalseValue(), i)));
    return define(instruction, result);
  }
  if (!VectorType::isValidElementType(type))
    return fail(std::string("vector arithmetic in a thread: ") + instruction.getOpcodeName());

  switch (instruction.getOpcode()) {
  case Instruction::UDiv:
  case Instruction::SDiv:
  case Instruction::URem:
  case Instruction::SRem: {
    // Lanes that are not active must not trap.
    Value* divisor = operand(1);
    if (mask_ && !isa<Constant>(divisor))
      divisor = builder_.CreateSelect(mask_, divisor, ConstantInt::get(divisor->getType(), 1));
    return finish(
        builder_.CreateBinOp(cast<BinaryOperator>(instruction).getOpcode(), operand(0), divisor));
  }
  case Instruction::GetElementPtr: {
    auto& gep = cast<GetElementPtrInst>(instruction);
    SmallVector<Value*, 4> indices;
    for (auto it = gep_type_begin(gep); it != gep_type_end(gep); ++it) {
      Value* index = it.getOperand();
      indices.push_back(it.isStruct() || isa<Constant>(index) ? index : vector(index));
    }
    return finish(
        builder_.CreateGEP(gep.getSourceElementType(), vector(gep.getPointerOperand()), indices));
  }
  case Instruction::ICmp:
  case Instruction::FCmp: {
    auto& compare = cast<CmpInst>(instruction);
    return finish(builder_.CreateCmp(compare.getPredicate(), operand(0), operand(1)));
  }
  case Instruction::Select: {
    Value* condition = instruction.getOperand(0);
    Value* chosen = shapes_.of(condition).isUniform() ? scalar(condition) : vector(condition);
    return finish(builder_.CreateSelect(chosen, operand(1), operand(2)));
  }
  case Instruction::FNeg:
    return finish(builder_.CreateFNeg(operand(0)));
  case Instruction::Freeze:
    return finish(builder_.CreateFreeze(operand(0)));
  default:
    break;
  }
  if (auto* binary = dyn_cast<BinaryOperator>(&instruction)) {
    Value* value = builder_.CreateBinOp(binary->getOpcode(), operand(0), operand(1));
    if (auto* created = dyn_cast<Instruction>(value))
      created->copyIRFlags(&instruction);
    return finish(value);
  }
  if (auto* castInstruction = dyn_cast<CastInst>(&instruction)) {
    if (castInstruction->getSrcTy()->isVectorTy() || type->isVectorTy())
      return fail("a cast of a vector in a thread");
    return finish(builder_.CreateCast(castInstruction->getOpcode(), operand(0), vectorOf(type)));
  }
  fail(std::string("instruction in a thread: ") + instruction.getOpcodeName());
}

void GangBuilder::emitPerLane(Instruction& instruction) {
  Value* result = PoisonValue::get(vectorOf(instruction.getType()));
  for (unsigned lane = 0; lane < width_; ++lane) {
    Instruction* clone = instruction.clone();
    for (Use& operand : clone->operands())
      if (!isa<Function>(operand))
        operand.set(laneValue(operand, builder_.getInt32(lane)));
    builder_.Insert(clone);
    result = builder_.CreateInsertElement(result, clone, lane);
  }
  define(instruction, {.scalar = nullptr, .vector = result, .parts = {}});
}

void GangBuilder::emitIntrinsic(CallBase& call) {
  auto id = cast<IntrinsicInst>(call).getIntrinsicID();
  switch (id) {
  case Intrinsic::assume:
  case Intrinsic::lifetime_start:
  case Intrinsic::lifetime_end:
  case Intrinsic::prefetch:
  case Intrinsic::donothing:
  case Intrinsic::sideeffect:
  case Intrinsic::experimental_noalias_scope_decl:
  case Intrinsic::dbg_value:
  case Intrinsic::dbg_declare:
  case Intrinsic::dbg_label:
    return;
  default:
    break;
  }
  if (shapes_.of(&call).isUniform()) {
    if (call.mayWriteToMemory())
      return fail("intrinsic " + call.getCalledFunction()->getName().str());
    return emitScalar(call);
  }
  bool isStruct = call.getType()->isStructTy();
  if (!isTriviallyVectorizable(id) && !isStruct) {
    if (call.mayWriteToMemory() || !VectorType::isValidElementType(call.getType()))
      return fail("intrinsic " + call.getCalledFunction()->getName().str());
    return emitPerLane(call);
  }
  SmallVector<Type*, 4> types;
  SmallVector<Value*, 4> arguments;
  if (isStruct)
    types.push_back(vectorOf(call.getType()->getStructElementType(0)));
  else if (isVectorIntrinsicWithOverloadTypeAtArg(id, -1))
    types.push_back(vectorOf(call.getType()));
  for (unsigned i = 0; i < call.arg_size(); ++i) {
    Value* argument = call.getArgOperand(i);
    bool stays = isVectorIntrinsicWithScalarOpAtArg(id, i);
    if (stays && !shapes_.of(argument).isUniform())
      return emitPerLane(call);
    arguments.push_back(stays ? scalar(argument) : vector(argument));
    if (!isStruct && isVectorIntrinsicWithOverloadTypeAtArg(id, i))
      types.push_back(arguments.back()->getType());
  }
  Function* function = Intrinsic::getDeclaration(&module_, id, types);
  CallInst* result = builder_.CreateCall(function, arguments);
  if (isa<FPMathOperator>(result))
    result->copyFastMathFlags(&call);
  Lanes lanes;
  if (isStruct)
    for (unsigned i = 0; i < call.getType()->getStructNumElements(); ++i)
      lanes.parts.push_back(builder_.CreateExtractValue(result, i));
  else
    lanes.vector = result;
  define(call, lanes);
}

void GangBuilder::emitCall(CallBase& call) {
  if (isa<IntrinsicInst>(call))
    return emitIntrinsic(call);
  if (call.isInlineAsm())
    return fail("inline assembly in thread IR");
  const ThreadOpInfo& info = threadOpInfo(call);
  if (Function* callee = call.getCalledFunction(); callee && callee->hasFnAttribute(kCalledByGangs))
    return emitGangCall(call, *callee);
  if (info.op == ThreadOp::None || (info.flags & PerLane))
    return emitLaneCalls(call, info);
  if (info.op == ThreadOp::TextureSample)
    return emitTextureSample(call);
  if (info.flags & WarpLevel)
    return emitWarpOp(call, info);
  if (info.flags & BlockLevel)
    return emitBlockOp(call, info);
  emitThreadOp(call, info);
}

// Calls of the run-time library and of device functions that were not inlined: lane after lane.
void GangBuilder::emitLaneCalls(CallBase& call, const ThreadOpInfo& info) {
  Value* context = gang_->getArg(0);
  Type* resultType = call.getType();
  SmallVector<Type*, 8> types = {builder_.getPtrTy(), builder_.getInt32Ty()};
  for (const Use& argument : call.args())
    types.push_back(argument->getType());
  auto* type = FunctionType::get(resultType, types, false);
  Value* callee = nullptr;
  if (info.op != ThreadOp::None) {
    callee = module_.getOrInsertFunction(runtimeFunction(call, info), type).getCallee();
  } else if (Function* function = call.getCalledFunction()) {
    // A pointer that turned out to be this function: it is defined with the program's functions,
    // under its own name and with these arguments.
    callee = module_.getFunction((function->getName() + ".thread").str());
    if (!callee)
      callee = function;
  }
  if (resultType->isStructTy())
    return fail("a function with several results that is not inlined");
  // Through memory: LLVM 19's x86 instruction selection crashes on a call whose target is a vector
  // element with a variable number.
  AllocaInst* targets = nullptr;
  if (!callee && !shapes_.of(call.getCalledOperand()).isUniform()) {
    targets = IRBuilder<>(setup_, setup_->begin())
                  .CreateAlloca(vectorOf(builder_.getPtrTy()), nullptr, "targets");
    builder_.CreateStore(vector(call.getCalledOperand()), targets);
  }
  Value* result = forEachActiveLane(resultType, [&](Value* lane) -> Value* {
    SmallVector<Value*, 8> arguments = {context, builder_.CreateAdd(gangBase(), lane)};
    for (const Use& argument : call.args())
      arguments.push_back(laneValue(argument, lane));
    Value* target = callee ? callee : scalar(call.getCalledOperand());
    if (targets)
      target = builder_.CreateLoad(builder_.getPtrTy(),
                                   builder_.CreateGEP(builder_.getPtrTy(), targets, lane));
    return builder_.CreateCall(type, target, arguments);
  });
  if (resultType->isVoidTy())
    return;
  if (width_ == 1)
    return define(call, {.scalar = result, .vector = nullptr, .parts = {}});
  define(call, {.scalar = nullptr, .vector = result, .parts = {}});
}

// All active lanes at once.
void GangBuilder::emitGangCall(CallBase& call, Function& callee) {
  Function* target = declareGangFunction(callee, width_);
  Type* type = target->getReturnType();
  AllocaInst* collected = type->isVoidTy() ? nullptr : slot(type, "result");
  if (collected)
    builder_.CreateStore(PoisonValue::get(type), collected);
  whenAny([&] {
    SmallVector<Value*, 8> arguments = {gang_->getArg(0), gang_->getArg(1), maskBits(mask_)};
    for (Argument& argument : callee.args()) {
      bool isScalar = gangArgument(*target, argument)->getType() == argument.getType();
      Value* operand = call.getArgOperand(argument.getArgNo());
      arguments.push_back(isScalar ? scalar(operand) : vector(operand));
    }
    Value* result = builder_.CreateCall(target, arguments);
    if (collected)
      builder_.CreateStore(result, collected);
  });
  if (!collected)
    return;
  Value* result = builder_.CreateLoad(type, collected);
  Lanes lanes;
  (width_ == 1 ? lanes.scalar : lanes.vector) = result;
  define(call, lanes);
}

Value* GangBuilder::gangBase() {
  return width_ == 1 ? static_cast<Value*>(gang_->getArg(1))
                     : builder_.CreateMul(gang_->getArg(1), builder_.getInt32(width_), "thread0",
                                          true, true);
}

Value* GangBuilder::threadNumbers() {
  return affineVector(gangBase(), 1);
}

Value* GangBuilder::threadIndex(ThreadOp op, bool asVector) {
  Value* thread = asVector ? threadNumbers() : gangBase();
  Type* type = thread->getType();
  auto constant = [&](std::uint32_t value) { return ConstantInt::get(type, value); };
  switch (op) {
  case ThreadOp::TidX:
    return block_.y * block_.z == 1 ? thread : builder_.CreateURem(thread, constant(block_.x));
  case ThreadOp::TidY: {
    Value* row = builder_.CreateUDiv(thread, constant(block_.x));
    return block_.z == 1 ? row : builder_.CreateURem(row, constant(block_.y));
  }
  default:
    return builder_.CreateUDiv(thread, constant(block_.x * block_.y));
  }
}

void GangBuilder::emitThreadOp(CallBase& call, const ThreadOpInfo& info) {
  Type* i32 = builder_.getInt32Ty();
  Type* i64 = builder_.getInt64Ty();
  Shape shape = shapes_.of(&call);
  auto one = [&](Value* value) { define(call, {.scalar = value, .vector = nullptr, .parts = {}}); };
  auto many = [&](Value* value) {
    define(call, {.scalar = nullptr, .vector = value, .parts = {}});
  };
  auto field = [&](std::size_t offset, Type* type) { one(contextField(offset, type, info.name)); };
  Value* context = gang_->getArg(0);
  Value* allLanes = Constant::getAllOnesValue(vectorOf(builder_.getInt1Ty()));

  switch (info.op) {
  case ThreadOp::TidX:
  case ThreadOp::TidY:
  case ThreadOp::TidZ:
    return shape.isVarying() ? many(threadIndex(info.op, true)) : one(threadIndex(info.op, false));
  case ThreadOp::BlockThread:
    return one(gangBase());
  case ThreadOp::Inside: {
    FunctionCallee full = module_.getOrInsertFunction(kGangFull, builder_.getInt1Ty(), i32);
    auto* declared = cast<Function>(full.getCallee());
    declared->setDoesNotAccessMemory();
    declared->setDoesNotThrow();
    declared->addFnAttr(Attribute::WillReturn);
    Value* numbers = threadNumbers();
    Value* inside =
        builder_.CreateICmpULT(numbers, ConstantInt::get(numbers->getType(), block_.threads()));
    return many(
        builder_.CreateSelect(builder_.CreateCall(full, {gang_->getArg(1)}), allLanes, inside));
  }
  case ThreadOp::Called: {
    Value* bits = gang_->getArg(2);
    return width_ == 1 ? one(bits) : many(builder_.CreateBitCast(bits, allLanes->getType()));
  }
  case ThreadOp::NtidX:
    return one(builder_.getInt32(block_.x));
  case ThreadOp::NtidY:
    return one(builder_.getInt32(block_.y));
  case ThreadOp::NtidZ:
    return one(builder_.getInt32(block_.z));
  case ThreadOp::CtaidX:
    return field(offsetof(BlockContext, ctaid), i32);
  case ThreadOp::CtaidY:
    return field(offsetof(BlockContext, ctaid) + 4, i32);
  case ThreadOp::CtaidZ:
    return field(offsetof(BlockContext, ctaid) + 8, i32);
  case ThreadOp::NctaidX:
    return field(offsetof(BlockContext, nctaid), i32);
  case ThreadOp::NctaidY:
    return field(offsetof(BlockContext, nctaid) + 4, i32);
  case ThreadOp::NctaidZ:
    return field(offsetof(BlockContext, nctaid) + 8, i32);
  case ThreadOp::LaneId:
    return one(builder_.CreateAnd(gangBase(), builder_.getInt32(31)));
  case ThreadOp::WarpId:
    return one(builder_.CreateLShr(gangBase(), builder_.getInt32(5)));
  case ThreadOp::NWarpId:
    return one(builder_.getInt32((block_.threads() + 31) / 32));
  case ThreadOp::SmId:
    return field(offsetof(BlockContext, workerIndex), i32);
  case ThreadOp::NSmId:
    return field(offsetof(BlockContext, workerCount), i32);
  case ThreadOp::GridId:
    return field(offsetof(BlockContext, gridId), i64);
  case ThreadOp::ClusterNctaidX:
    return field(offsetof(BlockContext, clusterDim), i32);
  case ThreadOp::ClusterNctaidY:
    return field(offsetof(BlockContext, clusterDim) + 4, i32);
  case ThreadOp::ClusterNctaidZ:
    return field(offsetof(BlockContext, clusterDim) + 8, i32);
  case ThreadOp::ClusterState:
    return field(offsetof(BlockContext, cluster), builder_.getPtrTy());
  case ThreadOp::ClusterStride:
    return field(offsetof(BlockContext, sharedStride), i64);
  case ThreadOp::DynamicSmemSize:
    return field(offsetof(BlockContext, dynamicSharedBytes), i32);
  case ThreadOp::TotalSmemSize:
    return field(offsetof(BlockContext, sharedBytes), i32);
  case ThreadOp::SharedBase:
    return field(offsetof(BlockContext, shared), builder_.getPtrTy());
  case ThreadOp::LanemaskEq:
  case ThreadOp::LanemaskLe:
  case ThreadOp::LanemaskLt:
  case ThreadOp::LanemaskGe:
  case ThreadOp::LanemaskGt: {
    Value* lane = builder_.CreateAnd(threadNumbers(), 31);
    Value* bit = builder_.CreateShl(ConstantInt::get(lane->getType(), 1), lane);
    Value* below = builder_.CreateSub(bit, ConstantInt::get(lane->getType(), 1));
    Value* result = info.op == ThreadOp::LanemaskEq   ? bit
                    : info.op == ThreadOp::LanemaskLt ? below
                    : info.op == ThreadOp::LanemaskLe ? builder_.CreateOr(below, bit)
                    : info.op == ThreadOp::LanemaskGe
                        ? builder_.CreateNot(below)
                        : builder_.CreateNot(builder_.CreateOr(below, bit));
    return width_ == 1 ? one(builder_.CreateExtractElement(result, std::uint64_t(0)))
                       : many(result);
  }
  case ThreadOp::Clock64:
    return one(builder_.CreateCall(
        module_.getOrInsertFunction("heddle_clock64", i64, builder_.getPtrTy()), {context}));
  case ThreadOp::GlobalTimer:
    return one(builder_.CreateCall(
        module_.getOrInsertFunction("heddle_globaltimer", i64, builder_.getPtrTy()), {context}));
  case ThreadOp::NanoSleep: {
    auto function = module_.getOrInsertFunction("heddle_nanosleep", builder_.getVoidTy(),
                                                builder_.getPtrTy(), i32);
    return whenAny([&] {
      builder_.CreateCall(function,
                          {context, laneValue(call.getArgOperand(0), builder_.getInt32(0))});
    });
  }
  case ThreadOp::CvtaShared:
  case ThreadOp::CvtaToShared: {
    Value* base = builder_.CreatePtrToInt(
        contextField(offsetof(BlockContext, shared), builder_.getPtrTy(), "shared"), i64);
    auto opcode = info.op == ThreadOp::CvtaShared ? Instruction::Add : Instruction::Sub;
    Lanes result;
    if (!shape.isVarying())
      result.scalar = builder_.CreateBinOp(opcode, scalar(call.getArgOperand(0)), base);
    if (shape.isVarying() || shape.assumed)
      result.vector = builder_.CreateBinOp(opcode, vector(call.getArgOperand(0)),
                                           builder_.CreateVectorSplat(width_, base));
    return define(call, result);
  }
  case ThreadOp::IsSpaceShared:
  case ThreadOp::IsSpaceLocal:
  case ThreadOp::IsSpaceGlobal: {
    bool uniform = shape.isUniform();
    Value* address = uniform ? scalar(call.getArgOperand(0)) : vector(call.getArgOperand(0));
    auto spread = [&](Value* value) {
      return uniform ? value : builder_.CreateVectorSplat(width_, value);
    };
    auto within = [&](std::size_t lowOffset, Value* bytes) {
      Value* low =
          builder_.CreatePtrToInt(contextField(lowOffset, builder_.getPtrTy(), "low"), i64);
      return builder_.CreateICmpULT(builder_.CreateSub(address, spread(low)), spread(bytes));
    };
    Value* low = builder_.CreatePtrToInt(
        contextField(offsetof(BlockContext, localLow), builder_.getPtrTy(), "low"), i64);
    Value* high = builder_.CreatePtrToInt(
        contextField(offsetof(BlockContext, localHigh), builder_.getPtrTy(), "high"), i64);
    Value* inShared = within(
        offsetof(BlockContext, shared),
        builder_.CreateZExt(contextField(offsetof(BlockContext, sharedBytes), i32, "bytes"), i64));
    Value* inLocal = within(offsetof(BlockContext, localLow), builder_.CreateSub(high, low));
    Value* result = info.op == ThreadOp::IsSpaceShared ? inShared
                    : info.op == ThreadOp::IsSpaceLocal
                        ? inLocal
                        : builder_.CreateNot(builder_.CreateOr(inShared, inLocal));
    return uniform ? one(result) : many(result);
  }
  case ThreadOp::IsSpaceConst:
  case ThreadOp::IsSpaceParam:
    return shape.isUniform() ? one(builder_.getFalse())
                             : many(Constant::getNullValue(vectorOf(builder_.getInt1Ty())));
  case ThreadOp::MaskAny:
    return one(width_ == 1 ? scalar(call.getArgOperand(0))
                           : anyOf(andMask(mask_, vector(call.getArgOperand(0)))));
  case ThreadOp::MaskAll: {
    if (width_ == 1)
      return one(scalar(call.getArgOperand(0)));
    Value* condition = vector(call.getArgOperand(0));
    return one(allOf(mask_ ? builder_.CreateSelect(mask_, condition, allLanes) : condition));
  }
  case ThreadOp::Brkpt:
    return;
  default:
    return fail(std::string("thread operation ") + info.name);
  }
}

} // namespace heddle::simt
