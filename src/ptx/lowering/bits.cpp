// Counting bits (popc, clz, bfind, fns) and bit fields (bfe, bfi, szext, bmsk, brev).
#include "ptx/lowering/lowering.h"

namespace heddle::ptx {

void FunctionLowering::lowerBits(const Instruction& instruction) {
  ScalarType t = instruction.type;
  unsigned bits = bitsOf(t);
  llvm::Type* ty = type(t);
  auto* i32 = b_.getInt32Ty();
  Value* a = source(instruction, 1);
  auto count = [&](std::size_t i) { return read(instruction.operands[i], ScalarType::U32); };
  auto writeCount = [&](Value* value) {
    write(instruction.operands[0], b_.CreateZExtOrTrunc(value, i32), ScalarType::U32);
  };
  // Ones in the lowest `length` bits, which are all bits when the length is the width or more.
  auto lowMask = [&](Value* length) {
    return b_.CreateNot(shiftLeft(llvm::Constant::getAllOnesValue(ty), length));
  };
  // PTX defines positions and lengths up to 255. GPUs use only the lowest byte of larger ones in
  // the 32-bit forms, and the whole number in the 64-bit forms.
  auto fieldCount = [&](std::size_t i) {
    return bits == 32 ? b_.CreateAnd(count(i), 0xff) : count(i);
  };

  switch (instruction.opcode()) {
  case Opcode::Popc:
    return writeCount(intrinsic(llvm::Intrinsic::ctpop, {ty}, {a}));
  case Opcode::Clz:
    return writeCount(intrinsic(llvm::Intrinsic::ctlz, {ty}, {a, b_.getFalse()}));
  case Opcode::Bfind: {
    if (isSigned(t))
      a = b_.CreateXor(a, b_.CreateAShr(a, bits - 1));
    Value* zeros =
        b_.CreateZExtOrTrunc(intrinsic(llvm::Intrinsic::ctlz, {ty}, {a, b_.getFalse()}), i32);
    if (!instruction.has(Flag::Shiftamt))
      return writeCount(b_.CreateSub(constant(32, bits - 1), zeros));
    return writeCount(
        b_.CreateSelect(b_.CreateICmpEQ(a, constant(bits, 0)), constant(32, 0xffffffff), zeros));
  }
  case Opcode::Brev:
    return result(instruction, intrinsic(llvm::Intrinsic::bitreverse, {ty}, {a}));
  case Opcode::Fns:
    return result(instruction,
                  helper("fns.b32", i32, {a, source(instruction, 2), source(instruction, 3)}));
  case Opcode::Bfe: {
    Value* position = fieldCount(2);
    Value* length = fieldCount(3);
    if (!isSigned(t))
      return result(instruction, b_.CreateAnd(shiftRight(a, position, false), lowMask(length)));
    // Extends the sign from bit length - 1 of the field. A field that reaches beyond the register's
    // end has the register's sign.
    Value* shifted = shiftRight(a, position, true);
    Value* unused = b_.CreateSub(constant(32, bits), length);
    Value* shift =
        b_.CreateSelect(b_.CreateICmpUGE(length, constant(32, bits)), constant(32, 0), unused);
    Value* field = shiftRight(shiftLeft(shifted, shift), shift, true);
    return result(instruction, b_.CreateSelect(b_.CreateICmpEQ(length, constant(32, 0)),
                                               constant(bits, 0), field));
  }
  case Opcode::Bfi: {
    Value* base = source(instruction, 2);
    Value* position = fieldCount(3);
    Value* mask = shiftLeft(lowMask(fieldCount(4)), position);
    return result(instruction, b_.CreateOr(b_.CreateAnd(base, b_.CreateNot(mask)),
                                           b_.CreateAnd(shiftLeft(a, position), mask)));
  }
  case Opcode::Szext: {
    Value* position = limitedAmount(instruction.required<ShiftMode>(), count(2));
    if (!isSigned(t))
      return result(instruction, b_.CreateAnd(a, lowMask(position)));
    Value* shift = b_.CreateSub(constant(32, 32), position);
    Value* field = shiftRight(shiftLeft(a, shift), shift, true);
    return result(instruction, b_.CreateSelect(b_.CreateICmpEQ(position, constant(32, 0)),
                                               constant(32, 0), field));
  }
  case Opcode::Bmsk: {
    Value* width = source(instruction, 2);
    switch (instruction.required<ShiftMode>()) {
    case ShiftMode::Clamp: // as shiftLeft does
      break;
    case ShiftMode::Wrap:
      a = b_.CreateAnd(a, 31);
      width = b_.CreateAnd(width, 31);
      break;
    }
    return result(instruction, shiftLeft(lowMask(width), a));
  }
  default:
    refuse(instruction);
  }
}

} // namespace heddle::ptx
