#include "simt/block_uniformity.h"

#include "ir/thread_operations.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace heddle::simt {

BlockUniformity::BlockUniformity(const Function& function, const PostDominatorTree& postDominators,
                                 const LoopInfo& loops)
    : postDominators_(postDominators), loops_(loops) {
  for (const Instruction& instruction : instructions(function))
    if (isSource(instruction))
      add(instruction);
  while (!pending_.empty()) {
    const Value* const value = pending_.pop_back_val();
    for (const User* user : value->users()) {
      const auto* instruction = cast<Instruction>(user);
      if (instruction->isTerminator() && instruction->getNumSuccessors() > 1)
        addBranch(*instruction->getParent());
      else
        add(*instruction);
    }
  }
}

bool BlockUniformity::isSource(const Instruction& instruction) const {
  if (const auto* load = dyn_cast<LoadInst>(&instruction))
    return !load->hasMetadata(LLVMContext::MD_invariant_load);
  if (const auto* call = dyn_cast<CallInst>(&instruction)) {
    const ThreadOpInfo& info = threadOpInfo(*call);
    if (info.op == ThreadOp::None)
      return !isa<IntrinsicInst>(call);
    // The lanes of a warp agree on what an operation of a warp gives, but warps need not.
    return !(info.flags & UniformResult) || (info.flags & WarpLevel) || info.op == ThreadOp::WarpId;
  }
  return instruction.mayReadFromMemory();
}

void BlockUniformity::add(const Value& value) {
  if (!value.getType()->isVoidTy() && divergent_.insert(&value).second)
    pending_.push_back(&value);
}

// Threads that have gone different ways bring different values to where the ways meet. Where they
// leave a loop in different iterations, all values of the loop differ behind it.
void BlockUniformity::addBranch(const BasicBlock& branch) {
  if (!divergentBranches_.insert(&branch).second)
    return;
  const auto* const node = postDominators_.getNode(&branch);
  const BasicBlock* const end = node && node->getIDom() ? node->getIDom()->getBlock() : nullptr;
  SmallVector<const BasicBlock*, 16> work(successors(&branch));
  DenseSet<const BasicBlock*> seen;
  while (!work.empty()) {
    const BasicBlock* const block = work.pop_back_val();
    if (!seen.insert(block).second)
      continue;
    for (const PHINode& phi : block->phis())
      add(phi);
    if (block != end)
      work.append(succ_begin(block), succ_end(block));
  }
  for (const Loop* loop = loops_.getLoopFor(&branch); loop; loop = loop->getParentLoop()) {
    if (!loop->isLoopExiting(&branch))
      continue;
    for (const BasicBlock* block : loop->blocks())
      for (const Instruction& instruction : *block)
        if (any_of(instruction.users(),
                   [&](const User* user) { return !loop->contains(cast<Instruction>(user)); }))
          add(instruction);
  }
}

} // namespace heddle::simt
