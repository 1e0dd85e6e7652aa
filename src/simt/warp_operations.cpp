// Votes, matches and reductions of the lanes of a warp, in gangs that are warps. The last operand
// of each names the members: mostly all lanes, or a mask that is the same in all of them; where it
// differs between lanes, groups of the warp each speak among themselves. Shuffles are in
// shuffle.cpp, barriers in gang_barriers.cpp.
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

// For each lane, the active lanes with the same value, as bits.
Value* GangBuilder::lanesWithSameValue(Value* values) {
  Value* active = activeMaskVector();
  Value* result = PoisonValue::get(vectorOf(builder_.getInt32Ty()));
  for (unsigned lane = 0; lane < width_; ++lane) {
    Value* same = builder_.CreateICmpEQ(
        values, builder_.CreateVectorSplat(width_, builder_.CreateExtractElement(values, lane)));
    result = builder_.CreateInsertElement(result, maskBits(builder_.CreateAnd(active, same)), lane);
  }
  return result;
}

// match.all: the members and whether their values are all the same, or zero.
void GangBuilder::emitMatchAll(CallBase& call) {
  Value* values = vector(call.getArgOperand(0));
  const Value* memberMask = call.getArgOperand(1);
  Lanes result;
  if (!shapes_.of(memberMask).isUniform()) {
    // All values of a group are the same if each lane finds its own value in all lanes of its
    // group.
    Value* members = lanesInGroup(activeMaskVector(), memberMask);
    Value* same = builder_.CreateAnd(lanesWithSameValue(values), members);
    Value* all = builder_.CreateICmpEQ(same, members);
    result.parts = {builder_.CreateSelect(all, members, ConstantInt::get(members->getType(), 0)),
                    all};
    return define(call, result);
  }
  Value* lanes = participants(memberMask);
  Value* bits = maskBits(lanes);
  Value* first = builder_.CreateBinaryIntrinsic(Intrinsic::cttz, bits, builder_.getFalse());
  first = builder_.CreateAnd(first, builder_.getInt32(31));
  Value* differs = builder_.CreateICmpNE(
      values, builder_.CreateVectorSplat(width_, builder_.CreateExtractElement(values, first)));
  Value* all = builder_.CreateNot(anyOf(builder_.CreateAnd(lanes, differs)));
  result.parts = {
      builder_.CreateVectorSplat(width_, builder_.CreateSelect(all, bits, builder_.getInt32(0))),
      builder_.CreateVectorSplat(width_, all)};
  define(call, result);
}

// The reduction over the active lanes, as one value. The other lanes are replaced by a neutral
// number.
Value* GangBuilder::redux(CallBase& call, ThreadOp op) {
  Value* values = vector(call.getArgOperand(0));
  auto keep = [&](std::uint32_t neutral) {
    return builder_.CreateSelect(activeMaskVector(), values,
                                 ConstantInt::get(values->getType(), neutral));
  };
  switch (op) {
  case ThreadOp::ReduxAdd:
    return builder_.CreateAddReduce(keep(0));
  case ThreadOp::ReduxMin:
    return builder_.CreateIntMinReduce(keep(0x7fffffff), true);
  case ThreadOp::ReduxMax:
    return builder_.CreateIntMaxReduce(keep(0x80000000), true);
  case ThreadOp::ReduxUMin:
    return builder_.CreateIntMinReduce(keep(0xffffffff), false);
  case ThreadOp::ReduxUMax:
    return builder_.CreateIntMaxReduce(keep(0), false);
  case ThreadOp::ReduxAnd:
    return builder_.CreateAndReduce(keep(0xffffffff));
  case ThreadOp::ReduxOr:
    return builder_.CreateOrReduce(keep(0));
  default:
    return builder_.CreateXorReduce(keep(0));
  }
}

// Groups with different members reduce one after the other.
Value* GangBuilder::reduxInGroups(CallBase& call, ThreadOp op) {
  Value* members = vector(call.getArgOperand(1));
  Value* outer = mask_;
  Value* active = activeMaskVector();
  return forEachActiveLane(builder_.getInt32Ty(), [&](Value* lane) {
    Value* group = builder_.CreateBitCast(builder_.CreateExtractElement(members, lane),
                                          vectorOf(builder_.getInt1Ty()));
    mask_ = builder_.CreateAnd(active, group);
    Value* value = redux(call, op);
    mask_ = outer;
    return value;
  });
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
    return many(builder_.CreateAnd(lanesWithSameValue(vector(call.getArgOperand(0))),
                                   vector(call.getArgOperand(1))));
  case ThreadOp::MatchAll32:
  case ThreadOp::MatchAll64:
    return emitMatchAll(call);
  default:
    return many(hasGroups ? reduxInGroups(call, info.op)
                          : builder_.CreateVectorSplat(width_, redux(call, info.op)));
  }
}

} // namespace heddle::simt
