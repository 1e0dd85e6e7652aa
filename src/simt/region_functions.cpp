#include "simt/region_functions.h"

#include "simt/function_attributes.h"
#include "simt/gang_builder.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

#include <cstddef>

using namespace llvm;

namespace heddle::simt {
namespace {

const RemapFlags kRemapFlags = RF_NoModuleLevelChanges | RF_IgnoreMissingLocals;

// A value that lives across boundaries, in the gang function that is taken apart.
struct FrameValue {
  AllocaInst* slot = nullptr; // stands for the value in the gang function
  std::uint64_t offset = 0;   // in the gang's part of the frame, unless it is recomputed
  SmallVector<Instruction*, 8> recomputation; // copies, in no block

  bool isRecomputed() const { return !recomputation.empty(); }
  Align alignment() const {
    return offset ? std::min(Align(64), Align(offset & -offset)) : Align(64);
  }
};

// The gang function with a block behind each boundary, and with a slot of memory for each value
// that lives across one, so that its blocks can be copied into different functions.
class SplitGang {
public:
  SplitGang(Function& gang, const BarrierRegions& regions) : gang(gang), regions(regions) {
    for (const BarrierRegions::Boundary& boundary : regions.boundaries)
      resumes.push_back(
          SplitBlock(boundary.call->getParent(), std::next(boundary.call->getIterator())));
    for (unsigned i = 0; i < regions.boundaries.size(); ++i)
      endOf[regions.boundaries[i].call->getParent()] = i;
    placeLocalMemory();
    placeValues();
    copyRecomputations();
    for (unsigned i = 0; i < values.size(); ++i)
      values[i].slot =
          DemoteRegToStack(*regions.liveValues[i].value, false, gang.getEntryBlock().begin());
    listSlots();
  }
  ~SplitGang() {
    for (FrameValue& value : values)
      for (Instruction* instruction : reverse(value.recomputation))
        instruction->deleteValue();
  }
  SplitGang(const SplitGang&) = delete;

  BasicBlock* start(unsigned region) const {
    return region > 0 ? resumes[region - 1] : &gang.getEntryBlock();
  }

  // What lies between the start of the region and the boundaries that end it.
  SetVector<BasicBlock*> blocksOf(unsigned region) const {
    SetVector<BasicBlock*> reached;
    SmallVector<BasicBlock*, 16> work = {start(region)};
    while (!work.empty()) {
      BasicBlock* block = work.pop_back_val();
      if (reached.insert(block) && !endOf.contains(block))
        work.append(succ_begin(block), succ_end(block));
    }
    return reached;
  }

  // The values whose slots the code of a region uses, and those that are live at its start.
  BitVector valuesOf(unsigned region, const SetVector<BasicBlock*>& blocks) const {
    BitVector used(static_cast<unsigned>(values.size()));
    for (BasicBlock* block : blocks)
      if (auto found = slotsIn.find(block); found != slotsIn.end())
        for (unsigned index : found->second)
          used.set(index);
    if (region > 0)
      for (unsigned index : liveAt[region - 1])
        used.set(index);
    return used;
  }

  Function& gang;
  const BarrierRegions& regions;
  SmallVector<BasicBlock*, 8> resumes;   // by boundary: where its gang goes on
  DenseMap<BasicBlock*, unsigned> endOf; // the boundary that a block ends in
  SmallVector<std::pair<AllocaInst*, std::uint64_t>, 8> locals; // with their offsets
  std::vector<FrameValue> values;                               // as regions.liveValues
  std::vector<SmallVector<unsigned, 8>> liveAt; // by boundary: the values that live across it
  DenseMap<BasicBlock*, SmallVector<unsigned, 8>> slotsIn; // the values whose slots a block names
  std::uint64_t bytes = 0;                                 // of each gang, in the frame

private:
  void placeLocalMemory() {
    const DataLayout& layout = gang.getParent()->getDataLayout();
    for (Instruction& instruction : instructions(gang))
      if (auto* local = dyn_cast<AllocaInst>(&instruction)) {
        bytes = alignTo(bytes, 64);
        locals.push_back({local, bytes});
        bytes += local->getAllocationSize(layout)->getFixedValue();
      }
  }

