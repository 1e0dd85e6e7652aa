#include "simt/strip_mine_vectors.h"

#include "simt/lane_frame.h"
#include "simt/strip_loop_emitter.h"
#include "simt/strip_loops.h"

#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"

#include <optional>
#include <vector>

using namespace llvm;

namespace heddle::simt {
namespace {

// In the mask of a shuffle: a lane that nobody reads.
constexpr int kNoLane = -1;

bool isKnown(int lane) {
  return lane != kNoLane;
}

// Neighbouring lanes of at least this many strips are copied by memcpy(). Code generation takes a
// call much faster than a load and a store for each strip, which were more than half of all vector
// stores in the scan of CUB, whose warps shift values by 1 to 16 lanes (2026-11).
constexpr unsigned kLeastStripsOfCopy = 4;

class StripMiner {
public:
  StripMiner(Function& function, const VectorTarget& target)
      : function_(function), layout_(function.getParent()->getDataLayout()), target_(target),
        stripLanes_(target.stripLanes()), loops_(function, target) {}

  bool run() {
    if (!loops_.areNeeded())
      return false;
    storeMasksAsIntegers();
    frame_.emplace(function_);
    if (any_of(instructions(function_), [&](const Instruction& instruction) {
          return isa<PHINode>(instruction) && loops_.lanesOf(instruction.getType()) != 0;
        }))
      SplitAllCriticalEdges(function_);
    loops_.find();
    for (const Instruction* instruction : loops_.inMemory())
      shareMemory(*instruction);
    for (const auto& [value, phi] : loops_.phiOf())
      frame_->share(value, phi);
    for (const std::unique_ptr<StripLoops::Loop>& loop : loops_.loops())
      StripLoopEmitter(loops_, *loop, target_, *frame_).emit();
    for (Instruction* instruction : loops_.inMemory())
      emitInMemory(*instruction);
    for (Instruction* instruction : loops_.whole())
      loadOperands(*instruction);
    storeWholeValues();
    frame_->finish();
    erase();
    return true;
  }

private:
  void storeMasksAsIntegers();
  void shareMemory(const Instruction& instruction);
  void emitInMemory(Instruction& instruction);
  void emitShuffle(ShuffleVectorInst& shuffle);
  unsigned copyNeighbours(ShuffleVectorInst& shuffle, unsigned begin, ArrayRef<int> sources);
  void emitShuffledStrip(ShuffleVectorInst& shuffle, unsigned begin, ArrayRef<int> sources);
  // The address of a lane that a shuffle reads, by its number in the shuffle's mask.
  Value* sourceAddress(IRBuilder<>& builder, ShuffleVectorInst& shuffle, int lane);
  void emitInsert(InsertElementInst& insert);
  void emitExtract(ExtractElementInst& extract);
  // Copies a vector to the place of another one.
  void copyStrips(IRBuilder<>& builder, Value* from, const Value& to);
  void loadOperands(Instruction& instruction);
  void storeWholeValues();
  void erase();

