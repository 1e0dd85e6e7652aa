#include "simt/strip_loops.h"

#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace heddle::simt {
namespace {

constexpr unsigned kAddressBits = 64;
constexpr unsigned kWideBits = 128;

bool isLaneType(const Type* type) {
  if (auto* integer = dyn_cast<IntegerType>(type))
    return is_contained({1u, 8u, 16u, 32u, 64u, 128u}, integer->getBitWidth());
  return type->isPointerTy() || type->isHalfTy() || type->isBFloatTy() || type->isFloatTy() ||
         type->isDoubleTy();
}

// Whether the order of the two can be seen.
bool interfere(const StripLoops::Access& x, const StripLoops::Access& y) {
  if (!x.writes && !y.writes)
    return false;
  if (!x.base || !y.base)
    return true;
  if (x.base != y.base)
    return !isa<AllocaInst>(x.base) || !isa<AllocaInst>(y.base);
  return x.offset < y.offset + y.bytes && y.offset < x.offset + x.bytes;
}

// Whether the order of the two can be seen if both are in the same loop, in their order.
bool interfereInLoop(const StripLoops::Access& x, const StripLoops::Access& y) {
  // Each strip reads or writes what the same strip has read or written before.
  const bool areSame = x.isInStrips && y.isInStrips && x.base && x.base == y.base &&
                       x.offset == y.offset && x.bytes == y.bytes;
  return !areSame && interfere(x, y);
}

template <typename Compare>
bool interferes(const std::unique_ptr<StripLoops::Loop>& loop, const StripLoops::Access& access,
                Compare compare) {
  return loop && any_of(loop->accesses,
                        [&](const StripLoops::Access& other) { return compare(other, access); });
}

} // namespace

bool isIntegerReduction(Intrinsic::ID id) {
  switch (id) {
  case Intrinsic::vector_reduce_add:
  case Intrinsic::vector_reduce_and:
  case Intrinsic::vector_reduce_or:
  case Intrinsic::vector_reduce_xor:
  case Intrinsic::vector_reduce_smax:
  case Intrinsic::vector_reduce_smin:
  case Intrinsic::vector_reduce_umax:
  case Intrinsic::vector_reduce_umin:
    return true;
  default:
    return false;
  }
}

StripLoops::StripLoops(Function& function, const VectorTarget& target)
    : function_(function), layout_(function.getParent()->getDataLayout()), target_(target) {}

bool StripLoops::areNeeded() const {
  return any_of(instructions(function_),
                [&](const Instruction& instruction) { return lanesInStrips(instruction) != 0; });
}

void StripLoops::find() {
  dominators_.emplace(function_);
  for (BasicBlock& block : function_)
    findLoops(block);
}

unsigned StripLoops::lanesOf(const Type* type) const {
  auto* vector = dyn_cast<FixedVectorType>(type);
  if (!vector || !isLaneType(vector->getElementType()))
    return 0;
  const unsigned lanes = vector->getNumElements();
  return isPowerOf2_32(lanes) && target_.isStripMined(lanes) ? lanes : 0;
}

bool StripLoops::haveLanes(const Instruction& instruction, unsigned lanes) const {
  return all_of(instruction.operands(), [&](const Use& operand) {
    return !operand->getType()->isVectorTy() || lanesOf(operand->getType()) == lanes;
  });
}

unsigned StripLoops::lanesInStrips(const IntrinsicInst& call) const {
  const Intrinsic::ID id = call.getIntrinsicID();
  unsigned lanes = 0;
  Type* accessed = nullptr;
  switch (id) {
  case Intrinsic::masked_store:
  case Intrinsic::masked_scatter:
    accessed = call.getArgOperand(0)->getType();
    break;
  case Intrinsic::masked_load:
  case Intrinsic::masked_gather:
    accessed = call.getType();
    break;
  default:
    if (isIntegerReduction(id))
      lanes = isWide(call) ? 0 : lanesOf(call.getArgOperand(0)->getType());
    else if (isTriviallyVectorizable(id))
      lanes = lanesOf(call.getType());
    break;
  }
  if (accessed && !accessed->getScalarType()->isIntegerTy(1))
    lanes = lanesOf(accessed);
  return lanes != 0 && haveLanes(call, lanes) ? lanes : 0;
}

