#include "simt/build_block_function.h"

#include "ir/kernel_abi.h"
#include "simt/execution_form.h"
#include "simt/fused_regions.h"
#include "simt/gang_builder.h"
#include "simt/gang_scheduler.h"
#include "simt/idle_gangs.h"
#include "simt/jam_gangs.h"
#include "simt/region_functions.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"

#include <cstddef>

using namespace llvm;

namespace heddle::simt {
namespace {

// In instructions of the gang function. In a block that is no multiple of the gang's width the last
// gang lacks threads, and the other gangs run copies of the regions without its masks. For larger
// functions they share its code, if the CPU has masks for memory: the copies would double the time
// to compile.
constexpr unsigned kLargestWithFullGangCopies = 5000;
// In instructions. A longer region is called, not inlined, where the scheduler calls it as well:
// its call takes no noticeable part of its time, and a second copy would be compiled.
constexpr unsigned kLargestInlinedRegion = 500;

bool asksWhetherFull(Function& function) {
  return any_of(instructions(function),
                [](const Instruction& instruction) { return isCallOf(instruction, kGangFull); });
}

template <typename Answer> void replaceGangFull(Function& function, Answer answer) {
  for (Instruction& instruction : make_early_inc_range(instructions(function)))
    if (isCallOf(instruction, kGangFull)) {
      IRBuilder<> builder(&instruction);
      instruction.replaceAllUsesWith(answer(builder, instruction.getOperand(0)));
      instruction.eraseFromParent();
    }
}

// For code that every gang runs: all gangs but the last have all their threads.
void compareGangFull(Function& function, unsigned gangs) {
  replaceGangFull(function, [&](IRBuilder<>& builder, Value* gang) {
    return builder.CreateICmpULT(gang, builder.getInt32(gangs - 1));
  });
}

// For code that only gangs with all their threads run.
void assumeGangFull(Function& function) {
  replaceGangFull(function, [](IRBuilder<>& builder, Value*) { return builder.getTrue(); });
}

Function* declareBlockFunction(Module& module, const std::string& name) {
  LLVMContext& context = module.getContext();
  auto* type =
      FunctionType::get(Type::getInt32Ty(context), {PointerType::getUnqual(context)}, false);
  Function* function = Function::Create(type, GlobalValue::ExternalLinkage, name, module);
  function->addParamAttr(0, Attribute::NoAlias);
  function->addFnAttr(kBlockFunction);
  return function;
}

ConstantInt* statusValue(IRBuilder<>& builder, BlockStatus status) {
  return builder.getInt32(static_cast<std::uint32_t>(status));
}

// The first of the gangs that run together in this round. Those between them have the rounds that
// follow.
Value* firstGang(IRBuilder<>& builder, const JammedGangs& jammed, Value* round) {
  if (jammed.distance == 1)
    return builder.CreateMul(round, builder.getInt32(jammed.count), "", true, true);
  Value* distance = builder.getInt32(jammed.distance);
  Value* group =
      builder.CreateMul(builder.CreateUDiv(round, distance),
                        builder.getInt32(jammed.count * jammed.distance), "", true, true);
  return builder.CreateAdd(group, builder.CreateURem(round, distance), "", true, true);
}

// Calls `run` with the number of each gang below `gangs` and the function for it, or, where the
// function can be jammed, with each that is the first of several that run together.
void emitJammedLoop(IRBuilder<>& builder, Function* gang, unsigned gangs,
                    const VectorTarget& target, function_ref<void(Function*, Value*)> run) {
  // One gang runs in any case: its result says where all of them go on.
  gangs = std::max(countBusyGangs(*gang, gangs), 1u);
  const JammedGangs jammed = jamGangs(*gang, gangs, target);
  const unsigned group = jammed.count * jammed.distance;
  const unsigned rounds = jammed.function ? gangs / group * jammed.distance : 0;
  if (rounds > 0)
    emitGangLoop(builder, rounds,
                 [&](Value* round) { run(jammed.function, firstGang(builder, jammed, round)); });
  const unsigned done = rounds * jammed.count;
  if (done + 1 == gangs)
    run(gang, builder.getInt32(done));
  else if (done < gangs)
    emitGangLoop(builder, gangs - done, [&](Value* index) {
      run(gang,
          done == 0 ? index : builder.CreateAdd(index, builder.getInt32(done), "", true, true));
    });
}

// The block function of a kernel with barriers. As long as the gangs come to the same barriers it
// runs in rounds: in each, all gangs run one region. When they part, the scheduler runs each gang
// from its own state, and returns to the rounds when they are together again.
class RegionBlockFunction {
public:
  RegionBlockFunction(Function& gang, const BarrierRegions& regions, unsigned gangs, unsigned width,
                      const VectorTarget& target, bool hasFullGangCopies)
      : module_(*gang.getParent()), regions_(regions), gangs_(gangs), width_(width),
        target_(target), layout_(gangs),
        built_(buildRegionFunctions(gang, regions, width, layout_)), builder_(gang.getContext()) {
    copyForFullGangs(hasFullGangCopies);
  }