  void placeValues() {
    const DataLayout& layout = gang.getParent()->getDataLayout();
    for (const BarrierRegions::LiveValue& live : regions.liveValues) {
      FrameValue& value = values.emplace_back();
      value.recomputation = live.recomputation;
      if (value.isRecomputed())
        continue;
      std::uint64_t size = layout.getTypeAllocSize(live.value->getType()).getFixedValue();
      bytes = alignTo(bytes, std::min<std::uint64_t>(PowerOf2Ceil(size), 64));
      value.offset = bytes;
      bytes += size;
    }
    bytes = alignTo(bytes, 64);
  }

  void listSlots() {
    liveAt.resize(regions.boundaries.size());
    for (unsigned i = 0; i < values.size(); ++i) {
      for (unsigned boundary : regions.liveValues[i].boundaries)
        liveAt[boundary].push_back(i);
      slotsIn[values[i].slot->getParent()].push_back(i);
      for (User* user : values[i].slot->users())
        slotsIn[cast<Instruction>(user)->getParent()].push_back(i);
    }
  }

  // Demotion rewrites the instructions that compute the values, so they are copied out before.
  void copyRecomputations() {
    for (FrameValue& value : values) {
      ValueToValueMapTy map;
      for (Instruction*& instruction : value.recomputation) {
        Instruction* copy = instruction->clone();
        map[instruction] = copy;
        instruction = copy;
      }
      for (Instruction* copy : value.recomputation)
        RemapInstruction(copy, map, kRemapFlags);
    }
  }
};

class RegionFunction {
public:
  RegionFunction(const SplitGang& split, unsigned region, unsigned width,
                 const BlockFrameLayout& layout)
      : split_(split), region_(region), width_(width), layout_(layout) {}

  Function* build() {
    declare();
    copyBlocks();
    noteKind();
    loadLiveValues();
    builder_->CreateBr(cast<BasicBlock>(map_[split_.start(region_)]));
    countArrivals();
    for (BasicBlock* block : blocks_)
      if (auto found = split_.endOf.find(block); found != split_.endOf.end())
        endAt(found->second);
    finish();
    promoteSlots();
    return function_;
  }

private:
  const BarrierRegions& regions() const { return split_.regions; }
  Value* at(IRBuilder<>& builder, Value* base, std::uint64_t offset, const Twine& name = "") {
    return builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), base, offset, name);
  }

  void declare() {
    LLVMContext& context = split_.gang.getContext();
    auto* type =
        FunctionType::get(Type::getInt32Ty(context),
                          {PointerType::getUnqual(context), Type::getInt32Ty(context)}, false);
    function_ = Function::Create(type, GlobalValue::InternalLinkage,
                                 split_.gang.getName() + ".region" + Twine(region_),
                                 *split_.gang.getParent());
    function_->addFnAttr(Attribute::NoUnwind);
    function_->addParamAttr(0, Attribute::NoAlias);
    for (unsigned i = 0; i < 2; ++i)
      map_[split_.gang.getArg(i)] = function_->getArg(i);
  }

  // Notes what the passes over the block function ask about code that is not part of it.
  void noteKind() {
    const bool isLast =
        none_of(blocks_, [&](BasicBlock* block) { return split_.endOf.contains(block); });
    function_->addFnAttr(kRegion, isLast ? kLastRegion : "");
    setBlockDim(*function_, blockDim(split_.gang));
    if (regions().canSuspend)
      function_->addFnAttr(kYields);
  }

