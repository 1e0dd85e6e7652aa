// vote and activemask.
#include "ptx/lowering/lowering.h"

namespace heddle::ptx {
namespace {

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

} // namespace

void FunctionLowering::lowerVote(const Instruction& instruction) {
  const std::vector<Operand>& operands = instruction.operands;
  const auto mode = instruction.required<VoteMode>();
  Value* vote = threadOp(voteOperation(mode),
                         {read(operands[1], ScalarType::Pred), warpMembers(instruction, 2)});
  write(operands[0], vote, mode == VoteMode::Ballot ? ScalarType::B32 : ScalarType::Pred);
}

void FunctionLowering::lowerActivemask(const Instruction& instruction) {
  write(instruction.operands[0], threadOp(ThreadOp::ActiveMask), ScalarType::B32);
}

} // namespace heddle::ptx
