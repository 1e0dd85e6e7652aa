// and, or, xor, not, cnot, lop3, shl, shr, shf and prmt.
#include "ptx/lowering/lowering.h"

#include <algorithm>

namespace heddle::ptx {

// A PTX shift by the width or more shifts everything out, where LLVM's result is poison.
llvm::Value* FunctionLowering::shiftLeft(Value* value, Value* amount) {
  unsigned bits = value->getType()->getIntegerBitWidth();
  if (auto* known = llvm::dyn_cast<llvm::ConstantInt>(amount))
    return known->uge(bits) ? constant(bits, 0) : b_.CreateShl(value, known->getZExtValue());
  Value* tooFar = b_.CreateICmpUGE(amount, constant(32, bits));
  Value* shift = b_.CreateZExtOrTrunc(amount, value->getType());
  return b_.CreateSelect(tooFar, constant(bits, 0), b_.CreateShl(value, shift));
}

llvm::Value* FunctionLowering::shiftRight(Value* value, Value* amount, bool arithmetic) {
  unsigned bits = value->getType()->getIntegerBitWidth();
  if (auto* known = llvm::dyn_cast<llvm::ConstantInt>(amount)) {
    std::uint64_t shift = known->getZExtValue();
    if (arithmetic)
      return b_.CreateAShr(value, std::min<std::uint64_t>(shift, bits - 1));
    return shift >= bits ? constant(bits, 0) : b_.CreateLShr(value, shift);
  }
  if (arithmetic) {
    Value* clamped =
        intrinsic(llvm::Intrinsic::umin, {amount->getType()}, {amount, constant(32, bits - 1)});
    return b_.CreateAShr(value, b_.CreateZExtOrTrunc(clamped, value->getType()));
  }
  Value* tooFar = b_.CreateICmpUGE(amount, constant(32, bits));
  Value* shift = b_.CreateZExtOrTrunc(amount, value->getType());
  return b_.CreateSelect(tooFar, constant(bits, 0), b_.CreateLShr(value, shift));
}

// Bits 7..4 of the truth table are the table over (b, c) for a = 1, bits 3..0 that for a = 0.
llvm::Value* FunctionLowering::lop3(Value* a, Value* b, Value* c, unsigned table) {
  Value* zero = constant(32, 0);
  Value* ones = constant(32, 0xffffffff);
  // The function of b and c whose value is bit (b << 1 | c) of `t`.
  auto ofTwo = [&](unsigned t) -> Value* {
    switch (t) {
    case 0x0:
      return zero;
    case 0x1:
      return b_.CreateNot(b_.CreateOr(b, c));
    case 0x2:
      return b_.CreateAnd(b_.CreateNot(b), c);
    case 0x3:
      return b_.CreateNot(b);
    case 0x4:
      return b_.CreateAnd(b, b_.CreateNot(c));
    case 0x5:
      return b_.CreateNot(c);
    case 0x6:
      return b_.CreateXor(b, c);
    case 0x7:
      return b_.CreateNot(b_.CreateAnd(b, c));
    case 0x8:
      return b_.CreateAnd(b, c);
    case 0x9:
      return b_.CreateNot(b_.CreateXor(b, c));
    case 0xa:
      return c;
    case 0xb:
      return b_.CreateOr(b_.CreateNot(b), c);
    case 0xc:
      return b;
    case 0xd:
      return b_.CreateOr(b, b_.CreateNot(c));
    case 0xe:
      return b_.CreateOr(b, c);
    default:
      return ones;
    }
  };
  unsigned whenSet = table >> 4 & 0xf, whenClear = table & 0xf;
  if (whenSet == whenClear)
    return ofTwo(whenSet);
  if ((whenSet ^ whenClear) == 0xf)
    return b_.CreateXor(a, ofTwo(whenClear));
  return b_.CreateOr(b_.CreateAnd(a, ofTwo(whenSet)),
                     b_.CreateAnd(b_.CreateNot(a), ofTwo(whenClear)));
}

// Which of the eight bytes of a and b a mode of prmt puts into byte `i` of the result. `n` is in
// the low two bits of the control operand.
llvm::Value* FunctionLowering::permutedByte(PermuteMode mode, Value* n, unsigned i) {
  auto* i32 = b_.getInt32Ty();
  Value* position = constant(32, i);
  switch (mode) {
  case PermuteMode::F4e:
    return b_.CreateAnd(b_.CreateAdd(n, position), 7);
  case PermuteMode::B4e:
    return b_.CreateAnd(b_.CreateSub(n, position), 7);
  case PermuteMode::Rc8:
    return n;
  case PermuteMode::Ecl:
    return intrinsic(llvm::Intrinsic::umax, {i32}, {n, position});
  case PermuteMode::Ecr:
    return intrinsic(llvm::Intrinsic::umin, {i32}, {n, position});
  case PermuteMode::Rc16:
    return b_.CreateAdd(b_.CreateShl(b_.CreateAnd(n, 1), 1), constant(32, i & 1));
  }
  llvm_unreachable("no such mode");
}

llvm::Value* FunctionLowering::permute(const Instruction& instruction) {
  auto *i32 = b_.getInt32Ty(), *i64 = b_.getInt64Ty();
  Value* low = b_.CreateZExt(source(instruction, 1), i64);
  Value* high = b_.CreateZExt(source(instruction, 2), i64);
  Value* bytes = b_.CreateOr(low, b_.CreateShl(high, 32));
  Value* control = source(instruction, 3);
  std::optional<PermuteMode> mode = instruction.modifier<PermuteMode>();
  Value* n = b_.CreateAnd(control, 3);
  Value* sum = constant(32, 0);
  for (unsigned i = 0; i < 4; ++i) {
    Value* index = nullptr;
    Value* spread = nullptr; // whether the byte is filled with its sign bit
    if (mode) {
      index = permutedByte(*mode, n, i);
    } else {
      Value* selector = b_.CreateLShr(control, 4 * i);
      index = b_.CreateAnd(selector, 7);
      spread = b_.CreateICmpNE(b_.CreateAnd(selector, 8), constant(32, 0));
    }
    Value* shift = b_.CreateZExt(b_.CreateShl(index, 3), i64);
    Value* byte = b_.CreateTrunc(b_.CreateLShr(bytes, shift), b_.getInt8Ty());
    if (spread)
      byte = b_.CreateSelect(spread, b_.CreateAShr(byte, 7), byte);
    sum = b_.CreateOr(sum, b_.CreateShl(b_.CreateZExt(byte, i32), 8 * i));
  }
  return sum;
}

llvm::Value* FunctionLowering::limitedAmount(ShiftMode mode, Value* amount) {
  llvm::Type* ty = amount->getType();
  switch (mode) {
  case ShiftMode::Clamp:
    return intrinsic(llvm::Intrinsic::umin, {ty}, {amount, llvm::ConstantInt::get(ty, 32)});
  case ShiftMode::Wrap:
    return b_.CreateAnd(amount, 31);
  }
  llvm_unreachable("no such mode");
}

// shf: the upper word of a 64-bit value shifted left, or the lower word of one shifted right. `low`
// is the lower word of the value.
llvm::Value* FunctionLowering::funnelShift(const Instruction& instruction, Value* low) {
  Value* high = source(instruction, 2);
  Value* amount = read(instruction.operands[3], ScalarType::U32);
  bool left = instruction.hasOfTwo(ShiftDirection::Left);
  auto *i32 = b_.getInt32Ty(), *i64 = b_.getInt64Ty();
  auto mode = instruction.required<ShiftMode>();
  switch (mode) {
  case ShiftMode::Wrap:
    return intrinsic(left ? llvm::Intrinsic::fshl : llvm::Intrinsic::fshr, {i32},
                     {high, low, amount});
  case ShiftMode::Clamp:
    break;
  }
  Value* both = b_.CreateOr(b_.CreateShl(b_.CreateZExt(high, i64), 32), b_.CreateZExt(low, i64));
  Value* shift = b_.CreateZExt(limitedAmount(mode, amount), i64);
  Value* shifted = left ? b_.CreateLShr(b_.CreateShl(both, shift), 32) : b_.CreateLShr(both, shift);
  return b_.CreateTrunc(shifted, i32);
}

void FunctionLowering::lowerLogic(const Instruction& instruction) {
  ScalarType t = instruction.type;
  Opcode opcode = instruction.opcode();
  if (opcode == Opcode::Prmt)
    return result(instruction, permute(instruction));
  std::size_t first = instruction.paired ? 2 : 1;
  Value* a = source(instruction, first);
  switch (opcode) {
  case Opcode::And:
    return result(instruction, b_.CreateAnd(a, source(instruction, 2)));
  case Opcode::Or:
    return result(instruction, b_.CreateOr(a, source(instruction, 2)));
  case Opcode::Xor:
    return result(instruction, b_.CreateXor(a, source(instruction, 2)));
  case Opcode::Not:
    return result(instruction, b_.CreateNot(a));
  case Opcode::Cnot:
    return result(instruction, b_.CreateZExt(b_.CreateICmpEQ(a, constant(bitsOf(t), 0)), type(t)));
  case Opcode::Lop3: {
    Value* value = lop3(a, source(instruction, first + 1), source(instruction, first + 2),
                        static_cast<unsigned>(instruction.operands[first + 3].value & 0xff));
    if (std::optional<BoolOp> op = instruction.modifier<BoolOp>()) {
      Value* condition = b_.CreateICmpNE(value, constant(32, 0));
      Value* p = combine(*op, condition, read(instruction.operands[first + 4], ScalarType::Pred));
      if (instruction.paired)
        write(instruction.operands[1], p, ScalarType::Pred);
    }
    return result(instruction, value);
  }
  case Opcode::Shl:
    return result(instruction, shiftLeft(a, read(instruction.operands[2], ScalarType::U32)));
  case Opcode::Shr:
    return result(instruction,
                  shiftRight(a, read(instruction.operands[2], ScalarType::U32), isSigned(t)));
  case Opcode::Shf:
    return result(instruction, funnelShift(instruction, a));
  default:
    refuse(instruction);
  }
}

} // namespace heddle::ptx