  std::uint32_t frameBytes() const {
    return static_cast<std::uint32_t>(layout_.values + built_.gangBytes * gangs_);
  }

  Function* build(const std::string& name) {
    begin(name);
    if (!regions_.onlyWholeBlockBarriers) {
      if (resume_) {
        builder_.CreateBr(resume_);
        builder_.SetInsertPoint(resume_);
      }
      scheduler({}).emit(builder_);
      return function_;
    }
    createRounds();
    builder_.CreateBr(rounds_[0]);
    for (const FusedRegions& fused : plan_)
      if (fused.end - fused.begin > 1)
        emitFusedRound(fused);
      else
        emitRound(fused.begin);
    if (resume_)
      IRBuilder<>(resume_).CreateBr(mixed_);
    builder_.SetInsertPoint(mixed_);
    if (regions_.gangsCanDiverge)
      scheduler(rounds_).emit(builder_);
    else
      builder_.CreateUnreachable();
    chooseInlining();
    return function_;
  }

private:
  Value* inFrame(std::size_t offset) {
    return builder_.CreateConstInBoundsGEP1_64(builder_.getInt8Ty(), frame_, offset);
  }
  BasicBlock* newBlock(const Twine& name) {
    return BasicBlock::Create(module_.getContext(), name, function_);
  }
  GangScheduler scheduler(ArrayRef<BasicBlock*> rounds) const {
    return {context_, frame_, built_.functions, rounds, exit_, suspend_, gangs_, width_};
  }

  // Fills fullRegions_, and answers the regions' questions whether their gang is full.
  void copyForFullGangs(bool hasFullGangCopies) {
    for (Function* region : built_.functions) {
      Function* full = region;
      if (hasFullGangCopies && gangs_ > 1 && regions_.onlyWholeBlockBarriers &&
          asksWhetherFull(*region)) {
        ValueToValueMapTy map;
        full = CloneFunction(region, map);
        assumeGangFull(*full);
      }
      fullRegions_.push_back(full);
      compareGangFull(*region, gangs_);
    }
  }

  // Up to where the first region runs; and the blocks where the function ends.
  void begin(const std::string& name) {
    function_ = declareBlockFunction(module_, name);
    context_ = function_->getArg(0);
    builder_.SetInsertPoint(newBlock("entry"));
    exit_ = newBlock("exit");
    IRBuilder<>(exit_).CreateRet(statusValue(builder_, BlockStatus::Done));
    frame_ = loadContextField(builder_, context_, offsetof(BlockContext, frame),
                              builder_.getPtrTy(), "frame");
    states_ = inFrame(layout_.states);
    if (regions_.canSuspend)
      branchOnSuspension();
    if (regions_.gangsCanDiverge)
      builder_.CreateMemSet(inFrame(sizeof(BlockFrameHeader)), builder_.getInt8(0),
                            layout_.values - sizeof(BlockFrameHeader), Align(64));
  }

  // A block that was suspended goes on by what its frame says.
  void branchOnSuspension() {
    BasicBlock* fresh = newBlock("fresh");
    resume_ = newBlock("resume");
    suspend_ = newBlock("suspend");
    Value* flag = inFrame(offsetof(BlockFrameHeader, isSuspended));
    Value* isFresh = builder_.CreateICmpEQ(builder_.CreateLoad(builder_.getInt32Ty(), flag),
                                           builder_.getInt32(0));
    builder_.CreateCondBr(isFresh, fresh, resume_);
    IRBuilder<> leave(suspend_);
    leave.CreateStore(leave.getInt32(1), flag);
    leave.CreateRet(statusValue(leave, BlockStatus::Yielded));
    builder_.SetInsertPoint(fresh);
  }

  // Regions that are fused have one round, since gangs come to each of them from the one before it
  // and from nowhere else.
  void createRounds() {
    mixed_ = newBlock("mixed.entry");
    for (unsigned region = 0; region < built_.functions.size(); region = plan_.back().end) {
      plan_.push_back(fuse(region));
      rounds_.push_back(newBlock("round" + Twine(region)));
      rounds_.resize(plan_.back().end);
    }
  }

