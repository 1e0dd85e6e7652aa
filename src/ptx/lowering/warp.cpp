// shfl, vote, match, redux, activemask and elect.
#include "ptx/lowering/lowering.h"

namespace heddle::ptx {
namespace {

ThreadOp shuffleOperation(ShuffleMode mode) {
  switch (mode) {
  case ShuffleMode::Up:
    return ThreadOp::ShflUp;
  case ShuffleMode::Down:
    return ThreadOp::ShflDown;
  case ShuffleMode::Bfly:
    return ThreadOp::ShflBfly;
  case ShuffleMode::Idx:
    return ThreadOp::ShflIdx;
  }
  llvm_unreachable("no such shuffle");
}

ThreadOp voteOperation(VoteMode mode) {
  switch (mode) {
  case VoteMode::All:
    return ThreadOp::VoteAll;
  case VoteMode::Any:
    return ThreadOp::VoteAny;
  case VoteMode::Uni:
    return ThreadOp::VoteUni;
  case VoteMode::Ballot:
    return ThreadOp::VoteBallot;
  }
  llvm_unreachable("no such vote");
}

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

void FunctionLowering::lowerWarp(const Instruction& instruction) {
  llvm::Type* i32 = b_.getInt32Ty();
  const std::vector<Operand>& operands = instruction.operands;
  bool sync = instruction.has(Flag::Sync);
  std::size_t first = instruction.paired ? 2 : 1;
  auto members = [&](std::size_t i) -> Value* {
    return sync ? read(operands[i], ScalarType::B32) : constant(32, 0xffffffff);
  };
  auto writePair = [&](Value* pair, ScalarType t) {
    write(operands[0], b_.CreateExtractValue(pair, 0), t);
    if (instruction.paired)
      write(operands[1], b_.CreateExtractValue(pair, 1), ScalarType::Pred);
  };
  switch (instruction.opcode()) {
  case Opcode::Shfl: {
    Value* pair = threadOp(shuffleOperation(instruction.required<ShuffleMode>()),
                           {read(operands[first], ScalarType::B32),
                            read(operands[first + 1], ScalarType::U32),
                            read(operands[first + 2], ScalarType::U32), members(first + 3)});
    return writePair(pair, ScalarType::B32);
  }
  case Opcode::Vote: {
    auto mode = instruction.required<VoteMode>();
    Value* vote = threadOp(voteOperation(mode), {read(operands[1], ScalarType::Pred), members(2)});
    return write(operands[0], vote, mode == VoteMode::Ballot ? ScalarType::B32 : ScalarType::Pred);
  }
  case Opcode::Match: {
    Value* value = read(operands[first], instruction.type);
    bool isWide = bitsOf(instruction.type) == 64;
    switch (instruction.required<MatchMode>()) {
    case MatchMode::Any:
      return write(operands[0],
                   threadOp(isWide ? ThreadOp::MatchAny64 : ThreadOp::MatchAny32,
                            {value, members(first + 1)}),
                   ScalarType::B32);
    case MatchMode::All:
      return writePair(threadOp(isWide ? ThreadOp::MatchAll64 : ThreadOp::MatchAll32,
                                {value, members(first + 1)}),
                       ScalarType::B32);
    }
    return;
  }
  case Opcode::Activemask:
    return write(operands[0], threadOp(ThreadOp::ActiveMask), ScalarType::B32);
  case Opcode::Redux: {
    if (isFloat(instruction.type))
      return result(instruction, reduceFloats(instruction, source(instruction, 1), members(2)));
    ThreadOp op = reductionOperation(instruction.required<AtomicOp>(), instruction.type);
    if (op == ThreadOp::None)
      refuse(instruction);
    return write(operands[0], threadOp(op, {read(operands[1], instruction.type), members(2)}),
                 instruction.type);
  }
  case Opcode::Elect: {
    // PTX leaves the choice open; the lowest member is elected.
    Value* mask = read(operands[first], ScalarType::B32);
    Value* leader = intrinsic(llvm::Intrinsic::cttz, {i32}, {mask, b_.getFalse()});
    Value* lane = threadOp(ThreadOp::LaneId);
    threadOp(ThreadOp::WarpBarrier, {mask});
    write(operands[0], leader, ScalarType::B32);
    if (instruction.paired)
      write(operands[1], b_.CreateICmpEQ(lane, leader), ScalarType::Pred);
    return;
  }
  default:
    refuse(instruction);
  }
}

} // namespace heddle::ptx
