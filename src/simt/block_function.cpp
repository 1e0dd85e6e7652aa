#include "simt/block_function.h"

#include "ir/kernel_abi.h"
#include "simt/gang_builder.h"
#include "simt/gang_scheduler.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

#include <cstddef>
#include <functional>
#include <map>
#include <set>

using namespace llvm;

namespace heddle::simt {
namespace {

// Beyond this many instructions all gangs of a block run the code of the last one, which may lack
// threads, if the CPU has masks for memory: two of each region would take twice the time to
// compile.
constexpr unsigned kLargestTwice = 5000;
// The longest region, in instructions, whose call takes a noticeable part of its time.
constexpr unsigned kLargestInlined = 500;

bool isBarrier(const Instruction& instruction, const char* name) {
  auto* call = dyn_cast<CallInst>(&instruction);
  return call && call->getCalledFunction() && call->getCalledFunction()->getName() == name;
}

// Answers whether gangs are full: all but the last are. `always`: of code for those alone.
void answerFull(Function& function, unsigned gangs, bool always) {
  for (Instruction& instruction : make_early_inc_range(instructions(function)))
    if (isBarrier(instruction, kGangFull)) {
      IRBuilder<> builder(&instruction);
      instruction.replaceAllUsesWith(
          always ? static_cast<Value*>(builder.getTrue())
                 : builder.CreateICmpULT(instruction.getOperand(0), builder.getInt32(gangs - 1)));
      instruction.eraseFromParent();
    }
}

bool asksWhetherFull(Function& function) {
  return any_of(instructions(function),
                [](const Instruction& instruction) { return isBarrier(instruction, kGangFull); });
}

class RegionBuilder {
public:
  RegionBuilder(Function& gang, std::uint32_t threads, unsigned width, bool maskedMemory)
      : gang_(gang), module_(*gang.getParent()), context_(gang.getContext()), threads_(threads),
        width_(width), gangs_((threads + width - 1) / width), layout_(gangs_),
        twice_(!maskedMemory || gang.getInstructionCount() <= kLargestTwice) {}

  Function* build(const std::string& name, std::uint32_t& frameBytes);
  bool suspends() const { return suspends_; }

private:
  struct Barrier {
    CallInst* call;
    BasicBlock* resume; // where its gang goes on
    bool yields;        // not a barrier: the others may go on, and so may this one
    bool waits;         // yields because it can do nothing before another gang or block has
  };
  // What a region gives back when it ends here.
  std::uint32_t code(unsigned index) const {
    return (index + 1) | (barriers_[index].yields ? kYielded : 0) |
           (barriers_[index].waits ? kWaiting : 0);
  }
  // A value of the gang that lives across a barrier.
  struct Kept {
    AllocaInst* slot = nullptr;
    std::uint64_t offset = 0;           // in the gang's part of the frame
    SmallVector<Instruction*, 8> again; // computed again rather than kept: these, in order
    Align alignment() const {
      return offset ? std::min(Align(64), Align(offset & -offset)) : Align(64);
    }
  };

  void splitAtBarriers();
  // The barriers that each value lives across, in the order of the code.
  MapVector<Instruction*, std::set<unsigned>> liveAcross();
  bool rematerialisable(Instruction* value, SmallVectorImpl<Instruction*>& chain, unsigned depth);
  void keepValues();
  Function* buildRegion(unsigned state);
  bool statesCanDiffer();
  Value* gangFrame(IRBuilder<>& builder, Value* frame, Value* gang);

