// Makes a kernel check the masks of members that its operations of a warp have, for the tool
// synccheck of compute-sanitizer: a thread that takes part has to be among the members.
//
//   %v = call ... @heddle.shfl.idx(..., i32 %members)
//     =>  %bit = shl i32 1, %laneid
//         %isMember = icmp ne i32 (and %members, %bit), 0
//         ; where it does not hold:
//         call void @heddle_check_members(i32 %members, ptr @site)
//
// Masks that are known to name all lanes are left as they are.
#pragma once

#include "llvm/IR/Instructions.h"
#include "llvm/IR/PassManager.h"

namespace heddle::simt {

// The mask of an operation of a warp, which is its last argument; null where it has none.
llvm::Value* warpMembers(const llvm::CallInst& call);

class CheckMembersPass : public llvm::PassInfoMixin<CheckMembersPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

} // namespace heddle::simt
