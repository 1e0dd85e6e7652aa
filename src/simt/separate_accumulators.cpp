#include "simt/separate_accumulators.h"

#include "simt/called_functions.h"
#include "simt/execution_form.h"
#include "simt/lane_functions.h"
#include "simt/lane_groups.h"
#include "simt/thread_functions.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopAccessAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/ValueMapper.h"
#include "llvm/Transforms/Vectorize/SLPVectorizer.h"

#include <algorithm>
#include <compare>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace heddle::simt {
namespace {

// Registers of accumulators that a gang may have. CPUs have 16 or 32 registers; somewhat more than
// that are spilled for less than what running lanes one after the other costs.
constexpr unsigned kMostRegisters = 48;
// A run of neighbouring elements fills at least this part of a register, and has at least this many
// elements. Shorter runs would leave most of each vector instruction unused.
constexpr unsigned kLeastPartOfRegister = 2;
constexpr unsigned kShortestRun = 4;
// The part of a CPU's registers that the accumulators of a group of lanes may take. The rest is for
// their factors.
constexpr unsigned kAccumulatorQuarters = 3;

// A sum that a loop carries.
struct Accumulator {
  PHINode* inner = nullptr;   // in the loop that adds; null where that loop was unrolled
  PHINode* carried = nullptr; // in the loop around that; null if there is none
  Instruction* sum = nullptr; // what is carried on
  Value* initial = nullptr;
  SmallVector<PHINode*, 1> results; // behind all loops
};

// The accumulators of a loop or block, with the places where they begin and end.
struct Tile {
  std::vector<Accumulator> accumulators;
  SmallVector<unsigned, 16> runs; // how many of them, in their order, have neighbouring factors
  Loop* loop = nullptr;           // null: the multiplications are in a block, the one of the sums
  BasicBlock* initialAt = nullptr;
};

using PointerShapes = DenseMap<const LoadInst*, Shape>;

bool isFloatingPoint(const Value& value) {
  return value.getType()->isFloatTy() || value.getType()->isDoubleTy();
}

// The factors of the product that the instruction adds to a sum.
std::optional<std::pair<Value*, Value*>> factors(const Instruction& sum) {
  if (auto* call = dyn_cast<IntrinsicInst>(&sum);
      call &&
      (call->getIntrinsicID() == Intrinsic::fma || call->getIntrinsicID() == Intrinsic::fmuladd))
    return std::pair(call->getArgOperand(0), call->getArgOperand(1));
  if (sum.getOpcode() != Instruction::FAdd)
    return std::nullopt;
  for (Value* operand : sum.operands())
    if (auto* product = dyn_cast<BinaryOperator>(operand);
        product && product->getOpcode() == Instruction::FMul)
      return std::pair(product->getOperand(0), product->getOperand(1));
  return std::nullopt;
}

// The phis of the block that use the value; nothing if anything else but `except` uses it.
std::optional<SmallVector<PHINode*, 1>> phisOf(Value& value, const BasicBlock* block,
                                               const Value* except) {
  SmallVector<PHINode*, 1> phis;
  for (User* user : value.users()) {
    if (user == except)
      continue;
    auto* phi = dyn_cast<PHINode>(user);
    if (!phi || phi->getParent() != block)
      return std::nullopt;
    phis.push_back(phi);
  }
  return phis;
}

// Where a loop is left, if that is one block with one predecessor.
BasicBlock* onlyExit(const Loop& loop) {
  BasicBlock* exit = loop.getExitBlock();
  return exit && exit->getSinglePredecessor() ? exit : nullptr;
}

// Follows a sum through the loop around it: `value` is the sum as that loop carries it on.
bool followThrough(const Loop& around, Accumulator& accumulator, Value& value) {
  PHINode* carried = accumulator.carried;
  BasicBlock* exit = onlyExit(around);
  if (!carried || carried->getParent() != around.getHeader() || !carried->hasOneUse() || !exit ||
      carried->getIncomingValueForBlock(around.getLoopLatch()) != &value)
    return false;
  std::optional<SmallVector<PHINode*, 1>> results = phisOf(value, exit, carried);
  if (!results)
    return false;
  accumulator.results = *results;
  accumulator.initial = carried->getIncomingValueForBlock(around.getLoopPreheader());
  return true;
}

// A sum of an innermost loop, whose header has the phi.
std::optional<Accumulator> accumulatorOf(const Loop& loop, PHINode& phi) {
  Accumulator accumulator;
  accumulator.inner = &phi;
  accumulator.sum = dyn_cast<Instruction>(phi.getIncomingValueForBlock(loop.getLoopLatch()));
  if (!accumulator.sum || !loop.contains(accumulator.sum) || !phi.hasOneUse())
    return std::nullopt;
  std::optional<SmallVector<PHINode*, 1>> behind =
      phisOf(*accumulator.sum, loop.getExitBlock(), &phi);
  if (!behind)
    return std::nullopt;
  Value* initial = phi.getIncomingValueForBlock(loop.getLoopPreheader());
  const Loop* around = loop.getParentLoop();
  if (!around) {
    accumulator.initial = initial;
    accumulator.results = *behind;
    return accumulator;
  }
  accumulator.carried = dyn_cast<PHINode>(initial);
  if (behind->size() != 1 || !followThrough(*around, accumulator, *behind->front()))
    return std::nullopt;
  return accumulator;
}

// A sum of a block in the loop, whose header has the phi.
std::optional<Accumulator> accumulatorInBlock(const Loop& loop, PHINode& phi) {
  Accumulator accumulator;
  accumulator.carried = &phi;
  accumulator.sum = dyn_cast<Instruction>(phi.getIncomingValueForBlock(loop.getLoopLatch()));
  if (!accumulator.sum || !loop.contains(accumulator.sum) ||
      !followThrough(loop, accumulator, *accumulator.sum))
    return std::nullopt;
  return accumulator;
}

// All sums that the loop carries; none if some are not understood.
template <typename Find>
std::vector<Accumulator> findAccumulators(const Loop& loop, const Find& find) {
  std::vector<Accumulator> found;
  for (PHINode& phi : loop.getHeader()->phis()) {
    if (!isFloatingPoint(phi))
      continue;
    std::optional<Accumulator> accumulator = find(loop, phi);
    const Accumulator* first = found.empty() ? nullptr : &found.front();
    if (!accumulator || !factors(*accumulator->sum) ||
        (first && (first->sum->getType() != phi.getType() ||
                   first->sum->getParent() != accumulator->sum->getParent())))
      return {};
    found.push_back(*accumulator);
  }
  return found;
}

// Makes addresses that are numbers plus constants, as those of global memory are, pointers plus
// constants, which LLVM's analysis can compare:
//   inttoptr (add %x, 4)   =>   getelementptr (inttoptr %x), 4
class UsePointers {
public:
  void in(LoadInst& load) {
    auto* pointer = dyn_cast<IntToPtrInst>(load.getPointerOperand());
    if (!pointer || !isa<Instruction>(pointer->getOperand(0)))
      return;
    Value* number = pointer->getOperand(0);
    const APInt* offset = nullptr;
    Value* base = nullptr;
    if (!match(number, m_AddLike(m_Value(base), m_APInt(offset))) || !isa<Instruction>(base)) {
      base = number;
      offset = nullptr;
    }
    IRBuilder<> builder(&load);
    Value* start = pointerTo(base);
    load.setOperand(
        0, offset ? builder.CreateGEP(builder.getInt8Ty(), start, builder.getInt(*offset)) : start);
  }

private:
  // One pointer for each number, directly behind it.
  Value* pointerTo(Value* number) {
    Value*& pointer = pointers_[number];
    if (pointer)
      return pointer;
    auto* defined = cast<Instruction>(number);
    IRBuilder<> builder(defined->getParent(), *defined->getInsertionPointAfterDef());
    pointer = builder.CreateIntToPtr(number, builder.getPtrTy());
    return pointer;
  }

