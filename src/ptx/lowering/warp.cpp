// shfl, vote, match, redux, activemask and elect.
#include "ptx/lowering/lowering.h"

#include <fmt/format.h>

namespace heddle::ptx {
namespace {

llvm::StringRef shuffleFunction(ShuffleMode mode) {
  switch (mode) {
  case ShuffleMode::Up:
    return "heddle.shfl.up";
  case ShuffleMode::Down:
    return "heddle.shfl.down";
  case ShuffleMode::Bfly:
    return "heddle.shfl.bfly";
  case ShuffleMode::Idx:
    return "heddle.shfl.idx";
  }
  llvm_unreachable("no such shuffle");
}

llvm::StringRef voteFunction(VoteMode mode) {
  switch (mode) {
  case VoteMode::All:
    return "heddle.vote.all";
  case VoteMode::Any:
    return "heddle.vote.any";
  case VoteMode::Uni:
    return "heddle.vote.uni";
  case VoteMode::Ballot:
    return "heddle.vote.ballot";
  }
  llvm_unreachable("no such vote");
}

// Empty for operations that warps do not reduce by.
llvm::StringRef reductionFunction(AtomicOp op, ScalarType type) {
  bool isUnsigned = type == ScalarType::U32;
  switch (op) {
  case AtomicOp::Add:
    return "heddle.redux.add";
  case AtomicOp::Min:
    return isUnsigned ? "heddle.redux.umin" : "heddle.redux.min";
  case AtomicOp::Max:
    return isUnsigned ? "heddle.redux.umax" : "heddle.redux.max";
  case AtomicOp::And:
    return "heddle.redux.and";
  case AtomicOp::Or:
    return "heddle.redux.or";
  case AtomicOp::Xor:
    return "heddle.redux.xor";
  case AtomicOp::Inc:
  case AtomicOp::Dec:
  case AtomicOp::Exch:
  case AtomicOp::Cas:
    return {};
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
  key = runtime(isMin ? "heddle.redux.min" : "heddle.redux.max", i32, {key, members},
                Effects::Exchange);
  Value* reduced = b_.CreateBitCast(ordered(key), b_.getFloatTy());
  return b_.CreateSelect(b_.CreateFCmpUNO(reduced, reduced),
                         b_.CreateBitCast(constant(32, 0x7fffffff), b_.getFloatTy()), reduced);
}

void FunctionLowering::lowerWarp(const Instruction& instruction) {
  llvm::Type *i32 = b_.getInt32Ty(), *i1 = b_.getInt1Ty();
  const std::vector<Operand>& operands = instruction.operands;
  bool sync = instruction.has(Flag::Sync);
  std::size_t first = instruction.paired ? 2 : 1;
  auto members = [&](std::size_t i) -> Value* {
    return sync ? read(operands[i], ScalarType::B32) : constant(32, 0xffffffff);
  };
  auto pairType = llvm::StructType::get(parent_.context(), {i32, i1});
  auto writePair = [&](Value* pair, ScalarType t) {
    write(operands[0], b_.CreateExtractValue(pair, 0), t);
    if (instruction.paired)
      write(operands[1], b_.CreateExtractValue(pair, 1), ScalarType::Pred);
  };
  switch (instruction.opcode()) {
  case Opcode::Shfl: {
    Value* pair =
        runtime(shuffleFunction(instruction.required<ShuffleMode>()), pairType,
                {read(operands[first], ScalarType::B32), read(operands[first + 1], ScalarType::U32),
                 read(operands[first + 2], ScalarType::U32), members(first + 3)},
                Effects::Exchange);
    return writePair(pair, ScalarType::B32);
  }
  case Opcode::Vote: {
    auto mode = instruction.required<VoteMode>();
    bool isBallot = mode == VoteMode::Ballot;
    Value* vote = runtime(voteFunction(mode), isBallot ? i32 : i1,
                          {read(operands[1], ScalarType::Pred), members(2)}, Effects::Exchange);
    return write(operands[0], vote, isBallot ? ScalarType::B32 : ScalarType::Pred);
  }
  case Opcode::Match: {
    Value* value = read(operands[first], instruction.type);
    std::string_view width = typeInfo(instruction.type).name;
    switch (instruction.required<MatchMode>()) {
    case MatchMode::Any:
      return write(operands[0],
                   runtime(fmt::format("heddle.match.any.{}", width), i32,
                           {value, members(first + 1)}, Effects::Exchange),
                   ScalarType::B32);
    case MatchMode::All:
      return writePair(runtime(fmt::format("heddle.match.all.{}", width), pairType,
                               {value, members(first + 1)}, Effects::Exchange),
                       ScalarType::B32);
    }
    return;
  }
  case Opcode::Activemask:
    return write(operands[0], runtime("heddle.activemask", i32, {}, Effects::Exchange),
                 ScalarType::B32);
  case Opcode::Redux: {
    if (isFloat(instruction.type))
      return result(instruction, reduceFloats(instruction, source(instruction, 1), members(2)));
    llvm::StringRef name = reductionFunction(instruction.required<AtomicOp>(), instruction.type);
    if (name.empty())
      refuse(instruction);
    return write(
        operands[0],
        runtime(name, i32, {read(operands[1], instruction.type), members(2)}, Effects::Exchange),
        instruction.type);
  }
  case Opcode::Elect: {
    // PTX leaves the choice open; the lowest member is elected.
    Value* mask = read(operands[first], ScalarType::B32);
    Value* leader = intrinsic(llvm::Intrinsic::cttz, {i32}, {mask, b_.getFalse()});
    Value* lane = runtime("heddle.laneid", i32, {}, Effects::None);
    runtime("heddle.warp.barrier", b_.getVoidTy(), {mask}, Effects::Convergent);
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
