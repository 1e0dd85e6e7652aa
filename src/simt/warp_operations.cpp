#include "simt/gang_builder.h"

#include "ir/kernel_abi.h"

#include <cstddef>
#include <optional>

using namespace llvm;

namespace heddle::simt {
namespace {

// Lane `lane`'s source under shfl with these operands, and whether it is in range (PTX ISA, shfl).
std::pair<unsigned, bool> shuffleSource(ThreadOp op, unsigned lane, std::uint32_t b,
                                        std::uint32_t c) {
  std::uint32_t segment = (c >> 8) & 31, clamp = c & 31;
  b &= 31;
  std::uint32_t maxLane = (lane & segment) | (clamp & ~segment);
  std::uint32_t minLane = lane & segment;
  std::uint32_t source = lane;
  bool inRange = false;
  switch (op) {
  case ThreadOp::ShflUp:
    source = lane - b;
    inRange = static_cast<std::int32_t>(source) >= static_cast<std::int32_t>(maxLane);
    break;
  case ThreadOp::ShflDown:
    source = lane + b;
    inRange = source <= maxLane;
    break;
  case ThreadOp::ShflBfly:
    source = lane ^ b;
    inRange = source <= maxLane;
    break;
  default:
    source = minLane | (b & ~segment);
    inRange = source <= maxLane;
    break;
  }
  return {inRange ? source & 31 : lane, inRange};
}

} // namespace

Value* GangBuilder::activeMaskVector() {
  return mask_ ? mask_ : Constant::getAllOnesValue(vectorOf(builder_.getInt1Ty()));
}

Value* GangBuilder::shuffle(CallBase& call, ThreadOp op, Value*& inRange) {
  Value* value = vector(call.getArgOperand(0));
  // Lanes that have returned, or that a block without full warps does not have, are zero on a GPU,
  // and programs add them up. Those that have gone another way still have their value.
  if (const BasicBlock* living = plan_.livingLanesAt(call.getParent());
      mask_ && !plan_.hasFullMask(living)) {
    Value* lanes = builder_.CreateLoad(mask_->getType(), maskSlot(plan_.maskSource(living)));
    value = builder_.CreateSelect(lanes, value, Constant::getNullValue(value->getType()));
  }
  auto* b = dyn_cast<ConstantInt>(call.getArgOperand(1));
  auto* c = dyn_cast<ConstantInt>(call.getArgOperand(2));
  if (b && c) {
    SmallVector<int, 32> sources;
    SmallVector<Constant*, 32> ranges;
    for (unsigned lane = 0; lane < width_; ++lane) {
      auto [source, valid] = shuffleSource(op, lane, b->getZExtValue(), c->getZExtValue());
      sources.push_back(static_cast<int>(source));
      ranges.push_back(builder_.getInt1(valid));
    }
    inRange = ConstantVector::get(ranges);
    return builder_.CreateShuffleVector(value, sources);
  }
  Value* lane = laneNumbers(builder_.getInt32Ty(), 1);
  auto constant = [&](std::uint32_t v) { return ConstantInt::get(lane->getType(), v); };
  Value* offset = builder_.CreateAnd(vector(call.getArgOperand(1)), constant(31));
  Value* control = vector(call.getArgOperand(2));
  Value* segment = builder_.CreateAnd(builder_.CreateLShr(control, constant(8)), constant(31));
  Value* clamp = builder_.CreateAnd(control, constant(31));
  Value* minLane = builder_.CreateAnd(lane, segment);
  Value* maxLane =
      builder_.CreateOr(minLane, builder_.CreateAnd(clamp, builder_.CreateNot(segment)));
  Value* source = nullptr;
  switch (op) {
  case ThreadOp::ShflUp:
    source = builder_.CreateSub(lane, offset);
    inRange = builder_.CreateICmpSGE(source, maxLane);
    break;
  case ThreadOp::ShflDown:
    source = builder_.CreateAdd(lane, offset);
    inRange = builder_.CreateICmpSLE(source, maxLane);
    break;
  case ThreadOp::ShflBfly:
    source = builder_.CreateXor(lane, offset);
    inRange = builder_.CreateICmpSLE(source, maxLane);
    break;
  default:
    source = builder_.CreateOr(minLane, builder_.CreateAnd(offset, builder_.CreateNot(segment)));
    inRange = builder_.CreateICmpSLE(source, maxLane);
    break;
  }
  // Who is out of range keeps its own value; but for that, the control matters to idx alone.
  if (b && op != ThreadOp::ShflIdx) {
    const std::uint32_t all = op == ThreadOp::ShflUp ? 0 : 31;
    SmallVector<int, 32> sources;
    for (unsigned i = 0; i < width_; ++i)
      sources.push_back(static_cast<int>(shuffleSource(op, i, b->getZExtValue(), all).first));
    return builder_.CreateSelect(inRange, builder_.CreateShuffleVector(value, sources), value);
  }
  const bool oneOffset = shapes_.of(call.getArgOperand(1)).isUniform();
  if (op == ThreadOp::ShflIdx && oneOffset && c && (c->getZExtValue() & 0x1f1f) == 31) {
    Value* from = builder_.CreateAnd(scalar(call.getArgOperand(1)), 31);
    return builder_.CreateVectorSplat(width_, builder_.CreateExtractElement(value, from));
  }
  // Through memory: there is no vector permutation by a variable that every CPU has.
  Type* type = value->getType();
  Type* element = type->getScalarType();
  auto* spill = IRBuilder<>(setup_, setup_->begin())
                    .CreateAlloca(type, builder_.getInt32(oneOffset ? 2 : 1), "shuffle");
  spill->setAlignment(Align(64));
  builder_.CreateAlignedStore(value, spill, Align(64));
  if (oneOffset && (op == ThreadOp::ShflUp || op == ThreadOp::ShflDown)) {
    // All lanes are as far from their sources: one load, of what stands there twice.
    builder_.CreateAlignedStore(value, builder_.CreateConstGEP1_32(type, spill, 1), Align(64));
    Value* distance = builder_.CreateAnd(scalar(call.getArgOperand(1)), 31);
    if (op == ThreadOp::ShflUp)
      distance = builder_.CreateSub(builder_.getInt32(width_), distance);
    Value* moved =
        builder_.CreateAlignedLoad(type, builder_.CreateGEP(element, spill, distance), Align(4));
    return builder_.CreateSelect(inRange, moved, value);
  }
  source = builder_.CreateAnd(builder_.CreateSelect(inRange, source, lane), constant(31));
  Value* result = PoisonValue::get(type);
  for (unsigned i = 0; i < width_; ++i) {
    Value* address = builder_.CreateGEP(element, spill, builder_.CreateExtractElement(source, i));
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
    Value* value = shuffle(call, info.op, inRange);
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
  Value* place = builder_.CreateGEP(i32, frame, builder_.CreateAnd(id, 15));
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