  DenseMap<Value*, Value*> pointers_;
};

// Where a load lies, as a distance in elements from another load.
struct Place {
  unsigned run = 0; // which of the loads that have a known distance from each other
  int offset = 0;
  auto operator<=>(const Place&) const = default;
};

// Brings the accumulators into an order in which those with neighbouring factors are neighbours.
class TileOrder {
public:
  TileOrder(std::vector<Accumulator>& accumulators, ScalarEvolution& evolution, unsigned shortest)
      : accumulators_(accumulators), evolution_(evolution), shortest_(shortest) {}

  // Either of the two factors may be the one that has neighbours. Returns how many accumulators
  // each run of neighbours has, in their new order; nothing if there are none.
  SmallVector<unsigned, 16> establish() {
    return establishBy(1) || establishBy(0) ? runs_ : SmallVector<unsigned, 16>();
  }

private:
  Value* factor(const Accumulator& accumulator, unsigned which) const {
    const auto found = factors(*accumulator.sum);
    return which == 0 ? found->first : found->second;
  }

  // Where an accumulator is in the tile.
  struct Position {
    unsigned row = 0; // by the factor that the accumulators of a row share
    Place place;
    std::size_t index = 0; // of the accumulator so far
    auto operator<=>(const Position&) const = default;

    bool follows(const Position& other) const {
      return row == other.row && place.run == other.place.run &&
             place.offset == other.place.offset + 1;
    }
  };

