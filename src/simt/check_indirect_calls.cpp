#include "simt/check_indirect_calls.h"

#include "ir/kernel_abi.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace heddle::simt {
namespace {

// The address of a symbol as a number.
Value* symbolAddress(IRBuilder<>& builder, Module& module, const char* name) {
  return builder.CreatePtrToInt(module.getOrInsertGlobal(name, builder.getInt8Ty()),
                                builder.getInt64Ty());
}

Value* isInFunctionRange(IRBuilder<>& builder, Module& module, Value* target) {
  Value* offset = builder.CreateSub(builder.CreatePtrToInt(target, builder.getInt64Ty()),
                                    symbolAddress(builder, module, kFunctionRangeBegin));
  return builder.CreateICmpULT(offset, symbolAddress(builder, module, kFunctionRangeBytes));
}

Value* hasFunctionMark(IRBuilder<>& builder, Value* target) {
  Value* place = builder.CreateConstGEP1_64(builder.getInt8Ty(), target,
                                            -static_cast<std::int64_t>(sizeof kFunctionMark));
  Value* mark = builder.CreateAlignedLoad(builder.getInt64Ty(), place, Align(1));
  return builder.CreateICmpEQ(mark, builder.getInt64(kFunctionMark));
}

// The block that reports the call of `target` as invalid.
BasicBlock* createInvalidCall(CallBase& call, Value* target) {
  Function& function = *call.getFunction();
  auto* block = BasicBlock::Create(function.getContext(), "invalid_call", &function);
  IRBuilder<> builder(block);
  builder.SetCurrentDebugLocation(call.getDebugLoc());
  auto callee = function.getParent()->getOrInsertFunction("heddle_invalid_call",
                                                          builder.getVoidTy(), builder.getPtrTy(),
                                                          builder.getInt32Ty(), builder.getPtrTy());
  builder.CreateCall(callee, {call.getArgOperand(0), call.getArgOperand(1), target})
      ->setDoesNotReturn();
  builder.CreateUnreachable();
  return block;
}

// Splits the block in front of `point`, and goes to `otherwise` unless the condition holds.
void branchUnless(Instruction& point, Value* condition, BasicBlock* otherwise) {
  BasicBlock* block = point.getParent();
  BasicBlock* rest = SplitBlock(block, &point);
  auto* branch = BranchInst::Create(rest, otherwise, condition);
  branch->setMetadata(LLVMContext::MD_prof,
                      MDBuilder(block->getContext()).createLikelyBranchWeights());
  ReplaceInstWithInst(block->getTerminator(), branch);
}

void insertCheck(CallBase& call) {
  Value* target = call.getCalledOperand();
  BasicBlock* invalid = createInvalidCall(call, target);
  IRBuilder<> builder(&call);
  branchUnless(call, isInFunctionRange(builder, *call.getModule(), target), invalid);
  builder.SetInsertPoint(&call);
  branchUnless(call, hasFunctionMark(builder, target), invalid);
}

// Whether the call is one through a value, or of a constant address that is no function.
bool hasUnknownTarget(const CallBase& call) {
  return !call.isInlineAsm() && !isa<Function>(call.getCalledOperand()->stripPointerCasts());
}

} // namespace

PreservedAnalyses CheckIndirectCallsPass::run(Function& function, FunctionAnalysisManager&) {
  SmallVector<CallBase*, 4> calls;
  for (Instruction& instruction : instructions(function))
    if (auto* call = dyn_cast<CallBase>(&instruction); call && hasUnknownTarget(*call))
      calls.push_back(call);
  for (CallBase* call : calls)
    insertCheck(*call);
  return calls.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
}

} // namespace heddle::simt
