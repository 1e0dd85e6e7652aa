#include "simt/copy_guarded_regions.h"

#include "ir/thread_operations.h"
#include "simt/ascending_lanes.h"
#include "simt/execution_form.h"
#include "simt/expand_atomic_updates.h"
#include "simt/uniformity_analysis.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/LCSSA.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

#include <deque>

using namespace llvm;

namespace heddle::simt {
namespace {

// What a region costs, in units of one vector instruction. A call is made lane by lane, an atomic
// update too, and so is a load or store under a mask where the CPU has no masked memory access.
constexpr unsigned kCostOfCall = 8;
constexpr unsigned kCostOfAtomic = 8;
constexpr unsigned kCostOfMaskedAccess = 2;
constexpr unsigned kCostOfAccessByLane = 8;
// Below this cost a region is cheaper to run under a mask than to branch around. A loop in it is
// always worth the branch.
constexpr unsigned kWorthBranching = 24;
// The same where a row of threads is cut in two, as `threadIdx.x < half` does again and again
// between barriers: then all gangs but one go one way together, and what one has stored without a
// mask reaches the next one's loads sooner.
constexpr unsigned kWorthBranchingInRow = 6;
// An update that needs no atomic instruction is a loop over the active lanes under a mask, with a
// branch and the lane's address and operand in memory. Without a mask it is straight code.
constexpr unsigned kCostOfUpdateInBlock = kWorthBranching;
// Limits in instructions: of a region that is copied, of a function in which regions are still
// copied, and of a loop that is copied. Beyond them, the time to compile the copy outweighs the
// masks that it saves.
struct Limits {
  unsigned largestCopy, largestFunction, largestLoop;
};
constexpr Limits kUsualLimits = {3000, 8000, 600};
// Of code that is made quickly. The kernels of thrust::sort compile in three quarters of the time
// with these (2026-11).
constexpr Limits kQuickLimits = {300, 1500, 300};
// With barriers inside, limits are this many times as large: a barrier ends the vector code around
// it, so that masks cost more there.
constexpr unsigned kMoreWithBarriers = 4;
// Nested regions may make a function this many times as large as it was. A loop that is left by
// `break` before a barrier is a nest as deep as the loop has been unrolled, and each level would
// copy all levels inside it.
constexpr unsigned kMostGrowth = 3;

// A condition with more parts than this is not computed again in front of a branch, which would be
// more code than it saves.
constexpr unsigned kMostRepeatedParts = 12;

// One side of a branch, up to the block where both sides join.
struct Region {
  SmallVector<BasicBlock*, 16> blocks; // empty: the edge goes straight to the join
  unsigned size = 0;
  unsigned cost = 0;
  bool closed = true; // entered only through its first block, left only to the join
  bool meets = false; // has barriers
};

bool isBarrier(const Instruction& instruction) {
  auto* call = dyn_cast<CallBase>(&instruction);
  if (!call)
    return false;
  const ThreadOpInfo& info = threadOpInfo(*call);
  return (info.flags & BlockLevel) && info.op != ThreadOp::Yield && info.op != ThreadOp::Wait;
}

Region findRegion(BasicBlock* branch, BasicBlock* first, BasicBlock* join,
                  const DominatorTree& dominators, const LoopInfo& loops,
                  const VectorTarget& target) {
  Region region;
  if (first == join)
    return region;
  if (!first->getSinglePredecessor()) {
    region.closed = false;
    return region;
  }
  DenseSet<BasicBlock*> seen;
  SmallVector<BasicBlock*, 16> work = {first};
  const Loop* around = loops.getLoopFor(branch);
  while (!work.empty()) {
    BasicBlock* block = work.pop_back_val();
    if (block == join || !seen.insert(block).second)
      continue;
    if (!dominators.dominates(first, block)) {
      region.closed = false;
      return region;
    }
    region.blocks.push_back(block);
    if (loops.getLoopFor(block) != around)
      region.cost += kWorthBranching;
    for (Instruction& instruction : *block) {
      ++region.size;
      region.meets |= isBarrier(instruction);
      if (isa<CallBase>(instruction) && !isa<IntrinsicInst>(instruction))
        region.cost += kCostOfCall;
      else if (isa<LoadInst>(instruction) || isa<StoreInst>(instruction))
        region.cost += target.maskedMemory ? kCostOfMaskedAccess : kCostOfAccessByLane;
      else if (instruction.isAtomic())
        region.cost += isForBlockAlone(instruction) ? kCostOfUpdateInBlock : kCostOfAtomic;
      else
        region.cost += 1;
    }
    for (BasicBlock* successor : successors(block))
      work.push_back(successor);
  }
  return region;
}

class Copier {
public:
  Copier(Function& kernel, FunctionAnalysisManager& analyses)
      : kernel_(kernel), analyses_(analyses),
        target_(analyses.getResult<VectorTargetAnalysis>(kernel)),
        limits_(target_.stripMined ? kQuickLimits : kUsualLimits) {}

