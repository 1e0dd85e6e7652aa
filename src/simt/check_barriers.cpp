#include "simt/check_barriers.h"

#include "ir/checker_notes.h"
#include "ir/thread_operations.h"
#include "simt/block_uniformity.h"
#include "simt/check_members.h"
#include "simt/checked_accesses.h"
#include "simt/function_attributes.h"

#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace heddle::simt {
namespace {

// A barrier of the block that whole warps come to, or an operation of a warp.
struct Meeting {
  CallInst* call;
  std::vector<std::uint32_t> reconvergence; // numbers of the places, see Reconvergences
};

// The places where threads wait for those of their warp that are at a barrier or at an operation of
// the warp, by numbers that are unique in the module.
using Reconvergences = MapVector<BasicBlock*, std::uint32_t>;

// A block that only ends the function: a thread that comes there has as good as returned.
bool isEnd(const BasicBlock* block) {
  SmallPtrSet<const BasicBlock*, 4> seen;
  while (block && seen.insert(block).second) {
    const Instruction* const first = block->getFirstNonPHIOrDbg();
    if (isa<ReturnInst, UnreachableInst>(first))
      return true;
    const auto* branch = dyn_cast<BranchInst>(first);
    block = branch && branch->isUnconditional() ? branch->getSuccessor(0) : nullptr;
  }
  return false;
}

// The barriers and warp operations of a function, and what decides whether a thread comes to them.
class FunctionBarriers {
public:
  FunctionBarriers(Function& function, FunctionAnalysisManager& analyses)
      : function_(function),
        postDominators_(analyses.getResult<PostDominatorTreeAnalysis>(function)),
        uniformity_(function, postDominators_, analyses.getResult<LoopAnalysis>(function)) {
    for (Instruction& instruction : instructions(function)) {
      auto* const call = dyn_cast<CallInst>(&instruction);
      if (instruction.hasMetadata(kAlignedBarrier))
        barriers_.push_back({call, {}});
      else if (call && warpMembers(*call))
        warpOperations_.push_back({call, {}});
    }
  }

  Function& function() const { return function_; }

  // Whether all threads of a block come to this code together.
  bool isMetByWholeBlock(BasicBlock* block) {
    return function_.hasFnAttribute(kKernel) && divergentControl(block).empty();
  }

  // Whether threads of a warp may come to different barriers.
  bool findReconvergences(Reconvergences& all) {
    bool mayDiffer = false;
    for (Meeting& barrier : barriers_) {
      findReconvergences(barrier, all);
      mayDiffer |= !barrier.reconvergence.empty() ||
                   any_of(divergentControl(barrier.call->getParent()), [&](BasicBlock* branch) {
                     return isEnd(joinOf(branch)) && hasBarriersOnTwoWays(branch);
                   });
    }
    return mayDiffer;
  }
  // The same for operations of warps. Threads that have returned need not take part in them, so
  // that only those with a place of reconvergence are of interest.
  void findWarpReconvergences(Reconvergences& all) {
    for (Meeting& operation : warpOperations_)
      findReconvergences(operation, all);
    erase_if(warpOperations_, [](const Meeting& each) { return each.reconvergence.empty(); });
  }

  void insertChecks() {
    CheckedAccesses sites(function_);
    for (const Meeting& barrier : barriers_)
      insertCheck(sites, barrier);
    if (!function_.hasFnAttribute(kKernel))
      return;
    std::vector<Instruction*> ends;
    for (Instruction& instruction : instructions(function_))
      if (isa<ReturnInst>(instruction) || threadOp(instruction) == ThreadOp::Exit)
        ends.push_back(&instruction);
    for (Instruction* end : ends) {
      IRBuilder<> builder(end);
      sites.callEngine(builder, "heddle_sync_exit", {});
    }
  }

  bool insertWarpChecks() {
    CheckedAccesses sites(function_);
    for (const Meeting& operation : warpOperations_) {
      IRBuilder<> builder(operation.call);
      sites.callEngine(builder, "heddle_sync_warp",
                       {warpMembers(*operation.call),
                        sites.site(builder, *operation.call, "barrier 0 warp"),
                        listOf(operation.reconvergence)});
    }
    return !warpOperations_.empty();
  }

private:
  void findReconvergences(Meeting& meeting, Reconvergences& all) {
    for (BasicBlock* branch : divergentControl(meeting.call->getParent())) {
      BasicBlock* const join = joinOf(branch);
      if (!join || isEnd(join))
        continue;
      const auto next = static_cast<std::uint32_t>(all.size() + 1);
      meeting.reconvergence.push_back(all.insert({join, next}).first->second);
    }
  }

  BasicBlock* joinOf(BasicBlock* branch) const {
    const auto* const node = postDominators_.getNode(branch);
    return node && node->getIDom() ? node->getIDom()->getBlock() : nullptr;
  }

  // The divergent branches that decide whether a thread comes to the block, also those that decide
  // it by way of other branches.
  const SmallVector<BasicBlock*, 8>& divergentControl(BasicBlock* block) {
    const auto [entry, isNew] = divergentControls_.try_emplace(block);
    if (isNew)
      entry->second = findDivergentControl(block);
    return entry->second;
  }
  SmallVector<BasicBlock*, 8> findDivergentControl(BasicBlock* block) const {
    SmallVector<BasicBlock*, 8> work = {block}, found;
    SmallPtrSet<BasicBlock*, 16> seen;
    while (!work.empty()) {
      BasicBlock* const controlled = work.pop_back_val();
      for (BasicBlock& branch : function_) {
        if (branch.getTerminator()->getNumSuccessors() < 2 || seen.contains(&branch) ||
            !controls(branch, *controlled))
          continue;
        seen.insert(&branch);
        work.push_back(&branch);
        if (uniformity_.isDivergent(branch))
          found.push_back(&branch);
      }
    }
    return found;
  }

