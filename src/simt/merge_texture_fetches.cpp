#include "simt/merge_texture_fetches.h"

#include "ir/thread_operations.h"

#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/GVN.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace heddle::simt {
namespace {

// The longest code between two fetches that is copied, in instructions. A fetch has about a hundred
// of its own, so that asking for the kind does not count beside much more than this.
constexpr std::size_t kLongestBetween = 100;

bool callsSampler(const BasicBlock& block) {
  return any_of(block, [](const Instruction& instruction) {
    return threadOp(instruction) == ThreadOp::TextureSample;
  });
}

// The switch over the kind of a texture at the end of the block, or null.
SwitchInst* fetchSwitch(BasicBlock& block) {
  auto* kinds = dyn_cast<SwitchInst>(block.getTerminator());
  const auto samples = [](const BasicBlock* next) { return callsSampler(*next); };
  return kinds && any_of(successors(&block), samples) ? kinds : nullptr;
}

bool mayCopy(const BasicBlock& block) {
  return block.size() <= kLongestBetween && none_of(block, [](const Instruction& instruction) {
           const auto* call = dyn_cast<CallBase>(&instruction);
           return call && (call->isConvergent() || call->cannotDuplicate());
         });
}

bool haveSameCases(SwitchInst& a, SwitchInst& b) {
  return a.getNumCases() == b.getNumCases() && all_of(a.cases(), [&](const auto& kind) {
           return b.findCaseValue(kind.getCaseValue()) != b.case_default();
         });
}

// Where `later` goes from the block `from`: known if the block is reached only through one of the
// destinations of another switch over the same value. Else null.
BasicBlock* knownDestination(SwitchInst& later, const BasicBlock& from,
                             const DominatorTree& dominators) {
  for (const DomTreeNode* node = dominators.getNode(&from); node && node->getIDom();
       node = node->getIDom()) {
    BasicBlock* block = node->getBlock();
    BasicBlock* before = block->getSinglePredecessor();
    auto* earlier = before ? dyn_cast<SwitchInst>(before->getTerminator()) : nullptr;
    if (!earlier || earlier == &later || earlier->getCondition() != later.getCondition())
      continue;
    if (block == earlier->getDefaultDest())
      return haveSameCases(*earlier, later) ? later.getDefaultDest() : nullptr;
    ConstantInt* kind = earlier->findCaseDest(block);
    return kind ? later.findCaseValue(kind)->getCaseSuccessor() : nullptr;
  }
  return nullptr;
}

// Copies the block for the predecessor `from`, which then goes on to `destination`. Nothing is
// defined in the block that others use, as demoteValues() has seen to it.
void copyFor(BasicBlock& block, BasicBlock& from, BasicBlock& destination) {
  ValueToValueMapTy values;
  BasicBlock* copy = CloneBasicBlock(&block, values, ".kind", block.getParent());
  remapInstructionsInBlocks({copy}, values);
  copy->getTerminator()->eraseFromParent();
  BranchInst::Create(&destination, copy);
  from.getTerminator()->replaceSuccessorWith(&block, copy);
}

// Keeps what the block defines in memory of the thread, so that it can have several definitions.
void demoteValues(BasicBlock& block) {
  while (auto* phi = dyn_cast<PHINode>(&block.front()))
    DemotePHIToStack(phi);
  SmallVector<Instruction*> used;
  for (Instruction& instruction : block)
    if (instruction.isUsedOutsideOfBlock(&block))
      used.push_back(&instruction);
  for (Instruction* instruction : used)
    DemoteRegToStack(*instruction);
}

// Merges the fetch at the end of the block with those that come before it.
bool mergeWithEarlier(BasicBlock& block, const DominatorTree& dominators) {
  SwitchInst* later = fetchSwitch(block);
  if (!later || !mayCopy(block))
    return false;
  SmallVector<std::pair<BasicBlock*, BasicBlock*>> known; // predecessors and where they lead
  for (BasicBlock* from : predecessors(&block))
    if (BasicBlock* destination = knownDestination(*later, *from, dominators))
      if (from->getUniqueSuccessor() == &block)
        known.emplace_back(from, destination);
  if (known.size() < 2)
    return false;
  demoteValues(block);
  for (const auto& [from, destination] : known)
    copyFor(block, *from, *destination);
  return true;
}

} // namespace

PreservedAnalyses MergeTextureFetchesPass::run(Function& function,
                                               FunctionAnalysisManager& analyses) {
  bool changed = false;
  // Each copy makes known what the next switch asks for, and changes who dominates whom.
  for (bool again = true; again;) {
    const DominatorTree dominators(function);
    again = any_of(function, [&](BasicBlock& block) {
      return dominators.isReachableFromEntry(&block) && mergeWithEarlier(block, dominators);
    });
    changed |= again;
  }
  if (!changed)
    return PreservedAnalyses::all();
  analyses.invalidate(function, PreservedAnalyses::none());
  FunctionPassManager cleanUp;
  cleanUp.addPass(SimplifyCFGPass()); // the blocks that were copied for all who came there
  cleanUp.addPass(SROAPass(SROAOptions::PreserveCFG));
  cleanUp.addPass(SimplifyCFGPass());
  cleanUp.addPass(GVNPass());
  cleanUp.addPass(InstCombinePass());
  cleanUp.run(function, analyses);
  return PreservedAnalyses::none();
}

} // namespace heddle::simt
