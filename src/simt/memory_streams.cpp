#include "simt/memory_streams.h"

#include "ir/thread_operations.h"
#include "simt/gang_builder.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

#include <algorithm>

using namespace llvm;

namespace heddle::simt {
namespace {

// Instructions with a vector for a result, in a loop and in the whole kernel. Beyond these, the
// values that are alive at once no longer fit the registers of wide gangs.
constexpr unsigned kMostVectorsInLoop = 40;
constexpr std::ptrdiff_t kMostVectors = 400;
// A constant step of at least this many bytes is far: hardware does not fetch ahead of it.
constexpr std::uint64_t kFarStep = 1024;
// Instructions between a phi and an address that is computed from it; longer chains are not
// followed, to bound the time.
constexpr unsigned kLongestChain = 16;

// The value that a phi of the loop's header grows by in each iteration; null if it is not one
// value. If it is constant, `sum` is the growth of the phi per iteration.
const Value* stepOf(const PHINode& phi, const Loop& loop, bool& constant, std::uint64_t& sum) {
  const BasicBlock* latch = loop.getLoopLatch();
  if (!latch)
    return nullptr;
  const Value* value = phi.getIncomingValueForBlock(latch);
  const Value* step = nullptr;
  constant = true;
  sum = 0;
  // An unrolled loop adds the step several times.
  while (value != &phi) {
    const Value *base = nullptr, *added = nullptr;
    if (auto* add = dyn_cast<BinaryOperator>(value); add && add->getOpcode() == Instruction::Add) {
      base = add->getOperand(0), added = add->getOperand(1);
      if (loop.isLoopInvariant(base))
        std::swap(base, added);
    } else if (auto* gep = dyn_cast<GetElementPtrInst>(value);
               gep && gep->getNumIndices() == 1 && gep->getSourceElementType()->isIntegerTy(8)) {
      base = gep->getPointerOperand(), added = gep->getOperand(1);
    }
    if (!base || !loop.isLoopInvariant(added))
      return nullptr;
    step = added;
    if (auto* number = dyn_cast<ConstantInt>(added))
      sum += static_cast<std::uint64_t>(std::abs(number->getSExtValue()));
    else
      constant = false;
    value = base;
  }
  return step;
}

} // namespace

std::optional<AddressStep> addressStep(const Value* address, const Loop& loop) {
  std::uint64_t scale = 1;
  for (unsigned depth = 0; depth < kLongestChain; ++depth) {
    auto* instruction = dyn_cast<Instruction>(address);
    if (!instruction || !loop.contains(instruction))
      return std::nullopt;
    if (auto* phi = dyn_cast<PHINode>(instruction)) {
      bool constant;
      std::uint64_t sum;
      if (phi->getParent() != loop.getHeader())
        return std::nullopt;
      const Value* step = stepOf(*phi, loop, constant, sum);
      if (!step)
        return std::nullopt;
      return AddressStep{step, constant ? std::optional(sum * scale) : std::nullopt};
    }
    const Value* next = nullptr;
    if (auto* gep = dyn_cast<GetElementPtrInst>(instruction)) {
      if (gep->getNumIndices() != 1)
        return std::nullopt;
      next = loop.isLoopInvariant(gep->getPointerOperand()) ? gep->getOperand(1)
                                                            : gep->getPointerOperand();
      if (next == gep->getOperand(1))
        scale *= gep->getSourceElementType()->getPrimitiveSizeInBits() / 8;
    } else if (isa<CastInst>(instruction) || isa<FreezeInst>(instruction)) {
      next = instruction->getOperand(0);
    } else if (auto* binary = dyn_cast<BinaryOperator>(instruction)) {
      const Value *left = binary->getOperand(0), *right = binary->getOperand(1);
      if (loop.isLoopInvariant(left))
        std::swap(left, right);
      if (!loop.isLoopInvariant(right))
        return std::nullopt;
      next = left;
      auto* number = dyn_cast<ConstantInt>(right);
      switch (binary->getOpcode()) {
      case Instruction::Mul:
        scale *= number ? number->getLimitedValue(kFarStep) : kFarStep;
        break;
      case Instruction::Shl:
        scale <<= number ? number->getLimitedValue(16) : 16;
        break;
      case Instruction::Add:
      case Instruction::Or:
        break;
      default:
        return std::nullopt;
      }
    }
    if (!next)
      return std::nullopt;
    address = next;
  }
  return std::nullopt;
}

namespace {

// Does the address grow in each iteration by a far step, or by one that is not known?
bool stepsFar(const Value* address, const Loop& loop, const Shapes& shapes) {
  const std::optional<AddressStep> step = addressStep(address, loop);
  return step && shapes.of(step->addend).isUniform() && step->bytes.value_or(kFarStep) >= kFarStep;
}

bool isVector(const Instruction& instruction, const Shapes& shapes) {
  return !instruction.getType()->isVoidTy() && shapes.of(&instruction).isVarying();
}

// Is it an update of shared memory whose result nobody reads? Lanes make these one after the other,
// however many there are in a gang.
bool isCount(const Instruction& instruction) {
  return isa<AtomicRMWInst>(instruction) && instruction.use_empty() &&
         instruction.getMetadata(kBlockPrivate);
}

// Does the loop load or store whole runs of memory, a far step apart, and do little else?
bool streams(const Loop& loop, const Shapes& shapes) {
  unsigned vectors = 0;
  bool found = false;
  for (const BasicBlock* block : loop.blocks()) {
    if (shapes.isDivergentBranch(block) && !loop.isLoopExiting(block))
      return false;
    for (const Instruction& instruction : *block) {
      if (auto* call = dyn_cast<CallBase>(&instruction);
          call && !isa<IntrinsicInst>(call) && !(threadOpInfo(*call).flags & UniformResult))
        return false;
      if (isCount(instruction))
        continue;
      if (instruction.isAtomic() || instruction.isVolatile())
        return false;
      vectors += isVector(instruction, shapes);
      const Value* address = getLoadStorePointerOperand(&instruction);
      if (!address)
        continue;
      const Shape shape = shapes.of(address);
      if (shape.isVarying() || shape.isPattern())
        return false;
      const auto bytes =
          static_cast<std::int64_t>(loop.getHeader()->getDataLayout().getTypeStoreSize(
              getLoadStoreType(const_cast<Instruction*>(&instruction))));
      found |= shape.isAffine() && shape.stride == bytes && stepsFar(address, loop, shapes);
    }
  }
  return found && vectors <= kMostVectorsInLoop;
}

// Is this a barrier of all threads of the block, with a constant number?
bool isOfWholeBlock(const CallBase& barrier) {
  auto* count = dyn_cast<ConstantInt>(barrier.getArgOperand(1));
  return isa<ConstantInt>(barrier.getArgOperand(0)) && count && count->isZero();
}

} // namespace

bool canOutgrowWarp(const Function& kernel, const Shapes& shapes) {
  DenseSet<const BasicBlock*> divided;
  for (const BasicBlock* branch : shapes.divergentBranches())
    for (const BasicBlock* block : shapes.influenced(branch, true))
      divided.insert(block);
  for (const Instruction& instruction : instructions(kernel)) {
    auto* call = dyn_cast<CallBase>(&instruction);
    if (!call)
      continue;
    switch (threadOpInfo(*call).op) {
    case ThreadOp::LaneId:
    case ThreadOp::WarpId:
    case ThreadOp::LanemaskEq:
    case ThreadOp::LanemaskLe:
    case ThreadOp::LanemaskLt:
    case ThreadOp::LanemaskGe:
    case ThreadOp::LanemaskGt:
    case ThreadOp::BarrierArrive:
      return false;
    case ThreadOp::Barrier:
    case ThreadOp::BarrierPopc:
    case ThreadOp::BarrierAnd:
    case ThreadOp::BarrierOr:
      if (divided.contains(call->getParent()) || !isOfWholeBlock(*call))
        return false;
      break;
    default:
      break;
    }
  }
  return true;
}

bool streamsMemory(const Function& kernel, const Shapes& shapes, const LoopInfo& loops) {
  auto hasVector = [&](const Instruction& instruction) { return isVector(instruction, shapes); };
  return count_if(instructions(kernel), hasVector) <= kMostVectors &&
         any_of(loops.getLoopsInPreorder(),
                [&](const Loop* loop) { return loop->isInnermost() && streams(*loop, shapes); });
}

} // namespace heddle::simt
