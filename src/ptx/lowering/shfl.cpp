// shfl.
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

} // namespace

void FunctionLowering::lowerShfl(const Instruction& instruction) {
  const std::vector<Operand>& operands = instruction.operands;
  const std::size_t first = instruction.paired ? 2 : 1;
  Value* pair =
      threadOp(shuffleOperation(instruction.required<ShuffleMode>()),
               {read(operands[first], ScalarType::B32), read(operands[first + 1], ScalarType::U32),
                read(operands[first + 2], ScalarType::U32), warpMembers(instruction, first + 3)});
  writeWarpPair(instruction, pair);
}

} // namespace heddle::ptx