  Function& gang_;
  Module& module_;
  LLVMContext& context_;
  std::uint32_t threads_;
  unsigned width_;
  unsigned gangs_;
  BlockFrameLayout layout_;
  bool twice_; // gangs with all their threads have code of their own
  bool allPlain_ = true;
  bool suspends_ = false;         // the block may wait for another block
  std::vector<Barrier> barriers_; // state k+1 resumes after barriers_[k]
  std::vector<Kept> kept_;
  std::vector<Function*> regions_;
  std::vector<Function*> fullRegions_;            // the same for gangs with all their threads
  std::map<unsigned, std::set<unsigned>> keptAt_; // barrier -> kept values live there
  SmallVector<std::pair<AllocaInst*, std::uint64_t>, 8> locals_;
  std::uint64_t gangBytes_ = 0;
};

void RegionBuilder::splitAtBarriers() {
  SmallVector<CallInst*, 8> calls;
  for (Instruction& instruction : instructions(gang_))
    if (isBarrier(instruction, kGangBarrier) || isBarrier(instruction, kGangYield) ||
        isBarrier(instruction, kGangWait))
      calls.push_back(cast<CallInst>(&instruction));
    else if (isBarrier(instruction, kGangBarrierArrive))
      allPlain_ = false;
  for (CallInst* call : calls) {
    bool waits = isBarrier(*call, kGangWait);
    bool yields = waits || isBarrier(*call, kGangYield);
    suspends_ |= waits;
    if (!yields) {
      auto* id = dyn_cast<ConstantInt>(call->getArgOperand(0));
      auto* count = dyn_cast<ConstantInt>(call->getArgOperand(1));
      allPlain_ &=
          id && count && id->isZero() && (count->isZero() || count->getZExtValue() == threads_);
    }
    BasicBlock* resume = SplitBlock(call->getParent(), std::next(call->getIterator()));
    barriers_.push_back({call, resume, yields, waits});
  }
}

MapVector<Instruction*, std::set<unsigned>> RegionBuilder::liveAcross() {
  // Backward liveness over blocks; phis are uses at the end of their predecessors.
  DenseMap<BasicBlock*, std::set<Instruction*>> liveIn;
  bool changed = true;
  SmallVector<BasicBlock*, 32> order(post_order(&gang_));
  auto liveOut = [&](BasicBlock* block) {
    std::set<Instruction*> live;
    for (BasicBlock* successor : successors(block)) {
      for (Instruction* value : liveIn[successor])
        if (!(isa<PHINode>(value) && value->getParent() == successor))
          live.insert(value);
      for (PHINode& phi : successor->phis())
        if (auto* value = dyn_cast<Instruction>(phi.getIncomingValueForBlock(block)))
          live.insert(value);
    }
    return live;
  };
  while (changed) {
    changed = false;
    for (BasicBlock* block : order) {
      std::set<Instruction*> live = liveOut(block);
      for (Instruction& instruction : reverse(*block)) {
        live.erase(&instruction);
        if (isa<PHINode>(instruction))
          continue;
        for (Use& operand : instruction.operands())
          if (auto* value = dyn_cast<Instruction>(operand))
            live.insert(value);
      }
      if (live != liveIn[block]) {
        liveIn[block] = std::move(live);
        changed = true;
      }
    }
  }
  DenseMap<Instruction*, std::set<unsigned>> across;
  for (unsigned i = 0; i < barriers_.size(); ++i)
    for (Instruction* value : liveIn[barriers_[i].resume])
      if (!isa<AllocaInst>(value))
        across[value].insert(i);
  MapVector<Instruction*, std::set<unsigned>> result;
  for (Instruction& instruction : instructions(gang_))
    if (auto found = across.find(&instruction); found != across.end())
      result[&instruction] = std::move(found->second);
  return result;
}

// Cheap arithmetic on the context and the gang's number: better done again than kept.
bool RegionBuilder::rematerialisable(Instruction* value, SmallVectorImpl<Instruction*>& chain,
                                     unsigned depth) {
  if (is_contained(chain, value))
    return true;
  if (depth == 0 || chain.size() > 12)
    return false;
  if (auto* load = dyn_cast<LoadInst>(value)) {
    if (!load->hasMetadata(LLVMContext::MD_invariant_load) || !load->isSimple())
      return false;
  } else if (isa<PHINode>(value) || (isa<CallBase>(value) && !isBarrier(*value, kGangFull)) ||
             isa<AllocaInst>(value) || value->mayReadOrWriteMemory() || value->isTerminator()) {
    return false;
  }
  for (Use& operand : value->operands()) {
    auto* instruction = dyn_cast<Instruction>(operand);
    if (instruction && !rematerialisable(instruction, chain, depth - 1))
      return false;
  }
  chain.push_back(value);
  return true;
}

void RegionBuilder::keepValues() {
  const DataLayout& layout = module_.getDataLayout();
  for (Instruction& instruction : instructions(gang_))
    if (auto* alloca = dyn_cast<AllocaInst>(&instruction)) {
      std::uint64_t size = alloca->getAllocationSize(layout)->getFixedValue();
      gangBytes_ = alignTo(gangBytes_, 64);
      locals_.push_back({alloca, gangBytes_});
      gangBytes_ += size;
    }
  auto across = liveAcross();
  // The block's entry is where the demoted values' slots go, and where values computed again start.
  for (auto& [value, barriers] : across) {
    Kept kept;
    SmallVector<Instruction*, 8> chain;
    if (rematerialisable(value, chain, 6))
      kept.again = chain;
    std::uint64_t size = layout.getTypeAllocSize(value->getType()).getFixedValue();
    if (kept.again.empty()) {
      gangBytes_ = alignTo(gangBytes_, std::min<std::uint64_t>(PowerOf2Ceil(size), 64));
      kept.offset = gangBytes_;
      gangBytes_ += size;
    }
    for (unsigned barrier : barriers)
      keptAt_[barrier].insert(static_cast<unsigned>(kept_.size()));
    kept_.push_back(std::move(kept));
  }
  gangBytes_ = alignTo(gangBytes_, 64);
  // Computing chains refer to instructions that demotion rewrites: copy them out first, unattached.
  for (Kept& kept : kept_) {
    ValueToValueMapTy map;
    for (Instruction*& link : kept.again) {
      Instruction* copy = link->clone();
      map[link] = copy;
      link = copy;
    }
    for (Instruction* copy : kept.again)
      RemapInstruction(copy, map, RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
  }
  std::size_t index = 0;
  for (auto& [value, barriers] : across)
    kept_[index++].slot = DemoteRegToStack(*value, false, gang_.getEntryBlock().begin());
}

Value* RegionBuilder::gangFrame(IRBuilder<>& builder, Value* frame, Value* gang) {
  Value* offset = builder.CreateMul(builder.CreateZExt(gang, builder.getInt64Ty()),
                                    builder.getInt64(gangBytes_));
  offset = builder.CreateAdd(offset, builder.getInt64(layout_.values));
  return builder.CreateGEP(builder.getInt8Ty(), frame, offset, "kept");
}

// The code from one barrier (or the start) to the next barriers: i32 (context, gang), the next
// state.
Function* RegionBuilder::buildRegion(unsigned state) {
  ValueToValueMapTy map;
  auto* type =
      FunctionType::get(Type::getInt32Ty(context_),
                        {PointerType::getUnqual(context_), Type::getInt32Ty(context_)}, false);
  Function* region = Function::Create(type, GlobalValue::InternalLinkage,
                                      gang_.getName() + ".region" + Twine(state), module_);
  region->addFnAttr(Attribute::NoUnwind);
  region->addParamAttr(0, Attribute::NoAlias);
  for (unsigned i = 0; i < 2; ++i)
    map[gang_.getArg(i)] = region->getArg(i);
  // Only what lies between this state and the next ones is copied.
  BasicBlock* first = state > 0 ? barriers_[state - 1].resume : &gang_.getEntryBlock();
  DenseMap<BasicBlock*, unsigned> endOf; // block -> barrier
  for (unsigned i = 0; i < barriers_.size(); ++i)
    endOf[barriers_[i].call->getParent()] = i;
  SetVector<BasicBlock*> reached;
  SmallVector<BasicBlock*, 16> work = {first};
  while (!work.empty()) {
    BasicBlock* block = work.pop_back_val();
    if (reached.insert(block) && !endOf.contains(block))
      work.append(succ_begin(block), succ_end(block));
  }
  BasicBlock* entry = BasicBlock::Create(context_, "resume", region);
  for (BasicBlock* block : reached)
    map[block] = CloneBasicBlock(block, map, "", region);

  IRBuilder<> builder(entry);
  Value* frame = loadContextField(builder, region->getArg(0), offsetof(BlockContext, frame),
                                  builder.getPtrTy(), "frame");
  Value* mine = gangFrame(builder, frame, region->getArg(1));
  auto replaceAlloca = [&](AllocaInst* alloca, Value* with) {
    if (auto* copy = cast_or_null<Instruction>(map.lookup(alloca)))
      copy->eraseFromParent();
    map[alloca] = with;
  };
  for (auto [local, offset] : locals_)
    replaceAlloca(local, builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), mine, offset,
                                                            local->getName()));
  SmallVector<AllocaInst*, 16> slots;
  for (Kept& kept : kept_) {
    slots.push_back(IRBuilder<>(entry, entry->begin())
                        .CreateAlloca(kept.slot->getAllocatedType(), nullptr, "slot"));
    replaceAlloca(kept.slot, slots.back());
  }
  SmallVector<ReturnInst*, 4> returns;
  for (BasicBlock* block : reached) {
    auto* copy = cast<BasicBlock>(map[block]);
    for (PHINode& phi : copy->phis())
      phi.removeIncomingValueIf(
          [&](unsigned index) { return !reached.contains(phi.getIncomingBlock(index)); }, false);
    for (Instruction& instruction : *copy)
      RemapInstruction(&instruction, map, RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
    if (auto* end = dyn_cast<ReturnInst>(copy->getTerminator()))
      returns.push_back(end);
  }
  if (state > 0) {
    for (unsigned index : keptAt_[state - 1]) {
      Kept& kept = kept_[index];
      Value* value = nullptr;
      if (kept.again.empty()) {
        Value* address = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), mine, kept.offset);
        value =
            builder.CreateAlignedLoad(slots[index]->getAllocatedType(), address, kept.alignment());
      } else {
        ValueToValueMapTy chainMap;
        for (unsigned i = 0; i < 2; ++i)
          chainMap[gang_.getArg(i)] = region->getArg(i);
        for (Instruction* link : kept.again) {
          Instruction* copy = link->clone();
          chainMap[link] = copy;
          builder.Insert(copy);
          RemapInstruction(copy, chainMap, RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
          value = copy;
        }
      }
      builder.CreateStore(value, slots[index]);
    }
  }
  builder.CreateBr(cast<BasicBlock>(map[first]));