  // Quick code is made of loops over the lanes of each gang, and has no values to keep.
  FusedRegions fuse(unsigned region) const {
    const bool mayFuse =
        !regions_.gangsCanDiverge && !target_.stripMined && fullRegions_ == built_.functions;
    return mayFuse ? fuseRegions(built_.functions, region, gangs_, target_)
                   : FusedRegions{.begin = region, .end = region + 1};
  }

  void emitFusedRound(const FusedRegions& fused) {
    builder_.SetInsertPoint(rounds_[fused.begin]);
    emitGangLoop(builder_, fused.groups, [&](Value* group) {
      for (const FusedRegions::Step& step : fused.steps) {
        Value* moved = builder_.CreateMul(group, builder_.getInt32(step.distance), "", true, true);
        Value* gang = builder_.CreateAdd(moved, builder_.getInt32(step.firstGang), "", true, true);
        builder_.CreateCall(built_.functions[step.region], {context_, gang});
      }
    });
    goOn(builder_.getInt32(fused.result));
  }

  // All gangs run one region. In a round it does not matter whether they have to wait for each
  // other where they come to: they come to the same boundary.
  void emitRound(unsigned region) {
    builder_.SetInsertPoint(rounds_[region]);
    IRBuilder<> allocas(&function_->getEntryBlock(), function_->getEntryBlock().begin());
    next_ = allocas.CreateAlloca(allocas.getInt32Ty(), nullptr, "next");
    same_ = allocas.CreateAlloca(allocas.getInt1Ty(), nullptr, "same");
    builder_.CreateStore(builder_.getTrue(), same_);
    const bool lastIsApart = fullRegions_[region] != built_.functions[region];
    const unsigned gangs = lastIsApart ? gangs_ - 1 : gangs_;
    if (regions_.gangsCanDiverge)
      emitGangLoop(builder_, gangs, [&](Value* gang) { runGang(fullRegions_[region], gang); });
    else
      emitJammedLoop(builder_, fullRegions_[region], gangs, target_,
                     [&](Function* function, Value* gang) {
                       if (function != fullRegions_[region])
                         jammedRegions_.insert(function);
                       runGang(function, gang);
                     });
    if (lastIsApart)
      runGang(built_.functions[region], builder_.getInt32(gangs_ - 1));
    if (regions_.gangsCanDiverge) {
      BasicBlock* together = newBlock("together");
      builder_.CreateCondBr(builder_.CreateLoad(builder_.getInt1Ty(), same_), together, mixed_);
      builder_.SetInsertPoint(together);
    }
    goOn(builder_.CreateLoad(builder_.getInt32Ty(), next_));
  }

  // Branches to the round that follows, which the result of the regions names.
  void goOn(Value* result) {
    SwitchInst* dispatch =
        builder_.CreateSwitch(result, exit_, static_cast<unsigned>(rounds_.size()));
    for (unsigned i = 0; i + 1 < rounds_.size(); ++i)
      if (rounds_[i + 1])
        dispatch->addCase(builder_.getInt32(regionResult(regions_, i)),
                          regions_.boundaries[i].isWait ? suspend_ : rounds_[i + 1]);
  }

  // Notes where the gang goes on; where gangs can part, for each by itself, and whether it is the
  // same for all.
  void runGang(Function* region, Value* gang) {
    Type* i32 = builder_.getInt32Ty();
    Value* result = builder_.CreateCall(region, {context_, gang});
    if (!regions_.gangsCanDiverge) {
      builder_.CreateStore(result, next_);
      return;
    }
    builder_.CreateStore(emitStoredState(builder_, result), builder_.CreateGEP(i32, states_, gang));
    Value* isFirst = builder_.CreateICmpEQ(gang, builder_.getInt32(0));
    Value* first = builder_.CreateSelect(isFirst, result, builder_.CreateLoad(i32, next_));
    Value* stillSame = builder_.CreateAnd(builder_.CreateLoad(builder_.getInt1Ty(), same_),
                                          builder_.CreateICmpEQ(result, first));
    builder_.CreateStore(first, next_);
    builder_.CreateStore(stillSame, same_);
  }

  // The rounds are where the time goes, so regions are inlined there; the scheduler calls them. In
  // code that is made quickly, both call them: a region would be compiled twice, and a call costs
  // little beside its loops over strips.
  void chooseInlining() {
    for (Instruction& instruction : instructions(*function_)) {
      auto* call = dyn_cast<CallInst>(&instruction);
      Function* region = call ? call->getCalledFunction() : nullptr;
      if (!region || call->isNoInline())
        continue;
      const bool isShared = is_contained(built_.functions, region);
      if (!isShared && !is_contained(fullRegions_, region) && !jammedRegions_.contains(region))
        continue;
      if (target_.stripMined || (regions_.gangsCanDiverge && isShared &&
                                 region->getInstructionCount() > kLargestInlinedRegion))
        call->setIsNoInline();
      else
        call->addFnAttr(Attribute::AlwaysInline);
    }
  }