  bool controls(BasicBlock& branch, BasicBlock& controlled) const {
    return !postDominators_.properlyDominates(&controlled, &branch) &&
           any_of(successors(&branch), [&](BasicBlock* successor) {
             return postDominators_.dominates(&controlled, successor);
           });
  }

  // Whether at least two ways out of a branch certainly lead to barriers.
  bool hasBarriersOnTwoWays(BasicBlock* branch) const {
    return count_if(successors(branch), [&](BasicBlock* successor) {
             return any_of(barriers_, [&](const Meeting& barrier) {
               return postDominators_.dominates(barrier.call->getParent(), successor);
             });
           }) > 1;
  }

  // A constant with the number of places, and the places.
  Constant* listOf(ArrayRef<std::uint32_t> places) const {
    std::vector<std::uint32_t> numbers{static_cast<std::uint32_t>(places.size())};
    numbers.insert(numbers.end(), places.begin(), places.end());
    Constant* const list = ConstantDataArray::get(function_.getContext(), numbers);
    return new GlobalVariable(*function_.getParent(), list->getType(), true,
                              GlobalValue::PrivateLinkage, list, "reconvergence");
  }

  void insertCheck(CheckedAccesses& sites, const Meeting& barrier) {
    IRBuilder<> builder(barrier.call);
    const auto isZero = [&](unsigned index) {
      const auto* number = dyn_cast<ConstantInt>(barrier.call->getArgOperand(index));
      return number && number->isZero();
    };
    sites.callEngine(builder, "heddle_sync_barrier",
                     {sites.site(builder, *barrier.call, "barrier 0 block"),
                      listOf(barrier.reconvergence), builder.getInt32(isZero(0) && isZero(1))});
  }

  Function& function_;
  PostDominatorTree& postDominators_;
  BlockUniformity uniformity_;
  std::vector<Meeting> barriers_, warpOperations_;
  DenseMap<BasicBlock*, SmallVector<BasicBlock*, 8>> divergentControls_;
};

void insertPassed(BasicBlock& block, std::uint32_t number) {
  CheckedAccesses sites(*block.getParent());
  IRBuilder<> builder(&*block.getFirstInsertionPt());
  sites.callEngine(builder, "heddle_sync_passed", builder.getInt32(number));
}

std::vector<CallInst*> notesOf(Function& function) {
  std::vector<CallInst*> notes;
  for (Instruction& instruction : instructions(function))
    if (threadOp(instruction) == ThreadOp::Note)
      notes.push_back(cast<CallInst>(&instruction));
  return notes;
}

// Whether a thread comes to the instruction at most once. The lanes of a warp that come there then
// come together, also where a branch lets only some of them through.
bool isPassedOnce(const Instruction& instruction) {
  const Function& function = *instruction.getFunction();
  if (!function.hasFnAttribute(kKernel))
    return false;
  return none_of(successors(instruction.getParent()), [&](const BasicBlock* next) {
    return isPotentiallyReachable(next, instruction.getParent());
  });
}

bool insertMbarrierChecks(FunctionBarriers& barriers) {
  CheckedAccesses sites(barriers.function());
  bool isChanged = false;
  for (CallInst* note : notesOf(barriers.function())) {
    const auto kind =
        static_cast<CheckerNote>(cast<ConstantInt>(note->getArgOperand(0))->getZExtValue());
    if (kind != CheckerNote::MbarrierInit && kind != CheckerNote::MbarrierInval &&
        kind != CheckerNote::MbarrierUse)
      continue;
    IRBuilder<> builder(note);
    Value* use = note->getArgOperand(2);
    const auto isArrival = [&] {
      return cast<ConstantInt>(use)->equalsInt(static_cast<std::uint64_t>(MbarrierUse::Arrival));
    };
    if (kind == CheckerNote::MbarrierUse && isArrival() &&
        (barriers.isMetByWholeBlock(note->getParent()) || isPassedOnce(*note)))
      use =
          ConstantInt::get(use->getType(), static_cast<std::uint64_t>(MbarrierUse::ArrivalOfWarps));
    sites.callEngine(builder, "heddle_sync_mbarrier",
                     {note->getArgOperand(1), note->getArgOperand(0), use,
                      sites.site(builder, *note, "barrier 8 shared")},
                     CheckedAccesses::Memory::Kernels);
    isChanged = true;
  }
  return isChanged;
}

} // namespace

PreservedAnalyses CheckBarriersPass::run(Module& module, ModuleAnalysisManager& analyses) {
  auto& functions = analyses.getResult<FunctionAnalysisManagerModuleProxy>(module).getManager();
  Reconvergences reconvergences;
  std::vector<FunctionBarriers> all;
  bool mayDiffer = false, isChanged = false;
  for (Function& function : module)
    if (!function.isDeclaration()) {
      all.emplace_back(function, functions);
      mayDiffer |= all.back().findReconvergences(reconvergences);
    }
  for (FunctionBarriers& each : all)
    each.findWarpReconvergences(reconvergences);
  for (FunctionBarriers& each : all) {
    if (mayDiffer)
      each.insertChecks();
    isChanged |= each.insertWarpChecks();
  }
  for (const auto& [block, number] : reconvergences)
    insertPassed(*block, number);
  isChanged |= mayDiffer;
  for (FunctionBarriers& each : all)
    isChanged |= insertMbarrierChecks(each);
  return isChanged ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

PreservedAnalyses DropNotesPass::run(Module& module, ModuleAnalysisManager&) {
  for (Function& function : module)
    for (CallInst* note : notesOf(function))
      note->eraseFromParent();
  return PreservedAnalyses::none();
}

} // namespace heddle::simt