  Function& function_;
  const DataLayout& layout_;
  const VectorTarget& target_;
  const unsigned stripLanes_;
  StripLoops loops_;
  std::optional<LaneFrame> frame_; // the memory of all vectors
};

// A mask in the memory of the kernel is an integer with a bit for each lane.
void StripMiner::storeMasksAsIntegers() {
  for (Instruction& instruction : make_early_inc_range(instructions(function_))) {
    if (!isa<LoadInst, StoreInst>(instruction))
      continue;
    Type* type = getLoadStoreType(&instruction);
    if (!type->getScalarType()->isIntegerTy(1) || loops_.lanesOf(type) == 0)
      continue;
    IRBuilder<> builder(&instruction);
    Type* bits = builder.getIntNTy(loops_.lanesOf(type));
    if (auto* store = dyn_cast<StoreInst>(&instruction)) {
      store->setOperand(0, builder.CreateBitCast(store->getValueOperand(), bits));
      continue;
    }
    auto& load = cast<LoadInst>(instruction);
    LoadInst* created = builder.CreateAlignedLoad(bits, load.getPointerOperand(), load.getAlign(),
                                                  load.isVolatile());
    created->copyMetadata(load);
    load.replaceAllUsesWith(builder.CreateBitCast(created, type));
    load.eraseFromParent();
  }
}

// A vector that is put together lane by lane has one memory for all steps, where no step but the
// last is used for anything else.
void StripMiner::shareMemory(const Instruction& instruction) {
  auto* insert = dyn_cast<InsertElementInst>(&instruction);
  auto* base = insert ? dyn_cast<InsertElementInst>(insert->getOperand(0)) : nullptr;
  if (base && loops_.isInMemory(base) && base->hasOneUse() &&
      base->getParent() == insert->getParent())
    frame_->share(insert, base);
}

void StripMiner::emitInMemory(Instruction& instruction) {
  if (auto* shuffle = dyn_cast<ShuffleVectorInst>(&instruction))
    emitShuffle(*shuffle);
  else if (auto* insert = dyn_cast<InsertElementInst>(&instruction))
    emitInsert(*insert);
  else if (auto* extract = dyn_cast<ExtractElementInst>(&instruction))
    emitExtract(*extract);
}

void StripMiner::emitExtract(ExtractElementInst& extract) {
  IRBuilder<> builder(&extract);
  const Value* vector = extract.getVectorOperand();
  Type* element = extract.getType();
  Type* stored = LaneFrame::memoryElement(element);
  Value* value =
      builder.CreateLoad(stored, frame_->laneAddress(builder, vector, extract.getIndexOperand()));
  if (stored != element)
    value = builder.CreateIsNeg(value);
  extract.replaceAllUsesWith(value);
}

void StripMiner::emitInsert(InsertElementInst& insert) {
  IRBuilder<> builder(&insert);
  Value* base = insert.getOperand(0);
  Type* element = insert.getType()->getElementType();
  Type* stored = LaneFrame::memoryElement(element);
  const bool isInPlace =
      frame_->hasPlace(base) && frame_->placeOf(base) == frame_->placeOf(&insert);
  if (!isInPlace && !isa<UndefValue>(base))
    copyStrips(builder, base, insert);
  Value* value = insert.getOperand(1);
  if (stored != element)
    value = builder.CreateSExt(value, stored);
  builder.CreateStore(value, frame_->laneAddress(builder, &insert, insert.getOperand(2)));
}

void StripMiner::copyStrips(IRBuilder<>& builder, Value* from, const Value& to) {
  Type* element = to.getType()->getScalarType();
  for (unsigned lane = 0; lane < loops_.lanesOf(to.getType()); lane += stripLanes_) {
    Value* strip = nullptr;
    if (const auto* constant = dyn_cast<Constant>(from); constant && !isa<ConstantExpr>(constant)) {
      SmallVector<Constant*, 16> elements;
      for (unsigned i = 0; i < stripLanes_; ++i)
        elements.push_back(constant->getAggregateElement(lane + i));
      strip = ConstantVector::get(elements);
    } else if (Value* splat = getSplatValue(from)) {
      strip = builder.CreateVectorSplat(stripLanes_, splat);
    } else {
      strip = frame_->loadStrip(builder, element, stripLanes_,
                                frame_->laneAddress(builder, from, lane));
    }
    frame_->storeStrip(builder, strip, frame_->laneAddress(builder, &to, lane));
  }
}

Value* StripMiner::sourceAddress(IRBuilder<>& builder, ShuffleVectorInst& shuffle, int lane) {
  const int lanesOfFirst = static_cast<int>(loops_.lanesOf(shuffle.getOperand(0)->getType()));
  return frame_->laneAddress(builder, shuffle.getOperand(lane < lanesOfFirst ? 0 : 1),
                             static_cast<unsigned>(lane % lanesOfFirst));
}

void StripMiner::emitShuffle(ShuffleVectorInst& shuffle) {
  const int lanesOfFirst = static_cast<int>(loops_.lanesOf(shuffle.getOperand(0)->getType()));
  SmallVector<int, 32> mask(shuffle.getShuffleMask());
  for (int& lane : mask)
    if (lane >= 0 && isa<UndefValue>(shuffle.getOperand(lane < lanesOfFirst ? 0 : 1)))
      lane = kNoLane;
  for (unsigned begin = 0; begin < mask.size();) {
    const ArrayRef<int> left = ArrayRef<int>(mask).drop_front(begin);
    const ArrayRef<int> fromKnown = left.drop_until(isKnown);
    if (fromKnown.empty())
      return;
    const auto firstKnown = static_cast<unsigned>(mask.size() - fromKnown.size());
    if (const unsigned copied = copyNeighbours(shuffle, firstKnown, fromKnown)) {
      begin = firstKnown + copied;
      continue;
    }
    // What is left of a strip behind a copy is shorter than a strip.
    const ArrayRef<int> sources = left.take_front(stripLanes_ - begin % stripLanes_);
    if (any_of(sources, isKnown))
      emitShuffledStrip(shuffle, begin, sources);
    begin += sources.size();
  }
}

// Copies the lanes that come from neighbouring lanes of one operand, beginning with the first, if
// they are many. Returns their number.
unsigned StripMiner::copyNeighbours(ShuffleVectorInst& shuffle, unsigned begin,
                                    ArrayRef<int> sources) {
  const int lanesOfFirst = static_cast<int>(loops_.lanesOf(shuffle.getOperand(0)->getType()));
  const int first = sources.front();
  const int end = (first / lanesOfFirst + 1) * lanesOfFirst;
  unsigned count = 0;
  for (int lane = first; lane < end && count < sources.size(); ++lane, ++count)
    if (isKnown(sources[count]) && sources[count] != lane)
      break;
  if (count < kLeastStripsOfCopy * stripLanes_)
    return 0;
  IRBuilder<> builder(&shuffle);
  const std::uint64_t bytes =
      layout_.getTypeStoreSize(LaneFrame::memoryElement(shuffle.getType()->getElementType()));
  builder.CreateMemCpy(frame_->laneAddress(builder, &shuffle, begin), Align(bytes),
                       sourceAddress(builder, shuffle, first), Align(bytes), count * bytes);
  return count;
}

// As a whole where the lanes come from neighbouring lanes or from one strip, and lane by lane
// elsewhere.
void StripMiner::emitShuffledStrip(ShuffleVectorInst& shuffle, unsigned begin,
                                   ArrayRef<int> sources) {
  IRBuilder<> builder(&shuffle);
  Type* stored = LaneFrame::memoryElement(shuffle.getType()->getElementType());
  Type* wholeStrip = FixedVectorType::get(stored, stripLanes_);
  const Align align(layout_.getTypeStoreSize(stored));
  const int strip = static_cast<int>(stripLanes_);
  const int lanesOfFirst = static_cast<int>(loops_.lanesOf(shuffle.getOperand(0)->getType()));
  const auto load = [&](Type* type, int lane) {
    return builder.CreateAlignedLoad(type, sourceAddress(builder, shuffle, lane), align);
  };
  const auto store = [&](Value* value, unsigned lane) {
    builder.CreateAlignedStore(value, frame_->laneAddress(builder, &shuffle, lane), align);
  };
  const auto* known = find_if(sources, isKnown);
  const int first = *known - static_cast<int>(known - sources.begin());
  const int last = first + strip - 1;
  bool areOfOneStrip = sources.size() == stripLanes_;
  bool areNeighbours = areOfOneStrip && first >= 0 && first / lanesOfFirst == last / lanesOfFirst;
  for (int i = 0; i < static_cast<int>(sources.size()); ++i) {
    areNeighbours &= sources[i] == kNoLane || sources[i] == first + i;
    areOfOneStrip &= sources[i] == kNoLane || sources[i] / strip == *known / strip;
  }
  if (areNeighbours)
    return store(load(wholeStrip, first), begin);
  if (areOfOneStrip) {
    SmallVector<int, 16> within;
    for (int lane : sources)
      within.push_back(lane == kNoLane ? kNoLane : lane % strip);
    return store(builder.CreateShuffleVector(load(wholeStrip, *known / strip * strip), within),
                 begin);
  }
  for (unsigned i = 0; i < sources.size(); ++i)
    if (isKnown(sources[i]))
      store(load(stored, sources[i]), begin + i);
}

// For an instruction that is neither in a loop nor in memory, as a call.
void StripMiner::loadOperands(Instruction& instruction) {
  for (Use& operand : instruction.operands())
    if (loops_.livesInMemory(operand.get())) {
      IRBuilder<> builder(&instruction);
      operand.set(frame_->loadWhole(builder, operand.get()));
    }
}

// Values that loops read and that no loop has made.
void StripMiner::storeWholeValues() {
  for (const auto& [value, place] : frame_->places())
    if (!loops_.livesInMemory(value))
      frame_->storeWhole(const_cast<Value*>(value));
}

void StripMiner::erase() {
  std::vector<Instruction*> gone = loops_.inMemory();
  for (const std::unique_ptr<StripLoops::Loop>& loop : loops_.loops())
    append_range(gone, loop->members);
  SmallVector<WeakTrackingVH, 16> operands;
  for (Instruction* instruction : gone) {
    for (Value* operand : instruction->operands())
      if (isa<ShuffleVectorInst>(operand))
        operands.emplace_back(operand);
    if (!instruction->getType()->isVoidTy())
      instruction->replaceAllUsesWith(PoisonValue::get(instruction->getType()));
  }
  for (Instruction* instruction : gone)
    instruction->eraseFromParent();
  RecursivelyDeleteTriviallyDeadInstructionsPermissive(operands);
}

// Makes plain numbers of constant expressions, whose lanes could not be told. Masks of members are
// such expressions where the builder of the IR, which does not know the data layout, has folded
// conversions between vectors of bits and integers.
void foldConstants(Function& function) {
  const DataLayout& layout = function.getParent()->getDataLayout();
  for (Instruction& instruction : instructions(function))
    for (Use& operand : instruction.operands())
      if (isa<ConstantExpr, ConstantVector>(operand))
        operand.set(ConstantFoldConstant(cast<Constant>(operand), layout));
}

} // namespace

PreservedAnalyses StripMineVectorsPass::run(Function& function, FunctionAnalysisManager& analyses) {
  const VectorTarget& target = analyses.getResult<VectorTargetAnalysis>(function);
  if (!target.stripMined)
    return PreservedAnalyses::all();
  foldConstants(function);
  if (!StripMiner(function, target).run())
    return PreservedAnalyses::all();
  return PreservedAnalyses::none();
}

} // namespace heddle::simt