  bool establishBy(unsigned which) {
    places_.clear();
    first_.clear();
    std::vector<Position> order;
    DenseMap<Value*, unsigned> rows;
    UsePointers usePointers;
    for (const auto& [index, accumulator] : enumerate(accumulators_)) {
      auto* load = dyn_cast<LoadInst>(factor(accumulator, which));
      if (!load)
        return false;
      usePointers.in(*load);
      const auto next = static_cast<unsigned>(rows.size());
      const unsigned row = rows.insert({factor(accumulator, 1 - which), next}).first->second;
      order.push_back({row, placeOf(*load), index});
    }
    sort(order);
    if (!hasOnlyLongRuns(order))
      return false;
    std::vector<Accumulator> ordered;
    for (const Position& position : order)
      ordered.push_back(accumulators_[position.index]);
    accumulators_ = std::move(ordered);
    return true;
  }

  bool hasOnlyLongRuns(ArrayRef<Position> order) {
    runs_.clear();
    std::size_t begin = 0;
    for (std::size_t i = 1; i <= order.size(); ++i) {
      if (i < order.size() && order[i].follows(order[i - 1]))
        continue;
      if (i - begin < shortest_)
        return false;
      runs_.push_back(static_cast<unsigned>(i - begin));
      begin = i;
    }
    return true;
  }

  Place placeOf(LoadInst& load) {
    if (auto found = places_.find(&load); found != places_.end())
      return found->second;
    const DataLayout& layout = load.getDataLayout();
    Place place{static_cast<unsigned>(first_.size()), 0};
    for (const auto& [run, first] : enumerate(first_))
      if (std::optional<int> offset =
              getPointersDiff(load.getType(), first->getPointerOperand(), load.getType(),
                              load.getPointerOperand(), layout, evolution_, true)) {
        place = {static_cast<unsigned>(run), *offset};
        break;
      }
    if (place.run == first_.size())
      first_.push_back(&load);
    places_[&load] = place;
    return place;
  }

  std::vector<Accumulator>& accumulators_;
  ScalarEvolution& evolution_;
  const unsigned shortest_;
  DenseMap<const LoadInst*, Place> places_;
  SmallVector<LoadInst*, 4> first_; // of each run
  SmallVector<unsigned, 16> runs_;
};

// The instructions of the sums' block that compute them from phis and from what other blocks
// compute, in order. Empty if some of them cannot be moved to the last one.
SmallVector<Instruction*, 32> sliceOf(const std::vector<Accumulator>& accumulators) {
  BasicBlock* block = accumulators.front().sum->getParent();
  SmallPtrSet<Instruction*, 32> slice;
  SmallVector<Instruction*, 32> work;
  for (const Accumulator& accumulator : accumulators)
    work.push_back(accumulator.sum);
  while (!work.empty()) {
    Instruction* instruction = work.pop_back_val();
    if (isa<PHINode>(instruction) || instruction->getParent() != block ||
        !isIndependentOfLanes(*instruction) || !slice.insert(instruction).second)
      continue;
    for (Value* operand : instruction->operands())
      if (auto* defined = dyn_cast<Instruction>(operand))
        work.push_back(defined);
  }
  SmallVector<Instruction*, 32> ordered;
  bool hasLoads = false;
  std::size_t left = slice.size();
  for (Instruction& instruction : *block) {
    if (left == 0)
      break;
    if (slice.contains(&instruction)) {
      ordered.push_back(&instruction);
      hasLoads |= isa<LoadInst>(instruction);
      --left;
    } else if (hasLoads && instruction.mayWriteToMemory()) {
      return {}; // loads would move across it
    }
  }
  return ordered;
}

class SeparateTile {
public:
  // Where loads are copied, `pointers` gets the shapes of the copies' addresses.
  SeparateTile(Function& function, Tile& tile, PointerShapes& pointers)
      : function_(function), tile_(tile), pointers_(pointers),
        type_(tile.accumulators.front().sum->getType()) {}

