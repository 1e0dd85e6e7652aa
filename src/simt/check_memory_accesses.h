// Makes a kernel check each of its memory accesses, for the tool memcheck of compute-sanitizer.
//
// An access inside of the bounds of what its pointer comes from (checked_accesses.h) costs a
// subtraction and a comparison, vectorised like all code. One that is outside of them need not be
// wrong, since the pointer may have been moved into another allocation: heddle_check_access judges
// it by its own address and reports it if it is. When all lanes have been judged, heddle_end_checks
// ends the kernel if there was a report, so the wrong access itself never happens.
//
//   store i32 1, ptr %at   =>   %offset = sub i64 %at.number, %low
//                               %outside = icmp uge i64 %offset, %limit
//                               %any = call i1 @heddle.mask.any(i1 %outside)
//                               br i1 %any, label %judge, label %access
//                             judge:
//                               ; for the lanes that are outside:
//                               call void @heddle_check_access(i64 %at.number, ptr @site)
//                               call void @heddle_end_checks()
//                             access:
//                               store i32 1, ptr %at
//
// Needs lowered shared memory, and marked misaligned addresses, which are outside of all bounds.
// A note about a copy of many bytes (ir/checker_notes.h) becomes a check of the whole copy.
// Accesses to parameters, and those that are certainly inside of a variable, are left as they are.
#pragma once

#include "llvm/IR/PassManager.h"

namespace heddle::simt {

class CheckMemoryAccessesPass : public llvm::PassInfoMixin<CheckMemoryAccessesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

} // namespace heddle::simt