  for (Instruction& instruction : make_early_inc_range(instructions(*region)))
    if (isBarrier(instruction, kGangBarrierArrive)) {
      auto* call = cast<CallInst>(&instruction);
      IRBuilder<> at(call);
      Value* id = at.CreateAnd(call->getArgOperand(0), at.getInt32(kGangBarriers - 1));
      Value* count =
          at.CreateGEP(at.getInt32Ty(),
                       at.CreateConstInBoundsGEP1_64(at.getInt8Ty(), frame, layout_.arrived), id);
      at.CreateStore(at.CreateAdd(at.CreateLoad(at.getInt32Ty(), count), at.getInt32(width_)),
                     count);
      call->eraseFromParent();
    }
  // What this region computes is stored when it is left, if it is wanted after the barrier.
  std::vector<bool> changed;
  for (AllocaInst* slot : slots)
    changed.push_back(any_of(slot->users(), [&](User* user) {
      auto* store = dyn_cast<StoreInst>(user);
      return store && store->getParent() != entry;
    }));
  for (BasicBlock* original : reached) {
    auto found = endOf.find(original);
    if (found == endOf.end())
      continue;
    unsigned barrier = found->second;
    auto* block = cast<BasicBlock>(map[original]);
    auto* call = cast<CallInst>(map[barriers_[barrier].call]);
    IRBuilder<> end(call);
    for (unsigned index : keptAt_[barrier]) {
      Kept& kept = kept_[index];
      if (!changed[index] || !kept.again.empty())
        continue;
      Value* value = end.CreateLoad(slots[index]->getAllocatedType(), slots[index]);
      Value* address = end.CreateConstInBoundsGEP1_64(end.getInt8Ty(), mine, kept.offset);
      end.CreateAlignedStore(value, address, kept.alignment());
    }
    if (!barriers_[barrier].yields) {
      // Tell the scheduler which barrier, and for how many threads.
      Value* waits = end.CreateConstInBoundsGEP1_64(end.getInt8Ty(), frame, layout_.waits);
      Value* slot = end.CreateGEP(end.getInt64Ty(), waits,
                                  end.CreateZExt(region->getArg(1), end.getInt64Ty()));
      end.CreateStore(end.CreateAnd(call->getArgOperand(0), end.getInt32(kGangBarriers - 1)), slot);
      // A barrier for all threads is for all that have not returned.
      Value* count = allPlain_ ? end.getInt32(0) : call->getArgOperand(1);
      end.CreateStore(count, end.CreateConstGEP1_32(end.getInt32Ty(), slot, 1));
    }
    end.CreateRet(end.getInt32(code(barrier)));
    block->back().eraseFromParent(); // the branch to the resume block
    call->eraseFromParent();
  }
  for (ReturnInst* old : returns) {
    if (old->getReturnValue())
      continue;
    IRBuilder<> end(old);
    end.CreateRet(end.getInt32(static_cast<std::uint32_t>(kFinished)));
    old->eraseFromParent();
  }
  DominatorTree dominators(*region);
  SmallVector<AllocaInst*, 16> promotable;
  for (AllocaInst* slot : slots)
    if (isAllocaPromotable(slot))
      promotable.push_back(slot);
  PromoteMemToReg(promotable, dominators);
  return region;
}

// Whether some gang may come to another barrier than the others: does a branch that is not the same
// for the whole block decide about barriers?
bool RegionBuilder::statesCanDiffer() {
  if (!allPlain_ || suspends_)
    return true;
  PostDominatorTree postDominators(gang_);
  std::set<const Value*> tainted = {gang_.getArg(1)};
  std::set<const BasicBlock*> taintedJoins;
  bool changed = true;
  bool differ = false;
  while (changed && !differ) {
    changed = false;
    for (BasicBlock& block : gang_) {
      for (Instruction& instruction : block) {
        if (tainted.contains(&instruction))
          continue;
        bool taint = false;
        if (auto* load = dyn_cast<LoadInst>(&instruction))
          taint = !load->hasMetadata(LLVMContext::MD_invariant_load);
        else if (isa<CallBase>(instruction) && !isa<IntrinsicInst>(instruction))
          taint = !isBarrier(instruction, kGangBarrier) && !isBarrier(instruction, kGangYield) &&
                  !isBarrier(instruction, kGangWait);
        else if (instruction.isAtomic() || isa<AllocaInst>(instruction))
          taint = true;
        else if (isa<PHINode>(instruction))
          taint = taintedJoins.contains(&block);
        for (Use& operand : instruction.operands())
          taint |= tainted.contains(operand);
        if (taint) {
          tainted.insert(&instruction);
          changed = true;
        }
      }
      Instruction* terminator = block.getTerminator();
      if (terminator->getNumSuccessors() < 2 || !tainted.contains(terminator->getOperand(0)))
        continue;
      auto* node = postDominators.getNode(&block);
      BasicBlock* join = node && node->getIDom() ? node->getIDom()->getBlock() : nullptr;
      SmallVector<BasicBlock*, 16> work(successors(&block));
      std::set<BasicBlock*> seen;
      while (!work.empty()) {
        BasicBlock* next = work.pop_back_val();
        if (taintedJoins.insert(next).second)
          changed = true;
        if (next == join || !seen.insert(next).second)
          continue;
        for (Barrier& barrier : barriers_)
          differ |= barrier.call->getParent() == next;
        work.append(succ_begin(next), succ_end(next));
      }
    }
  }
  return differ;
}

Function* RegionBuilder::build(const std::string& name, std::uint32_t& frameBytes) {
  splitAtBarriers();
  bool differ = statesCanDiffer();
  keepValues();
  for (unsigned state = 0; state <= barriers_.size(); ++state)
    regions_.push_back(buildRegion(state));
  // The last gang runs code of its own where it lacks threads.
  for (Function* region : regions_) {
    Function* full = region;
    if (twice_ && asksWhetherFull(*region) && gangs_ > 1 && allPlain_) {
      ValueToValueMapTy map;
      full = CloneFunction(region, map);
      answerFull(*full, gangs_, true);
    }
    fullRegions_.push_back(full);
    answerFull(*region, gangs_, false);
  }
  for (Kept& kept : kept_)
    for (Instruction* link : reverse(kept.again))
      link->deleteValue();
  frameBytes = static_cast<std::uint32_t>(layout_.values + gangBytes_ * gangs_);

  auto* type =
      FunctionType::get(Type::getInt32Ty(context_), {PointerType::getUnqual(context_)}, false);
  Function* function = Function::Create(type, GlobalValue::ExternalLinkage, name, module_);
  function->addParamAttr(0, Attribute::NoAlias);
  Value* context = function->getArg(0);
  IRBuilder<> builder(BasicBlock::Create(context_, "entry", function));
  Type* i32 = builder.getInt32Ty();
  BasicBlock* exit = BasicBlock::Create(context_, "exit", function);
  IRBuilder<>(exit).CreateRet(builder.getInt32(static_cast<std::uint32_t>(BlockStatus::Done)));
  Value* frame = loadContextField(builder, context, offsetof(BlockContext, frame),
                                  builder.getPtrTy(), "frame");
  Value* states = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), frame, layout_.states);
  // A block that was suspended goes on by what its frame says.
  BasicBlock* suspend = nullptr;
  BasicBlock* again = nullptr;
  if (suspends_) {
    BasicBlock* fresh = BasicBlock::Create(context_, "fresh", function);
    again = BasicBlock::Create(context_, "again", function);
    suspend = BasicBlock::Create(context_, "suspend", function);
    Value* flag = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), frame,
                                                     offsetof(BlockFrameHeader, isSuspended));
    builder.CreateCondBr(builder.CreateICmpEQ(builder.CreateLoad(i32, flag), builder.getInt32(0)),
                         fresh, again);
    IRBuilder<> leave(suspend);
    leave.CreateStore(builder.getInt32(1), flag);
    leave.CreateRet(builder.getInt32(static_cast<std::uint32_t>(BlockStatus::Yielded)));
    builder.SetInsertPoint(fresh);
  }
  if (differ)
    builder.CreateMemSet(
        builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), frame, sizeof(BlockFrameHeader)),
        builder.getInt8(0), layout_.values - sizeof(BlockFrameHeader), Align(64));
  GangScheduler scheduler{context, frame, regions_, {}, exit, suspend, gangs_, width_};
  if (!allPlain_) {
    if (again)
      builder.CreateBr(again), builder.SetInsertPoint(again);
    scheduler.emit(builder);
    return function;
  }
  // In the rounds all gangs come to the same place, and it does not matter whether they have to.
  BasicBlock* mixed = BasicBlock::Create(context_, "mixed.entry", function);
  SmallVector<BasicBlock*, 8> rounds;
  for (unsigned i = 0; i < regions_.size(); ++i)
    rounds.push_back(BasicBlock::Create(context_, "round" + Twine(i), function));
  builder.CreateBr(rounds[0]);
  for (unsigned i = 0; i < regions_.size(); ++i) {
    builder.SetInsertPoint(rounds[i]);
    AllocaInst* first = nullptr;
    AllocaInst* same = nullptr;
    {
      IRBuilder<> allocas(&function->getEntryBlock(), function->getEntryBlock().begin());
      first = allocas.CreateAlloca(i32, nullptr, "next");
      same = allocas.CreateAlloca(allocas.getInt1Ty(), nullptr, "same");
    }
    builder.CreateStore(builder.getTrue(), same);
    auto runGang = [&](Function* region, Value* gang) {
      Value* next = builder.CreateCall(region, {context, gang});
      if (differ) {
        builder.CreateStore(emitStoredState(builder, next), builder.CreateGEP(i32, states, gang));
        Value* isFirst = builder.CreateICmpEQ(gang, builder.getInt32(0));
        Value* reference = builder.CreateSelect(isFirst, next, builder.CreateLoad(i32, first));
        Value* stillSame = builder.CreateAnd(builder.CreateLoad(builder.getInt1Ty(), same),
                                             builder.CreateICmpEQ(next, reference));
        builder.CreateStore(reference, first);
        builder.CreateStore(stillSame, same);
      } else {
        builder.CreateStore(next, first);
      }
    };
    bool apart = fullRegions_[i] != regions_[i];
    emitGangLoop(builder, apart ? gangs_ - 1 : gangs_,
                 [&](Value* gang) { runGang(fullRegions_[i], gang); });
    if (apart)
      runGang(regions_[i], builder.getInt32(gangs_ - 1));
    if (differ) {
      BasicBlock* together = BasicBlock::Create(context_, "together", function);
      builder.CreateCondBr(builder.CreateLoad(builder.getInt1Ty(), same), together, mixed);
      builder.SetInsertPoint(together);
    }
    SwitchInst* dispatch = builder.CreateSwitch(builder.CreateLoad(i32, first), exit,
                                                static_cast<unsigned>(regions_.size()));
    for (unsigned k = 1; k < regions_.size(); ++k)
      dispatch->addCase(builder.getInt32(code(k - 1)),
                        barriers_[k - 1].waits ? suspend : rounds[k]);
  }
  if (again)
    IRBuilder<>(again).CreateBr(mixed);
  builder.SetInsertPoint(mixed);
  scheduler.rounds = rounds;
  if (differ)
    scheduler.emit(builder);
  else
    builder.CreateUnreachable();
  // The rounds are where the time goes; the mixed form calls the regions. So do the rounds where a
  // region is long enough for its call not to matter, and would be compiled twice.
  for (Instruction& instruction : instructions(*function)) {
    auto* call = dyn_cast<CallInst>(&instruction);
    Function* region = call ? call->getCalledFunction() : nullptr;
    bool isWhole = is_contained(regions_, region);
    if (!region || call->isNoInline() || !(isWhole || is_contained(fullRegions_, region)))
      continue;
    if (differ && isWhole && region->getInstructionCount() > kLargestInlined)
      call->setIsNoInline();
    else
      call->addFnAttr(Attribute::AlwaysInline);
  }
  return function;
}

} // namespace

