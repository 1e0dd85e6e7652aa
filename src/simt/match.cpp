// Generates match, which finds the lanes of a warp that have equal values. A gang is a warp here,
// so that the values are the elements of one vector register.
#include "simt/gang_builder.h"
#include "simt/small_matches.h"

#include "llvm/Analysis/ValueTracking.h"

using namespace llvm;

namespace heddle::simt {

// match.any: for each lane, the members of its group with the same value.
Value* GangBuilder::matchAny(CallBase& call) {
  const Value* value = call.getArgOperand(0);
  const KnownBits known = computeKnownBits(value, call.getModule()->getDataLayout());
  const bool isSmall =
      value->getType()->isIntegerTy(32) && known.countMaxActiveBits() <= kSmallMatchBits;
  Value* same =
      isSmall ? lanesWithSameSmallValue(vector(value)) : lanesWithSameValue(vector(value));
  return builder_.CreateAnd(same, vector(call.getArgOperand(1)));
}

Value* GangBuilder::lanesWithSameSmallValue(Value* values) {
  AllocaInst* lanes = laneArray(builder_.getInt32Ty());
  builder_.CreateAlignedStore(values, lanes, lanes->getAlign());
  builder_.CreateCall(smallMatchFunction(*gang_->getParent()),
                      {lanes, maskBits(activeMaskVector())});
  return lanesOf(lanes);
}

// For each lane, the active lanes with the same value, as bits.
Value* GangBuilder::lanesWithSameValue(Value* values) {
  Value* active = activeMaskVector();
  const auto lanesLike = [&](Value* lane) {
    Value* same = builder_.CreateICmpEQ(
        values, builder_.CreateVectorSplat(width_, builder_.CreateExtractElement(values, lane)));
    return maskBits(builder_.CreateAnd(active, same));
  };
  if (runsLanesInLoops())
    return forEachActiveLane(builder_.getInt32Ty(), lanesLike);
  Value* result = PoisonValue::get(vectorOf(builder_.getInt32Ty()));
  for (unsigned lane = 0; lane < width_; ++lane)
    result = builder_.CreateInsertElement(result, lanesLike(builder_.getInt32(lane)), lane);
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

} // namespace heddle::simt
