#include "simt/linearisation.h"

#include "llvm/IR/CFG.h"
#include "llvm/IR/Instructions.h"

#include <algorithm>
#include <unordered_map>

using namespace llvm;

namespace heddle::simt {
namespace {

// Blocks without instructions that are followed to find a return; more is taken for a loop.
constexpr unsigned kMostEmptyBlocks = 8;

} // namespace

Linearisation::Linearisation(Function& function, const Shapes& shapes, DominatorTree& dominators,
                             PostDominatorTree& postDominators, LoopInfo& loops)
    : shapes_(shapes), dominators_(dominators), postDominators_(postDominators), loops_(loops) {
  orderBlocks(nullptr, &function.getEntryBlock());
  for (unsigned i = 0; i < order_.size(); ++i)
    index_[order_[i]] = i;
  findMasks(false);
  if (!planTerminators()) {
    findMasks(true);
    planTerminators();
  }
}

// Orders the blocks topologically, with the blocks of each loop together and its latch last.
void Linearisation::orderBlocks(const Loop* loop, BasicBlock* entry) {
  // The block itself, or the header of the loop inside of this one that it belongs to; null outside
  // of this loop.
  auto representative = [&](BasicBlock* block) -> BasicBlock* {
    if (loop && !loop->contains(block))
      return nullptr;
    Loop* inner = loops_.getLoopFor(block);
    if (inner == loop)
      return block;
    while (inner->getParentLoop() != loop)
      inner = inner->getParentLoop();
    return inner->getHeader();
  };
  // The loop inside of this one that the block, a representative, stands for.
  auto childLoop = [&](BasicBlock* block) -> Loop* {
    Loop* inner = loops_.getLoopFor(block);
    return inner != loop ? inner : nullptr;
  };
  std::vector<BasicBlock*> postOrder;
  DenseSet<BasicBlock*> seen;
  std::vector<std::pair<BasicBlock*, SmallVector<BasicBlock*, 4>>> stack;
  auto push = [&](BasicBlock* block) {
    if (!block || !seen.insert(block).second)
      return;
    SmallVector<BasicBlock*, 4> next;
    Loop* child = childLoop(block);
    if (child) {
      SmallVector<BasicBlock*, 4> exits;
      child->getExitBlocks(exits);
      for (BasicBlock* exit : exits)
        next.push_back(representative(exit));
    } else {
      for (BasicBlock* successor : successors(block))
        if (!(loop && successor == loop->getHeader()))
          next.push_back(representative(successor));
    }
    stack.push_back({block, std::move(next)});
  };
  push(entry);
  while (!stack.empty()) {
    auto& [block, next] = stack.back();
    if (next.empty()) {
      postOrder.push_back(block);
      stack.pop_back();
      continue;
    }
    BasicBlock* successor = next.pop_back_val();
    push(successor);
  }
  for (BasicBlock* block : llvm::reverse(postOrder)) {
    if (Loop* child = childLoop(block))
      orderBlocks(child, block);
    else
      order_.push_back(block);
  }
}

void Linearisation::findMasks(bool strict) {
  DenseSet<const Loop*> leftByMask;
  while (!findMasks(strict, leftByMask)) {
  }
}

bool Linearisation::findMasks(bool strict, DenseSet<const Loop*>& leftByMask) {
  const unsigned known = leftByMask.size();
  maskSource_.clear();
  maskedLoops_.clear();
  // For each block, the divergent branches that decide whether a lane gets to it in this iteration.
  std::unordered_map<const BasicBlock*, std::set<unsigned>> deciders;
  auto decides = [&](const BasicBlock* branch) {
    for (const BasicBlock* block : shapes_.influenced(branch, false))
      deciders[block].insert(index_.lookup(branch));
  };
  for (const BasicBlock* branch : shapes_.divergentBranches())
    decides(branch);

  for (BasicBlock* block : order_) {
    if (block == order_.front()) {
      maskSource_[block] = block;
      continue;
    }
    const BasicBlock* dominator = dominators_.getNode(block)->getIDom()->getBlock();
    const Loop* left = nullptr;
    for (const Loop* loop = loops_.getLoopFor(dominator); loop && !loop->contains(block);
         loop = loop->getParentLoop())
      left = loop;
    const Loop* entered = loops_.getLoopFor(block);
    bool isHeader = entered && entered->getHeader() == block;
    if (left)
      dominator = left->getLoopPreheader();
    bool same = strict ? postDominators_.dominates(block, dominator)
                       : deciders[block] == deciders[dominator];
    const BasicBlock* source = same ? maskSource_.lookup(dominator) : block;
    if (isHeader && (shapes_.isDivergentLoop(entered) || source != order_.front() ||
                     leftByMask.contains(entered))) {
      maskedLoops_.insert(entered);
      source = block;
      // Exits of a masked loop go by mask, also where all active lanes leave together, so they
      // decide about the blocks behind them.
      SmallVector<BasicBlock*, 4> exiting;
      entered->getExitingBlocks(exiting);
      for (BasicBlock* exit : exiting)
        decides(exit);
      // Some exits lead out of outer loops, too. The gang takes these exits by mask, so it may go
      // on in an outer loop when none of its lanes are left there. A uniform branch would then
      // decide for no lane whether to repeat the outer loop, and could repeat it for ever. So outer
      // loops need masks, which end a loop without lanes.
      SmallVector<Loop::Edge, 4> exits;
      entered->getExitEdges(exits);
      for (const auto& [from, to] : exits)
        for (const Loop* outer = entered->getParentLoop(); outer && !outer->contains(to);
             outer = outer->getParentLoop())
          if (!maskedLoops_.contains(outer))
            leftByMask.insert(outer);
    }
    maskSource_[block] = source;
  }
  return leftByMask.size() == known;
}

bool Linearisation::planTerminators() {
  plans_.clear();
  bool exact = true;
  // Per block, what is still to be run after it, by position in the order, on every way to it.
  std::vector<std::set<unsigned>> deferred(order_.size());
  std::vector<bool> reached(order_.size());
  // Goes to the first of `targets`; the others wait.
  auto go = [&](std::set<unsigned> targets) {
    unsigned next = *targets.begin();
    targets.erase(targets.begin());
    if (!reached[next]) {
      reached[next] = true;
      deferred[next] = std::move(targets);
    } else if (deferred[next] != targets) {
      std::set<unsigned> all = deferred[next];
      all.insert(targets.begin(), targets.end());
      for (unsigned target : all)
        if (!(deferred[next].contains(target) && targets.contains(target)) &&
            !postDominators_.dominates(order_[target], order_[next]))
          exact = false;
      deferred[next] = std::move(all);
    }
    return next;
  };
  for (unsigned i = 0; i < order_.size(); ++i) {
    BasicBlock* block = order_[i];
    std::set<unsigned> waiting = deferred[i];
    waiting.erase(i);
    BlockPlan& plan = plans_[block];
    const Loop* loop = loops_.getLoopFor(block);
    BasicBlock* header = loop && loop->isLoopLatch(block) ? loop->getHeader() : nullptr;

    if (succ_empty(block) && waiting.empty()) {
      plan.kind = Terminator::Return;
      continue;
    }
    bool exitsMaskedLoop = false;
    for (BasicBlock* successor : successors(block))
      for (const Loop* left = loop; left; left = left->getParentLoop())
        exitsMaskedLoop |= !left->contains(successor) && maskedLoops_.contains(left);
    if (header && maskedLoops_.contains(loop)) {
      plan.kind = Terminator::MaskedLatch;
      for (BasicBlock* successor : successors(block))
        if (successor != header)
          waiting.insert(index_.lookup(successor));
      plan.targets.push_back(go(waiting));
      continue;
    }
    if (succ_size(block) > 1 && !shapes_.isDivergentBranch(block) && !exitsMaskedLoop) {
      plan.kind = Terminator::Branch;
      for (BasicBlock* successor : successors(block)) {
        if (successor == header) {
          plan.targets.push_back(index_.lookup(header));
          continue;
        }
        std::set<unsigned> targets = waiting;
        targets.insert(index_.lookup(successor));
        plan.targets.push_back(go(targets));
      }
      continue;
    }
    plan.kind = Terminator::Jump;
    if (header) {
      plan.targets.push_back(index_.lookup(header));
      continue;
    }
    for (BasicBlock* successor : successors(block))
      waiting.insert(index_.lookup(successor));
    plan.targets.push_back(go(waiting));
  }
  return exact;
}

bool Linearisation::isReachedOnlyBy(const BasicBlock& from, const BasicBlock& block) const {
  const Loop* loop = loops_.getLoopFor(&block);
  if (loop && loop->getHeader() == &block)
    return false;
  return all_of(order_, [&](const BasicBlock* other) {
    return other == &from || none_of(plans_.lookup(other).targets,
                                     [&](unsigned target) { return order_[target] == &block; });
  });
}

const BasicBlock* Linearisation::livingLanesAt(const BasicBlock* block) const {
  // Do lanes that come to this join do nothing but return? It is null where they meet no more.
  auto returns = [](const BasicBlock* join) {
    for (unsigned empty = 0; join && empty < kMostEmptyBlocks; ++empty) {
      if (!join->getFirstNonPHIOrDbg()->isTerminator())
        return false;
      if (!join->getSingleSuccessor())
        return true;
      join = join->getSingleSuccessor();
    }
    return !join;
  };
  for (auto* node = dominators_.getNode(block)->getIDom(); node; node = node->getIDom()) {
    const BasicBlock* around = node->getBlock();
    if (shapes_.isDivergentBranch(around)) {
      auto* way = postDominators_.getNode(around);
      if (!way || !way->getIDom() || returns(way->getIDom()->getBlock()))
        return block;
    }
    block = around;
  }
  return block;
}

bool Linearisation::invalidate(Function& function, const PreservedAnalyses& preserved,
                               FunctionAnalysisManager::Invalidator& invalidator) {
  auto checker = preserved.getChecker<LinearisationAnalysis>();
  return !(checker.preserved() || checker.preservedSet<AllAnalysesOn<Function>>()) ||
         invalidator.invalidate<UniformityAnalysis>(function, preserved) ||
         invalidator.invalidate<DominatorTreeAnalysis>(function, preserved) ||
         invalidator.invalidate<PostDominatorTreeAnalysis>(function, preserved) ||
         invalidator.invalidate<LoopAnalysis>(function, preserved);
}

AnalysisKey LinearisationAnalysis::Key;

Linearisation LinearisationAnalysis::run(Function& function, FunctionAnalysisManager& analyses) {
  return Linearisation(function, analyses.getResult<UniformityAnalysis>(function),
                       analyses.getResult<DominatorTreeAnalysis>(function),
                       analyses.getResult<PostDominatorTreeAnalysis>(function),
                       analyses.getResult<LoopAnalysis>(function));
}

PreservedAnalyses LinearisationPrinterPass::run(Function& function,
                                                FunctionAnalysisManager& analyses) {
  using Terminator = Linearisation::Terminator;
  const Linearisation& plan = analyses.getResult<LinearisationAnalysis>(function);
  stream_ << "linearisation of " << function.getName() << ":\n";
  for (const BasicBlock* block : plan.order()) {
    stream_ << "  " << block->getName() << ": ";
    if (plan.hasFullMask(block))
      stream_ << "all lanes";
    else
      stream_ << "mask of " << plan.maskSource(block)->getName();
    auto target = [&](unsigned successor) { return plan.target(block, successor)->getName(); };
    switch (plan.terminator(block)) {
    case Terminator::Return:
      stream_ << ", return";
      break;
    case Terminator::Jump:
      stream_ << ", jump " << target(0);
      break;
    case Terminator::MaskedLatch:
      stream_ << ", loop while any lane, then " << target(0);
      break;
    case Terminator::Branch:
      stream_ << ", branch";
      for (unsigned i = 0; i < succ_size(block); ++i)
        stream_ << " " << target(i);
      break;
    }
    stream_ << "\n";
  }
  return PreservedAnalyses::all();
}

} // namespace heddle::simt