  void run() {
    size_ = kernel_.getInstructionCount();
    largestSize_ = std::min(limits_.largestFunction * kMoreWithBarriers, size_ * kMostGrowth);
    std::deque<BasicBlock*> work;
    const Shapes& shapes = analyses_.getResult<UniformityAnalysis>(kernel_);
    ReversePostOrderTraversal<Function*> order(&kernel_);
    const bool meets = hasBarriers();
    for (BasicBlock* block : order)
      if (shapes.isDivergentBranch(block)) {
        work.push_back(block);
        if (meets && cutsRow(*block, shapes)) {
          cuts_.insert(block);
          if (const auto span =
                  spanOfLimitedLanes(shapes, comparisonOf(*block), gangWidth(kernel_)))
            spans_[block] = span;
        }
      }
    while (!work.empty()) {
      BasicBlock* branch = work.front();
      work.pop_front();
      divergent_ = DenseSet<BasicBlock*>(work.begin(), work.end());
      split(branch, work);
    }
    while (copyOneLoop())
      ;
  }

private:
  static bool cutsRow(const BasicBlock& block, const Shapes& shapes) {
    auto* branch = dyn_cast<BranchInst>(block.getTerminator());
    auto* compare =
        branch && branch->isConditional() ? dyn_cast<ICmpInst>(branch->getCondition()) : nullptr;
    if (!compare || !compare->isRelational())
      return false;
    const Shape left = shapes.of(compare->getOperand(0)), right = shapes.of(compare->getOperand(1));
    return (left.isAffine() && right.isUniform()) || (left.isUniform() && right.isAffine());
  }

  static const ICmpInst& comparisonOf(const BasicBlock& block) {
    return *cast<ICmpInst>(cast<BranchInst>(block.getTerminator())->getCondition());
  }

  // Where lanes are known to answer differently, compares only those bits of their numbers that
  // differ between lanes. That is a constant for each lane, and so is the mask of the region.
  static void compareWithinSpan(BranchInst& branch, std::uint64_t span) {
    auto* comparison = cast<ICmpInst>(branch.getCondition());
    IRBuilder<> builder(&branch);
    const auto within = [&](Value* number) { return builder.CreateAnd(number, span - 1); };
    branch.setCondition(
        builder.CreateICmp(ICmpInst::getUnsignedPredicate(comparison->getPredicate()),
                           within(comparison->getOperand(0)), within(comparison->getOperand(1))));
  }

