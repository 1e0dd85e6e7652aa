// Arithmetic in single and double precision, and in pairs of single precision.
#include "ptx/lowering/lowering.h"

#include <fmt/format.h>

namespace heddle::ptx {

llvm::Value* FunctionLowering::flush(Value* value) {
  return helper("ftz.f32", b_.getFloatTy(), {value});
}

// Clamps to [0, 1]; NaN becomes +0.
llvm::Value* FunctionLowering::saturate(Value* value) {
  Value* zero = llvm::ConstantFP::get(value->getType(), 0.0);
  Value* one = llvm::ConstantFP::get(value->getType(), 1.0);
  // Compares the value itself with zero, so that NaN gives zero. From a maximum with zero LLVM
  // would make AArch64's instruction, which gives NaN when an operand is a signalling NaN.
  Value* most = b_.CreateSelect(b_.CreateFCmpOLT(value, one), value, one);
  return b_.CreateSelect(b_.CreateFCmpOGT(value, zero), most, zero);
}

// Makes zero of negative numbers. The comparison is false for NaN, which stays.
llvm::Value* FunctionLowering::relu(Value* value) {
  Value* zero = llvm::ConstantFP::get(value->getType(), 0.0);
  return b_.CreateSelect(b_.CreateFCmpOLE(value, zero), zero, value);
}

llvm::Value* FunctionLowering::minMax(const Instruction& instruction, ScalarType t, Value* a,
                                      Value* b) {
  std::string suffix = t == ScalarType::F64 ? "f64" : "f32";
  bool isMin = instruction.opcode() == Opcode::Min;
  Value* signSource = nullptr;
  auto* i32 = b_.getInt32Ty();
  if (instruction.has(Flag::Abs)) {
    a = intrinsic(llvm::Intrinsic::fabs, {a->getType()}, {a});
    b = intrinsic(llvm::Intrinsic::fabs, {b->getType()}, {b});
  }
  if (instruction.has(Flag::XorsignAbs)) {
    // The sign is that of the operands before flushing, which makes every NaN the same one.
    auto bits = [&](Value* value) {
      if (auto* call = llvm::dyn_cast<llvm::CallInst>(value);
          call && call->getCalledFunction()->getName() == "heddle.lib.ftz.f32")
        value = call->getArgOperand(0);
      return b_.CreateBitCast(value, i32);
    };
    signSource = b_.CreateAnd(b_.CreateXor(bits(a), bits(b)), 0x80000000);
    a = intrinsic(llvm::Intrinsic::fabs, {a->getType()}, {a});
    b = intrinsic(llvm::Intrinsic::fabs, {b->getType()}, {b});
  }
  Value* value = helper(fmt::format("{}{}.{}", isMin ? "min" : "max",
                                    instruction.has(Flag::Nan) ? "nan" : "", suffix),
                        a->getType(), {a, b});
  if (signSource)
    value = b_.CreateSelect(
        b_.CreateFCmpUNO(value, value), value,
        b_.CreateBitCast(b_.CreateOr(b_.CreateBitCast(value, i32), signSource), a->getType()));
  return value;
}

llvm::Value* FunctionLowering::testProperty(const Instruction& instruction, Value* value) {
  bool isDouble = instruction.type == ScalarType::F64;
  unsigned bits = isDouble ? 64 : 32;
  std::uint64_t infinity = isDouble ? 0x7ff0000000000000 : 0x7f800000;
  std::uint64_t smallest = isDouble ? 0x0010000000000000 : 0x00800000;
  Value* magnitude = b_.CreateAnd(b_.CreateBitCast(value, b_.getIntNTy(bits)),
                                  constant(bits, isDouble ? 0x7fffffffffffffff : 0x7fffffff));
  // Between zero and the smallest normal number, with one comparison.
  auto isSubnormal = [&] {
    return b_.CreateICmpULT(b_.CreateSub(magnitude, constant(bits, 1)),
                            constant(bits, smallest - 1));
  };
  switch (instruction.required<TestProperty>()) {
  case TestProperty::Finite:
    return b_.CreateICmpULT(magnitude, constant(bits, infinity));
  case TestProperty::Infinite:
    return b_.CreateICmpEQ(magnitude, constant(bits, infinity));
  case TestProperty::Number:
    return b_.CreateICmpULE(magnitude, constant(bits, infinity));
  case TestProperty::Notanumber:
    return b_.CreateICmpUGT(magnitude, constant(bits, infinity));
  case TestProperty::Normal: // zero is normal for testp
    return b_.CreateAnd(b_.CreateNot(isSubnormal()),
                        b_.CreateICmpULT(magnitude, constant(bits, infinity)));
  case TestProperty::Subnormal:
    return isSubnormal();
  }
  llvm_unreachable("no such property");
}

llvm::Value* FunctionLowering::floatArithmetic(const Instruction& instruction, ScalarType t,
                                               llvm::ArrayRef<Value*> arguments) {
  std::string_view suffix = t == ScalarType::F64 ? "f64" : "f32";
  llvm::Type* ty = type(t);
  Rounding mode = instruction.modifier<Rounding>().value_or(Rounding::Rn);
  std::string_view rounding = spelling(mode);
  bool directed = mode != Rounding::Rn;
  // .ftz flushes products and quotients that would be below the smallest normal number if they were
  // rounded to a float's digits with exponents that have no lower end. Such a result may be that
  // number when it is rounded as a subnormal, so that the helpers must not look at the rounded one.
  bool ftz = instruction.has(Flag::Ftz) && t == ScalarType::F32;
  auto rounded = [&](std::string_view operation) {
    return helper(fmt::format("{}.{}{}.{}", operation, rounding, ftz ? ".ftz" : "", suffix), ty,
                  arguments);
  };
  Value* one = llvm::ConstantFP::get(ty, 1.0);
  auto sqrt = [&](Value* x) { return intrinsic(llvm::Intrinsic::sqrt, {ty}, {x}); };
  auto approximate = [&](std::string_view name) {
    return helper(fmt::format("{}.{}", name, suffix), ty, arguments);
  };
  // Lets the CPU's estimates take the place of the exact operation (simt/use_estimates.h).
  auto allowEstimate = [](Value* value) {
    llvm::FastMathFlags flags;
    flags.setApproxFunc();
    if (auto* operation = llvm::dyn_cast<llvm::Instruction>(value))
      operation->setFastMathFlags(flags);
    return value;
  };
  Value* a = arguments[0];
  switch (instruction.opcode()) {
  case Opcode::Add:
    return directed ? rounded("add") : b_.CreateFAdd(a, arguments[1]);
  case Opcode::Sub:
    if (directed) {
      Value* b = arguments[1];
      Value* negated = b_.CreateSelect(b_.CreateFCmpUNO(b, b), b, b_.CreateFNeg(b));
      Value* pair[] = {a, negated};
      return helper(fmt::format("add.{}{}.{}", rounding, ftz ? ".ftz" : "", suffix), ty, pair);
    }
    return b_.CreateFSub(a, arguments[1]);
  case Opcode::Mul:
    if (!directed && ftz && instruction.type != ScalarType::F16 &&
        instruction.type != ScalarType::F16x2)
      return helper("mul.ftz.f32", ty, arguments);
    return directed ? rounded("mul") : b_.CreateFMul(a, arguments[1]);
  case Opcode::Mad:
  case Opcode::Fma:
    return directed ? rounded("fma")
                    : intrinsic(llvm::Intrinsic::fma, {ty}, {a, arguments[1], arguments[2]});
  case Opcode::Div:
    if (instruction.has(Accuracy::Approx)) {
      // A divisor whose reciprocal is subnormal acts as infinity: the quotient is zero, or NaN when
      // the dividend is infinite.
      Value* divisor = arguments[1];
      Value* magnitude = intrinsic(llvm::Intrinsic::fabs, {ty}, {divisor});
      Value* isLarge = b_.CreateFCmpOGT(magnitude, llvm::ConstantFP::get(ty, 0x1p126));
      Value* zero =
          intrinsic(llvm::Intrinsic::copysign, {ty}, {llvm::ConstantFP::get(ty, 0.0), divisor});
      // The reciprocal of a subnormal divisor may overflow where the quotient does not. With .ftz
      // there are no such divisors.
      Value* quotient = b_.CreateFDiv(a, divisor);
      return b_.CreateSelect(isLarge, b_.CreateFMul(a, zero),
                             ftz ? allowEstimate(quotient) : quotient);
    }
    return directed ? rounded("div") : b_.CreateFDiv(a, arguments[1]);
  case Opcode::Rcp:
    if (directed) {
      Value* pair[] = {one, a};
      return helper(fmt::format("div.{}{}.{}", rounding, ftz ? ".ftz" : "", suffix), ty, pair);
    }
    if (instruction.has(Accuracy::Approx) && t == ScalarType::F64)
      return approximate("rcp");
    // An estimate of a reciprocal close to the largest number may be infinite. With .ftz there are
    // no operands that small.
    if (instruction.has(Accuracy::Approx) && ftz)
      return allowEstimate(b_.CreateFDiv(one, a));
    return b_.CreateFDiv(one, a);
  case Opcode::Sqrt:
    if (instruction.has(Accuracy::Approx))
      return allowEstimate(sqrt(a));
    return directed ? rounded("sqrt") : sqrt(a);
  case Opcode::Rsqrt:
    if (t == ScalarType::F64)
      return approximate(instruction.has(Flag::Ftz) ? "rsqrt.ftz" : "rsqrt");
    return allowEstimate(b_.CreateFDiv(one, allowEstimate(sqrt(a))));
  case Opcode::Sin:
    return approximate("sin");
  case Opcode::Cos:
    return approximate("cos");
  case Opcode::Lg2:
    return approximate("lg2");
  case Opcode::Ex2:
    return approximate("ex2");
  case Opcode::Tanh:
    return approximate("tanh");
  case Opcode::Abs:
    return intrinsic(llvm::Intrinsic::fabs, {ty}, {a});
  case Opcode::Neg:
    return b_.CreateFNeg(a);
  case Opcode::Min:
  case Opcode::Max: {
    Value* value = minMax(instruction, t, a, arguments[1]);
    return arguments.size() > 2 ? minMax(instruction, t, value, arguments[2]) : value;
  }
  case Opcode::Copysign:
    // The sign of a on the value of b.
    return intrinsic(llvm::Intrinsic::copysign, {ty}, {arguments[1], a});
  default:
    refuse(instruction);
  }
}

void FunctionLowering::lowerFloat(const Instruction& instruction) {
  ScalarType t = instruction.type;
  if (instruction.opcode() == Opcode::Testp)
    return write(instruction.operands[0], testProperty(instruction, source(instruction, 1)),
                 ScalarType::Pred);
  bool ftz = instruction.has(Flag::Ftz) && t != ScalarType::F64;
  auto lane = [&](llvm::ArrayRef<Value*> inputs, ScalarType laneType) {
    std::vector<Value*> arguments(inputs.begin(), inputs.end());
    if (ftz)
      for (Value*& argument : arguments)
        argument = flush(argument);
    Value* value = floatArithmetic(instruction, laneType, arguments);
    Opcode opcode = instruction.opcode();
    bool isDirected = instruction.modifier<Rounding>().value_or(Rounding::Rn) != Rounding::Rn;
    bool isFlushed = opcode == Opcode::Abs || opcode == Opcode::Neg || opcode == Opcode::Min ||
                     opcode == Opcode::Max || opcode == Opcode::Mul || isDirected;
    if (ftz && !isFlushed)
      value = flush(value);
    return instruction.has(Flag::Sat) ? saturate(value) : value;
  };
  std::vector<Value*> inputs;
  for (std::size_t i = 1; i < instruction.operands.size(); ++i)
    if (instruction.form->operands[i].typeName == 'A') // a 16-bit source of a 32-bit operation
      inputs.push_back(
          halfToFloat(read(instruction.operands[i], instruction.atype), instruction.atype));
    else
      inputs.push_back(source(instruction, i));
  if (t == ScalarType::F32x2) {
    auto *i64 = b_.getInt64Ty(), *i32 = b_.getInt32Ty();
    Value* sum = nullptr;
    for (unsigned half = 0; half < 2; ++half) {
      std::vector<Value*> parts;
      for (Value* input : inputs)
        parts.push_back(b_.CreateBitCast(b_.CreateTrunc(b_.CreateLShr(input, 32 * half), i32),
                                         b_.getFloatTy()));
      Value* bits = b_.CreateZExt(b_.CreateBitCast(lane(parts, ScalarType::F32), i32), i64);
      sum = half == 0 ? bits : b_.CreateOr(sum, b_.CreateShl(bits, 32));
    }
    return result(instruction, sum);
  }
  result(instruction, lane(inputs, t));
}

} // namespace heddle::ptx
