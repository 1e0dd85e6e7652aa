#include "simt/row_strides.h"

#include "ir/thread_operations.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace heddle::simt {
namespace {

using Stride = RowStrides::Stride;

// Larger distances cannot be those of neighbours, and might overflow when they are multiplied.
constexpr std::int64_t kLargest = std::int64_t{1} << 24;

std::optional<Stride> plus(const Stride& left, const Stride& right, std::int64_t sign) {
  // Two indices that wrap may cancel each other out in some rows, which a look at the last row does
  // not show.
  if (left.mayWrap && right.mayWrap)
    return std::nullopt;
  return Stride{left.distance + sign * right.distance, left.mayWrap || right.mayWrap};
}

std::optional<Stride> times(const Stride& stride, std::int64_t factor) {
  if (std::abs(factor) > kLargest || std::abs(stride.distance) > kLargest)
    return std::nullopt;
  return Stride{stride.distance * factor, stride.mayWrap};
}

bool isZero(const std::optional<Stride>& stride) {
  return stride && stride->distance == 0 && !stride->mayWrap;
}

} // namespace

std::optional<Stride> RowStrides::of(const Value* value) {
  if (isa<Constant, Argument>(value))
    return Stride{};
  auto* instruction = dyn_cast<Instruction>(value);
  if (!instruction)
    return std::nullopt;
  // Meanwhile a value that depends on itself has no known stride; ofLoop() says what phis have.
  if (const auto [known, isNew] = strides_.try_emplace(value, std::nullopt); !isNew)
    return known->second;
  const std::optional<Stride> stride = compute(*instruction);
  strides_[value] = stride;
  return stride;
}

std::optional<Stride> RowStrides::compute(const Instruction& instruction) {
  switch (instruction.getOpcode()) {
  case Instruction::Add:
    return ofSum(instruction.getOperand(0), instruction.getOperand(1), 1);
  case Instruction::Sub:
    return ofSum(instruction.getOperand(0), instruction.getOperand(1), -1);
  case Instruction::Or:
    if (cast<PossiblyDisjointInst>(instruction).isDisjoint())
      return ofSum(instruction.getOperand(0), instruction.getOperand(1), 1);
    return ofSame(instruction);
  case Instruction::Mul:
  case Instruction::Shl:
    return ofProduct(instruction);
  case Instruction::ZExt:
  case Instruction::SExt: {
    std::optional<Stride> stride = of(instruction.getOperand(0));
    if (stride && stride->mayWrap)
      return std::nullopt;
    // Where the numbers of all rows are known not to be negative, none of them is so large that the
    // next row's could wrap.
    if (stride)
      stride->mayWrap =
          stride->distance != 0 && !isKnownNonNegative(instruction.getOperand(0),
                                                       SimplifyQuery(instruction.getDataLayout()));
    return stride;
  }
  case Instruction::IntToPtr:
  case Instruction::PtrToInt:
  case Instruction::BitCast:
  case Instruction::Freeze:
    return of(instruction.getOperand(0));
  case Instruction::GetElementPtr:
    return ofAddress(instruction);
  case Instruction::PHI:
    return ofLoop(cast<PHINode>(instruction));
  case Instruction::Load:
    return instruction.hasMetadata(LLVMContext::MD_invariant_load) ? ofSame(instruction)
                                                                   : std::nullopt;
  case Instruction::Call:
    return ofCall(cast<CallBase>(instruction));
  case Instruction::Alloca: // each gang has one of its own
    return std::nullopt;
  default:
    return instruction.mayReadOrWriteMemory() || instruction.isTerminator() ? std::nullopt
                                                                            : ofSame(instruction);
  }
}

std::optional<Stride> RowStrides::ofCall(const CallBase& call) {
  const ThreadOpInfo& info = threadOpInfo(call);
  if (info.op == ThreadOp::TidY)
    return Stride{.distance = 1};
  if (info.op == ThreadOp::TidX || info.op == ThreadOp::TidZ)
    return Stride{};
  if (info.op == ThreadOp::None)
    return call.doesNotAccessMemory() ? ofSame(call) : std::nullopt;
  const bool isSameInBlock = (info.flags & UniformResult) && !(info.flags & WarpLevel) &&
                             info.op != ThreadOp::WarpId && call.doesNotAccessMemory();
  return isSameInBlock ? ofSame(call) : std::nullopt;
}

std::optional<Stride> RowStrides::ofSum(const Value* left, const Value* right, std::int64_t sign) {
  const std::optional<Stride> first = of(left), second = of(right);
  return first && second ? plus(*first, *second, sign) : std::nullopt;
}

// Finds the stride of a product with a constant, or of a shift by a constant number of bits.
std::optional<Stride> RowStrides::ofProduct(const Instruction& product) {
  const std::optional<Stride> stride = of(product.getOperand(0));
  auto* constant = dyn_cast<ConstantInt>(product.getOperand(1));
  if (isZero(stride))
    return ofSame(product);
  if (!stride || !constant || constant->getValue().getActiveBits() > 32)
    return std::nullopt;
  const std::int64_t number = constant->getSExtValue();
  if (product.getOpcode() == Instruction::Mul)
    return times(*stride, number);
  return number < 24 ? times(*stride, std::int64_t{1} << number) : std::nullopt;
}

std::optional<Stride> RowStrides::ofAddress(const Instruction& address) {
  auto* pointer = cast<GEPOperator>(&address);
  const DataLayout& layout = address.getDataLayout();
  const unsigned bits = layout.getIndexTypeSizeInBits(pointer->getType());
  MapVector<Value*, APInt> indices;
  APInt constant(bits, 0);
  std::optional<Stride> sum = of(pointer->getPointerOperand());
  if (!sum || !pointer->collectOffset(layout, bits, indices, constant))
    return std::nullopt;
  for (const auto& [index, scale] : indices) {
    std::optional<Stride> stride = of(index);
    if (stride && stride->distance != 0 && index->getType()->getIntegerBitWidth() < bits) {
      // The address computation extends an index of fewer bits, as a zext or sext would.
      if (stride->mayWrap)
        return std::nullopt;
      stride->mayWrap = true;
    }
    if (stride)
      stride = times(*stride, scale.getSExtValue());
    if (stride)
      stride = plus(*sum, *stride, 1);
    if (!stride)
      return std::nullopt;
    sum = stride;
  }
  return sum;
}

// Finds the stride of a value at the head of a loop. All rows enter and repeat the loop together,
// so the stride stays what it is before the loop if each iteration moves the value by the same
// distance in all rows.
std::optional<Stride> RowStrides::ofLoop(const PHINode& phi) {
  const Loop* loop = loops_.getLoopFor(phi.getParent());
  if (!loop || loop->getHeader() != phi.getParent() || !loop->getLoopPreheader())
    return std::nullopt;
  for (const auto& [block, value] : zip(phi.blocks(), phi.incoming_values())) {
    if (block == loop->getLoopPreheader())
      continue;
    auto* step = dyn_cast<Instruction>(value);
    if (!step || !isa<GetElementPtrInst, AddOperator>(step) || step->getOperand(0) != &phi ||
        !all_of(drop_begin(step->operands()), [&](const Use& use) { return isZero(of(use)); }))
      return std::nullopt;
  }
  return of(phi.getIncomingValueForBlock(loop->getLoopPreheader()));
}

// Finds whether all operands are the same in all rows, because the result then is as well.
std::optional<Stride> RowStrides::ofSame(const Instruction& instruction) {
  for (const Value* operand : instruction.operands())
    if (!isZero(of(operand)))
      return std::nullopt;
  return Stride{};
}

} // namespace heddle::simt
