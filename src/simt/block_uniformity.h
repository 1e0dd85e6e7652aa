// Which branches of a function all threads of a block take alike, as far as that is easy to see.
// The uniformity of uniformity_analysis.h is that of a gang, which may be part of a warp.
//
// A value differs between threads if it comes from the number of a thread, from memory other than
// the kernel's parameters, or from an operation whose result is not the same for all threads; so
// does one that depends on which way a thread has come, where threads have gone different ways.
#pragma once

#include "llvm/ADT/DenseSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/Function.h"

namespace heddle::simt {

class BlockUniformity {
public:
  BlockUniformity(const llvm::Function& function, const llvm::PostDominatorTree& postDominators,
                  const llvm::LoopInfo& loops);

  // Whether threads of a block may leave the block of code by different ways.
  bool isDivergent(const llvm::BasicBlock& branch) const {
    return divergentBranches_.contains(&branch);
  }

private:
  bool isSource(const llvm::Instruction& instruction) const;
  void add(const llvm::Value& value);
  void addBranch(const llvm::BasicBlock& branch);

  const llvm::PostDominatorTree& postDominators_;
  const llvm::LoopInfo& loops_;
  llvm::DenseSet<const llvm::Value*> divergent_;
  llvm::DenseSet<const llvm::BasicBlock*> divergentBranches_;
  llvm::SmallVector<const llvm::Value*, 32> pending_;
};

} // namespace heddle::simt
