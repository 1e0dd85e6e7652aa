#include "simt/gang_builder.h"

#include "simt/pass_failure.h"

#include "llvm/IR/CFG.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"
#include "llvm/Transforms/Utils/SSAUpdater.h"

using namespace llvm;

namespace heddle::simt {

Value* loadContextField(IRBuilder<>& builder, Value* context, std::size_t offset, Type* type,
                        const Twine& name) {
  Value* address = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), context, offset);
  LoadInst* load = builder.CreateLoad(type, address, name);
  load->setMetadata(LLVMContext::MD_invariant_load, MDNode::get(builder.getContext(), {}));
  return load;
}

GangBuilder::GangBuilder(Function& thread, const BlockDim& block, unsigned width,
                         const VectorTarget& target, const Shapes& shapes,
                         const Linearisation& plan, LoopInfo& loops)
    : thread_(thread), module_(*thread.getParent()), context_(thread.getContext()),
      layout_(module_.getDataLayout()), block_(block), width_(width), target_(target),
      shapes_(shapes), plan_(plan), loops_(loops), rowStrides_(loops), builder_(context_) {}

Expected<Function*> GangBuilder::build(const std::string& name) {
  if (thread_.hasFnAttribute(kCalledByGangs)) {
    gang_ = declareGangFunction(thread_, width_);
  } else {
    Type* pointer = PointerType::getUnqual(context_);
    auto* type = FunctionType::get(builder_.getVoidTy(), {pointer, builder_.getInt32Ty()}, false);
    gang_ = Function::Create(type, GlobalValue::InternalLinkage, name, module_);
  }
  gang_->addFnAttr(Attribute::NoUnwind);
  // An access to null is a fault that the engine reports.
  gang_->addFnAttr(Attribute::NullPointerIsValid);
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
      // Each lane has a copy of its own. The copies lie one after the other, so the address is
      // affine in the lane.
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
    return makeError(error_);
  removeUnreachableBlocks(*gang_);
  promoteSlots();
  return gang_;
}

// Makes the slots SSA values. PromoteMemToReg looks at everything that the stores dominate, which
// is most of the function; for a slot with several stores, LoadAndStorePromoter looks only at what
// lies between them and the loads.
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

// From here on, the functions emit control flow.

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

// The mask of the block, if it is a constant: the only way into the block that the mask is from
// leads there from a block with all lanes, by a condition that is a constant for each of them.
Constant* GangBuilder::constantMask(const BasicBlock& block) {
  const BasicBlock* source = plan_.maskSource(&block);
  if (source != &block)
    return constantMasks_.lookup(source);
  const BasicBlock* from = block.getSinglePredecessor();
  Constant* mask = from ? constantEdges_.lookup({from, &block}) : nullptr;
  if (!mask || !plan_.isReachedOnlyBy(*from, block))
    return nullptr;
  return constantMasks_[&block] = mask;
}

void GangBuilder::emitBlockStart(BasicBlock& block) {
  Constant* noLanes = Constant::getNullValue(vectorOf(builder_.getInt1Ty()));
  const Loop* loop = loops_.getLoopFor(&block);
  bool isHeader = loop && loop->getHeader() == &block;
  auto clearSlots = [&](BasicBlock* inner) {
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
  // Clear the masks and merged values of the loop's blocks at the start of each iteration: a block
  // that a uniform branch skips this time must not leave what it stored the last time. Clear them
  // once more in the immediate dominator of each block, so that promoteSlots finds a store nearby.
  if (isHeader || &block == plan_.order().front())
    for (BasicBlock* inner : plan_.order())
      clearSlots(inner);
  else
    for (BasicBlock* inner : plan_.dominatedBy(&block))
      clearSlots(inner);

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
  if (Constant* known = constantMask(block)) {
    mask_ = known->isAllOnesValue() ? nullptr : known;
    if (source == &block)
      builder_.CreateStore(known, maskSlot(&block));
    return;
  }
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
  deferConditions(block);
  builder_.SetInsertPoint(starts_[&block]);
  emitBlockStart(block);
  for (Instruction& instruction : block) {
    if (isa<PHINode>(instruction))
      continue; // Its slots were stored on the edges that lead here.
    if (instruction.isTerminator())
      break;
    builder_.SetCurrentDebugLocation(instruction.getDebugLoc());
    emit(instruction);
    if (!error_.empty())
      return;
  }
  emitTerminator(block);
}

// The mask of the lanes that take this edge.
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

// Stores the mask of the lanes that take the edge, and the values of the target's phis for them. On
// a `physical` edge all active lanes take it; otherwise the code runs for the lanes of the other
// edges as well.
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

  // An edge that leaves a masked loop is passed in every iteration, by some of the lanes each time,
  // so the mask collects them.
  bool leavesMasked = false;
  for (const Loop* l = loops_.getLoopFor(&from); l && !l->contains(&to); l = l->getParentLoop())
    leavesMasked |= plan_.isMaskedLoop(l);

  if (toHeader && plan_.isMaskedLoop(loop)) {
    builder_.CreateStore(stored, maskSlot(&to));
  } else if (plan_.hasOwnMask(&to)) {
    AllocaInst* edge = edgeSlot(&from, &to);
    if (leavesMasked)
      stored = builder_.CreateOr(builder_.CreateLoad(maskType, edge), stored);
    else if (auto* known = dyn_cast_or_null<Constant>(lanes))
      constantEdges_[{&from, &to}] = known;
    builder_.CreateStore(stored, edge);
  }

  bool merges = !toHeader && lanes && (leavesMasked || !to.getSinglePredecessor());
  // All phis are read before any is written, since they take their values at once.
  SmallVector<std::pair<AllocaInst*, Value*>, 8> writes;
  for (PHINode& phi : to.phis()) {
    Value* incoming = phi.getIncomingValueForBlock(&from);
    Slots& slots = this->slots(phi);
    // A phi of one value and undefined ones is uniform. Lanes whose value is undefined must leave
    // the slot to those that have one.
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
    if (Value* result = cast<ReturnInst>(terminator)->getReturnValue(); !result) {
      builder_.CreateRetVoid();
    } else if (width_ > 1 && result->getType()->isStructTy()) {
      SmallVector<Value*, 8> parts;
      for (unsigned i = 0; i < result->getType()->getStructNumElements(); ++i)
        parts.push_back(part(result, i));
      builder_.CreateAggregateRet(parts.data(), static_cast<unsigned>(parts.size()));
    } else {
      builder_.CreateRet(width_ == 1 ? scalar(result) : vector(result));
    }
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
    Value* staying = nullptr;
    BasicBlock* header = loops_.getLoopFor(&block)->getHeader();
    for (unsigned i = 0; i < terminator->getNumSuccessors(); ++i) {
      BasicBlock* successor = terminator->getSuccessor(i);
      emitEdge(block, *successor, i, terminator->getNumSuccessors() == 1);
      if (successor == header)
        staying = builder_.CreateLoad(vectorOf(builder_.getInt1Ty()), maskSlot(header));
    }
    builder_.CreateCondBr(anyOf(staying), starts_[header], starts_[plan_.target(&block)]);
    return;
  }
  }
}

} // namespace heddle::simt