unsigned StripLoops::lanesInStrips(const Instruction& instruction) const {
  Type* type = instruction.getType();
  if (auto* load = dyn_cast<LoadInst>(&instruction))
    return load->isSimple() && !type->getScalarType()->isIntegerTy(1) ? lanesOf(type) : 0;
  if (auto* store = dyn_cast<StoreInst>(&instruction)) {
    Type* stored = store->getValueOperand()->getType();
    return store->isSimple() && !stored->getScalarType()->isIntegerTy(1) ? lanesOf(stored) : 0;
  }
  if (auto* call = dyn_cast<IntrinsicInst>(&instruction))
    return lanesInStrips(*call);
  if (isa<BitCastInst>(instruction)) {
    Type* from = instruction.getOperand(0)->getType();
    // A mask to an integer with a bit for each lane, or back.
    if (type->isIntegerTy() && from->isVectorTy() && from->getScalarType()->isIntegerTy(1))
      return lanesOf(from);
    if (from->isIntegerTy() && type->isVectorTy() && type->getScalarType()->isIntegerTy(1))
      return lanesOf(type);
    return lanesOf(from) == lanesOf(type) ? lanesOf(type) : 0;
  }
  if (!isa<BinaryOperator, UnaryOperator, CastInst, CmpInst, SelectInst, FreezeInst,
           GetElementPtrInst>(instruction))
    return 0;
  const unsigned lanes = lanesOf(type);
  return lanes != 0 && haveLanes(instruction, lanes) ? lanes : 0;
}

bool StripLoops::isComputedIn(const Loop& loop, const Value* value) const {
  auto* instruction = dyn_cast<Instruction>(value);
  return instruction && loopOf_.lookup(instruction) == &loop;
}

bool StripLoops::dependsOn(const std::unique_ptr<Loop>& loop,
                           const Instruction& instruction) const {
  return loop && any_of(instruction.operands(),
                        [&](const Use& operand) { return isComputedIn(*loop, operand.get()); });
}

bool StripLoops::belongsInMemory(const Instruction& instruction) const {
  if (lanesOf(instruction.getType()) != 0 && isa<PHINode>(instruction))
    return true;
  // The strips of a vector with the same value in all lanes are made where they are used.
  if (isa<ShuffleVectorInst>(instruction))
    return lanesOf(instruction.getType()) != 0 && !getSplatValue(&instruction) &&
           all_of(instruction.operands(), [&](const Use& operand) {
             return isa<UndefValue>(operand) ||
                    (lanesOf(operand->getType()) != 0 && !isa<Constant>(operand));
           });
  if (isa<InsertElementInst>(instruction))
    return lanesOf(instruction.getType()) != 0 &&
           !all_of(instruction.users(), [](const User* user) {
             return isa<ShuffleVectorInst>(user) && getSplatValue(user);
           });
  if (isa<ExtractElementInst>(instruction))
    return lanesOf(instruction.getOperand(0)->getType()) != 0 &&
           isa<Instruction>(instruction.getOperand(0)) && !getSplatValue(instruction.getOperand(0));
  return false;
}

StripLoops::Access StripLoops::accessOf(const Instruction& instruction) const {
  Access access;
  access.writes = instruction.mayWriteToMemory();
  access.isInStrips = lanesInStrips(instruction) != 0;
  const Value* pointer = nullptr;
  Type* type = nullptr;
  if (isa<LoadInst, StoreInst>(instruction)) {
    pointer = getLoadStorePointerOperand(&instruction);
    type = getLoadStoreType(const_cast<Instruction*>(&instruction));
  } else if (auto* call = dyn_cast<IntrinsicInst>(&instruction)) {
    if (call->getIntrinsicID() == Intrinsic::masked_load) {
      pointer = call->getArgOperand(0);
      type = call->getType();
    } else if (call->getIntrinsicID() == Intrinsic::masked_store) {
      pointer = call->getArgOperand(1);
      type = call->getArgOperand(0)->getType();
    }
  }
  if (!pointer || instruction.isVolatile() || instruction.isAtomic())
    return access;
  APInt offset(layout_.getIndexTypeSizeInBits(pointer->getType()), 0);
  access.base = pointer->stripAndAccumulateConstantOffsets(layout_, offset, true);
  access.offset = offset.getSExtValue();
  access.bytes = static_cast<std::int64_t>(layout_.getTypeStoreSize(type).getFixedValue());
  return access;
}

