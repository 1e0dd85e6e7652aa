// What the lanes of a warp do together, in gangs that are warps. The last operand of each operation
// names the members: mostly all lanes, or a mask that is the same in all of them; where it differs
// between lanes, groups of the warp each speak among themselves. The operations are in vote.cpp,
// match.cpp, redux.cpp and shuffle.cpp, barriers in gang_barriers.cpp.
#include "simt/gang_builder.h"

using namespace llvm;

namespace heddle::simt {

Value* GangBuilder::activeMaskVector() {
  return mask_ ? mask_ : Constant::getAllOnesValue(vectorOf(builder_.getInt1Ty()));
}

// The lanes that take part: members that are active. A full member mask is by far the usual one.
Value* GangBuilder::participants(const Value* members) {
  Value* active = activeMaskVector();
  if (auto* constant = dyn_cast<ConstantInt>(members); constant && constant->isMinusOne())
    return active;
  Value* bits = laneValue(members, builder_.getInt32(0));
  return builder_.CreateAnd(active, builder_.CreateBitCast(bits, vectorOf(builder_.getInt1Ty())));
}

// For each lane, those of the given lanes that are in its group, as bits.
Value* GangBuilder::lanesInGroup(Value* lanes, const Value* members) {
  return builder_.CreateAnd(builder_.CreateVectorSplat(width_, maskBits(lanes)), vector(members));
}

void GangBuilder::emitWarpOp(CallBase& call, const ThreadOpInfo& info) {
  if (width_ != 32)
    return fail(std::string("warp operation outside a warp: ") + info.name);
  auto one = [&](Value* value) { define(call, {.scalar = value, .vector = nullptr, .parts = {}}); };
  auto many = [&](Value* value) {
    define(call, {.scalar = nullptr, .vector = value, .parts = {}});
  };
  const bool hasGroups = call.arg_size() > 1 && !shapes_.of(call.getArgOperand(1)).isUniform();
  switch (info.op) {
  case ThreadOp::WarpBarrier:
    return; // the lanes of a gang run in step
  case ThreadOp::ActiveMask:
    return one(maskBits(mask_));
  case ThreadOp::VoteBallot:
  case ThreadOp::VoteAny:
  case ThreadOp::VoteAll:
  case ThreadOp::VoteUni:
    return hasGroups ? many(voteInGroups(call, info.op)) : one(vote(call, info.op));
  case ThreadOp::ShflIdx:
  case ThreadOp::ShflUp:
  case ThreadOp::ShflDown:
  case ThreadOp::ShflBfly:
    return emitShuffle(call, info);
  case ThreadOp::MatchAny32:
  case ThreadOp::MatchAny64:
    return many(matchAny(call));
  case ThreadOp::MatchAll32:
  case ThreadOp::MatchAll64:
    return emitMatchAll(call);
  default:
    return many(hasGroups ? reduxInGroups(call, info.op)
                          : builder_.CreateVectorSplat(width_, redux(call, info.op)));
  }
}

} // namespace heddle::simt
