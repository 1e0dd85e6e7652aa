// Generates vote, a decision over the predicates of all lanes of a warp. A gang is a warp here, so
// that the predicates are the bits of one mask.
#include "simt/gang_builder.h"

using namespace llvm;

namespace heddle::simt {

// The vote of each lane's group, as a vector.
Value* GangBuilder::voteInGroups(CallBase& call, ThreadOp op) {
  const Value* members = call.getArgOperand(1);
  Value* set = lanesInGroup(andMask(activeMaskVector(), vector(call.getArgOperand(0))), members);
  if (op == ThreadOp::VoteBallot)
    return set;
  Value* any = builder_.CreateICmpNE(set, ConstantInt::get(set->getType(), 0));
  if (op == ThreadOp::VoteAny)
    return any;
  Value* all = builder_.CreateICmpEQ(set, lanesInGroup(activeMaskVector(), members));
  return op == ThreadOp::VoteAll ? all : builder_.CreateOr(all, builder_.CreateNot(any));
}

// The vote of all participants, as one value.
Value* GangBuilder::vote(CallBase& call, ThreadOp op) {
  Value* lanes = participants(call.getArgOperand(1));
  Value* predicate = vector(call.getArgOperand(0));
  auto isAnySet = [&] { return anyOf(andMask(lanes, predicate)); };
  auto isAnyClear = [&] { return anyOf(andMask(lanes, builder_.CreateNot(predicate))); };
  switch (op) {
  case ThreadOp::VoteBallot:
    return maskBits(andMask(lanes, predicate));
  case ThreadOp::VoteAny:
    return isAnySet();
  case ThreadOp::VoteAll:
    return builder_.CreateNot(isAnyClear());
  default: { // VoteUni
    Value* set = isAnySet();
    return builder_.CreateNot(builder_.CreateAnd(set, isAnyClear()));
  }
  }
}

} // namespace heddle::simt
