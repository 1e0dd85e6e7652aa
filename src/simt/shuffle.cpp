// shfl: each lane of a gang that is a warp gets the value of another lane. The arithmetic that says
// which is in ir/shuffle_lane.h; this file chooses how the lanes move: a permutation by constants
// where the operands are constants, a broadcast, a rotation, and else a load for each lane.
#include "ir/shuffle_lane.h"
#include "simt/gang_builder.h"

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
  if (auto* constants = dyn_cast<Constant>(sources)) {
    SmallVector<int, 32> lanes;
    for (unsigned i = 0; i < width_; ++i)
      lanes.push_back(
          static_cast<int>(cast<ConstantInt>(constants->getAggregateElement(i))->getZExtValue()));
    return builder_.CreateShuffleVector(value, lanes);
  }
  Type* element = value->getType()->getScalarType();
  AllocaInst* spill = spillForShuffle(value, 1);
  if (runsLanesInLoops())
    return builder_.CreateMaskedGather(value->getType(),
                                       builder_.CreateGEP(element, spill, sources),
                                       layout_.getABITypeAlign(element));
  Value* result = PoisonValue::get(value->getType());
  for (unsigned i = 0; i < width_; ++i) {
    Value* address = builder_.CreateGEP(element, spill, builder_.CreateExtractElement(sources, i));
    result = builder_.CreateInsertElement(result, builder_.CreateLoad(element, address), i);
  }
  return result;
}

void GangBuilder::emitShuffle(CallBase& call, const ThreadOpInfo& info) {
  Value* inRange = nullptr;
  Value* value = shuffle(call, info, inRange);
  Lanes result;
  result.parts = {value, inRange};
  define(call, result);
}

} // namespace heddle::simt