  void split(BasicBlock* block, std::deque<BasicBlock*>& work) {
    auto* branch = dyn_cast<BranchInst>(block->getTerminator());
    if (!branch || !branch->isConditional())
      return;
    // Where there are barriers, build-block-function makes a version of each region for gangs whose
    // lanes all have threads; a copy here would do so a second time. And in a function that gangs
    // call, a copy would add code that calling it was to save.
    if (auto* condition = dyn_cast<Instruction>(branch->getCondition());
        condition && ((threadOp(*condition) == ThreadOp::Inside && hasBarriers()) ||
                      threadOp(*condition) == ThreadOp::Called))
      return;
    auto& dominators = analyses_.getResult<DominatorTreeAnalysis>(kernel_);
    auto& postDominators = analyses_.getResult<PostDominatorTreeAnalysis>(kernel_);
    auto& loops = analyses_.getResult<LoopAnalysis>(kernel_);
    auto* node = postDominators.getNode(block);
    BasicBlock* join = node && node->getIDom() ? node->getIDom()->getBlock() : nullptr;
    if (!join)
      return;
    // A branch that leaves a loop or goes round it is left to masks, and to copyOneLoop.
    const Loop* loop = loops.getLoopFor(block);
    if (loop && !loop->contains(join))
      return;
    Region taken = findRegion(block, branch->getSuccessor(0), join, dominators, loops, target_);
    Region other = findRegion(block, branch->getSuccessor(1), join, dominators, loops, target_);
    if (!taken.closed || !other.closed || (taken.blocks.empty() && other.blocks.empty()))
      return;
    // With barriers inside, the branch is made whatever the region costs: a gang must not come to a
    // barrier under a mask that has none of its lanes.
    bool meets = taken.meets || other.meets;
    const unsigned worth = cuts_.contains(block) ? kWorthBranchingInRow : kWorthBranching;
    if (!meets && (masked_.contains(block) || size_ > limits_.largestFunction ||
                   (taken.cost < worth && other.cost < worth)))
      return;
    const unsigned size = taken.size + other.size;
    const bool copy = !masked_.contains(block) && size_ + size <= largestSize_ &&
                      size <= limits_.largestCopy * (meets ? kMoreWithBarriers : 1);
    if (!copy && !meets && !taken.blocks.empty() && !other.blocks.empty())
      return;

    analyses_.invalidate(kernel_, PreservedAnalyses::none());
    for (const Region* region : {&taken, &other})
      masked_.insert(region->blocks.begin(), region->blocks.end());
    if (!copy && !taken.blocks.empty() && !other.blocks.empty()) {
      BasicBlock* between = putOneBehindOther(*branch, taken, join);
      if (taken.meets)
        guard(block, taken, Region(), between, false, work);
      if (other.meets)
        guard(between, Region(), other, join, false, work);
    } else {
      guard(block, taken, other, join, copy, work);
    }
  }

  // Makes `if (c) taken else other` two branches, `if (c) taken` and behind it `if (!c) other`, so
  // that a gang can pass by either side. Returns the block of the second one.
  //
  //   b: br i1 %c, label %taken, label %other       b:       br i1 %c, label %taken, label %between
  //   taken: br label %join                    =>   taken:   br label %between
  //   other: br label %join                         between: br i1 %c, label %join, label %other
  //                                                 other:   br label %join
  BasicBlock* putOneBehindOther(BranchInst& branch, const Region& taken, BasicBlock* join) {
    BasicBlock* block = branch.getParent();
    BasicBlock* other = branch.getSuccessor(1);
    BasicBlock* between = BasicBlock::Create(kernel_.getContext(), "between", &kernel_, other);
    IRBuilder<> builder(between);
    // Values that threads bring from `taken` to the join. Those that go through `other` bring none
    // so far.
    for (PHINode& phi : join->phis()) {
      PHINode* brought = builder.CreatePHI(phi.getType(), 2);
      brought->addIncoming(PoisonValue::get(phi.getType()), block);
      for (BasicBlock* from : taken.blocks)
        while (phi.getBasicBlockIndex(from) >= 0) {
          brought->addIncoming(phi.getIncomingValueForBlock(from), from);
          phi.removeIncomingValue(from, false);
        }
      phi.addIncoming(brought, between);
    }
    for (BasicBlock* from : taken.blocks)
      from->getTerminator()->replaceSuccessorWith(join, between);
    branch.setSuccessor(1, between);
    other->replacePhiUsesWith(block, between);
    builder.CreateCondBr(branch.getCondition(), join, other);
    return between;
  }