  void copyBlocks() {
    blocks_ = split_.blocksOf(region_);
    entry_ = BasicBlock::Create(function_->getContext(), "resume", function_);
    for (BasicBlock* block : blocks_)
      map_[block] = CloneBasicBlock(block, map_, "", function_);
    builder_.emplace(entry_);
    frame_ = loadContextField(*builder_, function_->getArg(0), offsetof(BlockContext, frame),
                              builder_->getPtrTy(), "frame");
    gangFrame_ = gangFrame();
    for (auto [local, offset] : split_.locals)
      replaceAlloca(local, at(*builder_, gangFrame_, offset, local->getName()));
    slots_.resize(split_.values.size());
    const BitVector used = split_.valuesOf(region_, blocks_);
    for (unsigned index : used.set_bits()) {
      AllocaInst* original = split_.values[index].slot;
      slots_[index] = IRBuilder<>(entry_, entry_->begin())
                          .CreateAlloca(original->getAllocatedType(), nullptr, "slot");
      replaceAlloca(original, slots_[index]);
    }
    for (BasicBlock* block : blocks_)
      remap(*cast<BasicBlock>(map_[block]));
  }

  Value* gangFrame() {
    Value* offset =
        builder_->CreateMul(builder_->CreateZExt(function_->getArg(1), builder_->getInt64Ty()),
                            builder_->getInt64(split_.bytes));
    offset = builder_->CreateAdd(offset, builder_->getInt64(layout_.values));
    return builder_->CreateGEP(builder_->getInt8Ty(), frame_, offset, "gang.frame");
  }

  void replaceAlloca(AllocaInst* original, Value* with) {
    if (auto* copy = cast_or_null<Instruction>(map_.lookup(original)))
      copy->eraseFromParent();
    map_[original] = with;
  }

  void remap(BasicBlock& copy) {
    for (PHINode& phi : copy.phis())
      phi.removeIncomingValueIf(
          [&](unsigned index) { return !blocks_.contains(phi.getIncomingBlock(index)); }, false);
    for (Instruction& instruction : copy)
      RemapInstruction(&instruction, map_, kRemapFlags);
  }

  // Brings the values that are live at the region's start into their slots, before the code that
  // uses them.
  void loadLiveValues() {
    if (region_ == 0)
      return;
    for (unsigned index : split_.liveAt[region_ - 1])
      builder_->CreateStore(liveValue(index), slots_[index]);
  }

  Value* liveValue(unsigned index) {
    const FrameValue& value = split_.values[index];
    if (!value.isRecomputed())
      return builder_->CreateAlignedLoad(slots_[index]->getAllocatedType(),
                                         at(*builder_, gangFrame_, value.offset),
                                         value.alignment());
    ValueToValueMapTy map;
    for (unsigned i = 0; i < 2; ++i)
      map[split_.gang.getArg(i)] = function_->getArg(i);
    for (const auto& [local, offset] : split_.locals)
      map[local] = map_[local];
    Value* result = nullptr;
    for (Instruction* instruction : value.recomputation) {
      Instruction* copy = instruction->clone();
      map[instruction] = copy;
      builder_->Insert(copy);
      RemapInstruction(copy, map, kRemapFlags);
      result = copy;
    }
    return result;
  }

  // bar.arrive adds to the count of its barrier and goes on.
  void countArrivals() {
    for (Instruction& instruction : make_early_inc_range(instructions(*function_)))
      if (isCallOf(instruction, kGangBarrierArrive)) {
        auto* call = cast<CallInst>(&instruction);
        IRBuilder<> builder(call);
        Type* i32 = builder.getInt32Ty();
        Value* count = builder.CreateGEP(i32, at(builder, frame_, layout_.arrived),
                                         barrierNumber(builder, *call));
        const unsigned gangs = static_cast<unsigned>(
            divideCeil(blockDim(split_.gang).threads(), std::uint64_t{width_}));
        Value* arrivals = arrivalsOf(builder, function_->getArg(1), gangs, width_);
        builder.CreateStore(builder.CreateAdd(builder.CreateLoad(i32, count), arrivals), count);
        call->eraseFromParent();
      }
  }

  Value* barrierNumber(IRBuilder<>& builder, CallInst& call) {
    return builder.CreateAnd(call.getArgOperand(0), builder.getInt32(kGangBarriers - 1));
  }

