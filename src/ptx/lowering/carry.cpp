// Extended-precision arithmetic: add.cc, addc, sub.cc, subc, mad.cc and madc. The carry flag CC.CF
// is one more register, `carry_`.
#include "ptx/lowering/lowering.h"

namespace heddle::ptx {

llvm::Value* FunctionLowering::addWithCarry(Value* a, Value* b, Value* carryIn, bool writeCarry) {
  llvm::Type* ty = a->getType();
  Value* first = intrinsic(llvm::Intrinsic::uadd_with_overflow, {ty}, {a, b});
  Value* sum = b_.CreateExtractValue(first, 0);
  Value* carry = b_.CreateExtractValue(first, 1);
  if (carryIn) {
    Value* second =
        intrinsic(llvm::Intrinsic::uadd_with_overflow, {ty}, {sum, b_.CreateZExt(carryIn, ty)});
    sum = b_.CreateExtractValue(second, 0);
    carry = b_.CreateOr(carry, b_.CreateExtractValue(second, 1));
  }
  if (writeCarry)
    b_.CreateStore(carry, carry_);
  return sum;
}

llvm::Value* FunctionLowering::subtractWithBorrow(Value* a, Value* b, Value* borrowIn,
                                                  bool writeCarry) {
  llvm::Type* ty = a->getType();
  Value* first = intrinsic(llvm::Intrinsic::usub_with_overflow, {ty}, {a, b});
  Value* difference = b_.CreateExtractValue(first, 0);
  Value* borrow = b_.CreateExtractValue(first, 1);
  if (borrowIn) {
    Value* second = intrinsic(llvm::Intrinsic::usub_with_overflow, {ty},
                              {difference, b_.CreateZExt(borrowIn, ty)});
    difference = b_.CreateExtractValue(second, 0);
    borrow = b_.CreateOr(borrow, b_.CreateExtractValue(second, 1));
  }
  if (writeCarry)
    b_.CreateStore(borrow, carry_);
  return difference;
}

void FunctionLowering::lowerCarry(const Instruction& instruction) {
  Value* a = source(instruction, 1);
  Value* b = source(instruction, 2);
  bool writes = instruction.has(Flag::Cc);
  auto carry = [&] { return b_.CreateLoad(b_.getInt1Ty(), carry_); };
  switch (instruction.opcode()) {
  case Opcode::Add:
    return result(instruction, addWithCarry(a, b, nullptr, writes));
  case Opcode::Addc:
    return result(instruction, addWithCarry(a, b, carry(), writes));
  case Opcode::Sub:
    return result(instruction, subtractWithBorrow(a, b, nullptr, writes));
  case Opcode::Subc:
    return result(instruction, subtractWithBorrow(a, b, carry(), writes));
  case Opcode::Mad:
  case Opcode::Madc: {
    Value* product = multiply(instruction, a, b);
    Value* in = instruction.opcode() == Opcode::Madc ? carry() : nullptr;
    return result(instruction, addWithCarry(product, source(instruction, 3), in, writes));
  }
  default:
    refuse(instruction);
  }
}

} // namespace heddle::ptx
