#include "simt/shared_accesses.h"

#include "ir/kernel_abi.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

#include <cstddef>

using namespace llvm;

namespace heddle::simt {
namespace {

// Additions and conversions between an address and the parameter that it comes from.
constexpr unsigned kMostSteps = 16;

// Is it this field of the context, which is the function's first argument?
bool isContextField(const Value* value, std::size_t field) {
  auto* load = dyn_cast<LoadInst>(value);
  if (!load)
    return false;
  APInt offset(64, 0);
  const Value* base = load->getPointerOperand()->stripAndAccumulateConstantOffsets(
      load->getDataLayout(), offset, true);
  return base == load->getFunction()->getArg(0) && offset == field;
}

bool isParameter(const Value* value) {
  auto* load = dyn_cast<LoadInst>(value);
  return load && isContextField(getUnderlyingObject(load->getPointerOperand()),
                                offsetof(BlockContext, params));
}

// What a vector has in each lane, if that is made from one value; otherwise the value itself.
const Value* oneForAllLanes(const Value* value) {
  const Value* one = value->getType()->isVectorTy() ? getSplatValue(value) : nullptr;
  return one ? one : value;
}

// Whether a number of 64 bits is too small for an address, or a multiple of something: what a
// thread adds to an address, but never an address itself.
bool isIndex(const Value* value) {
  if (isa<Constant>(value))
    return true;
  // What is added to an address to make it fault if it is misaligned (mark_misaligned_addresses.h).
  if (auto* choice = dyn_cast<SelectInst>(value))
    return isa<Constant>(choice->getTrueValue()) && isa<Constant>(choice->getFalseValue());
  if (isa<ZExtInst, SExtInst>(value))
    return cast<CastInst>(value)->getSrcTy()->getScalarSizeInBits() <= 32;
  return isa<Operator>(value) && (cast<Operator>(value)->getOpcode() == Instruction::Shl ||
                                  cast<Operator>(value)->getOpcode() == Instruction::Mul);
}

// Whether an address comes from a parameter, by way of numbers: what is added to it are indices. A
// parameter may be an index, too, of an array in shared memory, or of one whose address was loaded.
bool comesFromParameter(const Value* value) {
  SmallVector<const Value*, 8> terms = {value};
  bool hasParameter = false;
  for (unsigned seen = 0; !terms.empty(); ++seen) {
    if (seen > kMostSteps)
      return false;
    const Value* const term = oneForAllLanes(terms.pop_back_val());
    auto* step = dyn_cast<Operator>(term);
    if (isParameter(term)) {
      hasParameter = true;
    } else if (step && (isa<GEPOperator, PtrToIntOperator>(step) ||
                        step->getOpcode() == Instruction::IntToPtr)) {
      terms.push_back(step->getOperand(0));
    } else if (step && step->getOpcode() == Instruction::Add) {
      terms.push_back(step->getOperand(0));
      terms.push_back(step->getOperand(1));
    } else if (!isIndex(term)) {
      return false;
    }
  }
  return hasParameter;
}

// Memory that is never the block's shared memory.
bool isElsewhere(const Value* pointer) {
  const Value* object = getUnderlyingObject(pointer);
  return isa<AllocaInst, Argument, GlobalVariable>(object) ||
         isContextField(object, offsetof(BlockContext, params)) ||
         isContextField(object, offsetof(BlockContext, frame)) || comesFromParameter(pointer);
}

// The offsets of a vector of addresses, or of one address, from a base that is one address. Lanes
// that are masked out may have none.
struct Places {
  Value* base = nullptr;
  SmallVector<std::optional<std::int64_t>, 16> offsets;