  // Repeats what `block` computes of a condition in front of a branch that only some gangs come to.
  // For the others, a few lanes may tell how it is, so that they need not compute it.
  static Value* repeatCondition(Value* condition, const BasicBlock& block, BranchInst& branch,
                                unsigned& parts) {
    auto* instruction = dyn_cast<Instruction>(condition);
    if (!instruction || instruction->getParent() != &block || !isPartOfCondition(*instruction) ||
        ++parts > kMostRepeatedParts)
      return condition;
    Instruction* copy = instruction->clone();
    for (Use& operand : copy->operands())
      operand.set(repeatCondition(operand, block, branch, parts));
    copy->insertBefore(branch.getIterator());
    return copy;
  }

  // Asks before a branch whether its condition holds for all lanes of a gang, and whether it holds
  // for any. A gang whose lanes agree then goes to a copy of their side, which needs no masks.
  // Where a side must not be copied, it goes to that side itself; the other side must be empty
  // then, unless it is copied.
  void guard(BasicBlock* block, const Region& taken, const Region& other, BasicBlock* join,
             bool copy, std::deque<BasicBlock*>& work) {
    auto* branch = cast<BranchInst>(block->getTerminator());
    // What holds for all lanes of a comparison is told by its operands, in the block that has it.
    if (auto* comparison = dyn_cast<ICmpInst>(branch->getCondition());
        comparison && comparison->getParent() != block) {
      auto* here = comparison->clone();
      here->insertBefore(branch->getIterator());
      branch->setCondition(here);
    }
    Value* condition = branch->getCondition();
    BasicBlock* mixed = SplitBlock(block, branch->getIterator());
    masked_.insert(mixed);
    unsigned parts = 0;
    branch->setCondition(repeatCondition(condition, *block, *branch, parts));
    if (auto span = spans_.find(block); copy && span != spans_.end())
      compareWithinSpan(*branch, span->second);
    block->getTerminator()->eraseFromParent();
    BasicBlock* second = BasicBlock::Create(kernel_.getContext(), "some", &kernel_, mixed);
    // The block that a gang goes to if all its lanes take this side.
    auto whole = [&](const Region& region, unsigned successor, BasicBlock* from) -> BasicBlock* {
      if (region.blocks.empty()) {
        for (PHINode& phi : join->phis())
          phi.addIncoming(phi.getIncomingValueForBlock(mixed), from);
        return join;
      }
      if (!copy)
        return mixed;
      return clone(region, branch->getSuccessor(successor), mixed, from, join, work);
    };
    IRBuilder<> builder(block);
    // Both stand beside the condition, since they may ask for its operands.
    Value* all = callThreadOp(builder, ThreadOp::MaskAll, condition);
    Value* any = callThreadOp(builder, ThreadOp::MaskAny, condition);
    builder.CreateCondBr(all, whole(taken, 0, block), second);
    builder.SetInsertPoint(second);
    builder.CreateCondBr(any, mixed, whole(other, 1, second));
  }

  bool hasBarriers() const {
    return any_of(instructions(kernel_), [](const Instruction& instruction) {
      auto* call = dyn_cast<CallBase>(&instruction);
      return call && (threadOpInfo(*call).flags & BlockLevel);
    });
  }

  BasicBlock* clone(const Region& region, BasicBlock* first, BasicBlock* oldFrom, BasicBlock* from,
                    BasicBlock* join, std::deque<BasicBlock*>& work) {
    size_ += region.size;
    ValueToValueMapTy map;
    SmallVector<BasicBlock*, 16> copies;
    for (BasicBlock* block : region.blocks) {
      BasicBlock* copy = CloneBasicBlock(block, map, ".all", &kernel_);
      map[block] = copy;
      copies.push_back(copy);
      if (divergent_.contains(block))
        work.push_back(copy);
    }
    map[oldFrom] = from;
    remapInstructionsInBlocks(copies, map);
    for (PHINode& phi : join->phis())
      for (BasicBlock* block : region.blocks)
        if (int index = phi.getBasicBlockIndex(block); index >= 0) {
          Value* value = phi.getIncomingValue(index);
          auto mapped = map.find(value);
          phi.addIncoming(mapped == map.end() ? value : static_cast<Value*>(mapped->second),
                          cast<BasicBlock>(map[block]));
        }
    return cast<BasicBlock>(map[first]);
  }