bool StripLoops::accessesSingleLanes(const Instruction& instruction) const {
  auto* call = dyn_cast<IntrinsicInst>(&instruction);
  if (!call)
    return false;
  const auto hasWords = [&](const Value* value) {
    const std::uint64_t bytes = layout_.getTypeStoreSize(value->getType()->getScalarType());
    return bytes == 4 || bytes == 8;
  };
  switch (call->getIntrinsicID()) {
  case Intrinsic::masked_load:
    return !target_.maskedMemory || !hasWords(call);
  case Intrinsic::masked_store:
    return !target_.maskedMemory || !hasWords(call->getArgOperand(0));
  case Intrinsic::masked_gather:
    return !target_.gather || !hasWords(call);
  case Intrinsic::masked_scatter:
    return !target_.scatter || !hasWords(call->getArgOperand(0));
  default:
    return false;
  }
}

// Copies of 16 bytes appear as vectors of 128-bit integers. No CPU computes with several of these
// at once, so LLVM would take the vectors apart.
bool StripLoops::isWide(const Instruction& instruction) const {
  const auto hasWideLanes = [](const Type* type) {
    return type->isVectorTy() && type->getScalarType()->isIntegerTy(kWideBits);
  };
  return hasWideLanes(instruction.getType()) ||
         any_of(instruction.operands(),
                [&](const Use& operand) { return hasWideLanes(operand->getType()); });
}

bool StripLoops::isOfSingleLanes(const Instruction& instruction) const {
  return accessesSingleLanes(instruction) || isWide(instruction) ||
         addresses_.contains(&instruction);
}

// A strip of addresses fills two registers, so that code generation splits each instruction that
// computes one, and the loop over single lanes reads them from memory.
void StripLoops::findAddresses(const BasicBlock& block) {
  for (const Instruction& instruction : reverse(block)) {
    if (!isa<BinaryOperator, CastInst, CmpInst, SelectInst, GetElementPtrInst>(instruction) ||
        isa<BitCastInst>(instruction) || lanesInStrips(instruction) == 0 || instruction.use_empty())
      continue;
    // A comparison is a mask. What it compares decides how many registers it takes.
    Type* type =
        isa<CmpInst>(instruction) ? instruction.getOperand(0)->getType() : instruction.getType();
    const bool isOnlyForSingleLanes = all_of(instruction.users(), [&](const User* user) {
      const auto* used = cast<Instruction>(user);
      return used->getParent() == &block && isOfSingleLanes(*used);
    });
    if (isOnlyForSingleLanes && layout_.getTypeSizeInBits(type->getScalarType()) == kAddressBits)
      addresses_.insert(&instruction);
  }
}

StripLoops::Loop& StripLoops::openLoop(std::unique_ptr<Loop>& open, unsigned lanes,
                                       unsigned stripLanes) {
  if (!open)
    open = std::make_unique<Loop>();
  open->lanes = lanes;
  open->stripLanes = stripLanes;
  return *open;
}

void StripLoops::closeLoops(Instruction& at) {
  for (std::unique_ptr<Loop>* loop : {&strips_, &singleLanes_})
    if (*loop) {
      (*loop)->at = &at;
      loops_.push_back(std::move(*loop));
    }
}

