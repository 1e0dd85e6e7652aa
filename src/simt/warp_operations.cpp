#include "simt/gang_builder.h"

#include "ir/kernel_abi.h"
#include "ir/shuffle_lane.h"

#include <cstddef>

using namespace llvm;

namespace heddle::simt {
namespace {

// A vector of lane numbers under construction, with the operators that shuffleSource needs.
class LaneVector {
public:
  LaneVector(IRBuilder<>& builder, Value* value) : builder_(&builder), value_(value) {}
  Value* value() const { return value_; }

  friend LaneVector operator&(LaneVector x, LaneVector y) {
    return x.with(x.builder_->CreateAnd(x.value_, y.value_));
  }
  friend LaneVector operator|(LaneVector x, LaneVector y) {
    return x.with(x.builder_->CreateOr(x.value_, y.value_));
  }
  friend LaneVector operator^(LaneVector x, LaneVector y) {
    return x.with(x.builder_->CreateXor(x.value_, y.value_));
  }
  friend LaneVector operator+(LaneVector x, LaneVector y) {
    return x.with(x.builder_->CreateAdd(x.value_, y.value_));
  }
  friend LaneVector operator-(LaneVector x, LaneVector y) {
    return x.with(x.builder_->CreateSub(x.value_, y.value_));
  }
  friend LaneVector operator~(LaneVector x) { return x.with(x.builder_->CreateNot(x.value_)); }
  friend LaneVector operator&(LaneVector x, std::uint64_t bits) {
    return x.with(x.builder_->CreateAnd(x.value_, bits));
  }
  friend LaneVector operator>>(LaneVector x, std::uint64_t count) {
    return x.with(x.builder_->CreateLShr(x.value_, count));
  }
  friend Value* operator>=(LaneVector x, LaneVector y) {
    return x.builder_->CreateICmpSGE(x.value_, y.value_);
  }
  friend Value* operator<=(LaneVector x, LaneVector y) {
    return x.builder_->CreateICmpSLE(x.value_, y.value_);
  }

private:
  LaneVector with(Value* value) const { return {*builder_, value}; }

