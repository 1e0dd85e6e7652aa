// What the instructions of warps share, and elect. The others are in shfl.cpp, vote.cpp, match.cpp
// and redux.cpp.
#include "ptx/lowering/lowering.h"

namespace heddle::ptx {

// The mask of the lanes that take part: an operand of .sync, and else all lanes.
llvm::Value* FunctionLowering::warpMembers(const Instruction& instruction, std::size_t operand) {
  return instruction.has(Flag::Sync) ? read(instruction.operands[operand], ScalarType::B32)
                                     : constant(32, 0xffffffff);
}

// Writes the result of 32 bits and, where the instruction names one, the predicate beside it.
void FunctionLowering::writeWarpPair(const Instruction& instruction, Value* pair) {
  write(instruction.operands[0], b_.CreateExtractValue(pair, 0), ScalarType::B32);
  if (instruction.paired)
    write(instruction.operands[1], b_.CreateExtractValue(pair, 1), ScalarType::Pred);
}

void FunctionLowering::lowerWarp(const Instruction& instruction) {
  switch (instruction.opcode()) {
  case Opcode::Shfl:
    return lowerShfl(instruction);
  case Opcode::Vote:
    return lowerVote(instruction);
  case Opcode::Activemask:
    return lowerActivemask(instruction);
  case Opcode::Match:
    return lowerMatch(instruction);
  case Opcode::Redux:
    return lowerRedux(instruction);
  case Opcode::Elect:
    return lowerElect(instruction);
  default:
    refuse(instruction);
  }
}

void FunctionLowering::lowerElect(const Instruction& instruction) {
  const std::vector<Operand>& operands = instruction.operands;
  // PTX leaves the choice open; the lowest member is elected.
  Value* mask = read(operands[instruction.paired ? 2 : 1], ScalarType::B32);
  Value* leader = intrinsic(llvm::Intrinsic::cttz, {b_.getInt32Ty()}, {mask, b_.getFalse()});
  Value* lane = threadOp(ThreadOp::LaneId);
  threadOp(ThreadOp::WarpBarrier, {mask});
  write(operands[0], leader, ScalarType::B32);
  if (instruction.paired)
    write(operands[1], b_.CreateICmpEQ(lane, leader), ScalarType::Pred);
}

} // namespace heddle::ptx
