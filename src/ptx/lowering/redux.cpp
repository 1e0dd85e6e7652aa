// redux.
#include "ptx/lowering/lowering.h"

namespace heddle::ptx {
namespace {

// None for operations that warps do not reduce by.
ThreadOp reductionOperation(AtomicOp op, ScalarType type) {
  bool isUnsigned = type == ScalarType::U32;
  switch (op) {
  case AtomicOp::Add:
    return ThreadOp::ReduxAdd;
  case AtomicOp::Min:
    return isUnsigned ? ThreadOp::ReduxUMin : ThreadOp::ReduxMin;
  case AtomicOp::Max:
    return isUnsigned ? ThreadOp::ReduxUMax : ThreadOp::ReduxMax;
  case AtomicOp::And:
    return ThreadOp::ReduxAnd;
  case AtomicOp::Or:
    return ThreadOp::ReduxOr;
  case AtomicOp::Xor:
    return ThreadOp::ReduxXor;
  case AtomicOp::Inc:
  case AtomicOp::Dec:
  case AtomicOp::Exch:
  case AtomicOp::Cas:
    return ThreadOp::None;
  }
  llvm_unreachable("no such reduction");
}

} // namespace

// Reduces floats as integers that have the same order. NaN becomes the integer that loses against
// all numbers, or, with .NaN, the one that wins.
llvm::Value* FunctionLowering::reduceFloats(const Instruction& instruction, Value* value,
                                            Value* members) {
  auto* i32 = b_.getInt32Ty();
  bool isMin = instruction.has(AtomicOp::Min);
  if (instruction.has(Flag::Abs))
    value = intrinsic(llvm::Intrinsic::fabs, {value->getType()}, {value});
  auto ordered = [&](Value* bits) {
    return b_.CreateSelect(b_.CreateICmpSLT(bits, constant(32, 0)), b_.CreateXor(bits, 0x7fffffff),
                           bits);
  };
  Value* key = ordered(b_.CreateBitCast(value, i32));
  Value* end = constant(32, isMin != instruction.has(Flag::Nan) ? 0x7fffffff : 0x80000000);
  key = b_.CreateSelect(b_.CreateFCmpUNO(value, value), end, key);
  key = threadOp(isMin ? ThreadOp::ReduxMin : ThreadOp::ReduxMax, {key, members});
  Value* reduced = b_.CreateBitCast(ordered(key), b_.getFloatTy());
  return b_.CreateSelect(b_.CreateFCmpUNO(reduced, reduced),
                         b_.CreateBitCast(constant(32, 0x7fffffff), b_.getFloatTy()), reduced);
}

void FunctionLowering::lowerRedux(const Instruction& instruction) {
  Value* members = warpMembers(instruction, 2);
  if (isFloat(instruction.type))
    return result(instruction, reduceFloats(instruction, source(instruction, 1), members));
  const ThreadOp op = reductionOperation(instruction.required<AtomicOp>(), instruction.type);
  if (op == ThreadOp::None)
    refuse(instruction);
  write(instruction.operands[0],
        threadOp(op, {read(instruction.operands[1], instruction.type), members}), instruction.type);
}

} // namespace heddle::ptx