  // Replaces the call at the end of the block by a return, with the values in the frame that are
  // wanted behind it.
  void endAt(unsigned boundary) {
    CallInst* original = regions().boundaries[boundary].call;
    auto* block = cast<BasicBlock>(map_[original->getParent()]);
    auto* call = cast<CallInst>(map_[original]);
    IRBuilder<> builder(call);
    for (unsigned index : split_.liveAt[boundary])
      storeLiveValue(builder, index);
    // Where gangs cannot part, nobody asks what they wait for.
    if (!regions().boundaries[boundary].isYield && regions().gangsCanDiverge)
      noteWait(builder, *call);
    builder.CreateRet(builder.getInt32(regionResult(regions(), boundary)));
    block->back().eraseFromParent(); // the branch to the block behind the boundary
    call->eraseFromParent();
  }

  void storeLiveValue(IRBuilder<>& builder, unsigned index) {
    const FrameValue& value = split_.values[index];
    AllocaInst* slot = slots_[index];
    if (value.isRecomputed() || !slot || !isComputedHere(*slot))
      return;
    Value* current = builder.CreateLoad(slot->getAllocatedType(), slot);
    builder.CreateAlignedStore(current, at(builder, gangFrame_, value.offset), value.alignment());
  }

  // Whether the region computes the value. If it does not, the frame holds the value already.
  bool isComputedHere(const AllocaInst& slot) const {
    return any_of(slot.users(), [&](const User* user) {
      auto* store = dyn_cast<StoreInst>(user);
      return store && store->getParent() != entry_;
    });
  }

  // Tells the scheduler at which barrier the gang waits, and for how many threads.
  void noteWait(IRBuilder<>& builder, CallInst& call) {
    Value* gang = builder.CreateZExt(function_->getArg(1), builder.getInt64Ty());
    static_assert(sizeof(GangWait) == sizeof(std::uint64_t));
    Value* wait = builder.CreateGEP(builder.getInt64Ty(), at(builder, frame_, layout_.waits), gang);
    builder.CreateStore(barrierNumber(builder, call), wait);
    // A barrier for all threads is for all that have not returned.
    Value* count = regions().onlyWholeBlockBarriers ? builder.getInt32(0) : call.getArgOperand(1);
    static_assert(offsetof(GangWait, threads) == sizeof(std::uint32_t));
    builder.CreateStore(count, builder.CreateConstGEP1_32(builder.getInt32Ty(), wait, 1));
  }

  // Where the gang function returns, the region says so.
  void finish() {
    for (BasicBlock& block : *function_) {
      auto* end = dyn_cast<ReturnInst>(block.getTerminator());
      if (!end || end->getReturnValue())
        continue;
      IRBuilder<> builder(end);
      builder.CreateRet(builder.getInt32(static_cast<std::uint32_t>(kFinished)));
      end->eraseFromParent();
    }
  }

  void promoteSlots() {
    DominatorTree dominators(*function_);
    SmallVector<AllocaInst*, 16> promotable;
    for (AllocaInst* slot : slots_)
      if (slot && isAllocaPromotable(slot))
        promotable.push_back(slot);
    PromoteMemToReg(promotable, dominators);
  }

  const SplitGang& split_;
  unsigned region_;
  unsigned width_;
  const BlockFrameLayout& layout_;
  Function* function_ = nullptr;
  ValueToValueMapTy map_; // from the gang function to the region
  SetVector<BasicBlock*> blocks_;
  BasicBlock* entry_ = nullptr;
  std::optional<IRBuilder<>> builder_; // at the end of the entry block
  Value* frame_ = nullptr;
  Value* gangFrame_ = nullptr;
  SmallVector<AllocaInst*, 16> slots_; // of split_.values; null for those that are not used here
};

} // namespace

std::uint32_t regionResult(const BarrierRegions& regions, unsigned boundary) {
  return (boundary + 1) | (regions.boundaries[boundary].isYield ? kYielded : 0) |
         (regions.boundaries[boundary].isWait ? kWaiting : 0);
}

RegionFunctions buildRegionFunctions(Function& gang, const BarrierRegions& regions, unsigned width,
                                     const BlockFrameLayout& layout) {
  SplitGang split(gang, regions);
  RegionFunctions result;
  for (unsigned region = 0; region <= regions.boundaries.size(); ++region)
    result.functions.push_back(RegionFunction(split, region, width, layout).build());
  result.gangBytes = split.bytes;
  return result;
}

} // namespace heddle::simt
