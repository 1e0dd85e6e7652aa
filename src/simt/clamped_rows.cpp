#include "simt/clamped_rows.h"

#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace heddle::simt {
namespace {

// The longest way from an address back to the index, in instructions.
constexpr unsigned kMostSteps = 16;

// By how much the instruction multiplies how its operand differs from lane to lane. Zero for what
// is no step from an index to an address.
std::int64_t factorOf(const Instruction& instruction) {
  switch (instruction.getOpcode()) {
  case Instruction::Add:
  case Instruction::SExt:
  case Instruction::IntToPtr:
    return 1;
  case Instruction::Shl: {
    auto* bits = dyn_cast<ConstantInt>(instruction.getOperand(1));
    return bits && bits->getValue().ult(32) ? std::int64_t{1} << bits->getZExtValue() : 0;
  }
  default: {
    auto* limits = dyn_cast<MinMaxIntrinsic>(&instruction);
    return limits && limits->isSigned() ? 1 : 0;
  }
  }
}

} // namespace

std::optional<unsigned> clampedOperand(const Shapes& shapes, const Instruction& instruction) {
  if (factorOf(instruction) == 0)
    return std::nullopt;
  const auto* call = dyn_cast<CallBase>(&instruction);
  const unsigned count = call ? call->arg_size() : instruction.getNumOperands();
  std::optional<unsigned> found;
  for (unsigned i = 0; i < count; ++i)
    if (!shapes.of(instruction.getOperand(i)).isUniform()) {
      if (found)
        return std::nullopt;
      found = i;
    }
  return found;
}

bool isClampedRow(const Shapes& shapes, const Value& address, std::int64_t bytes) {
  const Value* value = &address;
  bool isClamped = false;
  for (unsigned step = 0; step < kMostSteps; ++step) {
    const Shape shape = shapes.of(value);
    if (!shape.isVarying())
      return isClamped && shape.isAffine() && shape.stride == bytes;
    auto* instruction = dyn_cast<Instruction>(value);
    const std::optional<unsigned> operand =
        instruction ? clampedOperand(shapes, *instruction) : std::nullopt;
    if (!operand || bytes % factorOf(*instruction) != 0)
      return false;
    bytes /= factorOf(*instruction);
    isClamped |= isa<MinMaxIntrinsic>(instruction);
    value = instruction->getOperand(*operand);
  }
  return false;
}

} // namespace heddle::simt
