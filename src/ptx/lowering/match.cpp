// match.
#include "ptx/lowering/lowering.h"

namespace heddle::ptx {

void FunctionLowering::lowerMatch(const Instruction& instruction) {
  const std::vector<Operand>& operands = instruction.operands;
  const std::size_t first = instruction.paired ? 2 : 1;
  Value* value = read(operands[first], instruction.type);
  Value* members = warpMembers(instruction, first + 1);
  const bool isWide = bitsOf(instruction.type) == 64;
  switch (instruction.required<MatchMode>()) {
  case MatchMode::Any:
    return write(operands[0],
                 threadOp(isWide ? ThreadOp::MatchAny64 : ThreadOp::MatchAny32, {value, members}),
                 ScalarType::B32);
  case MatchMode::All:
    return writeWarpPair(instruction, threadOp(isWide ? ThreadOp::MatchAll64 : ThreadOp::MatchAll32,
                                               {value, members}));
  }
}

} // namespace heddle::ptx