  void move(std::int64_t bytes) {
    for (std::optional<std::int64_t>& offset : offsets)
      if (offset)
        *offset += bytes;
  }
  void move(const Constant& indices, std::int64_t size) {
    for (auto [lane, offset] : enumerate(offsets)) {
      auto* index =
          dyn_cast_or_null<ConstantInt>(indices.getAggregateElement(static_cast<unsigned>(lane)));
      if (!index)
        offset.reset();
      else if (offset)
        *offset += index->getSExtValue() * size;
    }
  }
};

Places placesOf(Value* pointer, unsigned lanes, const DataLayout& layout) {
  Places places;
  places.offsets.assign(lanes, 0);
  while (auto* address = dyn_cast<GEPOperator>(pointer)) {
    APInt constant(64, 0);
    Value* last = address->getOperand(address->getNumOperands() - 1);
    if (address->accumulateConstantOffset(layout, constant))
      places.move(constant.getSExtValue());
    else if (auto* indices = dyn_cast<Constant>(last);
             indices && indices->getType()->isVectorTy() && address->getNumIndices() == 1)
      places.move(*indices, static_cast<std::int64_t>(
                                layout.getTypeAllocSize(address->getSourceElementType())));
    else
      break;
    pointer = address->getPointerOperand();
    if (Value* one = pointer->getType()->isVectorTy() ? getSplatValue(pointer) : nullptr)
      pointer = one;
  }
  places.base = pointer;
  return places;
}

// An access to the memory of one value after the other, or of each lane.
struct Operands {
  Value* pointer = nullptr;
  Value* mask = nullptr; // null: all lanes
  Type* type = nullptr;
  Value* stored = nullptr;
};

std::optional<Operands> operandsOf(Instruction& instruction) {
  if (auto* load = dyn_cast<LoadInst>(&instruction); load && load->isSimple())
    return Operands{load->getPointerOperand(), nullptr, load->getType(), nullptr};
  if (auto* store = dyn_cast<StoreInst>(&instruction); store && store->isSimple())
    return Operands{store->getPointerOperand(), nullptr, store->getValueOperand()->getType(),
                    store->getValueOperand()};
  auto* call = dyn_cast<IntrinsicInst>(&instruction);
  switch (call ? call->getIntrinsicID() : Intrinsic::not_intrinsic) {
  case Intrinsic::masked_load:
  case Intrinsic::masked_gather:
    return Operands{call->getArgOperand(0), call->getArgOperand(2), call->getType(), nullptr};
  case Intrinsic::masked_store:
  case Intrinsic::masked_scatter:
    return Operands{call->getArgOperand(1), call->getArgOperand(3),
                    call->getArgOperand(0)->getType(), call->getArgOperand(0)};
  default:
    return std::nullopt;
  }
}

// Whether the mask of an access lets a lane through; nothing if that is not known.
std::optional<bool> isActive(const Value* mask, unsigned lane) {
  if (!mask)
    return true;
  auto* constant = dyn_cast<Constant>(mask);
  auto* active =
      constant ? dyn_cast_or_null<ConstantInt>(constant->getAggregateElement(lane)) : nullptr;
  return active ? std::optional<bool>(active->isOne()) : std::nullopt;
}

bool fillIn(SharedAccess& access, const Operands& operands, const DataLayout& layout) {
  auto* vector = dyn_cast<FixedVectorType>(operands.type);
  const unsigned lanes = vector ? vector->getNumElements() : 1;
  const Places places = placesOf(operands.pointer, lanes, layout);
  access.base = places.base;
  access.element = operands.type->getScalarType();
  access.bytes = static_cast<std::int64_t>(layout.getTypeStoreSize(access.element).getFixedValue());
  access.stored = operands.stored;
  if (places.base->getType()->isVectorTy() ||
      layout.getTypeSizeInBits(access.element) != 8 * static_cast<std::uint64_t>(access.bytes))
    return false;
  const std::int64_t step = operands.pointer->getType()->isVectorTy() ? 0 : access.bytes;
  for (unsigned lane = 0; lane < lanes; ++lane) {
    const std::optional<bool> active = isActive(operands.mask, lane);
    std::optional<std::int64_t> place = places.offsets[lane];
    if (!active || (*active && !place))
      return false;
    access.places.push_back(*active ? std::optional(*place + lane * step) : std::nullopt);
  }
  return true;
}

} // namespace

bool isSharedAddress(const Value* pointer) {
  return isContextField(getUnderlyingObject(pointer), offsetof(BlockContext, shared));
}

MemoryEffect effectOnSharedMemory(Instruction& instruction, SharedAccess& access) {
  if (!instruction.mayReadOrWriteMemory())
    return MemoryEffect::None;
  if (auto* call = dyn_cast<IntrinsicInst>(&instruction);
      call && (call->isAssumeLikeIntrinsic() || call->getIntrinsicID() == Intrinsic::prefetch))
    return MemoryEffect::None;
  const std::optional<Operands> operands = operandsOf(instruction);
  if (!operands)
    return MemoryEffect::Any;
  if (isElsewhere(operands->pointer))
    return MemoryEffect::None;
  if (fillIn(access, *operands, instruction.getDataLayout()) && isSharedAddress(access.base))
    return MemoryEffect::Shared;
  return MemoryEffect::Any;
}

} // namespace heddle::simt
