// Loops in which a thread waits until another one has done something: they read memory until it
// changes, or try to take a lock.
#pragma once

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/PassManager.h"

namespace heddle::simt {

bool isWaiting(const llvm::Loop& loop);

// Is there a loop that waits for another thread?
bool waitsInLoops(const llvm::LoopInfo& loops);

// May a lane wait in a loop for something that another lane of its gang has to do later (release a
// lock, publish a value)? Such lanes cannot run in step. For kernels in canonical control flow.
bool waitsForOtherLanes(llvm::Function& kernel, llvm::LoopInfo& loops,
                        llvm::PostDominatorTree& postDominators);

// print<waiting-loops>
class WaitingLoopsPrinterPass : public llvm::PassInfoMixin<WaitingLoopsPrinterPass> {
public:
  explicit WaitingLoopsPrinterPass(llvm::raw_ostream& stream) : stream_(stream) {}
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
  static bool isRequired() { return true; }

private:
  llvm::raw_ostream& stream_;
};

} // namespace heddle::simt