  // The scalar function.
  Function* run() {
    IRBuilder<> entry(&function_.getEntryBlock(), function_.getEntryBlock().begin());
    memory_ = entry.CreateAlloca(ArrayType::get(type_, tile_.accumulators.size()), nullptr,
                                 "accumulators");
    memory_->setAlignment(Align(64));
    IRBuilder<> before(tile_.initialAt->getTerminator());
    for (unsigned i = 0; i < tile_.accumulators.size(); ++i)
      before.CreateStore(tile_.accumulators[i].initial, at(before, i));
    const LanePart part = tile_.loop ? partOfLoop() : partOfBlock();
    replaceResults(*part.after);
    recomputeInputs(part);
    return moveToLaneFunction(part, function_.getName() + ".tile");
  }

  // The memory of the accumulators.
  AllocaInst* memory() const { return memory_; }

private:
  Value* at(IRBuilder<>& builder, unsigned index) {
    return builder.CreateConstInBoundsGEP1_64(type_, memory_, index);
  }

  BasicBlock* newBlock(const Twine& name, BasicBlock* before) {
    return BasicBlock::Create(function_.getContext(), name, &function_, before);
  }

  SmallVector<Value*, 64> load(IRBuilder<>& builder) {
    SmallVector<Value*, 64> values;
    for (unsigned i = 0; i < tile_.accumulators.size(); ++i)
      values.push_back(builder.CreateLoad(type_, at(builder, i)));
    return values;
  }

  LanePart partOfLoop() {
    Loop& loop = *tile_.loop;
    LanePart part;
    part.stores = true;
    part.before = loop.getLoopPreheader();
    part.after = loop.getExitBlock();
    BasicBlock* enter = newBlock("enter", loop.getHeader());
    BasicBlock* leave = newBlock("leave", part.after);
    part.last = leave;
    part.blocks.push_back(enter);
    part.blocks.append(loop.block_begin(), loop.block_end());
    part.blocks.push_back(leave);
    part.before->getTerminator()->replaceSuccessorWith(loop.getHeader(), enter);
    loop.getHeader()->replacePhiUsesWith(part.before, enter);
    BasicBlock* exiting = loop.getExitingBlock();
    exiting->getTerminator()->replaceSuccessorWith(part.after, leave);
    part.after->replacePhiUsesWith(exiting, leave);
    IRBuilder<> first(enter), last(leave);
    const SmallVector<Value*, 64> values = load(first);
    first.CreateBr(loop.getHeader());
    for (const auto& [i, accumulator] : enumerate(tile_.accumulators)) {
      accumulator.inner->setIncomingValueForBlock(enter, values[i]);
      last.CreateStore(accumulator.sum, at(last, static_cast<unsigned>(i)));
    }
    last.CreateBr(part.after);
    return part;
  }