  // Finds a loop whose only divergent exit is its first or its last test, and copies it. Returns
  // whether there was one.
  bool copyOneLoop() {
    if (kernel_.getInstructionCount() > limits_.largestFunction)
      return false;
    auto& dominators = analyses_.getResult<DominatorTreeAnalysis>(kernel_);
    auto& loops = analyses_.getResult<LoopAnalysis>(kernel_);
    for (Loop* loop : loops.getLoopsInPreorder()) {
      simplifyLoop(loop, &dominators, &loops, nullptr, nullptr, nullptr, false);
      formLCSSA(*loop, dominators, &loops, nullptr);
    }
    PreservedAnalyses updated;
    updated.preserve<DominatorTreeAnalysis>();
    updated.preserve<LoopAnalysis>();
    analyses_.invalidate(kernel_, updated);
    const Shapes& shapes = analyses_.getResult<UniformityAnalysis>(kernel_);
    for (Loop* loop : loops.getLoopsInPreorder()) {
      BasicBlock* header = loop->getHeader();
      if (!shapes.isDivergentLoop(loop) || masked_.contains(header) ||
          !copiedLoops_.insert(header).second || !loop->isLoopSimplifyForm())
        continue;
      unsigned size = 0;
      for (BasicBlock* block : loop->blocks())
        size += static_cast<unsigned>(block->size());
      BasicBlock* exiting = onlyDivergentExit(*loop, shapes);
      if (size > limits_.largestLoop || !exiting)
        continue;
      if (!isAtEnd(*loop, exiting) && !(exiting == header && isPure(*header)))
        continue;
      copyLoop(*loop, exiting);
      analyses_.invalidate(kernel_, PreservedAnalyses::none());
      return true;
    }
    return false;
  }

  // Does nothing of the iteration come after this block?
  static bool isAtEnd(const Loop& loop, const BasicBlock* block) {
    const BasicBlock* latch = loop.getLoopLatch();
    return block == latch || (latch->size() == 1 && latch->getSinglePredecessor() == block);
  }

  static bool isPure(const BasicBlock& block) {
    return none_of(block, [](const Instruction& instruction) {
      return instruction.mayHaveSideEffects() ||
             (isa<LoadInst>(instruction) && !cast<LoadInst>(instruction).isSimple());
    });
  }

  // The one exiting block at which lanes part; null if there are several, or if its terminator is
  // no branch.
  static BasicBlock* onlyDivergentExit(const Loop& loop, const Shapes& shapes) {
    SmallVector<BasicBlock*, 4> exiting;
    loop.getExitingBlocks(exiting);
    BasicBlock* found = nullptr;
    for (BasicBlock* block : exiting) {
      if (!shapes.isDivergentBranch(block))
        continue;
      if (found || !isa<BranchInst>(block->getTerminator()))
        return nullptr;
      found = block;
    }
    return found;
  }

  static Value* mapped(const ValueToValueMapTy& map, Value* value) {
    auto found = map.find(value);
    return found == map.end() ? value : static_cast<Value*>(found->second);
  }

  // Copies the blocks of the loop, and notes for each value and block of it what its copy is.
  void cloneBlocks(const Loop& loop, ValueToValueMapTy& map) {
    SmallVector<BasicBlock*, 16> copies;
    for (BasicBlock* block : loop.blocks()) {
      BasicBlock* copy = CloneBasicBlock(block, map, ".whole", &kernel_);
      map[block] = copy;
      copies.push_back(copy);
    }
    remapInstructionsInBlocks(copies, map);
  }