void buildBlockFunctionFromGang(Function& gang, std::uint32_t threads, bool maskedMemory,
                                const std::string& name, BlockCode& result) {
  Module& module = *gang.getParent();
  LLVMContext& context = module.getContext();
  bool hasBarrier = false;
  bool waits = false;
  for (Instruction& instruction : instructions(gang)) {
    hasBarrier |= isBarrier(instruction, kGangBarrier) ||
                  isBarrier(instruction, kGangBarrierArrive) || isBarrier(instruction, kGangYield);
    waits |= isBarrier(instruction, kGangWait);
  }
  unsigned gangs = (threads + result.gangWidth - 1) / result.gangWidth;
  if (waits || (hasBarrier && gangs > 1)) {
    RegionBuilder regions(gang, threads, result.gangWidth, maskedMemory);
    result.function = regions.build(name, result.frameBytes);
    result.yields = regions.suspends();
    gang.eraseFromParent();
    return;
  }
  answerFull(gang, gangs, false);
  // One gang meets nobody at a barrier.
  for (Instruction& instruction : make_early_inc_range(instructions(gang)))
    if (isBarrier(instruction, kGangBarrier) || isBarrier(instruction, kGangBarrierArrive) ||
        isBarrier(instruction, kGangYield))
      instruction.eraseFromParent();
  auto* type =
      FunctionType::get(Type::getInt32Ty(context), {PointerType::getUnqual(context)}, false);
  Function* function = Function::Create(type, GlobalValue::ExternalLinkage, name, module);
  function->addParamAttr(0, Attribute::NoAlias);
  IRBuilder<> builder(BasicBlock::Create(context, "entry", function));
  emitGangLoop(builder, gangs, [&](Value* index) {
    builder.CreateCall(&gang, {function->getArg(0), index})->addFnAttr(Attribute::AlwaysInline);
  });
  builder.CreateRet(builder.getInt32(static_cast<std::uint32_t>(BlockStatus::Done)));
  result.function = function;
  result.frameBytes = sizeof(BlockFrameHeader);
}

} // namespace heddle::simt
