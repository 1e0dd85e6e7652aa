#include "simt/guard_lanes.h"

#include "ir/thread_operations.h"
#include "simt/called_functions.h"
#include "simt/execution_form.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace heddle::simt {
namespace {

void guard(Function& function, ThreadOp condition) {
  BasicBlock* entry = &function.getEntryBlock();
  BasicBlock* done = nullptr;
  for (BasicBlock& block : function)
    if (isa<ReturnInst>(block.getTerminator()))
      done = &block;
  BasicBlock* guard = BasicBlock::Create(function.getContext(), "guard", &function, entry);
  IRBuilder<> builder(guard);
  builder.CreateCondBr(callThreadOp(builder, condition), entry, done);
  for (PHINode& phi : done->phis())
    phi.addIncoming(PoisonValue::get(phi.getType()), guard);
  // Allocas belong to the entry block.
  for (Instruction& instruction : make_early_inc_range(*entry))
    if (isa<AllocaInst>(instruction))
      instruction.moveBefore(*guard, guard->begin());
}

} // namespace

PreservedAnalyses GuardPartialGangPass::run(Function& function, FunctionAnalysisManager&) {
  if (!function.hasFnAttribute(kKernel) || blockDim(function).threads() % gangWidth(function) == 0)
    return PreservedAnalyses::all();
  guard(function, ThreadOp::Inside);
  return PreservedAnalyses::none();
}

PreservedAnalyses GuardCalledLanesPass::run(Function& function, FunctionAnalysisManager&) {
  // Inactive lanes do no harm in functions of whole warps.
  if (!function.hasFnAttribute(kCalledByGangs) || function.hasFnAttribute(kWarpFunction))
    return PreservedAnalyses::all();
  guard(function, ThreadOp::Called);
  return PreservedAnalyses::none();
}

} // namespace heddle::simt
