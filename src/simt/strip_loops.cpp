#include "simt/strip_loops.h"

#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace heddle::simt {
namespace {

bool isLaneType(const Type* type) {
  if (auto* integer = dyn_cast<IntegerType>(type))
    return is_contained({1u, 8u, 16u, 32u, 64u}, integer->getBitWidth());
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
  // Each strip reads or writes what the same strip has read or written before.
  if (x.isInStrips && y.isInStrips && x.offset == y.offset && x.bytes == y.bytes)
    return false;
  return x.offset < y.offset + y.bytes && y.offset < x.offset + x.bytes;
}

bool interferes(const StripLoops::Loop& loop, const StripLoops::Access& access) {
  return any_of(loop.accesses,
                [&](const StripLoops::Access& other) { return interfere(other, access); });
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
      lanes = lanesOf(call.getArgOperand(0)->getType());
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

bool StripLoops::dependsOn(const Loop& loop, const Instruction& instruction) const {
  return any_of(instruction.operands(),
                [&](const Use& operand) { return isComputedIn(loop, operand.get()); });
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

// Divides the block into loops and what stands between them. A loop stands behind the last of its
// members, and what stands between them comes before it.
void StripLoops::findLoops(BasicBlock& block) {
  Loop* open = nullptr;
  const auto close = [&](Instruction& at) {
    if (open)
      open->at = &at;
    open = nullptr;
  };
  const auto openFor = [&](unsigned lanes, Instruction& at) {
    if (open && open->lanes != lanes)
      close(at);
    if (!open)
      open = loops_.emplace_back(std::make_unique<Loop>()).get();
    open->lanes = lanes;
  };
  for (Instruction& instruction : block) {
    const bool accesses = instruction.mayReadOrWriteMemory() &&
                          !instruction.hasMetadata(LLVMContext::MD_invariant_load);
    const Access access = accesses ? accessOf(instruction) : Access();
    if (open && accesses && interferes(*open, access))
      close(instruction);
    if (const unsigned lanes = lanesInStrips(instruction)) {
      if (open && any_of(instruction.operands(), [&](const Use& operand) {
            return !operand->getType()->isVectorTy() && isComputedIn(*open, operand.get());
          }))
        close(instruction);
      openFor(lanes, instruction);
      open->members.push_back(&instruction);
      loopOf_[&instruction] = open;
      if (accesses)
        open->accesses.push_back(access);
      continue;
    }
    if (belongsInMemory(instruction)) {
      inMemory_.push_back(&instruction);
      isInMemory_.insert(&instruction);
    } else {
      whole_.push_back(&instruction);
    }
    if (open && !isa<PHINode>(instruction) && dependsOn(*open, instruction))
      close(instruction);
  }
  Instruction& terminator = *block.getTerminator();
  SmallPtrSet<BasicBlock*, 4> seen;
  for (BasicBlock* successor : successors(&block))
    if (seen.insert(successor).second)
      for (PHINode& phi : successor->phis())
        if (const unsigned lanes = lanesOf(phi.getType())) {
          openFor(lanes, terminator);
          open->copies.push_back({&phi, phi.getIncomingValueForBlock(&block)});
        }
  close(terminator);
}

bool StripLoops::livesInMemory(const Value* value) const {
  auto* instruction = dyn_cast<Instruction>(value);
  return instruction && lanesOf(instruction->getType()) != 0 &&
         (isInMemory_.contains(instruction) || loopOf_.contains(instruction));
}

} // namespace heddle::simt
