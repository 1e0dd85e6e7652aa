// cvt between integers and floats of 16 bits and more, and cvt.pack. Smaller floats are in
// narrow_floats.cpp.
#include "ptx/lowering/lowering.h"

#include <fmt/format.h>

namespace heddle::ptx {
namespace {

bool isSmallFloat(ScalarType t) {
  return t == ScalarType::F16 || t == ScalarType::Bf16;
}

} // namespace

llvm::Value* FunctionLowering::roundToIntegral(Value* value, IntegerRounding rounding) {
  auto round = [&](llvm::Intrinsic::ID id) { return intrinsic(id, {value->getType()}, {value}); };
  switch (rounding) {
  case IntegerRounding::Rni:
    return round(llvm::Intrinsic::rint);
  case IntegerRounding::Rzi:
    return round(llvm::Intrinsic::trunc);
  case IntegerRounding::Rmi:
    return round(llvm::Intrinsic::floor);
  case IntegerRounding::Rpi:
    return round(llvm::Intrinsic::ceil);
  }
  llvm_unreachable("no such rounding");
}

// A value out of range gives the nearest value of the destination's type. NaN gives zero, or the
// top bit alone where the source or the destination has 64 bits, as on a GPU.
llvm::Value* FunctionLowering::floatToInteger(const Instruction& instruction, Value* value,
                                              ScalarType to) {
  // LLVM's conversion itself rounds towards zero.
  auto rounding = instruction.required<IntegerRounding>();
  if (rounding != IntegerRounding::Rzi)
    value = roundToIntegral(value, rounding);
  llvm::Type* ty = type(to);
  Value* number =
      intrinsic(isSigned(to) ? llvm::Intrinsic::fptosi_sat : llvm::Intrinsic::fptoui_sat,
                {ty, value->getType()}, {value});
  unsigned bits = bitsOf(to);
  if (bits < 64 && !value->getType()->isDoubleTy())
    return number;
  return b_.CreateSelect(b_.CreateFCmpUNO(value, value),
                         constant(bits, std::uint64_t(1) << (bits - 1)), number);
}

llvm::Value* FunctionLowering::integerToFloat(Value* value, ScalarType from, ScalarType to,
                                              Rounding rounding) {
  bool isSignedFrom = isSigned(from);
  auto plain = [&](llvm::Type* ty) {
    return isSignedFrom ? b_.CreateSIToFP(value, ty) : b_.CreateUIToFP(value, ty);
  };
  if (rounding == Rounding::Rn)
    return plain(type(to));
  if (to == ScalarType::F64 && bitsOf(from) < 64)
    return plain(b_.getDoubleTy()); // the conversion is exact
  auto* i64 = b_.getInt64Ty();
  Value* wide = isSignedFrom ? b_.CreateSExt(value, i64) : b_.CreateZExt(value, i64);
  return helper(fmt::format("cvt.{}.{}.{}", spelling(rounding),
                            to == ScalarType::F64 ? "f64" : "f32", isSignedFrom ? "s64" : "u64"),
                type(to), {wide});
}

llvm::Value* FunctionLowering::saturateInteger(Value* value, ScalarType from, ScalarType to) {
  unsigned width = std::max(bitsOf(from), bitsOf(to)) + 1; // holds both ranges as signed numbers
  llvm::Type* wide = b_.getIntNTy(width);
  Value* x = isSigned(from) ? b_.CreateSExt(value, wide) : b_.CreateZExt(value, wide);
  return b_.CreateTrunc(clampTo(x, bitsOf(to), isSigned(to)), type(to));
}

llvm::Value* FunctionLowering::convert(const Instruction& instruction, Value* value,
                                       ScalarType from, ScalarType to) {
  Rounding rounding = instruction.modifier<Rounding>().value_or(Rounding::Rn);
  bool sat = instruction.has(Flag::Sat);
  bool ftz = instruction.has(Flag::Ftz);

  if (isInteger(from) && isInteger(to)) {
    if (sat)
      return saturateInteger(value, from, to);
    llvm::Type* ty = type(to);
    return isSigned(from) ? b_.CreateSExtOrTrunc(value, ty) : b_.CreateZExtOrTrunc(value, ty);
  }

  if (isInteger(from)) {
    if (!isSmallFloat(to)) {
      Value* converted = integerToFloat(value, from, to, rounding);
      return sat ? saturate(converted) : converted;
    }
    // The number becomes a double first, exactly or rounded to odd, so that only the rounding to
    // the small type counts.
    bool exact = bitsOf(from) < 64;
    auto* i64 = b_.getInt64Ty();
    Value* real = exact ? integerToFloat(value, from, ScalarType::F64, Rounding::Rn)
                        : helper(isSigned(from) ? "odd.f64.s64" : "odd.f64.u64", b_.getDoubleTy(),
                                 {b_.CreateBitCast(value, i64)});
    if (sat)
      real = saturate(real);
    return helper(fmt::format("cvt.{}.{}.f64", spelling(rounding), typeInfo(to).name),
                  b_.getInt16Ty(), {real});
  }

  // The source is a float. The small types are widened first.
  ScalarType have = from;
  if (isSmallFloat(from)) {
    if (ftz && isInteger(to))
      value = flushHalf(value, from);
    value = halfToFloat(value, from);
    have = ScalarType::F32;
    // What is subnormal in bf16 is so in f32, too. No f16 is.
    if (ftz && from == ScalarType::Bf16 && to == ScalarType::F32)
      value = flush(value);
  } else if (from == ScalarType::F32 && ftz && to != ScalarType::F16) {
    value = flush(value); // GPUs do not flush what they round to f16
  }

  if (isInteger(to))
    return floatToInteger(instruction, value, to);

  std::optional<IntegerRounding> integral = instruction.modifier<IntegerRounding>();
  if (integral)
    value = roundToIntegral(value, *integral);
  if (sat)
    value = saturate(value);
  if (isSmallFloat(to)) {
    if (from == to)
      return floatToHalf(value, to);
    return helper(fmt::format("cvt.{}.{}.{}", spelling(rounding), typeInfo(to).name,
                              have == ScalarType::F64 ? "f64" : "f32"),
                  b_.getInt16Ty(), {value});
  }
  if (have == to)
    return value;
  if (to == ScalarType::F64)
    return b_.CreateFPExt(value, b_.getDoubleTy());
  value = rounding == Rounding::Rn
              ? b_.CreateFPTrunc(value, b_.getFloatTy())
              : helper(fmt::format("cvt.{}.f32.f64", spelling(rounding)), b_.getFloatTy(), {value});
  return ftz ? flush(value) : value;
}

void FunctionLowering::lowerPack(const Instruction& instruction) {
  // cvt.pack puts a above b. Forms of less than 16 bits put both below c, which is shifted up.
  unsigned bits = bitsOf(instruction.dtype);
  auto* i32 = b_.getInt32Ty();
  auto part = [&](std::size_t i) {
    Value* value = read(instruction.operands[i], ScalarType::S32);
    return b_.CreateZExt(saturateInteger(value, ScalarType::S32, instruction.dtype), i32);
  };
  Value* packed = b_.CreateOr(b_.CreateShl(part(1), bits), part(2));
  if (bits < 16)
    packed =
        b_.CreateOr(packed, b_.CreateShl(read(instruction.operands[3], ScalarType::B32), 2 * bits));
  write(instruction.operands[0], packed, ScalarType::B32);
}

void FunctionLowering::lowerConvert(const Instruction& instruction) {
  if (instruction.has(Flag::Pack))
    return lowerPack(instruction);
  if (instruction.has(Flag::Rs))
    return lowerStochastic(instruction);
  if (isNarrowPair(instruction.dtype) || isNarrowPair(instruction.atype))
    return lowerNarrowPair(instruction);
  ScalarType to = instruction.dtype, from = instruction.atype;
  const std::vector<Operand>& operands = instruction.operands;
  if (to == ScalarType::Tf32)
    return write(operands[0], narrowSingle(instruction, operands[1], to), ScalarType::B32);
  if (to == ScalarType::F16x2 || to == ScalarType::Bf16x2) {
    ScalarType lane = to == ScalarType::F16x2 ? ScalarType::F16 : ScalarType::Bf16;
    auto* i32 = b_.getInt32Ty();
    Value* high = b_.CreateZExt(narrowSingle(instruction, operands[1], lane), i32);
    Value* low = b_.CreateZExt(narrowSingle(instruction, operands[2], lane), i32);
    return write(operands[0], b_.CreateOr(b_.CreateShl(high, 16), low), ScalarType::B32);
  }
  bool isRestricted = instruction.has(Flag::Relu) || instruction.has(Flag::Satfinite);
  if (isRestricted && isSmallFloat(to) && from == ScalarType::F32)
    return write(operands[0], narrowSingle(instruction, operands[1], to), to);
  write(operands[0], convert(instruction, read(operands[1], from), from, to), to);
}

// Converts a single-precision operand to the bits of f16, bf16 or tf32, with .relu and .satfinite.
llvm::Value* FunctionLowering::narrowSingle(const Instruction& instruction, const Operand& operand,
                                            ScalarType to) {
  Value* value = read(operand, ScalarType::F32);
  if (instruction.has(Flag::Relu))
    value = relu(value);
  std::string_view rounding =
      instruction.has(Flag::Rna)
          ? spelling(Flag::Rna)
          : spelling(instruction.modifier<Rounding>().value_or(Rounding::Rn));
  Value* bits = helper(fmt::format("cvt.{}.{}.f32", rounding, typeInfo(to).name),
                       to == ScalarType::Tf32 ? b_.getInt32Ty() : b_.getInt16Ty(), {value});
  return instruction.has(Flag::Satfinite) ? saturateFinite(bits, to) : bits;
}

// Replaces infinity, in the bits of f16, bf16 or tf32, by the largest finite number.
llvm::Value* FunctionLowering::saturateFinite(Value* bits, ScalarType type) {
  if (type == ScalarType::Tf32) {
    // The largest finite number is one step below infinity. GPUs take the step from NaN too.
    Value* exponent = b_.CreateAnd(bits, 0x7f800000);
    return b_.CreateSelect(b_.CreateICmpEQ(exponent, constant(32, 0x7f800000)),
                           b_.CreateSub(bits, constant(32, 0x2000)), bits);
  }
  std::uint64_t infinity = type == ScalarType::Bf16 ? 0x7f80 : 0x7c00;
  Value* magnitude = b_.CreateAnd(bits, constant(16, 0x7fff));
  Value* finite = b_.CreateOr(b_.CreateAnd(bits, constant(16, 0x8000)), constant(16, infinity - 1));
  return b_.CreateSelect(b_.CreateICmpEQ(magnitude, constant(16, infinity)), finite, bits);
}

} // namespace heddle::ptx
