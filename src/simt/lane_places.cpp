#include "simt/lane_places.h"

#include "simt/shared_accesses.h"

#include "llvm/IR/IntrinsicInst.h"

#include <algorithm>

using namespace llvm;

namespace heddle::simt {
namespace {

// Instructions between a load and the lane of a vector.
constexpr unsigned kMostSteps = 16;
// Basic blocks between the load of a vector and the one that takes it apart.
constexpr unsigned kMostBlocks = 4;
constexpr std::uint64_t kByteBits = 8;

std::optional<std::uint64_t> constantOfLane(const Value* value, unsigned lane) {
  auto* constant = dyn_cast<Constant>(value);
  auto* element =
      constant ? dyn_cast_or_null<ConstantInt>(constant->getAggregateElement(lane)) : nullptr;
  if (!element || element->getBitWidth() > 64)
    return std::nullopt;
  return element->getZExtValue();
}

// Follows one lane from the vector that is taken apart back to the load. On the way, the bits that
// are asked for are `bits_` bits from bit `bit_` of that lane of the value.
class PlaceSearch {
public:
  PlaceSearch(Value* vector, unsigned lane)
      : value_(vector), lane_(lane), bits_(vector->getType()->getScalarSizeInBits()) {}

  std::optional<LanePlace> find() {
    for (unsigned steps = 0; steps < kMostSteps; ++steps) {
      auto* instruction = dyn_cast<Instruction>(value_);
      if (!instruction)
        return std::nullopt;
      if (auto* load = dyn_cast<LoadInst>(instruction))
        return placeIn(*load);
      if (!step(*instruction) || bits_ == 0)
        return std::nullopt;
    }
    return std::nullopt;
  }

private:
  std::optional<LanePlace> placeIn(LoadInst& load) const {
    const std::uint64_t elementBits = load.getType()->getScalarSizeInBits();
    const LanePlace place = {&load, lane_ * elementBits + bit_, bits_};
    const bool isWhole =
        elementBits % kByteBits == 0 && place.bit % kByteBits == 0 && place.bits % kByteBits == 0;
    if (!load.isSimple() || !load.getType()->isIntOrIntVectorTy() || !isWhole)
      return std::nullopt;
    return place;
  }

  // Goes on to the operand that the bits come from. False where there is none.
  bool step(Instruction& instruction) {
    Value* const operand = instruction.getOperand(0);
    switch (instruction.getOpcode()) {
    case Instruction::Freeze:
    case Instruction::Trunc:
      break;
    case Instruction::ZExt:
      keepBelow(operand->getType()->getScalarSizeInBits());
      break;
    case Instruction::And: {
      const std::optional<std::uint64_t> mask = constantOfLane(instruction.getOperand(1), lane_);
      if (!mask || !isMask_64(*mask))
        return false;
      keepBelow(static_cast<std::uint64_t>(countr_one(*mask)));
      break;
    }
    case Instruction::LShr: {
      const std::optional<std::uint64_t> distance =
          constantOfLane(instruction.getOperand(1), lane_);
      if (!distance)
        return false;
      bit_ += *distance;
      keepBelow(instruction.getType()->getScalarSizeInBits());
      break;
    }
    case Instruction::BitCast:
      if (!throughBitCast(*operand->getType(), *instruction.getType()))
        return false;
      break;
    case Instruction::ShuffleVector:
      return throughShuffle(cast<ShuffleVectorInst>(instruction));
    default:
      return false;
    }
    value_ = operand;
    return true;
  }

  // The value's bits from `limit` on are zero.
  void keepBelow(std::uint64_t limit) { bits_ = bit_ < limit ? std::min(bits_, limit - bit_) : 0; }

  bool throughBitCast(const Type& from, const Type& to) {
    const std::uint64_t fromBits = from.getScalarSizeInBits(), toBits = to.getScalarSizeInBits();
    if (!from.isIntOrIntVectorTy() || fromBits % toBits != 0)
      return false;
    const std::uint64_t first = lane_ * toBits;
    lane_ = static_cast<unsigned>(first / fromBits);
    bit_ += first % fromBits;
    return true;
  }

  bool throughShuffle(const ShuffleVectorInst& shuffle) {
    const int place = shuffle.getMaskValue(lane_);
    if (place < 0)
      return false;
    const auto length = cast<FixedVectorType>(shuffle.getOperand(0)->getType())->getNumElements();
    const auto number = static_cast<unsigned>(place);
    value_ = shuffle.getOperand(number < length ? 0 : 1);
    lane_ = number % length;
    return true;
  }

  Value* value_;
  unsigned lane_;
  std::uint64_t bit_ = 0, bits_;
};

// Whether the front end knows that the load is not from shared memory.
bool isOutsideOfSharedMemory(const LoadInst& load) {
  auto* scopes = load.getMetadata(LLVMContext::MD_noalias);
  return scopes && any_of(scopes->operands(), [](const MDOperand& each) {
           auto* scope = dyn_cast<MDNode>(each);
           auto* name = scope && scope->getNumOperands() > 0
                            ? dyn_cast<MDString>(scope->getOperand(0))
                            : nullptr;
           return name && name->getString() == "heddle.shared";
         });
}

bool mayStoreOutsideOfSharedMemory(const Instruction& instruction) {
  if (!instruction.mayWriteToMemory())
    return false;
  if (auto* call = dyn_cast<IntrinsicInst>(&instruction);
      call && (call->isAssumeLikeIntrinsic() || call->getIntrinsicID() == Intrinsic::prefetch))
    return false;
  auto* store = dyn_cast<StoreInst>(&instruction);
  return !store || !store->isSimple() || !isSharedAddress(store->getPointerOperand());
}

} // namespace

// The first instruction of the basic block that may store outside of shared memory, behind the load
// if there is one; null if there is none.
const Instruction* LanePlaces::firstStore(const BasicBlock& block, const LoadInst* load) {
  const auto [entry, isNew] = firstStores_.try_emplace({&block, load}, nullptr);
  if (isNew) {
    const auto all = make_range(load ? load->getIterator() : block.begin(), block.end());
    const auto found = find_if(all, mayStoreOutsideOfSharedMemory);
    if (found != all.end())
      entry->second = &*found;
  }
  return entry->second;
}

// Whether what was loaded is still in memory when `use` runs.
bool LanePlaces::isStillThere(const LoadInst& load, const Instruction& use) {
  if (load.hasMetadata(LLVMContext::MD_invariant_load))
    return true;
  if (!isOutsideOfSharedMemory(load))
    return false;
  const BasicBlock* block = use.getParent();
  for (unsigned blocks = 0; block && blocks < kMostBlocks; ++blocks) {
    const bool isFirst = block == load.getParent();
    const Instruction* const store = firstStore(*block, isFirst ? &load : nullptr);
    if (store && (block != use.getParent() || store->comesBefore(&use)))
      return false;
    if (isFirst)
      return true;
    block = block->getSinglePredecessor();
  }
  return false;
}

std::optional<LanePlace> LanePlaces::find(ExtractElementInst& extract) {
  auto* lane = dyn_cast<ConstantInt>(extract.getIndexOperand());
  if (!lane || !extract.getType()->isIntegerTy())
    return std::nullopt;
  std::optional<LanePlace> place =
      PlaceSearch(extract.getVectorOperand(), static_cast<unsigned>(lane->getZExtValue())).find();
  if (!place || !isStillThere(*place->load, extract))
    return std::nullopt;
  return place;
}

} // namespace heddle::simt
