#include "simt/check_members.h"

#include "ir/thread_operations.h"
#include "simt/checked_accesses.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace heddle::simt {

Value* warpMembers(const CallInst& call) {
  const ThreadOpInfo& info = threadOpInfo(call);
  if (!(info.flags & WarpLevel) || info.op == ThreadOp::ActiveMask || info.op == ThreadOp::Step)
    return nullptr;
  return call.getArgOperand(call.arg_size() - 1);
}

namespace {

// The mask that is to be checked; null where it is known to name all lanes, too.
Value* membersOf(const CallInst& call) {
  Value* const members = warpMembers(call);
  const auto* constant = dyn_cast_or_null<ConstantInt>(members);
  return constant && constant->isMinusOne() ? nullptr : members;
}

void insertCheck(CheckedAccesses& sites, CallInst& call, Value* members) {
  IRBuilder<> builder(&call);
  Value* const lane = callThreadOp(builder, ThreadOp::LaneId);
  Value* const bit = builder.CreateShl(builder.getInt32(1), lane);
  Value* const isAbsent =
      builder.CreateICmpEQ(builder.CreateAnd(members, bit), builder.getInt32(0), "absent");
  Value* const any = callThreadOp(builder, ThreadOp::MaskAny, isAbsent);
  Instruction* const forGang = SplitBlockAndInsertIfThen(any, &call, false);
  builder.SetInsertPoint(SplitBlockAndInsertIfThen(isAbsent, forGang, false));
  sites.callEngine(builder, "heddle_check_members",
                   {members, sites.site(builder, call, "barrier 0 warp")});
}

bool insertChecks(Function& function) {
  CheckedAccesses sites(function);
  std::vector<CallInst*> calls;
  for (Instruction& instruction : instructions(function))
    if (auto* call = dyn_cast<CallInst>(&instruction); call && membersOf(*call))
      calls.push_back(call);
  for (CallInst* call : calls)
    insertCheck(sites, *call, membersOf(*call));
  return !calls.empty();
}

} // namespace

PreservedAnalyses CheckMembersPass::run(Module& module, ModuleAnalysisManager&) {
  bool isChanged = false;
  for (Function& function : module)
    if (!function.isDeclaration())
      isChanged |= insertChecks(function);
  return isChanged ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace heddle::simt