  Module& module_;
  const BarrierRegions& regions_;
  unsigned gangs_;
  unsigned width_;
  const VectorTarget target_;
  BlockFrameLayout layout_;
  RegionFunctions built_;
  std::vector<Function*> fullRegions_;      // the same for gangs with all their threads
  SmallPtrSet<Function*, 4> jammedRegions_; // those of several gangs at once (jam_gangs.h)
  IRBuilder<> builder_;
  Function* function_ = nullptr;
  Value* context_ = nullptr;
  Value* frame_ = nullptr;
  Value* states_ = nullptr;
  BasicBlock* exit_ = nullptr;
  BasicBlock* suspend_ = nullptr;  // where the block returns to wait for another one; may be null
  BasicBlock* resume_ = nullptr;   // where it comes back; may be null
  BasicBlock* mixed_ = nullptr;    // where gangs go on when they are not together
  std::vector<FusedRegions> plan_; // of the rounds
  SmallVector<BasicBlock*, 8> rounds_; // by region; null for one that is fused with one before it
  AllocaInst* next_ = nullptr;         // of a round: the result of its regions
  AllocaInst* same_ = nullptr;         // of a round: whether it is the same for all gangs so far
};

// The block function of a kernel whose gangs need not meet: a loop over them.
Function* buildGangLoop(Function& gang, unsigned gangs, const VectorTarget& target,
                        const std::string& name) {
  compareGangFull(gang, gangs);
  // One gang meets nobody at a barrier.
  for (Instruction& instruction : make_early_inc_range(instructions(gang)))
    if (isCallOf(instruction, kGangBarrier) || isCallOf(instruction, kGangBarrierArrive) ||
        isCallOf(instruction, kGangYield))
      instruction.eraseFromParent();
  Function* function = declareBlockFunction(*gang.getParent(), name);
  IRBuilder<> builder(BasicBlock::Create(gang.getContext(), "entry", function));
  emitJammedLoop(builder, &gang, gangs, target, [&](Function* callee, Value* index) {
    builder.CreateCall(callee, {function->getArg(0), index})->addFnAttr(Attribute::AlwaysInline);
  });
  builder.CreateRet(statusValue(builder, BlockStatus::Done));
  return function;
}

bool needsRegions(Function& gang, unsigned gangs) {
  return any_of(instructions(gang), [&](const Instruction& instruction) {
    return isCallOf(instruction, kGangWait) ||
           (gangs > 1 &&
            (isCallOf(instruction, kGangBarrier) || isCallOf(instruction, kGangBarrierArrive) ||
             isCallOf(instruction, kGangYield)));
  });
}

} // namespace

PreservedAnalyses BuildBlockFunctionPass::run(Module& module, ModuleAnalysisManager& analyses) {
  Function* gang = findFunction(module, kGang);
  if (!gang)
    return PreservedAnalyses::all();
  const AttributeSet noted = gang->getAttributes().getFnAttrs();
  const unsigned width = gangWidth(*gang);
  const unsigned gangs = (blockDim(*gang).threads() + width - 1) / width;
  Function* function = nullptr;
  std::uint32_t frameBytes = sizeof(BlockFrameHeader);
  bool canSuspend = false;
  auto& functions = analyses.getResult<FunctionAnalysisManagerModuleProxy>(module).getManager();
  const VectorTarget& target = functions.getResult<VectorTargetAnalysis>(*gang);
  if (needsRegions(*gang, gangs)) {
    const auto& regions = functions.getResult<BarrierRegionsAnalysis>(*gang);
    const bool hasFullGangCopies =
        !target.maskedMemory || gang->getInstructionCount() <= kLargestWithFullGangCopies;
    RegionBlockFunction block(*gang, regions, gangs, width, target, hasFullGangCopies);
    function = block.build(name_);
    frameBytes = block.frameBytes();
    canSuspend = regions.canSuspend;
    if (!regions.boundaries.empty())
      function->addFnAttr(kHasBarriers);
    functions.clear(*gang, gang->getName());
    gang->eraseFromParent();
  } else {
    function = buildGangLoop(*gang, gangs, target, name_);
  }
  copyBlockAttributes(noted, *function);
  setNumberAttribute(*function, kFrameBytes, frameBytes);
  if (canSuspend)
    function->addFnAttr(kYields);
  return PreservedAnalyses::none();
}

} // namespace heddle::simt