  IRBuilder<>* builder_;
  Value* value_;
};

// For each lane of a warp, where it reads from with these operands: itself, if that is not in
// range.
std::pair<SmallVector<int, 32>, SmallVector<bool, 32>>
constantSources(WarpOperation operation, std::uint64_t b, std::uint64_t c) {
  SmallVector<int, 32> sources;
  SmallVector<bool, 32> ranges;
  for (int lane = 0; lane < 32; ++lane) {
    auto [source, isInRange] =
        shuffleSource(operation, lane, static_cast<int>(b), static_cast<int>(c));
    sources.push_back(isInRange ? source : lane);
    ranges.push_back(isInRange);
  }
  return {sources, ranges};
}

} // namespace

Value* GangBuilder::activeMaskVector() {
  return mask_ ? mask_ : Constant::getAllOnesValue(vectorOf(builder_.getInt1Ty()));
}

// The operand of a shuffle. Lanes that have returned, or that a block without full warps does not
// have, are zero on a GPU, and programs add them up. Those that have gone another way still have
// their value.
Value* GangBuilder::shuffledValue(CallBase& call) {
  Value* value = vector(call.getArgOperand(0));
  const BasicBlock* living = plan_.livingLanesAt(call.getParent());
  if (!mask_ || plan_.hasFullMask(living))
    return value;
  Value* lanes = builder_.CreateLoad(mask_->getType(), maskSlot(plan_.maskSource(living)));
  return builder_.CreateSelect(lanes, value, Constant::getNullValue(value->getType()));
}

Value* GangBuilder::shuffle(CallBase& call, const ThreadOpInfo& info, Value*& inRange) {
  const WarpOperation operation = info.implementation.operation;
  Value* value = shuffledValue(call);
  auto* b = dyn_cast<ConstantInt>(call.getArgOperand(1));
  auto* c = dyn_cast<ConstantInt>(call.getArgOperand(2));
  if (b && c) {
    auto [sources, ranges] = constantSources(operation, b->getZExtValue(), c->getZExtValue());
    SmallVector<Constant*, 32> constants;
    for (bool isInRange : ranges)
      constants.push_back(builder_.getInt1(isInRange));
    inRange = ConstantVector::get(constants);
    return builder_.CreateShuffleVector(value, sources);
  }
  Value* lane = laneNumbers(builder_.getInt32Ty(), 1);
  auto operand = [&](unsigned i) { return LaneVector(builder_, vector(call.getArgOperand(i))); };
  auto computed = shuffleSource(operation, LaneVector(builder_, lane), operand(1), operand(2));
  inRange = computed.isInRange;
  const bool isIndex = info.op == ThreadOp::ShflIdx;
  // With a constant distance the control decides only which lanes keep their own value.
  if (b && !isIndex) {
    const unsigned wholeWarp = info.op == ThreadOp::ShflUp ? 0 : 31;
    SmallVector<int, 32> sources = constantSources(operation, b->getZExtValue(), wholeWarp).first;
    return builder_.CreateSelect(inRange, builder_.CreateShuffleVector(value, sources), value);
  }
  const bool isOneOffset = shapes_.of(call.getArgOperand(1)).isUniform();
  if (isIndex && isOneOffset && c && (c->getZExtValue() & 0x1f1f) == 31) {
    Value* from = builder_.CreateAnd(scalar(call.getArgOperand(1)), 31);
    return builder_.CreateVectorSplat(width_, builder_.CreateExtractElement(value, from));
  }
  if (isOneOffset && (info.op == ThreadOp::ShflUp || info.op == ThreadOp::ShflDown)) {
    Value* distance = builder_.CreateAnd(scalar(call.getArgOperand(1)), 31);
    if (info.op == ThreadOp::ShflUp)
      distance = builder_.CreateSub(builder_.getInt32(width_), distance);
    return builder_.CreateSelect(inRange, rotate(value, distance), value);
  }
  Value* source = builder_.CreateSelect(inRange, computed.lane.value(), lane);
  return permute(value, builder_.CreateAnd(source, 31));
}

// Memory for some copies of a vector, from which lanes are read by a variable number: not every CPU
// has a permutation for that.
AllocaInst* GangBuilder::spillForShuffle(Value* value, unsigned copies) {
  AllocaInst* spill = IRBuilder<>(setup_, setup_->begin())
                          .CreateAlloca(value->getType(), builder_.getInt32(copies), "shuffle");
  spill->setAlignment(Align(64));
  for (unsigned i = 0; i < copies; ++i) {
    Value* address = i == 0 ? spill : builder_.CreateConstGEP1_32(value->getType(), spill, i);
    builder_.CreateAlignedStore(value, address, Align(64));
  }
  return spill;
}

// Each lane gets the value of the lane that is `distance` further: one load from the vector's two
// copies.
Value* GangBuilder::rotate(Value* value, Value* distance) {
  Type* type = value->getType();
  AllocaInst* spill = spillForShuffle(value, 2);
  Value* address = builder_.CreateGEP(type->getScalarType(), spill, distance);
  return builder_.CreateAlignedLoad(type, address, Align(4));
}

Value* GangBuilder::permute(Value* value, Value* sources) {
  Type* element = value->getType()->getScalarType();
  AllocaInst* spill = spillForShuffle(value, 1);
  Value* result = PoisonValue::get(value->getType());
  for (unsigned i = 0; i < width_; ++i) {
    Value* address = builder_.CreateGEP(element, spill, builder_.CreateExtractElement(sources, i));
    result = builder_.CreateInsertElement(result, builder_.CreateLoad(element, address), i);
  }
  return result;
}

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

void GangBuilder::emitWarpOp(CallBase& call, const ThreadOpInfo& info) {
  if (width_ != 32)
    return fail(std::string("warp operation outside a warp: ") + info.name);
  auto one = [&](Value* value) { define(call, {.scalar = value, .vector = nullptr, .parts = {}}); };
  auto many = [&](Value* value) {
    define(call, {.scalar = nullptr, .vector = value, .parts = {}});
  };
  // Which lanes take part: the members that are active. A full member mask is by far the usual one.
  auto participants = [&](unsigned argument) -> Value* {
    auto* constant = dyn_cast<ConstantInt>(call.getArgOperand(argument));
    Value* active = activeMaskVector();
    if (constant && constant->isMinusOne())
      return active;
    Value* members = laneValue(call.getArgOperand(argument), builder_.getInt32(0));
    return builder_.CreateAnd(active,
                              builder_.CreateBitCast(members, vectorOf(builder_.getInt1Ty())));
  };
  // Members differ between the lanes when groups of a warp each speak among themselves.
  auto groups = [&](unsigned argument) {
    return !shapes_.of(call.getArgOperand(argument)).isUniform();
  };
  // For each lane, those of the given lanes that are in its group.
  auto inGroup = [&](Value* lanes) {
    return builder_.CreateAnd(builder_.CreateVectorSplat(width_, maskBits(lanes)),
                              vector(call.getArgOperand(1)));
  };
  auto groupVote = [&]() -> Value* {
    Value* set = inGroup(andMask(activeMaskVector(), vector(call.getArgOperand(0))));
    if (info.op == ThreadOp::VoteBallot)
      return set;
    Value* none = ConstantInt::get(set->getType(), 0);
    Value* any = builder_.CreateICmpNE(set, none);
    if (info.op == ThreadOp::VoteAny)
      return any;
    Value* all = builder_.CreateICmpEQ(set, inGroup(activeMaskVector()));
    return info.op == ThreadOp::VoteAll ? all : builder_.CreateOr(all, builder_.CreateNot(any));
  };
  switch (info.op) {
  case ThreadOp::WarpBarrier:
    return; // the lanes of a gang run in step
  case ThreadOp::ActiveMask:
    return one(maskBits(mask_));
  case ThreadOp::VoteBallot:
    if (groups(1))
      return many(groupVote());
    return one(maskBits(andMask(participants(1), vector(call.getArgOperand(0)))));
  case ThreadOp::VoteAny:
    if (groups(1))
      return many(groupVote());
    return one(anyOf(andMask(participants(1), vector(call.getArgOperand(0)))));
  case ThreadOp::VoteAll:
    if (groups(1))
      return many(groupVote());
    return one(builder_.CreateNot(
        anyOf(andMask(participants(1), builder_.CreateNot(vector(call.getArgOperand(0)))))));
  case ThreadOp::VoteUni: {
    if (groups(1))
      return many(groupVote());
    Value* lanes = participants(1);
    Value* set = anyOf(andMask(lanes, vector(call.getArgOperand(0))));
    Value* clear = anyOf(andMask(lanes, builder_.CreateNot(vector(call.getArgOperand(0)))));
    return one(builder_.CreateNot(builder_.CreateAnd(set, clear)));
  }
  case ThreadOp::ShflIdx:
  case ThreadOp::ShflUp:
  case ThreadOp::ShflDown:
  case ThreadOp::ShflBfly: {
    Value* inRange = nullptr;
    Value* value = shuffle(call, info, inRange);
    Lanes result;
    result.parts = {value, inRange};
    return define(call, result);
  }
  case ThreadOp::MatchAny32:
  case ThreadOp::MatchAny64: {
    Value* values = vector(call.getArgOperand(0));
    Value* active = activeMaskVector();
    Value* members = vector(call.getArgOperand(1));
    Value* result = PoisonValue::get(vectorOf(builder_.getInt32Ty()));
    for (unsigned lane = 0; lane < width_; ++lane) {
      Value* same = builder_.CreateICmpEQ(
          values, builder_.CreateVectorSplat(width_, builder_.CreateExtractElement(values, lane)));
      Value* bits = maskBits(builder_.CreateAnd(active, same));
      bits = builder_.CreateAnd(bits, builder_.CreateExtractElement(members, lane));
      result = builder_.CreateInsertElement(result, bits, lane);
    }
    return many(result);
  }
  case ThreadOp::MatchAll32:
  case ThreadOp::MatchAll64: {
    Value* values = vector(call.getArgOperand(0));
    if (groups(1)) {
      // All are the same in a group when they are the same as one of it.
      Value* members = inGroup(activeMaskVector());
      Value* same = PoisonValue::get(vectorOf(builder_.getInt32Ty()));
      for (unsigned lane = 0; lane < width_; ++lane) {
        Value* equal = builder_.CreateICmpEQ(
            values,
            builder_.CreateVectorSplat(width_, builder_.CreateExtractElement(values, lane)));
        same = builder_.CreateInsertElement(
            same, maskBits(builder_.CreateAnd(activeMaskVector(), equal)), lane);
      }
      Value* all = builder_.CreateICmpEQ(builder_.CreateAnd(same, members), members);
      Lanes result;
      result.parts = {builder_.CreateSelect(all, members, ConstantInt::get(members->getType(), 0)),
                      all};
      return define(call, result);
    }
    Value* active = participants(1);
    Value* bits = maskBits(active);
    Value* first = builder_.CreateBinaryIntrinsic(Intrinsic::cttz, bits, builder_.getFalse());
    first = builder_.CreateAnd(first, builder_.getInt32(31));
    Value* differs = builder_.CreateICmpNE(
        values, builder_.CreateVectorSplat(width_, builder_.CreateExtractElement(values, first)));
    Value* all = builder_.CreateNot(anyOf(builder_.CreateAnd(active, differs)));
    Lanes result;
    result.parts = {
        builder_.CreateVectorSplat(width_, builder_.CreateSelect(all, bits, builder_.getInt32(0))),
        builder_.CreateVectorSplat(width_, all)};
    return define(call, result);
  }
  default: {
    // Groups with different members reduce one after the other.
    if (shapes_.of(call.getArgOperand(1)).isUniform())
      return many(builder_.CreateVectorSplat(width_, redux(call, info.op)));
    Value* members = vector(call.getArgOperand(1));
    Value* outer = mask_;
    Value* active = activeMaskVector();
    Value* result = forEachActiveLane(builder_.getInt32Ty(), [&](Value* lane) {
      Value* group = builder_.CreateBitCast(builder_.CreateExtractElement(members, lane),
                                            vectorOf(builder_.getInt1Ty()));
      mask_ = builder_.CreateAnd(active, group);
      Value* value = redux(call, info.op);
      mask_ = outer;
      return value;
    });
    return many(result);
  }
  }
}

// Barriers. A gang arrives as a whole: lanes that are not active have returned or, in valid
// programs, do not exist (PTX demands that a warp executes an aligned barrier together).
void GangBuilder::emitBlockOp(CallBase& call, const ThreadOpInfo& info) {
  Type* i32 = builder_.getInt32Ty();
  auto operand = [&](unsigned i) { return laneValue(call.getArgOperand(i), builder_.getInt32(0)); };
  auto barrier = module_.getOrInsertFunction(kGangBarrier, builder_.getVoidTy(), i32, i32);
  auto arrive = module_.getOrInsertFunction(kGangBarrierArrive, builder_.getVoidTy(), i32, i32);
  auto yield = module_.getOrInsertFunction(kGangYield, builder_.getVoidTy());
  auto wait = module_.getOrInsertFunction(kGangWait, builder_.getVoidTy());
  for (FunctionCallee callee : {barrier, arrive, yield, wait})
    if (auto* function = dyn_cast<Function>(callee.getCallee())) {
      function->addFnAttr(Attribute::Convergent);
      function->addFnAttr(Attribute::NoUnwind);
      function->addFnAttr(Attribute::NoDuplicate);
    }
  if (info.op == ThreadOp::Yield || info.op == ThreadOp::Wait) {
    builder_.CreateCall(info.op == ThreadOp::Yield ? yield : wait);
    return;
  }
  Value* id = operand(0);
  Value* threads = operand(1);
  if (info.op == ThreadOp::Barrier) {
    builder_.CreateCall(barrier, {id, threads});
    return;
  }
  if (info.op == ThreadOp::BarrierArrive) {
    builder_.CreateCall(arrive, {id, threads});
    return;
  }
  // The predicates are summed in the frame between two barriers; each gang takes its share back
  // afterwards, so that nobody has to clear the sum.
  Value* predicate = width_ == 1 ? nullptr : vector(call.getArgOperand(2));
  if (info.op == ThreadOp::BarrierAnd && predicate)
    predicate = builder_.CreateNot(predicate);
  Value* mine = nullptr;
  if (width_ == 1) {
    mine = scalar(call.getArgOperand(2));
    if (info.op == ThreadOp::BarrierAnd)
      mine = builder_.CreateNot(mine);
    mine = builder_.CreateZExt(mine, i32);
  } else {
    Value* bits = maskBits(andMask(mask_, predicate));
    mine = builder_.CreateZExtOrTrunc(builder_.CreateUnaryIntrinsic(Intrinsic::ctpop, bits), i32);
  }
  Value* frame = contextField(offsetof(BlockContext, frame), builder_.getPtrTy(), "frame");
  static_assert(offsetof(BlockFrameHeader, predicateSums) == 0);
  Value* place = builder_.CreateGEP(i32, frame, builder_.CreateAnd(id, kNamedBarriers - 1));
  builder_.CreateStore(builder_.CreateAdd(builder_.CreateLoad(i32, place), mine), place);
  builder_.CreateCall(barrier, {id, threads});
  Value* sum = builder_.CreateLoad(i32, place);
  builder_.CreateCall(barrier, {id, threads});
  builder_.CreateStore(builder_.CreateSub(builder_.CreateLoad(i32, place), mine), place);
  Value* result = info.op == ThreadOp::BarrierPopc ? sum
                  : info.op == ThreadOp::BarrierOr
                      ? builder_.CreateICmpNE(sum, builder_.getInt32(0))
                      : builder_.CreateICmpEQ(sum, builder_.getInt32(0));
  define(call, {.scalar = result, .vector = nullptr, .parts = {}});
}

} // namespace heddle::simt
