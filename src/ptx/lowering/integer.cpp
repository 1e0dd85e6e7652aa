// Integer arithmetic, of scalars and of pairs of 16 bits.
#include "ptx/lowering/lowering.h"

namespace heddle::ptx {

// PTX leaves division by zero to the machine. GPUs give all ones, for the remainder too. To LLVM
// both this and the one quotient that does not fit, the lowest number by -1, are undefined
// behaviour, so the divisor is replaced in these cases.
llvm::Value* FunctionLowering::divide(const Instruction& instruction, Value* a, Value* b) {
  unsigned bits = bitsOf(instruction.type);
  bool isRemainder = instruction.opcode() == Opcode::Rem;
  bool isSignedType = isSigned(instruction.type);
  if (auto* known = llvm::dyn_cast<llvm::ConstantInt>(b);
      known && known->getValue().ugt(0) && !known->getValue().isAllOnes()) {
    if (isRemainder)
      return isSignedType ? b_.CreateSRem(a, b) : b_.CreateURem(a, b);
    return isSignedType ? b_.CreateSDiv(a, b) : b_.CreateUDiv(a, b);
  }
  // What is unsafe depends on the divisor alone, so that these values are uniform where it is.
  Value* zero = b_.CreateICmpEQ(b, constant(bits, 0));
  Value* minusOne = b_.CreateICmpEQ(b, b_.getInt(llvm::APInt::getAllOnes(bits)));
  Value* unsafe = isSignedType ? b_.CreateOr(zero, minusOne) : zero;
  Value* divisor = b_.CreateSelect(unsafe, constant(bits, 1), b);
  Value* value = nullptr;
  if (isRemainder)
    value = isSignedType ? b_.CreateSRem(a, divisor) : b_.CreateURem(a, divisor);
  else
    value = isSignedType ? b_.CreateSDiv(a, divisor) : b_.CreateUDiv(a, divisor);
  if (isSignedType && !isRemainder)
    value = b_.CreateSelect(minusOne, b_.CreateNeg(a), value);
  return b_.CreateSelect(zero, b_.getInt(llvm::APInt::getAllOnes(bits)), value);
}

// The product that .lo, .hi, .wide and the 24-bit forms ask for.
llvm::Value* FunctionLowering::multiply(const Instruction& instruction, Value* a, Value* b) {
  bool isSignedType = isSigned(instruction.type);
  unsigned bits = bitsOf(instruction.type);
  bool is24 = instruction.opcode() == Opcode::Mul24 || instruction.opcode() == Opcode::Mad24;
  if (is24) {
    auto low24 = [&](Value* value) {
      Value* narrow = b_.CreateTrunc(value, b_.getIntNTy(24));
      return isSignedType ? b_.CreateSExt(narrow, b_.getInt32Ty())
                          : b_.CreateZExt(narrow, b_.getInt32Ty());
    };
    a = low24(a);
    b = low24(b);
  }
  auto fullProduct = [&] {
    llvm::Type* wide = b_.getIntNTy(2 * bits);
    return isSignedType
               ? b_.CreateMul(b_.CreateSExt(a, wide), b_.CreateSExt(b, wide), "", false, true)
               : b_.CreateMul(b_.CreateZExt(a, wide), b_.CreateZExt(b, wide), "", true, false);
  };
  switch (instruction.required<ProductPart>()) {
  case ProductPart::Lo:
    return b_.CreateMul(a, b);
  case ProductPart::Wide:
    return fullProduct();
  case ProductPart::Hi: {
    unsigned shift = is24 ? 16 : bits; // mul24.hi gives bits 47..16 of the 48-bit product
    Value* product = fullProduct();
    return b_.CreateTrunc(isSignedType ? b_.CreateAShr(product, shift)
                                       : b_.CreateLShr(product, shift),
                          b_.getIntNTy(bits));
  }
  }
  llvm_unreachable("no such part");
}

llvm::Value* FunctionLowering::dotProduct(const Instruction& instruction) {
  auto* i32 = b_.getInt32Ty();
  Value* a = read(instruction.operands[1], ScalarType::B32);
  Value* b = read(instruction.operands[2], ScalarType::B32);
  Value* sum = read(instruction.operands[3], ScalarType::B32);
  auto part = [&](Value* value, unsigned width, unsigned index, bool isSignedPart) {
    Value* narrow = b_.CreateTrunc(b_.CreateLShr(value, index * width), b_.getIntNTy(width));
    return isSignedPart ? b_.CreateSExt(narrow, i32) : b_.CreateZExt(narrow, i32);
  };
  bool four = instruction.opcode() == Opcode::Dp4a;
  for (unsigned i = 0; i < (four ? 4U : 2U); ++i) {
    unsigned byte = four || instruction.has(ProductPart::Lo) ? i : i + 2;
    Value* x = part(a, four ? 8 : 16, i, isSigned(instruction.atype));
    Value* y = part(b, 8, byte, isSigned(instruction.btype));
    sum = b_.CreateAdd(sum, b_.CreateMul(x, y));
  }
  return sum;
}

llvm::Value* FunctionLowering::onHalves(Value* a, Value* b,
                                        llvm::function_ref<Value*(Value*, Value*)> operation) {
  auto *i16 = b_.getInt16Ty(), *i32 = b_.getInt32Ty();
  Value* low = operation(b_.CreateTrunc(a, i16), b_.CreateTrunc(b, i16));
  Value* high = operation(b_.CreateTrunc(b_.CreateLShr(a, 16), i16),
                          b_.CreateTrunc(b_.CreateLShr(b, 16), i16));
  return b_.CreateOr(b_.CreateZExt(low, i32), b_.CreateShl(b_.CreateZExt(high, i32), 16));
}

void FunctionLowering::lowerInteger(const Instruction& instruction) {
  Opcode opcode = instruction.opcode();
  if (opcode == Opcode::Dp4a || opcode == Opcode::Dp2a)
    return write(instruction.operands[0], dotProduct(instruction), ScalarType::B32);

  ScalarType t = instruction.type;
  bool isSignedType = isSigned(t);
  llvm::Type* ty = type(t);
  Value* a = source(instruction, 1);
  Value* b = instruction.operands.size() > 2 ? source(instruction, 2) : nullptr;
  auto minOrMax = [&](Value* x, Value* y) {
    bool isSignedOp = isSignedType || t == ScalarType::S16x2;
    bool isMin = opcode == Opcode::Min;
    return intrinsic(isMin ? (isSignedOp ? llvm::Intrinsic::smin : llvm::Intrinsic::umin)
                           : (isSignedOp ? llvm::Intrinsic::smax : llvm::Intrinsic::umax),
                     {x->getType()}, {x, y});
  };
  auto relu = [&](Value* x) {
    return intrinsic(llvm::Intrinsic::smax, {x->getType()},
                     {x, llvm::Constant::getNullValue(x->getType())});
  };
  bool isPacked = typeInfo(t).kind == TypeKind::PackedInteger;
  switch (opcode) {
  case Opcode::Add:
    if (isPacked)
      return result(instruction,
                    onHalves(a, b, [&](Value* x, Value* y) { return b_.CreateAdd(x, y); }));
    return result(instruction, instruction.has(Flag::Sat)
                                   ? intrinsic(llvm::Intrinsic::sadd_sat, {ty}, {a, b})
                                   : b_.CreateAdd(a, b));
  case Opcode::Sub:
    return result(instruction, instruction.has(Flag::Sat)
                                   ? intrinsic(llvm::Intrinsic::ssub_sat, {ty}, {a, b})
                                   : b_.CreateSub(a, b));
  case Opcode::Mul:
  case Opcode::Mul24:
    return write(instruction.operands[0], multiply(instruction, a, b),
                 instruction.has(ProductPart::Wide) ? widened(t) : t);
  case Opcode::Mad:
  case Opcode::Mad24: {
    ScalarType sumType = instruction.has(ProductPart::Wide) ? widened(t) : t;
    Value* c = read(instruction.operands[3], sumType);
    Value* product = multiply(instruction, a, b);
    return write(instruction.operands[0],
                 instruction.has(Flag::Sat)
                     ? intrinsic(llvm::Intrinsic::sadd_sat, {ty}, {product, c})
                     : b_.CreateAdd(product, c),
                 sumType);
  }
  case Opcode::Sad: {
    Value* less = isSignedType ? b_.CreateICmpSLT(a, b) : b_.CreateICmpULT(a, b);
    Value* difference = b_.CreateSelect(less, b_.CreateSub(b, a), b_.CreateSub(a, b));
    return result(instruction, b_.CreateAdd(source(instruction, 3), difference));
  }
  case Opcode::Div:
  case Opcode::Rem:
    return result(instruction, divide(instruction, a, b));
  case Opcode::Abs:
    return result(instruction, intrinsic(llvm::Intrinsic::abs, {ty}, {a, b_.getFalse()}));
  case Opcode::Neg:
    return result(instruction, b_.CreateNeg(a));
  case Opcode::Min:
  case Opcode::Max: {
    bool isRelu = instruction.has(Flag::Relu);
    auto whole = [&](Value* x, Value* y) {
      Value* chosen = minOrMax(x, y);
      return isRelu ? relu(chosen) : chosen;
    };
    return result(instruction, isPacked ? onHalves(a, b, whole) : whole(a, b));
  }
  default:
    refuse(instruction);
  }
}

} // namespace heddle::ptx
