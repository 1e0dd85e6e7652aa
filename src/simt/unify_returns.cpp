#include "simt/unify_returns.h"

#include "ir/thread_operations.h"
#include "simt/called_functions.h"

#include "llvm/ADT/DepthFirstIterator.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace heddle::simt {
namespace {

// Gives each loop that does not lead to `end` a way there that is never taken.
void addExits(Function& function, BasicBlock* end) {
  SmallVector<std::pair<const BasicBlock*, const BasicBlock*>, 8> edges;
  FindFunctionBackedges(function, edges);
  for (auto [from, to] : edges) {
    if (is_contained(inverse_depth_first(end), from))
      continue;
    BasicBlock* latch = SplitEdge(const_cast<BasicBlock*>(from), const_cast<BasicBlock*>(to));
    Instruction* jump = latch->getTerminator();
    IRBuilder<>(jump).CreateCondBr(ConstantInt::getTrue(function.getContext()),
                                   jump->getSuccessor(0), end);
    jump->eraseFromParent();
    for (PHINode& phi : end->phis())
      phi.addIncoming(PoisonValue::get(phi.getType()), latch);
  }
}

void unifyReturns(Function& function) {
  SmallVector<Instruction*, 8> ends;
  SmallVector<CallInst*, 4> exits;
  for (BasicBlock& block : function)
    for (Instruction& instruction : block)
      if (threadOp(instruction) == ThreadOp::Exit)
        exits.push_back(cast<CallInst>(&instruction));
  for (CallInst* exit : exits) {
    changeToUnreachable(exit->getNextNode());
    exit->eraseFromParent();
  }
  removeUnreachableBlocks(function);
  for (BasicBlock& block : function)
    if (isa<ReturnInst>(block.getTerminator()) || isa<UnreachableInst>(block.getTerminator()))
      ends.push_back(block.getTerminator());
  IRBuilder<> builder(BasicBlock::Create(function.getContext(), "return", &function));
  Type* type = function.getReturnType();
  PHINode* result =
      type->isVoidTy() ? nullptr : builder.CreatePHI(type, static_cast<unsigned>(ends.size()));
  result ? builder.CreateRet(result) : builder.CreateRetVoid();
  for (Instruction* end : ends) {
    if (result)
      result->addIncoming(isa<ReturnInst>(end) ? end->getOperand(0) : PoisonValue::get(type),
                          end->getParent());
    BranchInst::Create(builder.GetInsertBlock(), end);
    end->eraseFromParent();
  }
  addExits(function, builder.GetInsertBlock());
}

} // namespace

PreservedAnalyses UnifyReturnsPass::run(Function& function, FunctionAnalysisManager&) {
  if (function.hasFnAttribute(kWarpFunction))
    return PreservedAnalyses::all();
  unifyReturns(function);
  return PreservedAnalyses::none();
}

} // namespace heddle::simt