  // Copies what computes the sums into a block of its own. The originals have no users then.
  LanePart partOfBlock() {
    const SmallVector<Instruction*, 32> slice = sliceOf(tile_.accumulators);
    LanePart part;
    part.stores = true;
    part.before = slice.back()->getParent();
    part.after = SplitBlock(part.before, std::next(slice.back()->getIterator()));
    BasicBlock* block = newBlock("tile", part.after);
    part.blocks.push_back(block);
    part.last = block;
    part.before->getTerminator()->replaceSuccessorWith(part.after, block);
    IRBuilder<> builder(block);
    const SmallVector<Value*, 64> values = load(builder);
    ValueToValueMapTy map;
    for (const auto& [i, accumulator] : enumerate(tile_.accumulators))
      map[accumulator.carried] = values[i];
    for (Instruction* instruction : slice) {
      Instruction* copy = builder.Insert(instruction->clone());
      map[instruction] = copy;
      if (auto* load = dyn_cast<LoadInst>(instruction))
        pointers_[cast<LoadInst>(copy)] = pointers_.lookup(load);
      RemapInstruction(copy, map, RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
    }
    for (const auto& [i, accumulator] : enumerate(tile_.accumulators))
      builder.CreateStore(map[accumulator.sum], at(builder, static_cast<unsigned>(i)));
    builder.CreateBr(part.after);
    return part;
  }

  // What is behind all loops loads the sums; the phis that carried them from one loop to the next
  // have no users any more.
  void replaceResults(BasicBlock& after) {
    SmallVector<WeakTrackingVH, 64> unused;
    for (const auto& [i, accumulator] : enumerate(tile_.accumulators)) {
      for (PHINode* result : accumulator.results) {
        IRBuilder<> builder(result->getParent(), result->getParent()->getFirstInsertionPt());
        result->replaceAllUsesWith(
            builder.CreateLoad(type_, at(builder, static_cast<unsigned>(i))));
        result->eraseFromParent();
      }
      if (PHINode* carried = accumulator.carried) {
        carried->replaceAllUsesWith(PoisonValue::get(type_));
        carried->eraseFromParent();
      }
      if (!tile_.loop)
        unused.emplace_back(accumulator.sum);
    }
    // A phi behind the inner loop may have nothing but a phi behind the outer one for a user.
    for (PHINode& phi : after.phis())
      unused.emplace_back(&phi);
    for (WeakTrackingVH& value : unused)
      if (auto* phi = dyn_cast_or_null<PHINode>(value))
        RecursivelyDeleteDeadPHINode(phi);
      else if (value)
        RecursivelyDeleteTriviallyDeadInstructions(value);
  }

  Function& function_;
  Tile& tile_;
  PointerShapes& pointers_;
  Type* const type_;
  AllocaInst* memory_ = nullptr;
};

// Moves stores to the end of their block. The only ones are those of the accumulators, which
// nothing in the block reads afterwards. In front of the last loads they would keep these from
// becoming operands of the multiplications.
void sinkStores(Function& lane) {
  SmallVector<StoreInst*, 16> stores;
  for (Instruction& instruction : instructions(lane))
    if (auto* store = dyn_cast<StoreInst>(&instruction))
      stores.push_back(store);
  for (StoreInst* store : stores)
    store->moveBefore(store->getParent()->getTerminator());
}

class FindTile {
public:
  FindTile(ScalarEvolution& evolution, const VectorTarget& target, unsigned width)
      : evolution_(evolution), target_(target), width_(width) {}

  std::optional<Tile> in(Loop& loop) {
    if (!loop.isLoopSimplifyForm())
      return std::nullopt;
    if (loop.isInnermost() && loop.getExitingBlock() && loop.getExitBlock())
      return inInnermost(loop);
    return inBlockOf(loop);
  }

  // Whether addresses in the function may have been rewritten, also where no tile was found.
  bool hasChanged() const { return hasChanged_; }

private:
  std::optional<Tile> inInnermost(Loop& loop) {
    if (std::optional<Tile> tile = inBlockOf(loop))
      return tile;
    for (const BasicBlock* block : loop.blocks())
      if (!all_of(*block, isIndependentOfLanes))
        return std::nullopt;
    Tile tile;
    tile.accumulators = findAccumulators(loop, accumulatorOf);
    tile.loop = &loop;
    tile.initialAt =
        loop.getParentLoop() ? loop.getParentLoop()->getLoopPreheader() : loop.getLoopPreheader();
    // A call has no other results than the sums.
    const auto results = range_size(loop.getExitBlock()->phis());
    if (results > tile.accumulators.size() || !isWorthSeparating(tile))
      return std::nullopt;
    return tile;
  }

  std::optional<Tile> inBlockOf(Loop& loop) {
    Tile tile;
    tile.accumulators = findAccumulators(loop, accumulatorInBlock);
    tile.initialAt = loop.getLoopPreheader();
    // Loops that do nothing but multiply are taken whole, by inInnermost.
    const bool isWhole = loop.isInnermost() && all_of(loop.blocks(), [](const BasicBlock* block) {
                           return all_of(*block, isIndependentOfLanes);
                         });
    if (isWhole || !isWorthSeparating(tile) || sliceOf(tile.accumulators).empty())
      return std::nullopt;
    return tile;
  }