// The loop over strips runs before the one over single lanes. So its members neither use values of
// that loop nor access memory in an order that could be seen.
void StripLoops::addMember(Instruction& instruction, unsigned lanes, const Access* access) {
  const bool isOfSingleLanes = this->isOfSingleLanes(instruction);
  const bool usesScalar = any_of(instruction.operands(), [&](const Use& operand) {
    return !operand->getType()->isVectorTy() &&
           ((strips_ && isComputedIn(*strips_, operand.get())) ||
            (singleLanes_ && isComputedIn(*singleLanes_, operand.get())));
  });
  const auto hasOtherLanes = [&](const std::unique_ptr<Loop>& loop) {
    return loop && loop->lanes != lanes;
  };
  const bool comesLater =
      !isOfSingleLanes && (dependsOn(singleLanes_, instruction) ||
                           (access && interferes(singleLanes_, *access, interfere)));
  const bool interferesInLoop =
      access && interferes(isOfSingleLanes ? singleLanes_ : strips_, *access, interfereInLoop);
  if (usesScalar || hasOtherLanes(strips_) || hasOtherLanes(singleLanes_) || comesLater ||
      interferesInLoop)
    closeLoops(instruction);
  Loop& loop = isOfSingleLanes ? openLoop(singleLanes_, lanes, 1)
                               : openLoop(strips_, lanes, target_.stripLanes());
  loop.members.push_back(&instruction);
  loopOf_[&instruction] = &loop;
  if (access)
    loop.accesses.push_back(*access);
}

// Divides the block into loops and what stands between them. A loop stands behind the last of its
// members, and what stands between them comes before it.
void StripLoops::findLoops(BasicBlock& block) {
  findAddresses(block);
  for (Instruction& instruction : block) {
    const bool accesses = instruction.mayReadOrWriteMemory() &&
                          !instruction.hasMetadata(LLVMContext::MD_invariant_load);
    const Access access = accesses ? accessOf(instruction) : Access();
    if (const unsigned lanes = lanesInStrips(instruction)) {
      addMember(instruction, lanes, accesses ? &access : nullptr);
      continue;
    }
    if (accesses &&
        (interferes(strips_, access, interfere) || interferes(singleLanes_, access, interfere)))
      closeLoops(instruction);
    if (belongsInMemory(instruction)) {
      inMemory_.push_back(&instruction);
      isInMemory_.insert(&instruction);
    } else {
      whole_.push_back(&instruction);
    }
    if (!isa<PHINode>(instruction) &&
        (dependsOn(strips_, instruction) || dependsOn(singleLanes_, instruction)))
      closeLoops(instruction);
  }
  addCopies(block);
  closeLoops(*block.getTerminator());
}

// Where the phi's block does not dominate this one, the phi is not alive here, so that its memory
// is free from the start of this block on. A value that only the phi uses may lie there as soon as
// it is made. Loops over strips make the copy together with the value, and need no such place.
bool StripLoops::writesPhiMemory(const Value* value, const PHINode& phi,
                                 const BasicBlock& block) const {
  const auto* instruction = dyn_cast<Instruction>(value);
  const Loop* loop = instruction ? loopOf_.lookup(instruction) : nullptr;
  return loop && loop != strips_.get() && instruction->hasOneUse() &&
         instruction->getParent() == &block && !dominators_->dominates(phi.getParent(), &block);
}

// The values that phis of the following blocks get at the end of this one.
void StripLoops::addCopies(BasicBlock& block) {
  Instruction& terminator = *block.getTerminator();
  SmallPtrSet<BasicBlock*, 4> seen;
  for (BasicBlock* successor : successors(&block))
    if (seen.insert(successor).second)
      for (PHINode& phi : successor->phis())
        if (const unsigned lanes = lanesOf(phi.getType())) {
          Value* value = phi.getIncomingValueForBlock(&block);
          if (isa<UndefValue>(value))
            continue;
          if (writesPhiMemory(value, phi, block)) {
            phiOf_[value] = &phi;
            continue;
          }
          // A loop over single lanes may still read a phi, and so must come before.
          if (singleLanes_ || (strips_ && strips_->lanes != lanes))
            closeLoops(terminator);
          openLoop(strips_, lanes, target_.stripLanes()).copies.push_back({&phi, value});
        }
}

bool StripLoops::livesInMemory(const Value* value) const {
  auto* instruction = dyn_cast<Instruction>(value);
  return instruction && lanesOf(instruction->getType()) != 0 &&
         (isInMemory_.contains(instruction) || loopOf_.contains(instruction));
}

} // namespace heddle::simt
