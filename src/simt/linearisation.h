// Linearisation: the order in which a gang executes the blocks of thread IR, which branches stay
// branches, and where masks change. Uniform branches stay; a divergent branch falls through its
// targets one after the other, the others deferred ("partial control-flow linearisation", Moll and
// Hack, PLDI 2018). Only a plan: gang_function.cpp emits it.
#pragma once

#include "simt/uniformity_analysis.h"

#include "llvm/ADT/MapVector.h"

#include <set>
#include <vector>

namespace heddle::simt {

class Linearisation {
public:
  Linearisation(llvm::Function& function, const Shapes& shapes, llvm::DominatorTree& dominators,
                llvm::PostDominatorTree& postDominators, llvm::LoopInfo& loops);

  // The pass manager asks this when a pass has changed the function.
  bool invalidate(llvm::Function& function, const llvm::PreservedAnalyses& preserved,
                  llvm::FunctionAnalysisManager::Invalidator& invalidator);

  const std::vector<llvm::BasicBlock*>& order() const { return order_; }

  // The blocks whose immediate dominator is `block`.
  llvm::SmallVector<llvm::BasicBlock*, 4> dominatedBy(const llvm::BasicBlock* block) const {
    llvm::SmallVector<llvm::BasicBlock*, 4> result;
    for (const auto* child : dominators_.getNode(block)->children())
      result.push_back(child->getBlock());
    return result;
  }

  // The block at whose start the mask that `block` runs under is computed; the entry block's is
  // full.
  const llvm::BasicBlock* maskSource(const llvm::BasicBlock* block) const {
    return maskSource_.lookup(block);
  }
  bool hasFullMask(const llvm::BasicBlock* block) const {
    return maskSource(block) == order_.front();
  }
  bool hasOwnMask(const llvm::BasicBlock* block) const {
    return block != order_.front() && maskSource(block) == block;
  }
  // The block, `block` itself or one that dominates it, whose mask has all lanes that are still
  // alive at `block`: those that have only gone another way are in it, those that have returned or
  // have no thread are not.
  const llvm::BasicBlock* livingLanesAt(const llvm::BasicBlock* block) const;
  // Does the loop iterate while any lane wants to, with every exit by mask?
  bool isMaskedLoop(const llvm::Loop* loop) const { return maskedLoops_.contains(loop); }

  enum class Terminator { Return, Jump, Branch, MaskedLatch };
  Terminator terminator(const llvm::BasicBlock* block) const { return plans_.lookup(block).kind; }
  // Where to go next: Jump and MaskedLatch have one target (the latch when no lane goes round
  // again), Branch one per successor.
  // Does a gang come to `block` only straight from the end of `from`?
  bool isReachedOnlyBy(const llvm::BasicBlock& from, const llvm::BasicBlock& block) const;
  llvm::BasicBlock* target(const llvm::BasicBlock* block, unsigned successor = 0) const {
    return order_[plans_.lookup(block).targets[successor]];
  }

private:
  struct BlockPlan {
    Terminator kind = Terminator::Return;
    std::vector<unsigned> targets;
  };
  void orderBlocks(const llvm::Loop* loop, llvm::BasicBlock* entry);
  void findMasks(bool strict);
  // One round of findMasks(strict). The loops in `leftByMask` get a mask; those that this round
  // finds out to need one are added to it. Returns whether it found none, so that the masks are
  // final.
  bool findMasks(bool strict, llvm::DenseSet<const llvm::Loop*>& leftByMask);
  // False if a block may run although no lane has chosen it; then strict masks are needed.
  bool planTerminators();

  const Shapes& shapes_;
  llvm::DominatorTree& dominators_;
  llvm::PostDominatorTree& postDominators_;
  llvm::LoopInfo& loops_;
  std::vector<llvm::BasicBlock*> order_;
  llvm::DenseMap<const llvm::BasicBlock*, unsigned> index_;
  llvm::DenseMap<const llvm::BasicBlock*, const llvm::BasicBlock*> maskSource_;
  llvm::DenseSet<const llvm::Loop*> maskedLoops_;
  llvm::DenseMap<const llvm::BasicBlock*, BlockPlan> plans_;
};

class LinearisationAnalysis : public llvm::AnalysisInfoMixin<LinearisationAnalysis> {
public:
  using Result = Linearisation;
  Result run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);

private:
  friend llvm::AnalysisInfoMixin<LinearisationAnalysis>;
  static llvm::AnalysisKey Key;
};

// print<linearisation>: the blocks in the order in which a gang runs them, the mask of each, and
// where it goes on.
class LinearisationPrinterPass : public llvm::PassInfoMixin<LinearisationPrinterPass> {
public:
  explicit LinearisationPrinterPass(llvm::raw_ostream& stream) : stream_(stream) {}
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
  static bool isRequired() { return true; }

private:
  llvm::raw_ostream& stream_;
};

} // namespace heddle::simt
