// Arithmetic on f16 and bf16, single and in pairs. Values are bits in integer registers. They are
// computed in float, or in double for fma, and rounded once more. The wider type has enough digits,
// or its result is rounded to odd, so that rounding twice gives the same as rounding once.
#include "ptx/lowering/lowering.h"

#include <fmt/format.h>

namespace heddle::ptx {
namespace {

constexpr std::uint16_t kHalfNan = 0x7fff; // the NaN that PTX gives in both types
// The NaN, apart from its sign, that tensor copies write for elements out of bounds.
constexpr std::uint16_t kOutOfBoundsNan = 0x7ff7;

bool isBrain(ScalarType t) {
  return t == ScalarType::Bf16 || t == ScalarType::Bf16x2;
}

} // namespace

llvm::Value* FunctionLowering::halfToFloat(Value* bits, ScalarType t) {
  if (isBrain(t))
    return b_.CreateBitCast(b_.CreateShl(b_.CreateZExt(bits, b_.getInt32Ty()), 16),
                            b_.getFloatTy());
  return b_.CreateFPExt(b_.CreateBitCast(bits, b_.getHalfTy()), b_.getFloatTy());
}

// Rounds to nearest even; every NaN becomes kHalfNan.
llvm::Value* FunctionLowering::floatToHalf(Value* value, ScalarType t) {
  if (value->getType()->isDoubleTy())
    value = helper("odd.f32.f64", b_.getFloatTy(), {value});
  if (isBrain(t))
    return helper("cvt.rn.bf16.f32", b_.getInt16Ty(), {value});
  return b_.CreateSelect(
      b_.CreateFCmpUNO(value, value), constant(16, kHalfNan),
      b_.CreateBitCast(b_.CreateFPTrunc(value, b_.getHalfTy()), b_.getInt16Ty()));
}

llvm::Value* FunctionLowering::flushHalf(Value* bits, ScalarType t) {
  Value* exponent = b_.CreateAnd(bits, isBrain(t) ? 0x7f80 : 0x7c00);
  return b_.CreateSelect(b_.CreateICmpEQ(exponent, constant(16, 0)), b_.CreateAnd(bits, 0x8000),
                         bits);
}

llvm::Value* FunctionLowering::halfLane(const Instruction& instruction, ScalarType t,
                                        llvm::ArrayRef<Value*> inputs) {
  std::vector<Value*> bits(inputs.begin(), inputs.end());
  bool ftz = instruction.has(Flag::Ftz) && !isBrain(t);
  if (ftz)
    for (Value*& value : bits)
      value = flushHalf(value, t);
  if (instruction.opcode() == Opcode::Abs || instruction.opcode() == Opcode::Neg) {
    Value* magnitude = b_.CreateAnd(bits[0], 0x7fff);
    Value* isNan = b_.CreateICmpUGT(magnitude, constant(16, isBrain(t) ? 0x7f80 : 0x7c00));
    Value* changed =
        instruction.opcode() == Opcode::Abs ? magnitude : b_.CreateXor(bits[0], 0x8000);
    return b_.CreateSelect(isNan, constant(16, kHalfNan), changed);
  }

  Value* sign = nullptr;
  if (instruction.has(Flag::XorsignAbs)) {
    sign = b_.CreateAnd(b_.CreateXor(bits[0], bits[1]), 0x8000);
    for (Value*& value : bits)
      value = b_.CreateAnd(value, 0x7fff);
  }
  std::vector<Value*> floats;
  for (Value* value : bits)
    floats.push_back(halfToFloat(value, t));
  Value* value = nullptr;
  if (instruction.opcode() == Opcode::Fma) {
    for (Value*& argument : floats)
      argument = b_.CreateFPExt(argument, b_.getDoubleTy());
    // The exponents of bf16 products and addends can lie so far apart that a double rounds, too.
    value = isBrain(t) ? helper("fma.odd.f64", b_.getDoubleTy(), floats)
                       : intrinsic(llvm::Intrinsic::fma, {b_.getDoubleTy()}, floats);
  } else {
    value = floatArithmetic(instruction, ScalarType::F32, floats);
  }
  if (instruction.has(Flag::Sat))
    value = saturate(value);
  if (instruction.has(Flag::Relu))
    value = relu(value);
  Value* rounded = floatToHalf(value, t);
  if (instruction.has(Flag::Oob)) // the result is zero where a factor is out of bounds
    for (Value* factor : {bits[0], bits[1]})
      rounded = b_.CreateSelect(
          b_.CreateICmpEQ(b_.CreateAnd(factor, 0x7fff), constant(16, kOutOfBoundsNan)),
          constant(16, 0), rounded);
  if (ftz) {
    // Flushes results that would be below the smallest normal number, 2^-14, if they were rounded
    // to a half's digits with exponents that have no lower end, even where rounding as a subnormal
    // makes them that number.
    Value* magnitude = intrinsic(llvm::Intrinsic::fabs, {value->getType()}, {value});
    Value* small =
        b_.CreateFCmpOLT(magnitude, llvm::ConstantFP::get(value->getType(), 0x1p-14 - 0x1p-26));
    rounded = b_.CreateSelect(small, b_.CreateAnd(rounded, 0x8000), rounded);
  }
  if (sign)
    rounded = b_.CreateSelect(b_.CreateFCmpUNO(value, value), rounded, b_.CreateOr(rounded, sign));
  return isBrain(t) && instruction.has(Flag::Ftz) ? flushHalf(rounded, t) : rounded;
}

void FunctionLowering::lowerHalf(const Instruction& instruction) {
  ScalarType t = instruction.type;
  std::vector<Value*> inputs;
  for (std::size_t i = 1; i < instruction.operands.size(); ++i)
    inputs.push_back(source(instruction, i));
  if (bitsOf(t) == 16)
    return result(instruction, halfLane(instruction, t, inputs));
  auto *i16 = b_.getInt16Ty(), *i32 = b_.getInt32Ty();
  Value* both = nullptr;
  for (unsigned lane = 0; lane < 2; ++lane) {
    std::vector<Value*> parts;
    for (Value* input : inputs)
      parts.push_back(b_.CreateTrunc(b_.CreateLShr(input, 16 * lane), i16));
    Value* bits = b_.CreateZExt(halfLane(instruction, t, parts), i32);
    both = lane == 0 ? bits : b_.CreateOr(both, b_.CreateShl(bits, 16));
  }
  result(instruction, both);
}

} // namespace heddle::ptx