  // The exits but `exiting`, which all lanes take together, are exits of the original and of the
  // copy.
  static void addExitsOfCopy(const Loop& loop, const BasicBlock* exiting,
                             const ValueToValueMapTy& map) {
    SmallVector<std::pair<BasicBlock*, BasicBlock*>, 4> exits;
    for (BasicBlock* block : loop.blocks())
      for (BasicBlock* successor : successors(block))
        if (!loop.contains(successor) && block != exiting)
          exits.push_back({block, successor});
    for (auto [block, exit] : exits)
      for (PHINode& phi : exit->phis())
        phi.addIncoming(mapped(map, phi.getIncomingValueForBlock(block)),
                        cast<BasicBlock>(mapped(map, block)));
  }

  // The copy goes on as long as all lanes stay in the loop. When they part, it goes to the block
  // that is returned, and from there into the original, which runs under masks: with the next
  // iteration where `exiting` is the end of one, else with the same iteration again.
  BasicBlock* leaveCopyWhenLanesPart(const Loop& loop, BasicBlock* exiting,
                                     const ValueToValueMapTy& map) {
    BasicBlock* header = loop.getHeader();
    BasicBlock* part = BasicBlock::Create(kernel_.getContext(), "part", &kernel_, header);
    auto* original = cast<BranchInst>(exiting->getTerminator());
    auto* branch = cast<BranchInst>(mapped(map, original));
    unsigned staying = loop.contains(original->getSuccessor(0)) ? 0 : 1;
    IRBuilder<> builder(branch);
    Value* condition = branch->getCondition();
    Value* stays = staying == 0 ? condition : builder.CreateNot(condition);
    Value* all = callThreadOp(builder, ThreadOp::MaskAll, stays);
    builder.CreateCondBr(all, branch->getSuccessor(staying), part);
    branch->eraseFromParent();
    builder.SetInsertPoint(part);
    if (!isAtEnd(loop, exiting)) {
      builder.CreateBr(header);
      return part;
    }
    BasicBlock* exit = original->getSuccessor(1 - staying);
    builder.CreateCondBr(stays, header, exit);
    for (PHINode& phi : exit->phis())
      phi.addIncoming(mapped(map, phi.getIncomingValueForBlock(exiting)), part);
    return part;
  }

  void copyLoop(Loop& loop, BasicBlock* exiting) {
    BasicBlock* header = loop.getHeader();
    BasicBlock* preheader = loop.getLoopPreheader();
    ValueToValueMapTy map;
    cloneBlocks(loop, map);
    addExitsOfCopy(loop, exiting, map);
    BasicBlock* part = leaveCopyWhenLanesPart(loop, exiting, map);
    for (PHINode& phi : header->phis()) {
      Value* entering =
          isAtEnd(loop, exiting) ? phi.getIncomingValueForBlock(loop.getLoopLatch()) : &phi;
      int index = phi.getBasicBlockIndex(preheader);
      phi.setIncomingBlock(index, part);
      phi.setIncomingValue(index, mapped(map, entering));
    }
    auto* headerCopy = cast<BasicBlock>(mapped(map, header));
    preheader->getTerminator()->replaceSuccessorWith(header, headerCopy);
    copiedLoops_.insert(headerCopy);
    masked_.insert(loop.block_begin(), loop.block_end());
  }

  Function& kernel_;
  FunctionAnalysisManager& analyses_; // of the function as it is: a copy invalidates them
  const VectorTarget target_;
  const Limits limits_;
  unsigned size_ = 0;        // about how many instructions the function has
  unsigned largestSize_ = 0; // up to which regions are copied
  DenseSet<BasicBlock*>
      masked_; // blocks of regions that have been split, which are not split again
  DenseSet<BasicBlock*> divergent_;            // branches that have not been looked at yet
  DenseSet<BasicBlock*> cuts_;                 // branches that cut a row in two
  DenseMap<BasicBlock*, std::uint64_t> spans_; // of those that do so at a constant number
  DenseSet<BasicBlock*> copiedLoops_;          // headers of loops that are copies or need none
};

} // namespace

PreservedAnalyses CopyGuardedRegionsPass::run(Function& function,
                                              FunctionAnalysisManager& analyses) {
  if (gangWidth(function) == 1)
    return PreservedAnalyses::all();
  Copier(function, analyses).run();
  return PreservedAnalyses::none();
}

} // namespace heddle::simt