  bool isWorthSeparating(Tile& tile) {
    if (tile.accumulators.empty())
      return false;
    const unsigned bits = tile.accumulators.front().sum->getType()->getPrimitiveSizeInBits();
    const auto registers =
        tile.accumulators.size() * divideCeil(width_ * bits, target_.registerBits);
    const unsigned shortest =
        std::max(kShortestRun, target_.registerBits / bits / kLeastPartOfRegister);
    if (registers <= kMostRegisters)
      return false;
    hasChanged_ = true;
    tile.runs = TileOrder(tile.accumulators, evolution_, shortest).establish();
    return !tile.runs.empty();
  }

  ScalarEvolution& evolution_;
  const VectorTarget& target_;
  const unsigned width_;
  bool hasChanged_ = false;
};

PointerShapes shapesOfPointers(Function& function, const Shapes& shapes) {
  PointerShapes pointers;
  for (Instruction& instruction : instructions(function))
    if (auto* load = dyn_cast<LoadInst>(&instruction))
      pointers[load] = shapes.of(load->getPointerOperand());
  return pointers;
}

// As many lanes as have room for their accumulators in registers.
unsigned lanesOfGroup(const Tile& tile, const VectorTarget& target, unsigned width) {
  const unsigned bits = tile.accumulators.front().sum->getType()->getPrimitiveSizeInBits();
  const auto registers = [&](unsigned lanes) {
    unsigned all = 0;
    for (unsigned run : tile.runs)
      all += static_cast<unsigned>(divideCeil(lanes * run * bits, target.registerBits));
    return all;
  };
  unsigned lanes = 1;
  while (lanes * 2 <= width && registers(lanes * 2) * 4 <= target.registers * kAccumulatorQuarters)
    lanes *= 2;
  return lanes;
}

// Adds a function for up to `lanes` lanes at once to the one for each lane, if there is one.
void addGroup(Function& lane, const Tile& tile, AllocaInst& memory, const PointerShapes& pointers,
              unsigned lanes, unsigned width, FunctionAnalysisManager& analyses) {
  StringRef name = lane.getName();
  name.consume_back(kThreadFunctionSuffix);
  Function* declared = lane.getParent()->getFunction(name);
  auto* call = cast<CallBase>(declared->user_back());
  const auto* operand = find(call->args(), &memory);
  LaneGroup group;
  group.sums = lane.getArg(static_cast<unsigned>(operand - call->arg_begin()) + 2);
  group.bytesOfSums = *laneStride(memory);
  group.runs = tile.runs;
  for (group.lanes = lanes; group.lanes > 1; group.lanes /= 2)
    if (Function* made = makeLaneGroup(lane, group, pointers, width, analyses)) {
      made->setName(name + kLaneGroupSuffix);
      setNumberAttribute(*declared, kLaneGroup, group.lanes);
      return;
    }
}

} // namespace

PreservedAnalyses SeparateAccumulatorsPass::run(Function& function,
                                                FunctionAnalysisManager& analyses) {
  if (!function.hasFnAttribute(kKernel) || gangWidth(function) == 1)
    return PreservedAnalyses::all();
  const VectorTarget& target = analyses.getResult<VectorTargetAnalysis>(function);
  const unsigned width = gangWidth(function);
  FindTile find(analyses.getResult<ScalarEvolutionAnalysis>(function), target, width);
  for (Loop* loop : analyses.getResult<LoopAnalysis>(function).getLoopsInPreorder()) {
    std::optional<Tile> tile = find.in(*loop);
    if (!tile)
      continue;
    const Shapes shapes(function, blockDim(function), width,
                        analyses.getResult<PostDominatorTreeAnalysis>(function),
                        analyses.getResult<LoopAnalysis>(function));
    PointerShapes pointers = shapesOfPointers(function, shapes);
    const unsigned lanes = lanesOfGroup(*tile, target, width);
    SeparateTile separate(function, *tile, pointers);
    Function* lane = separate.run(); // The sums of the tile are gone from here on.
    addGroup(*lane, *tile, *separate.memory(), pointers, lanes, width, analyses);
    SLPVectorizerPass().run(*lane, analyses);
    sinkStores(*lane);
    analyses.invalidate(*lane, PreservedAnalyses::none());
    setNumberAttribute(function, kSeparatedTiles, 1);
    return PreservedAnalyses::none();
  }
  return find.hasChanged() ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace heddle::simt
