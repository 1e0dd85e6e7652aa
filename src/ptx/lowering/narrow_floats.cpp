// cvt to and from pairs of floats of 8 bits and less (fp8, fp6, fp4), and cvt.rs (stochastic
// rounding).
#include "ptx/lowering/lowering.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace heddle::ptx {
namespace {

struct NarrowPair {
  ScalarType type;
  std::string_view element;
  unsigned stride; // bits from one float to the other
};
constexpr NarrowPair kNarrowPairs[] = {
    {ScalarType::E4m3x2, "e4m3", 8}, {ScalarType::E5m2x2, "e5m2", 8},
    {ScalarType::E2m3x2, "e2m3", 8}, {ScalarType::E3m2x2, "e3m2", 8},
    {ScalarType::E2m1x2, "e2m1", 4}, {ScalarType::Ue8m0x2, "ue8m0", 8},
};

const NarrowPair* narrowPair(ScalarType t) {
  auto found = std::ranges::find(kNarrowPairs, t, &NarrowPair::type);
  return found == std::end(kNarrowPairs) ? nullptr : found;
}

// Four floats in one register, and from which of the random bits on each one takes its own, the
// lowest float first. PTX says only which bits are for which two floats; the rest was observed on
// an sm_100.
struct NarrowQuad {
  ScalarType type;
  std::string_view element;
  unsigned stride;
  std::array<unsigned, 4> random;
};
constexpr NarrowQuad kNarrowQuads[] = {
    {ScalarType::E4m3x4, "e4m3", 8, {0, 8, 16, 24}},
    {ScalarType::E5m2x4, "e5m2", 8, {0, 8, 16, 24}},
    {ScalarType::E2m3x4, "e2m3", 8, {0, 8, 16, 24}},
    {ScalarType::E3m2x4, "e3m2", 8, {0, 8, 16, 24}},
    {ScalarType::E2m1x4, "e2m1", 4, {0, 16, 8, 24}},
};

} // namespace

bool isNarrowPair(ScalarType t) {
  return narrowPair(t) != nullptr;
}

void FunctionLowering::lowerNarrowPair(const Instruction& instruction) {
  auto *i16 = b_.getInt16Ty(), *i32 = b_.getInt32Ty();
  ScalarType to = instruction.dtype, from = instruction.atype;
  auto reluIfAsked = [&](Value* value) {
    return instruction.has(Flag::Relu) ? relu(value) : value;
  };
  if (const NarrowPair* source = narrowPair(from)) {
    Value* pair = b_.CreateZExt(read(instruction.operands[1], bitsType(2 * source->stride)), i32);
    auto lane = [&](unsigned i) -> Value* {
      Value* bits = b_.CreateAnd(b_.CreateLShr(pair, source->stride * i),
                                 (std::uint64_t{1} << source->stride) - 1);
      if (from == ScalarType::Ue8m0x2)
        return helper("cvt.bf16.ue8m0", i32, {bits});
      Value* value = helper(fmt::format("cvt.f32.{}", source->element), b_.getFloatTy(), {bits});
      return b_.CreateZExt(helper("cvt.rn.f16.f32", i16, {reluIfAsked(value)}), i32);
    };
    return write(instruction.operands[0], b_.CreateOr(lane(0), b_.CreateShl(lane(1), 16)),
                 ScalarType::B32);
  }
  const NarrowPair* target = narrowPair(to);
  Value *high = nullptr, *low = nullptr;
  if (from == ScalarType::F32) {
    high = read(instruction.operands[1], ScalarType::F32);
    low = read(instruction.operands[2], ScalarType::F32);
  } else {
    ScalarType element = from == ScalarType::F16x2 ? ScalarType::F16 : ScalarType::Bf16;
    Value* pair = read(instruction.operands[1], ScalarType::B32);
    low = halfToFloat(b_.CreateTrunc(pair, i16), element);
    high = halfToFloat(b_.CreateTrunc(b_.CreateLShr(pair, 16), i16), element);
  }
  // Only ue8m0, which is an exponent alone, has other roundings, and forms that do not saturate.
  std::string mode = "rn";
  if (to == ScalarType::Ue8m0x2)
    mode = fmt::format("{}{}", spelling(instruction.required<Rounding>()),
                       instruction.has(Flag::Satfinite) ? ".satfinite" : "");
  auto narrow = [&](Value* value) {
    return helper(fmt::format("cvt.{}.{}.f32", mode, target->element), i32, {reluIfAsked(value)});
  };
  Value* both = b_.CreateOr(b_.CreateShl(narrow(high), target->stride), narrow(low));
  ScalarType bits = bitsType(2 * target->stride);
  write(instruction.operands[0], b_.CreateTrunc(both, type(bits)), bits);
}

// Lowers cvt.rs, which rounds stochastically.
void FunctionLowering::lowerStochastic(const Instruction& instruction) {
  auto* i32 = b_.getInt32Ty();
  Value* random = read(instruction.operands.back(), ScalarType::B32);
  auto rounded = [&](std::string_view element, const Operand& operand, unsigned shift) {
    Value* value = read(operand, ScalarType::F32);
    if (instruction.has(Flag::Relu))
      value = relu(value);
    return helper(fmt::format("cvt.rs.{}.f32", element), i32,
                  {value, b_.CreateLShr(random, shift)});
  };
  ScalarType to = instruction.dtype;
  if (auto quad = std::ranges::find(kNarrowQuads, to, &NarrowQuad::type);
      quad != std::end(kNarrowQuads)) {
    Value* all = constant(32, 0);
    for (unsigned i = 0; i < 4; ++i) {
      const Operand& operand = instruction.operands[1].elements[3 - i];
      Value* element = rounded(quad->element, operand, quad->random[i]);
      all = b_.CreateOr(all, b_.CreateShl(element, i * quad->stride));
    }
    ScalarType bits = bitsType(4 * quad->stride);
    return write(instruction.operands[0], b_.CreateTrunc(all, type(bits)), bits);
  }
  std::string element = fmt::format("{}{}", instruction.has(Flag::Satfinite) ? "satfinite." : "",
                                    to == ScalarType::F16x2 ? "f16" : "bf16");
  Value* high = rounded(element, instruction.operands[1], 16);
  Value* low = rounded(element, instruction.operands[2], 0);
  write(instruction.operands[0], b_.CreateOr(b_.CreateShl(high, 16), low), ScalarType::B32);
}

} // namespace heddle::ptx
