// Makes a kernel check that what it reads has been written before, for the tool initcheck of
// compute-sanitizer. Each byte of an allocation has a shadow at a fixed distance
// (memory/initialised_bytes.h). An access whose address is inside of the allocation that its
// pointer comes from touches the shadow as it touches the memory, in vectors if it does:
//
//   %v = load i32, ptr %at   =>   %shadow = getelementptr i8, ptr %at, i64 <distance>
//                                 %written = load i32, ptr %shadow
//                                 %unwritten = icmp ne i32 %written, -1
//                                 ; in lanes where it holds:
//                                 call void @heddle_check_initialised(i64 %at.number, ptr @site)
//                                 %v = load i32, ptr %at
//   store i32 %v, ptr %at    =>   store i32 -1, ptr %shadow
//                                 store i32 %v, ptr %at
//
// For any other address heddle_check_initialised and heddle_mark_initialised look up what it
// belongs to. Variables are left out. The kernel goes on after a report.
//
// A note about a copy of many bytes (ir/checker_notes.h) becomes a check of the whole copy.
//
// Shared memory has its shadow behind it (ir/checker_abi.h), and a local array another array. They
// are left out unless asked for. A kernel with copies of tensors or with clusters writes to shared
// memory in ways that are not followed, so there it is left out, too; likewise local arrays whose
// addresses go elsewhere, and large ones.
//
// Padding of a structure is never written, but copied with the rest. So a value that is only stored
// again may be unwritten in part. Its shadow is then copied with it, and whoever uses these bytes
// is found.
#pragma once

#include "llvm/IR/PassManager.h"

namespace heddle::simt {

class CheckInitialisedReadsPass : public llvm::PassInfoMixin<CheckInitialisedReadsPass> {
public:
  // Which memory is checked: global, and that of a block, which is shared and local memory.
  CheckInitialisedReadsPass(bool global, bool ofBlock) : global_(global), ofBlock_(ofBlock) {}
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);

private:
  bool global_, ofBlock_;
};

} // namespace heddle::simt
