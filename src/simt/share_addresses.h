// Computes addresses of a block function that are a constant apart from each other. Two accesses of
// a thread, as s[i] and s[i + 2], become windows of whole registers that are the same memory, but
// the indices of the source have been simplified in different ways, so that LLVM takes them for
// different addresses, and loads and stores the same registers twice:
//
//   %i = sext i32 %n to i64                         %i = sext i32 %n to i64
//   %first = getelementptr i8, ptr %s, i64 %i       %first = getelementptr i8, ptr %s, i64 %i
//   %o = or disjoint i32 %n, 8                =>    %next = getelementptr i8, ptr %first, i64 8
//   %j = zext nneg i32 %o to i64                    %same = getelementptr i8, ptr %first, i64 0
//   %next = getelementptr i8, ptr %s, i64 %j
//   %same = getelementptr i8, ptr %next, i64 -8
//
// Scalar evolution knows the range of a loop's counter and with it that these are the same.
#pragma once

#include "llvm/IR/PassManager.h"

namespace heddle::simt {

class ShareAddressesPass : public llvm::PassInfoMixin<ShareAddressesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

} // namespace heddle::simt
