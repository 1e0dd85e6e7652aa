// A call through a pointer may only reach device functions. This pass puts a check in front of each
// call whose target is not known: the target lies in the range of device functions, and in front of
// it stands kFunctionMark, as in front of every function that export-thread-functions makes. Other
// targets end the kernel with CUDA_ERROR_INVALID_PC rather than run some code of the host.
//
//   call void %f(ptr %context, i32 %thread)  =>  %offset = sub i64 %f, @heddle_function_range_begin
//                                                %inside = icmp ult i64 %offset, @..._bytes
//                                                br i1 %inside, label %look, label %invalid
//                                              look:
//                                                %mark = load i64, ptr (%f - 8)
//                                                ; equal to kFunctionMark: the call
//                                              invalid:
//                                                call void @heddle_invalid_call(..., ptr %f)
//
// Runs when calls have the context and the thread's number as their first arguments. It comes after
// all passes that could find out the target.
#pragma once

#include "llvm/IR/PassManager.h"

namespace heddle::simt {

class CheckIndirectCallsPass : public llvm::PassInfoMixin<CheckIndirectCallsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

} // namespace heddle::simt
