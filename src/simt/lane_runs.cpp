#include "simt/lane_runs.h"

#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace heddle::simt {
namespace {

// How many instructions deep the computation of an address is followed, so that long ones do not
// take long to compile.
constexpr unsigned kDepth = 12;

class Strides {
public:
  explicit Strides(unsigned run) : run_(run) {}

  std::optional<std::int64_t> of(const Value& value, unsigned depth = kDepth) const {
    if (getSplatValue(&value))
      return 0;
    if (auto* constant = dyn_cast<Constant>(&value))
      return ofConstant(*constant);
    auto* instruction = dyn_cast<Instruction>(&value);
    return instruction && depth > 0 ? ofInstruction(*instruction, depth - 1) : std::nullopt;
  }

private:
  std::optional<std::int64_t> ofConstant(const Constant& constant) const {
    const unsigned lanes = cast<FixedVectorType>(constant.getType())->getNumElements();
    SmallVector<std::int64_t, 32> numbers;
    for (unsigned lane = 0; lane < lanes; ++lane) {
      auto* number = dyn_cast_or_null<ConstantInt>(constant.getAggregateElement(lane));
      if (!number || number->getBitWidth() > 64)
        return std::nullopt;
      numbers.push_back(number->getSExtValue());
    }
    const std::int64_t stride = numbers[1] - numbers[0];
    for (unsigned lane = 1; lane < lanes; ++lane)
      if (lane % run_ != 0 && numbers[lane] - numbers[lane - 1] != stride)
        return std::nullopt;
    return stride;
  }

  std::optional<std::int64_t> ofInstruction(const Instruction& instruction, unsigned depth) const {
    const auto operand = [&](unsigned i) { return of(*instruction.getOperand(i), depth); };
    if (auto* pointer = dyn_cast<GetElementPtrInst>(&instruction))
      return ofAddress(*pointer, depth);
    if (!isa<BinaryOperator, CastInst, CmpInst, SelectInst>(instruction))
      return std::nullopt;
    SmallVector<std::int64_t, 3> strides;
    for (unsigned i = 0; i < instruction.getNumOperands(); ++i) {
      const std::optional<std::int64_t> stride = operand(i);
      if (!stride)
        return std::nullopt;
      strides.push_back(*stride);
    }
    if (all_of(strides, [](std::int64_t stride) { return stride == 0; }))
      return 0;
    return ofStrides(instruction, strides);
  }

  // The stride of a result if at least one operand has a stride other than 0.
  static std::optional<std::int64_t> ofStrides(const Instruction& instruction,
                                               ArrayRef<std::int64_t> strides) {
    const auto constant = [&](unsigned i) -> const ConstantInt* {
      return dyn_cast_or_null<ConstantInt>(getSplatValue(instruction.getOperand(i)));
    };
    switch (instruction.getOpcode()) {
    case Instruction::Add:
      return strides[0] + strides[1];
    case Instruction::Sub:
      return strides[0] - strides[1];
    case Instruction::Or:
      if (cast<PossiblyDisjointInst>(instruction).isDisjoint())
        return strides[0] + strides[1];
      return std::nullopt;
    case Instruction::Mul:
      for (unsigned i = 0; i < 2; ++i)
        if (const ConstantInt* factor = constant(i))
          return strides[1 - i] * factor->getSExtValue();
      return std::nullopt;
    case Instruction::Shl:
      if (const ConstantInt* bits = constant(1); bits && bits->getZExtValue() < 32)
        return strides[0] * (std::int64_t{1} << bits->getZExtValue());
      return std::nullopt;
    case Instruction::And:
      // Lanes that differ by multiples of 2^n have the same low n bits.
      if (const ConstantInt* mask = constant(1);
          mask && mask->getValue().isMask() && mask->getValue().getActiveBits() < 32 &&
          strides[0] % (std::int64_t{1} << mask->getValue().getActiveBits()) == 0)
        return 0;
      return std::nullopt;
    case Instruction::Trunc:
    case Instruction::PtrToInt:
    case Instruction::IntToPtr:
      return strides[0];
    default: // among them conversions to a wider type, before which the numbers may wrap
      return std::nullopt;
    }
  }

  std::optional<std::int64_t> ofAddress(const GetElementPtrInst& pointer, unsigned depth) const {
    if (pointer.getNumIndices() != 1)
      return std::nullopt;
    const auto stride = [&](const Value& value) {
      return value.getType()->isVectorTy() ? of(value, depth) : 0;
    };
    const std::optional<std::int64_t> base = stride(*pointer.getPointerOperand());
    const std::optional<std::int64_t> index = stride(*pointer.getOperand(1));
    if (!base || !index)
      return std::nullopt;
    const DataLayout& layout = pointer.getDataLayout();
    return *base + *index * static_cast<std::int64_t>(
                                layout.getTypeAllocSize(pointer.getSourceElementType()));
  }

  const unsigned run_;
};

} // namespace

std::optional<std::int64_t> strideInRuns(const Value& vector, unsigned run) {
  return Strides(run).of(vector);
}

} // namespace heddle::simt
